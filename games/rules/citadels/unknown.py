"""Dealing again all that a seat cannot know.

A bot that searches must not look at hidden cards: it thinks about copies in which they were
dealt afresh, in any way that fits what its seat has seen. The draft is the hard part: a seat
remembers what lay there when it chose, who chose before and after it, and which calls
nobody answered.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product

from ..core.agenda import questions
from ..core.errors import NoSuchWorld
from ..core.rng import Rng
from .draft import last_takes_face_down
from .position import DRAFT, END, OVER, THEATER, Game
from .unknown_cards import deal_cards
from .words import rank

TRIES = 60


def deal_again(game: Game, seat: str, rng: Rng) -> Game:
    """Change this copy of the game in place: other cards where the seat cannot know them."""
    deal_cards(game, seat, rng)
    if game.phase != OVER:
        _deal_characters(game, seat, rng)
    _lay_markers(game, seat, rng)
    for other, player in game.players.items():
        if other != seat:
            player.orders = []
            player.seen = player.picked = player.away = ()
    game.rng = Rng(f"{rng.below(1 << 62)}")
    return game


# --- warrants and threats


def _lay_markers(game: Game, seat: str, rng: Rng) -> None:
    """Which of the warrants is signed, and which threat has the lace, only their owner knows."""
    if game.warrants and "magistrate" not in game.players[seat].characters:
        game.warrants = _faces(game.warrants, rng)
    if game.threats and game.blackmailer != seat and not game.unmasked:
        if len(game.threats) == 1:
            game.threats = {mark: bool(rng.below(2)) for mark in game.threats}
        else:
            game.threats = _faces(game.threats, rng)


def _faces(marks: dict[str, bool], rng: Rng) -> dict[str, bool]:
    real = rng.choice(list(marks))
    return {mark: mark == real for mark in marks}


# --- characters

Act = str  # who took a card in the draft: a seat, "seat'" for one it put away, or "" for chance
Span = tuple[list[int], list[str]]  # acts by number, and the cards that went in them
World = tuple[list[Act], dict[int, str], list[str]]  # whose each act's card is, the cards, and what is left


def draft_acts(game: Game) -> list[Act]:
    """The order in which the cards of the draft go (D4 to D9)."""
    start = game.seats.index(game.drafted_from)
    order = game.seats[start:] + game.seats[:start]
    if len(order) == 2:
        first, second = order
        return ["", first, second, f"{second}'", first, f"{first}'", second, ""]
    if len(order) == 3:
        middle = [""] if len(game.cast) == 9 else []
        return ["", *order, *middle, *order, ""]
    return ["", *order, ""]


def _deal_characters(game: Game, seat: str, rng: Rng) -> None:
    """Take a way in which the draft may have gone that fits what lies open."""
    choosing = game.character_deck if _is_choosing(game, seat) else None
    for ends, taken, left in _worlds(game, seat, rng):
        held, facedown = _holdings(game, ends, taken)
        if _fits(game, seat, held):
            for other, player in game.players.items():
                if other != seat:
                    player.characters = held[other]
            game.facedown = facedown
            there = left[: len(game.character_deck)]  # a written position may leave characters out
            game.character_deck = choosing or sorted(there, key=game.cast.index)
            return
    raise NoSuchWorld(f"No draft fits what {seat} has seen.")


def _remembers(game: Game, seat: str) -> bool:
    """A loaded position has no memory of the draft."""
    player = game.players[seat]
    return bool(game.drafted_from) and len(player.picked) == len(player.characters)


def _spans(game: Game, seat: str, acts: Sequence[Act]) -> list[Span]:
    """Groups of acts and the cards that went in them: what was missing from one look to the next."""
    player = game.players[seat]
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
    if _is_choosing(game, seat):
        there = [one for one in there if one not in game.character_deck]
    return [*spans, (group, there)]


def _without_memory(game: Game, seat: str) -> tuple[list[Act], list[Span]]:
    """In a loaded position nobody remembers the draft: every order is as good as any other."""
    mine = game.players[seat].characters
    open_deck = game.character_deck if _is_choosing(game, seat) else []
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
    if _is_choosing(game, seat):
        return game.facedown[0]
    player = game.players[seat]
    return next((one for one in (player.seen or ((),))[0] if one not in player.picked), "")


def _is_choosing(game: Game, seat: str) -> bool:
    return any(step.name == "draft.pick" for step in questions(game, seat))


# --- ways in which the draft may have gone


def _worlds(game: Game, seat: str, rng: Rng) -> Iterator[World]:
    """By lot first; all of them, one after the other, for the rare draft that the lot does not hit upon."""
    gone = sum(len(player.characters) for player in game.players.values()) + len(game.facedown)
    acts = draft_acts(game)[:gone] if game.drafted_from else []
    if len(acts) == gone and _remembers(game, seat):
        spans, ways = _spans(game, seat, acts), list(_ways(game, acts))
    else:
        acts, spans = _without_memory(game, seat)
        ways = [acts]
    for _ in range(TRIES):
        ends = rng.choice(ways)
        world = _by_lot(game, seat, ends, spans, rng)
        if world:
            yield ends, *world
    rng.shuffle(ways)
    for _, cards in spans:
        rng.shuffle(cards)
    for ends in ways:
        for taken, left in _every(spans):
            yield ends, taken, left


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


def _by_lot(
    game: Game, seat: str, ends: Sequence[Act], spans: Sequence[Span], rng: Rng
) -> tuple[dict[int, str], list[str]] | None:
    taken: dict[int, str] = {}
    left: list[str] = []
    for group, cards in spans:
        order = list(cards)
        rng.shuffle(order)
        for number in sorted(group, key=lambda number: ends[number] == ""):  # chance takes what is over
            fitting = next((one for one in order if _may_have(game, seat, ends[number], one)), None)
            if fitting is None:
                return None
            taken[number] = fitting
            order.remove(fitting)
        left += order
    return taken, left


def _may_have(game: Game, seat: str, end: Act, character: str) -> bool:
    """With four or more seats it is plain from the calls who can have what."""
    if end not in game.players or len(game.seats) <= 3:
        return True
    player = game.players[end]
    shown = player.characters if end == seat else player.revealed
    return character in shown if shown else not _was_called(game, character)


def _every(spans: list[Span]) -> Iterator[tuple[dict[int, str], list[str]]]:
    if not spans:
        yield {}, []
        return
    group, cards = spans[0]
    for order in permutations(cards, len(group)):
        spare = [one for one in cards if one not in order]
        for taken, left in _every(spans[1:]):
            yield {**dict(zip(group, order, strict=True)), **taken}, [*spare, *left]


def _holdings(
    game: Game, ends: Sequence[Act], taken: Mapping[int, str]
) -> tuple[dict[str, list[str]], list[str]]:
    """Who holds what, and what lies face down."""
    held: dict[str, list[str]] = {seat: [] for seat in game.seats}
    facedown: list[str] = []
    for number, end in enumerate(ends):
        held.get(end, facedown).append(taken[number])
    return held, facedown


def _fits(game: Game, seat: str, held: Mapping[str, list[str]]) -> bool:
    """Does this agree with what lies open: own cards, revealed ones, and calls without an answer?"""
    for other, player in game.players.items():
        if len(held[other]) != len(player.characters) or set(player.revealed) - set(held[other]):
            return False
        if other == seat:
            if sorted(held[seat]) != sorted(player.characters):
                return False
        elif any(_was_called(game, one) for one in held[other] if one not in player.revealed):
            return False
    return True


def _was_called(game: Game, character: str) -> bool:
    """Was it called without an answer? A murdered one may still be held."""
    if game.phase in (DRAFT, THEATER) or character == game.murdered:
        return False
    return game.called == END or rank(game, character) <= rank(game, game.called)
