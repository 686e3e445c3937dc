"""What a seat remembers of the draft: who took a card when, and which cards were gone by then.

It knows what there was to choose from when it chose, who chose before and after it, and which calls nobody
answered. A spectator has seen nothing of the draft; the seat is "" then.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from ...core.agenda import list_questions
from .. import draft_sizes
from ..actions import rank_of
from ..draft import may_last_take_face_down
from ..position import DRAFT, END, THEATER, CitadelsGame, CitadelsPlayer

# who took a card in the draft: a seat, "seat'" for a card it put away, or "" for a random discard
DraftAct = str
DraftSpan = tuple[list[int], list[str]]  # the numbers of some acts, and the cards that were taken in them


def recall_draft(game: CitadelsGame, seat: str) -> tuple[list[DraftSpan], list[list[DraftAct]]]:
    """Which cards were taken when, as far as the seat knows, and every way they may have ended up."""
    gone = sum(len(player.characters) for player in game.players.values()) + len(game.facedown)
    acts = list_draft_acts(game)[:gone] if game.drafted_from else []
    if len(acts) == gone and _remembers_draft(game, seat):
        return _split_into_spans(game, seat, acts), list(_list_endings(game, acts))
    acts, spans = _recall_without_memory(game, seat)
    return spans, [acts]


def list_draft_acts(game: CitadelsGame) -> list[DraftAct]:
    """List who takes each card of the draft, in order (D4 to D9)."""
    start = game.seats.index(game.drafted_from)
    order = game.seats[start:] + game.seats[:start]
    acts = [""]
    turns = draft_sizes.list_draft_picks(len(order), len(game.cast), len(game.cast) - len(game.faceup) - 1)
    for seat, turn in zip(order * draft_sizes.count_characters_per_seat(len(order)), turns, strict=False):
        acts += [seat, *[f"{seat}'"] * turn.puts_away, *[""] * turn.loses_card]
    return [*acts, ""]


def _remembers_draft(game: CitadelsGame, seat: str) -> bool:
    """Does the seat remember the draft? In a position loaded from notation nobody does."""
    player = game.players.get(seat, CitadelsPlayer())
    return bool(game.drafted_from) and len(player.picked) == len(player.characters)


def _split_into_spans(game: CitadelsGame, seat: str, acts: Sequence[DraftAct]) -> list[DraftSpan]:
    """Group the acts by what the seat saw: the cards missing from one look to the next were taken in them."""
    player = game.players.get(seat, CitadelsPlayer())
    looks = list(zip(player.seen, player.picked, strict=True))
    there = [one for one in game.cast if one not in game.faceup]
    spans: list[DraftSpan] = []
    group: list[int] = []
    first = _find_seen_face_down(game, seat)
    if first:
        spans.append(([0], [first]))
        there.remove(first)
    for number, act in enumerate(acts[len(spans) :], len(spans)):
        if act == seat and looks:
            look, mine = looks.pop(0)
            spans += [(group, [one for one in there if one not in look]), ([number], [mine])]
            there = [one for one in look if one not in (mine, first)]
            group = []
        elif act == f"{seat}'" and player.away:
            spans.append(([number], [player.away[0]]))
            there.remove(player.away[0])
        else:
            group.append(number)
    if is_choosing(game, seat):
        there = [one for one in there if one not in game.character_deck]
    return [*spans, (group, there)]


def _recall_without_memory(game: CitadelsGame, seat: str) -> tuple[list[DraftAct], list[DraftSpan]]:
    """The acts and spans of a position loaded from notation: any hidden card may be with any other seat."""
    mine = game.players.get(seat, CitadelsPlayer()).characters
    open_deck = game.character_deck if is_choosing(game, seat) else []
    hidden = [one for one in game.cast if one not in (*mine, *game.faceup, *open_deck)]
    acts = [other for other in game.seats if other != seat for _ in game.players[other].characters]
    acts += [""] * len(game.facedown) + [seat] * len(mine)
    others = len(acts) - len(mine)
    spans: list[DraftSpan] = [(list(range(others)), hidden)]
    return acts, spans + [([others + place], [one]) for place, one in enumerate(mine)]


def _find_seen_face_down(game: CitadelsGame, seat: str) -> str:
    """The card that lay face down from the start, if this seat was the last drafter and saw it (D7)."""
    if not may_last_take_face_down(game) or game.seats[game.seats.index(game.drafted_from) - 1] != seat:
        return ""
    if is_choosing(game, seat):
        return game.facedown[0]
    player = game.players[seat]
    return next((one for one in (player.seen or ((),))[0] if one not in player.picked), "")


def is_choosing(game: CitadelsGame, seat: str) -> bool:
    return any(step.name == "draft.pick" for step in list_questions(game, seat))


# --- ways the cards may have ended up


def _list_endings(game: CitadelsGame, acts: list[DraftAct]) -> Iterator[list[DraftAct]]:
    """List every way the cards may have ended up: for each act, who has its card now."""
    yield from (ends for kept in _vary_last_pick(game, acts) for ends in _vary_theater_exchange(game, kept))


def _vary_last_pick(game: CitadelsGame, acts: list[DraftAct]) -> Iterator[list[DraftAct]]:
    """Add the case that the last drafter took the card that lay face down from the start (D7)."""
    yield acts
    if game.phase != DRAFT and may_last_take_face_down(game):
        last = game.seats[game.seats.index(game.drafted_from) - 1]
        ends = acts.copy()
        ends[ends.index(last)], ends[0] = "", last
        yield ends


def _vary_theater_exchange(game: CitadelsGame, ends: list[DraftAct]) -> Iterator[list[DraftAct]]:
    """Apply an exchange by the Theater. With two characters each, any pair may have changed places."""
    if not game.swapped:
        yield ends
        return
    one, other = game.swapped
    for here, there in product(range(len(ends)), repeat=2):
        if ends[here] == one and ends[there] == other:
            exchanged = ends.copy()
            exchanged[here], exchanged[there] = other, one
            yield exchanged


def was_call_unanswered(game: CitadelsGame, character: str) -> bool:
    """Was the character called without an answer, so that nobody has it? A murdered one may be held."""
    if game.phase in (DRAFT, THEATER) or character == game.murdered:
        return False
    return game.called == END or rank_of(game, character) <= rank_of(game, game.called)
