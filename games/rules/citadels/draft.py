"""The secret choice of characters (D)."""

from collections.abc import Iterator
from itertools import islice

from ..core.agenda import Step, tell, then
from ..core.notation import Move, Offer, Pick, Some
from . import piles
from .districts.table import CLASSIC
from .position import DRAFT, THEATER, Game, steps
from .words import owner_of, rank

FACE_UP = {(4, 8): 2, (5, 8): 1, (4, 9): 3, (5, 9): 2, (6, 9): 1}  # players, cast → cards (D4, D5)


def begin_draft(game: Game) -> None:
    """Shuffle the cast, lay out the random discards, and let the crowned player choose first."""
    game.phase = DRAFT
    game.drafted_from = game.crown
    game.swapped = []
    pile = sorted(game.cast)
    game.rng.shuffle(pile)
    # classic lays the face-down card first, so its rank 4 comes there less often (D2)
    game.facedown = [pile.pop()] if game.edition == CLASSIC else []
    open_places = FACE_UP.get((len(game.seats), len(game.cast)), 0)
    game.faceup = [one for one in pile if rank(game, one) != 4][:open_places]
    pile = [one for one in pile if one not in game.faceup]
    if not game.facedown:
        game.facedown = [pile.pop(game.rng.below(len(pile)))]
    game.character_deck = sorted(pile, key=game.cast.index)
    tell(game, "round", round=game.round, seat=game.crown, faceup=game.faceup)
    then(game, Step("draft.pick", game.crown))


def characters_each(game: Game) -> int:
    return piles.each(len(game.seats))


def last_takes_face_down(game: Game) -> bool:
    return piles.last_looks_face_down(len(game.seats), len(game.cast))


def pick_choices(game: Game) -> list[str]:
    """What lies before the drafter."""
    if piles.looks_face_down(len(game.seats), len(game.cast), len(game.character_deck)):
        return [*game.character_deck, game.facedown[0]]
    return game.character_deck


def discards_too(game: Game) -> bool:
    return piles.puts_away(len(game.seats), len(game.character_deck))


@steps.ask("draft.pick")
def pick(game: Game, step: Step) -> Iterator[Offer]:
    choices = pick_choices(game)
    if discards_too(game):
        yield Pick("pick", tuple(choices), (Some(1, 1, "keeps"), Some(1, 1, "discards")))
        return
    for character in choices:
        yield Move("pick", (character,))


@pick.answer
def picked(game: Game, step: Step, move: Move) -> None:
    """Keep one; what else is put away depends on how many play."""
    seat, chosen = step.seat, move.args[0]
    pile, player = game.character_deck, game.players[seat]
    player.seen += (tuple(sorted(pick_choices(game), key=game.cast.index)),)
    player.characters.append(chosen)
    player.picked += (chosen,)
    player.away += move.args[1:]
    tell(game, "picked", seat=seat, secret={seat: {"character": chosen, "away": list(move.args[1:])}})
    if chosen in pile:
        pile.remove(chosen)
    else:  # the last picker took the card of D2 instead
        game.facedown.remove(chosen)
    for other in move.args[1:]:
        pile.remove(other)
        game.facedown.append(other)
    if _is_last(game):
        game.facedown += pile
        pile.clear()
        _draft_is_over(game)
        return
    if piles.loses(len(game.seats), len(game.cast), len(pile)):
        game.facedown.append(pile.pop(game.rng.below(len(pile))))
    then(game, Step("draft.pick", _left_of(game, seat)))


def _is_last(game: Game) -> bool:
    """Has everybody as many characters as the number of players gives each?"""
    each = characters_each(game)
    return all(len(player.characters) >= each for player in game.players.values())


def can_go_on(game: Game, drafter: str) -> bool:
    """Are there cards enough for everybody who has yet to choose, this one first?"""
    each = characters_each(game)
    wanting = {seat: each - len(player.characters) for seat, player in game.players.items()}
    coming = sum(max(0, want) for want in wanting.values())
    going = list(islice(piles.turns(len(game.seats), len(game.cast), len(game.character_deck)), coming))
    spare = int(last_takes_face_down(game) and bool(game.facedown))
    seat = drafter
    for turn in going:
        if wanting[seat] <= 0 or turn.pile + spare < 2:
            return False
        wanting[seat] -= 1
        seat = _left_of(game, seat)
    return 0 < coming == len(going)


def _left_of(game: Game, seat: str) -> str:
    return game.seats[(game.seats.index(seat) + 1) % len(game.seats)]


def _draft_is_over(game: Game) -> None:
    then(game, Step("round.begin"))
    if owner := owner_of(game, "theater"):
        game.phase = THEATER
        then(game, Step("theater.exchange", owner))


# --- the Theater (D12 to D14)


@steps.ask("theater.exchange")
def theater(game: Game, step: Step) -> Iterator[Offer]:
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


@theater.answer
def theater_answered(game: Game, step: Step, move: Move) -> None:
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
