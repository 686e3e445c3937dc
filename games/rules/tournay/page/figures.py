"""The figures that charts follow through a game, and the districts as small pictures."""

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.capabilities.presentation import SeatMetric, Tile, TileLook
from ...core.translation import get_translator, mark
from ..cards.card import CARD_SETS
from ..position import COLUMNS, ROWS

FIGURE_TITLES = {"points": mark("Points"), "deniers": mark("Deniers"), "spaces": mark("Filled spaces")}

_DOME = ((0.0, 1.0), (0.08, 0.6), (0.3, 0.35), (0.5, 0.3), (0.7, 0.35), (0.92, 0.6), (1.0, 1.0))
_LANCET = ((0.0, 1.0), (0.15, 0.55), (0.5, 0.0), (0.85, 0.55), (1.0, 1.0))
_MERLONS = (
    (0.0, 1.0),
    (0.0, 0.3),
    (0.2, 0.3),
    (0.2, 0.7),
    (0.4, 0.7),
    (0.4, 0.3),
    (0.6, 0.3),
    (0.6, 0.7),
    (0.8, 0.7),
    (0.8, 0.3),
    (1.0, 0.3),
    (1.0, 1.0),
)
COLOUR_LOOKS = {  # colours as in the light theme of tokens.css and css/tournay/types.css
    "yellow": TileLook("#755200", "#f5e3ae", _DOME),
    "white": TileLook("#46515e", "#ffffff", _LANCET),
    "red": TileLook("#a33b1d", "#f7dccf", _MERLONS),
}


def compute_figures(view: Mapping[str, Any], language: str) -> list[SeatMetric]:
    """The points, deniers and filled spaces of every seat."""
    say, players = get_translator(language).say, view["players"]
    counted = {
        "points": {seat: player["points"]["total"] for seat, player in players.items()},
        "deniers": {seat: player["deniers"] for seat, player in players.items()},
        "spaces": {seat: len(player["district"]) for seat, player in players.items()},
    }
    return [SeatMetric(slug, say(title), counted[slug]) for slug, title in FIGURE_TITLES.items()]


def build_tableau(view: Mapping[str, Any]) -> dict[str, list[Tile]]:
    """The district of each seat as a plan: a tile for each card in sight, as many courses as its level."""
    return {seat: list(_list_tiles(view, player["district"])) for seat, player in view["players"].items()}


def _list_tiles(view: Mapping[str, Any], district: Mapping[str, Any]) -> Iterator[Tile]:
    left = min((COLUMNS.index(cell[0]) for cell in district), default=0)
    top = min((ROWS.index(cell[1]) for cell in district), default=0)
    for cell, space in district.items():
        card = CARD_SETS[view["cards"]].cards[space["cards"][0]]
        place = (COLUMNS.index(cell[0]) - left, ROWS.index(cell[1]) - top)
        yield Tile(card.colour, card.level, COLOUR_LOOKS[card.colour], place)
