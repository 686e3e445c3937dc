"""Dealing again all that a seat cannot know.

A bot that searches must not look at hidden cards: it thinks about copies in which they were
dealt afresh, in any way that fits what its seat has seen. The draft is the hard part (`recalled`).
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from ..core.errors import NoSuchWorld
from ..core.rng import Rng
from .position import OVER, Game
from .recalled import Act, Span, is_choosing, recalled, was_called
from .unknown_cards import deal_cards

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

World = tuple[list[Act], dict[int, str], list[str]]  # whose each act's card is, the cards, and what is left


def _deal_characters(game: Game, seat: str, rng: Rng) -> None:
    """Take a way in which the draft may have gone that fits what lies open."""
    choosing = game.character_deck if is_choosing(game, seat) else None
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


# --- ways in which the draft may have gone


def _worlds(game: Game, seat: str, rng: Rng) -> Iterator[World]:
    """By lot first; all of them, one after the other, for the rare draft that the lot does not hit upon."""
    spans, ways = recalled(game, seat)
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
    return character in shown if shown else not was_called(game, character)


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
        elif any(was_called(game, one) for one in held[other] if one not in player.revealed):
            return False
    return True
