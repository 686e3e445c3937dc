"""Redeal everything that a seat cannot know.

A bot that searches ahead must not look at hidden cards. It works on copies of the game in which they are
dealt anew, in any way that fits what its seat has seen. The draft is the hard part.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from ...core.errors import ImpossibleDeal
from ...core.rng import Rng
from ..position import OVER, CitadelsGame
from .draft_memory import DraftAct, DraftSpan, is_choosing, recall_draft, was_call_unanswered
from .redeal_cards import redeal_district_cards

TRIES = 60


def redeal_hidden_cards(game: CitadelsGame, seat: str, rng: Rng) -> CitadelsGame:
    """Change this copy of the game in place: deal other cards wherever the seat cannot know them."""
    redeal_district_cards(game, seat, rng)
    if game.phase != OVER:
        _redeal_characters(game, seat, rng)
    _redeal_markers(game, seat, rng)
    for other, player in game.players.items():
        if other != seat:
            player.orders = []
            player.seen = player.picked = player.away = ()
    game.rng = Rng(f"{rng.below(1 << 62)}")
    return game


# --- warrants and threats


def _redeal_markers(game: CitadelsGame, seat: str, rng: Rng) -> None:
    """Choose anew which warrant is signed and which threat is real, unless the seat knows it."""
    if game.warrants and "magistrate" not in game.players[seat].characters:
        game.warrants = _choose_real_marker(game.warrants, rng)
    if game.threats and game.blackmailer != seat and not game.unmasked:
        if len(game.threats) == 1:
            game.threats = {mark: bool(rng.below(2)) for mark in game.threats}
        else:
            game.threats = _choose_real_marker(game.threats, rng)


def _choose_real_marker(marks: dict[str, bool], rng: Rng) -> dict[str, bool]:
    real = rng.choice(list(marks))
    return {mark: mark == real for mark in marks}


# --- characters

# for each act who has its card now; the card of each act; and the cards left over
DraftWorld = tuple[list[DraftAct], dict[int, str], list[str]]


def _redeal_characters(game: CitadelsGame, seat: str, rng: Rng) -> None:
    """Deal the characters in a way the draft may have gone that fits the open information."""
    choosing = game.character_deck if is_choosing(game, seat) else None
    for ends, taken, left in _generate_worlds(game, seat, rng):
        held, facedown = _split_holdings(game, ends, taken)
        if _fits_known_facts(game, seat, held):
            for other, player in game.players.items():
                if other != seat:
                    player.characters = held[other]
            game.facedown = facedown
            there = left[: len(game.character_deck)]  # a loaded position may lack characters
            game.character_deck = choosing or sorted(there, key=game.cast.index)
            return
    raise ImpossibleDeal(f"No draft fits what {seat} has seen.")


# --- ways the draft may have gone


def _generate_worlds(game: CitadelsGame, seat: str, rng: Rng) -> Iterator[DraftWorld]:
    """Generate random worlds first, then all of them in turn for the rare draft that random tries miss."""
    spans, ways = recall_draft(game, seat)
    for _ in range(TRIES):
        ends = rng.choice(ways)
        world = _draw_random_world(game, seat, ends, spans, rng)
        if world:
            yield ends, *world
    rng.shuffle(ways)
    for _, cards in spans:
        rng.shuffle(cards)
    for ends in ways:
        for taken, left in _enumerate_worlds(spans):
            yield ends, taken, left


def _draw_random_world(
    game: CitadelsGame, seat: str, ends: Sequence[DraftAct], spans: Sequence[DraftSpan], rng: Rng
) -> tuple[dict[int, str], list[str]] | None:
    """Give each act a random card that fits; None if that fails."""
    taken: dict[int, str] = {}
    left: list[str] = []
    for group, cards in spans:
        order = list(cards)
        rng.shuffle(order)
        for number in sorted(group, key=lambda number: ends[number] == ""):  # random discards come last
            fitting = next((one for one in order if _may_hold(game, seat, ends[number], one)), None)
            if fitting is None:
                return None
            taken[number] = fitting
            order.remove(fitting)
        left += order
    return taken, left


def _may_hold(game: CitadelsGame, seat: str, end: DraftAct, character: str) -> bool:
    """May the character be with this seat? With four or more seats the calls so far decide it."""
    if end not in game.players or len(game.seats) <= 3:
        return True
    player = game.players[end]
    shown = player.characters if end == seat else player.revealed
    return character in shown if shown else not was_call_unanswered(game, character)


def _enumerate_worlds(spans: list[DraftSpan]) -> Iterator[tuple[dict[int, str], list[str]]]:
    """Enumerate every way to assign the cards of the spans to their acts."""
    if not spans:
        yield {}, []
        return
    group, cards = spans[0]
    for order in permutations(cards, len(group)):
        spare = [one for one in cards if one not in order]
        for taken, left in _enumerate_worlds(spans[1:]):
            yield {**dict(zip(group, order, strict=True)), **taken}, [*spare, *left]


def _split_holdings(
    game: CitadelsGame, ends: Sequence[DraftAct], taken: Mapping[int, str]
) -> tuple[dict[str, list[str]], list[str]]:
    """Split the cards into what each seat holds and what lies face down."""
    held: dict[str, list[str]] = {seat: [] for seat in game.seats}
    facedown: list[str] = []
    for number, end in enumerate(ends):
        held.get(end, facedown).append(taken[number])
    return held, facedown


def _fits_known_facts(game: CitadelsGame, seat: str, held: Mapping[str, list[str]]) -> bool:
    """Does this agree with what the seat knows: own cards, revealed ones, and unanswered calls?"""
    for other, player in game.players.items():
        if len(held[other]) != len(player.characters) or set(player.revealed) - set(held[other]):
            return False
        if other == seat:
            if sorted(held[seat]) != sorted(player.characters):
                return False
        elif any(was_call_unanswered(game, one) for one in held[other] if one not in player.revealed):
            return False
    return True
