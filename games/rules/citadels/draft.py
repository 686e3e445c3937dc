"""The draft: the secret choice of characters that begins every round (D)."""

from collections.abc import Iterator
from itertools import islice

from ..core.agenda import Step, tell, then
from ..core.notation import CardSlot, Move, Offer, PickOffer
from . import draft_sizes
from .actions import owner_of, rank_of
from .districts.cards import CLASSIC
from .position import DRAFT, THEATER, CitadelsGame, steps


def begin_draft(game: CitadelsGame) -> None:
    """Shuffle the cast, set the random discards aside, and let the crowned player choose first."""
    game.phase = DRAFT
    game.drafted_from = game.crown
    game.swapped = []
    pile = sorted(game.cast)
    game.rng.shuffle(pile)
    # classic sets the face-down card aside first; in 2016 it comes last, so it is rank 4 more often (D2)
    game.facedown = [pile.pop()] if game.edition == CLASSIC else []
    open_places = draft_sizes.FACE_UP_CARDS.get((len(game.seats), len(game.cast)), 0)
    game.faceup = [one for one in pile if rank_of(game, one) != 4][:open_places]
    pile = [one for one in pile if one not in game.faceup]
    if not game.facedown:
        game.facedown = [pile.pop(game.rng.below(len(pile)))]
    game.character_deck = sorted(pile, key=game.cast.index)
    tell(game, "round", round=game.round, seat=game.crown, faceup=game.faceup)
    then(game, Step("draft.pick", game.crown))


def count_characters_each(game: CitadelsGame) -> int:
    """How many characters each player has after the draft."""
    return draft_sizes.count_characters_per_seat(len(game.seats))


def may_last_take_face_down(game: CitadelsGame) -> bool:
    """May the last drafter take the card set aside face down instead (D7)?"""
    return draft_sizes.does_last_see_face_down(len(game.seats), len(game.cast))


def list_pick_choices(game: CitadelsGame) -> list[str]:
    """The characters that the current drafter chooses from."""
    if draft_sizes.sees_face_down(len(game.seats), len(game.cast), len(game.character_deck)):
        return [*game.character_deck, game.facedown[0]]
    return game.character_deck


def must_discard_too(game: CitadelsGame) -> bool:
    """Does the current drafter also put a character away (D8)?"""
    return draft_sizes.must_put_away(len(game.seats), len(game.character_deck))


@steps.ask("draft.pick")
def pick_question(game: CitadelsGame, step: Step) -> Iterator[Offer]:
    choices = list_pick_choices(game)
    if must_discard_too(game):
        yield PickOffer("pick", tuple(choices), (CardSlot(1, 1, "keeps"), CardSlot(1, 1, "discards")))
        return
    for character in choices:
        yield Move("pick", (character,))


@pick_question.answer
def answer_pick(game: CitadelsGame, step: Step, move: Move) -> None:
    """Keep one character, put others away as the number of players demands, and pass the pile on."""
    seat, chosen = step.seat, move.args[0]
    pile, player = game.character_deck, game.players[seat]
    player.seen += (tuple(sorted(list_pick_choices(game), key=game.cast.index)),)
    player.characters.append(chosen)
    player.picked += (chosen,)
    player.away += move.args[1:]
    tell(game, "picked", seat=seat, secret={seat: {"character": chosen, "away": list(move.args[1:])}})
    if chosen in pile:
        pile.remove(chosen)
    else:  # the last drafter took the face-down card instead (D7)
        game.facedown.remove(chosen)
    for other in move.args[1:]:
        pile.remove(other)
        game.facedown.append(other)
    if _is_draft_complete(game):
        game.facedown += pile
        pile.clear()
        _end_draft(game)
        return
    if draft_sizes.loses_card(len(game.seats), len(game.cast), len(pile)):
        game.facedown.append(pile.pop(game.rng.below(len(pile))))
    then(game, Step("draft.pick", _next_seat(game, seat)))


def _is_draft_complete(game: CitadelsGame) -> bool:
    """Does everybody have all the characters that this number of players calls for?"""
    each = count_characters_each(game)
    return all(len(player.characters) >= each for player in game.players.values())


def can_draft_continue(game: CitadelsGame, drafter: str) -> bool:
    """Are there enough cards for everybody who has yet to choose, starting with this drafter?"""
    each = count_characters_each(game)
    wanting = {seat: each - len(player.characters) for seat, player in game.players.items()}
    coming = sum(max(0, want) for want in wanting.values())
    going = list(
        islice(
            draft_sizes.list_draft_picks(len(game.seats), len(game.cast), len(game.character_deck)), coming
        )
    )
    spare = int(may_last_take_face_down(game) and bool(game.facedown))
    seat = drafter
    for turn in going:
        if wanting[seat] <= 0 or turn.pile + spare < 2:
            return False
        wanting[seat] -= 1
        seat = _next_seat(game, seat)
    return 0 < coming == len(going)


def _next_seat(game: CitadelsGame, seat: str) -> str:
    return game.seats[(game.seats.index(seat) + 1) % len(game.seats)]


def _end_draft(game: CitadelsGame) -> None:
    """Go on to the calls, after the Theater's question if somebody owns one."""
    then(game, Step("round.begin"))
    if owner := owner_of(game, "theater"):
        game.phase = THEATER
        then(game, Step("theater.exchange", owner))


# --- the Theater (D12 to D14)


@steps.ask("theater.exchange")
def theater_question(game: CitadelsGame, step: Step) -> Iterator[Offer]:
    mine = game.players[step.seat].characters
    for seat in game.seats:
        if seat == step.seat:
            continue
        if len(game.seats) > 3:
            yield Move("theater", (seat,))
        else:
            for character in mine:
                yield Move("theater", (seat, character))
    yield Move("decline")


@theater_question.answer
def answer_theater(game: CitadelsGame, step: Step, move: Move) -> None:
    if move.verb == "decline":
        tell(game, "declined", seat=step.seat, what="theater")
        return
    rival = move.args[0]
    mine, theirs = game.players[step.seat].characters, game.players[rival].characters
    given = move.args[1] if len(move.args) > 1 else mine[0]
    got = theirs[game.rng.below(len(theirs))] if len(theirs) > 1 else theirs[0]
    mine[mine.index(given)] = got
    theirs[theirs.index(got)] = given
    game.swapped = [step.seat, rival]
    both = {"given": given, "got": got}
    mirrored = {"given": got, "got": given}
    tell(game, "theater", seat=step.seat, rival=rival, secret={step.seat: both, rival: mirrored})
