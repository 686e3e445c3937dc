"""Decks that are open: at the end of a game, and all along in its replay. Also the figures of its charts."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from ...core.capabilities.presentation import SeatMetric, Tile, TileLook
from ...core.reader import SeatReader
from ...core.translation import get_translator, mark
from ..cards.card import ACTION, CARDS, COST, CURSE, TREASURE, VICTORY
from ..position import OVER
from ..scoring import score_cards
from .cards import ShownCard, build_card, build_cards

MOST_COURSES = 10  # cards of a kind that are drawn, one above the other
MOST_TILES = 12  # kinds of cards in the small picture of a deck


class DeckLot(msgspec.Struct, frozen=True):
    """The cards of one kind in a deck, and what they are worth together."""

    card: ShownCard
    points: int
    has_points: bool

    @property
    def courses(self) -> int:
        return min(self.card.count, MOST_COURSES)


class OpenDeck(msgspec.Struct, frozen=True):
    """All cards of a seat."""

    seat: str
    mine: bool
    points: int
    size: int
    turns: int
    lots: list[DeckLot]
    hand: list[ShownCard]
    in_play: list[ShownCard]
    place: int = 0  # in the final ranking; 0 before the end

    @property
    def wins(self) -> bool:
        return self.place == 1


def build_decks(reader: SeatReader) -> list[OpenDeck]:
    """Every deck that the view shows: at the end from the first place to the last, else clockwise."""
    if "shown" not in reader.view:
        return []
    places = _rank_decks(reader.view) if reader.view["phase"] == OVER else {}
    decks = [_build_deck(reader, seat, places.get(seat, 0)) for seat in reader.list_seats_clockwise()]
    return sorted(decks, key=lambda deck: deck.place)


def _rank_decks(view: Mapping[str, Any]) -> dict[str, int]:
    """The place of each seat: by points, then by fewer turns (E3)."""
    keys = {seat: (-shown["points"], view["players"][seat]["turns"]) for seat, shown in view["shown"].items()}
    return {seat: 1 + sum(other < key for other in keys.values()) for seat, key in keys.items()}


def _build_deck(reader: SeatReader, seat: str, place: int) -> OpenDeck:
    shown, player = reader.view["shown"][seat], reader.view["players"][seat]
    return OpenDeck(
        seat=seat,
        mine=seat == reader.me,
        points=shown["points"],
        size=len(shown["cards"]),
        turns=player["turns"],
        lots=_build_lots(reader, shown["cards"]),
        hand=build_cards(reader, shown["hand"]),
        in_play=build_cards(reader, player["in_play"]),
        place=place,
    )


def _build_lots(reader: SeatReader, cards: list[str]) -> list[DeckLot]:
    counts, points = Counter(cards), _count_points_by_card(cards)
    return [
        DeckLot(build_card(reader, slug, counts[slug]), points.get(slug, 0), slug in points)
        for slug in _order_lots(cards)
    ]


def _count_points_by_card(cards: list[str]) -> dict[str, int]:
    return {line.reason: line.points for line in score_cards(cards)}


def _order_lots(cards: list[str]) -> list[str]:
    """Kinds of cards: what is worth most first, then Treasures, then the rest, the most expensive first."""
    points = _count_points_by_card(cards)

    def rank(slug: str) -> tuple[int, bool, int, str]:
        return -points.get(slug, 0), TREASURE not in CARDS[slug].types, -COST[slug], slug

    return sorted(set(cards), key=rank)


# --- decks as pictures

_ARROW = ((0.0, 1.0), (0.0, 0.4), (0.75, 0.4), (1.0, 0.7), (1.0, 1.0))
_GABLE = ((0.0, 1.0), (0.5, 0.0), (1.0, 1.0))
_COIN = ((0.0, 1.0), (0.08, 0.6), (0.3, 0.35), (0.5, 0.3), (0.7, 0.35), (0.92, 0.6), (1.0, 1.0))
_THORNS = ((0.0, 1.0), (0.2, 0.1), (0.4, 0.8), (0.6, 0.1), (0.8, 0.8), (1.0, 0.1), (1.0, 1.0))
TYPE_LOOKS = {  # colours as in the light theme of tokens.css
    ACTION: TileLook("#1c2632", "#fdfbf5", _ARROW),
    TREASURE: TileLook("#755200", "#f5e3ae", _COIN),
    VICTORY: TileLook("#155e40", "#d5e9dc", _GABLE),
    CURSE: TileLook("#5a2c6e", "#e8daee", _THORNS),
}


def build_tableau(view: Mapping[str, Any]) -> dict[str, list[Tile]]:
    """A tile for each kind of card in a deck that is open, as high as it has cards; else none."""
    return {seat: _build_tiles(shown["cards"]) for seat, shown in view.get("shown", {}).items()}


def build_supply_tableau(view: Mapping[str, Any]) -> list[Tile]:
    """A tile for each pile of the supply, the dearest first, as high as it has cards."""
    piles = sorted(view["supply"], key=lambda slug: (-COST[slug], slug))
    kinds = [(CARDS[slug].types[0], view["supply"][slug]) for slug in piles]
    return [Tile(kind, min(left, MOST_COURSES), TYPE_LOOKS[kind]) for kind, left in kinds]


def _build_tiles(cards: list[str]) -> list[Tile]:
    counts = Counter(cards)
    kinds = [(CARDS[slug].types[0], counts[slug]) for slug in _order_lots(cards)[:MOST_TILES]]
    return [Tile(kind, min(count, MOST_COURSES), TYPE_LOOKS[kind]) for kind, count in kinds]


# --- figures

FIGURE_TITLES = {"points": mark("Points"), "coins": mark("Coins in all Treasures"), "cards": mark("Cards")}


def compute_figures(view: Mapping[str, Any], language: str) -> list[SeatMetric]:
    """The points, coins and cards of every deck that is open in this view."""
    decks = view.get("shown")
    if not decks:
        return []
    say = get_translator(language).say
    counted = {
        "points": {seat: deck["points"] for seat, deck in decks.items()},
        "coins": {seat: _sum_treasures(deck["cards"]) for seat, deck in decks.items()},
        "cards": {seat: len(deck["cards"]) for seat, deck in decks.items()},
    }
    return [SeatMetric(slug, say(title), counted[slug]) for slug, title in FIGURE_TITLES.items()]


def _sum_treasures(cards: list[str]) -> int:
    return sum(CARDS[card].coins for card in cards if TREASURE in CARDS[card].types)
