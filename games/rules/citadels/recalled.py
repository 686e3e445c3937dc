"""What a seat can tell of the draft: who took a card when, and which cards went meanwhile.

It remembers what lay there when it chose, who chose before and after it, and which calls nobody answered.
Somebody who only watches has seen nothing of it: the seat is "" then.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from ..core.agenda import questions
from . import piles
from .draft import last_takes_face_down
from .position import DRAFT, END, THEATER, Game, Player
from .words import rank

Act = str  # who took a card in the draft: a seat, "seat'" for one it put away, or "" for chance
Span = tuple[list[int], list[str]]  # acts by number, and the cards that went in them


def recalled(game: Game, seat: str) -> tuple[list[Span], list[list[Act]]]:
    """What went when, as far as the seat knows, and every way in which the cards may have ended up."""
    gone = sum(len(player.characters) for player in game.players.values()) + len(game.facedown)
    acts = draft_acts(game)[:gone] if game.drafted_from else []
    if len(acts) == gone and _remembers(game, seat):
        return _spans(game, seat, acts), list(_ways(game, acts))
    acts, spans = _without_memory(game, seat)
    return spans, [acts]


def draft_acts(game: Game) -> list[Act]:
    """The order in which the cards of the draft go (D4 to D9)."""
    start = game.seats.index(game.drafted_from)
    order = game.seats[start:] + game.seats[:start]
    acts = [""]
    turns = piles.turns(len(order), len(game.cast), len(game.cast) - len(game.faceup) - 1)
    for seat, turn in zip(order * piles.each(len(order)), turns, strict=False):
        acts += [seat, *[f"{seat}'"] * turn.puts_away, *[""] * turn.loses]
    return [*acts, ""]


def _remembers(game: Game, seat: str) -> bool:
    """A loaded position has no memory of the draft."""
    player = game.players.get(seat, Player())
    return bool(game.drafted_from) and len(player.picked) == len(player.characters)


def _spans(game: Game, seat: str, acts: Sequence[Act]) -> list[Span]:
    """Groups of acts and the cards that went in them: what was missing from one look to the next."""
    player = game.players.get(seat, Player())
    looks = list(zip(player.seen, player.picked, strict=True))
    there = [one for one in game.cast if one not in game.faceup]
    spans: list[Span] = []
    group: list[int] = []
    first = _seen_face_down(game, seat)
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


def _without_memory(game: Game, seat: str) -> tuple[list[Act], list[Span]]:
    """In a loaded position nobody remembers the draft: every order is as good as any other."""
    mine = game.players.get(seat, Player()).characters
    open_deck = game.character_deck if is_choosing(game, seat) else []
    hidden = [one for one in game.cast if one not in (*mine, *game.faceup, *open_deck)]
    acts = [other for other in game.seats if other != seat for _ in game.players[other].characters]
    acts += [""] * len(game.facedown) + [seat] * len(mine)
    others = len(acts) - len(mine)
    spans: list[Span] = [(list(range(others)), hidden)]
    return acts, spans + [([others + place], [one]) for place, one in enumerate(mine)]


def _seen_face_down(game: Game, seat: str) -> str:
    """The last picker of D7 has seen the card that lay face down from the start."""
    if not last_takes_face_down(game) or game.seats[game.seats.index(game.drafted_from) - 1] != seat:
        return ""
    if is_choosing(game, seat):
        return game.facedown[0]
    player = game.players[seat]
    return next((one for one in (player.seen or ((),))[0] if one not in player.picked), "")


def is_choosing(game: Game, seat: str) -> bool:
    return any(step.name == "draft.pick" for step in questions(game, seat))


# --- ways in which it may have ended


def _ways(game: Game, acts: list[Act]) -> Iterator[list[Act]]:
    """Every way in which the cards of the acts may have ended up: with whom each of them is now."""
    yield from (ends for kept in _kept(game, acts) for ends in _exchanged(game, kept))


def _kept(game: Game, acts: list[Act]) -> Iterator[list[Act]]:
    """The last picker of D7 may have kept what lay there from the start."""
    yield acts
    if game.phase != DRAFT and last_takes_face_down(game):
        last = game.seats[game.seats.index(game.drafted_from) - 1]
        ends = acts.copy()
        ends[ends.index(last)], ends[0] = "", last
        yield ends


def _exchanged(game: Game, ends: list[Act]) -> Iterator[list[Act]]:
    """A Theater lets two cards change places; which two, with two each, not everybody knows."""
    if not game.swapped:
        yield ends
        return
    one, other = game.swapped
    for here, there in product(range(len(ends)), repeat=2):
        if ends[here] == one and ends[there] == other:
            exchanged = ends.copy()
            exchanged[here], exchanged[there] = other, one
            yield exchanged


def was_called(game: Game, character: str) -> bool:
    """Was it called without an answer? A murdered one may still be held."""
    if game.phase in (DRAFT, THEATER) or character == game.murdered:
        return False
    return game.called == END or rank(game, character) <= rank(game, game.called)
