"""The page of the replay, with every hand and character revealed.

Also the cities as small pictures, and the figures that charts follow through a game.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ...core.capabilities.presentation import SeatMetric, Tile, TileLook
from ...core.notation import Namer
from ...core.translation import get_translator, mark
from ..knowledge.view import build_view, reveal_everything
from ..position import DRAFT, OVER, THEATER, TURNS, CitadelsGame
from ..text.calls import describe_theater_exchange, find_character_status
from ..text.reader import TableReader
from ..text.table import sum_built_points
from .table import CharacterCall, City, build_page


def build_revealed_page(game: CitadelsGame, name: Namer, language: str) -> dict[str, Any]:
    """Build the page that a spectator sees, plus everybody's hand and characters."""
    seen = {**build_view(game, None), "shown": reveal_everything(game)}
    reader = TableReader(seen, name, language, width=10_000)
    drawn = build_page(seen, name, language)
    if game.phase == OVER:
        return drawn
    return {
        **drawn,
        "calls": [_reveal_call(reader, call) for call in drawn["calls"]],
        "others": [_reveal_city(reader, city) for city in drawn["others"]],
        "aside": [*describe_theater_exchange(reader), *_describe_hidden_cards(reader)],
    }


def _reveal_call(reader: TableReader, call: CharacterCall) -> CharacterCall:
    """Name the holder of a called character, revealed or not."""
    held = reader.view["shown"]["characters"]
    holder = next((seat for seat, characters in held.items() if call.slug in characters), "")
    if holder and reader.view["phase"] in (DRAFT, THEATER):
        return msgspec.structs.replace(call, holder_name=holder, words=reader.say("chosen"))
    return msgspec.structs.replace(call, holder_name=holder)


def _reveal_city(reader: TableReader, city: City) -> City:
    """Show all characters of the city's owner."""
    return msgspec.structs.replace(city, role="; ".join(_list_revealed_roles(reader, city.seat)))


def _list_revealed_roles(reader: TableReader, seat: str) -> Iterator[str]:
    """List a seat's characters with their status, such as `Merchant, to come`."""
    for character in reader.view["shown"]["characters"][seat]:
        words = find_character_status(reader, character).words if reader.view["phase"] == TURNS else []
        yield ", ".join([reader.name(character), *words])
    if reader.view["phase"] != TURNS and seat in reader.view["awaits"]:
        yield reader.say("choosing")


def _describe_hidden_cards(reader: TableReader) -> Iterator[str]:
    """Say what lies face down and under each Museum."""
    shown = reader.view["shown"]
    if shown["facedown"]:
        yield reader.say("Lying face down: {characters}.", characters=reader.join_names(shown["facedown"]))
    for seat, cards in shown["museums"].items():
        if cards:
            yield reader.say("Under the Museum of {seat}: {cards}.", seat=seat, cards=reader.cards(cards))


# --- cities as pictures


def _parse_outline(points: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (point.split() for point in points.split(","))]


DISTRICT_LOOKS = {  # colours as in the light theme of tokens.css, roofs as in img/citadels/emblems.svg
    "noble": TileLook("#755200", "#f5e3ae", _parse_outline("0 1, 0 .3, .25 .7, .5 .1, .75 .7, 1 .3, 1 1")),
    "religious": TileLook("#1d5c96", "#d9e7f4", _parse_outline("0 1, .5 -.3, 1 1")),
    "trade": TileLook(
        "#155e40",
        "#d5e9dc",
        _parse_outline("0 1, .04 .62, .16 .34, .34 .2, .5 .17, .66 .2, .84 .34, .96 .62, 1 1"),
    ),
    "military": TileLook(
        "#a33b1d",
        "#f7dccf",
        _parse_outline(
            "0 1, 0 .25, .17 .25, .17 .6, .28 .6, .28 .25, .45 .25, .45 .6,"
            ".55 .6, .55 .25, .72 .25, .72 .6, .83 .6, .83 .25, 1 .25, 1 1"
        ),
    ),
    "unique": TileLook(
        "#5a2c6e",
        "#e8daee",
        _parse_outline("0 1, .14 .88, .22 .58, .4 .34, .5 -.15, .6 .34, .78 .58, .86 .88, 1 1"),
    ),
}


def build_tableau(view: Mapping[str, Any]) -> dict[str, list[Tile]]:
    """A small house for each district of each seat; its height is the cost."""
    return {
        seat: [Tile(one["type"], one["cost"], DISTRICT_LOOKS[one["type"]]) for one in player["city"]]
        for seat, player in view["players"].items()
    }


# --- figures

FIGURE_TITLES = {"points": mark("Points"), "gold": mark("Gold"), "size": mark("Districts")}


def compute_figures(view: Mapping[str, Any], language: str) -> list[SeatMetric]:
    """Every seat's points, gold and city size in this view."""
    say, players = get_translator(language).say, view["players"]
    counted = {
        "points": {seat: sum_built_points(player) for seat, player in players.items()},
        "gold": {seat: player["gold"] for seat, player in players.items()},
        "size": {seat: player["size"] for seat, player in players.items()},
    }
    return [SeatMetric(slug, say(title), counted[slug]) for slug, title in FIGURE_TITLES.items()]
