"""The table with all hands open, at any moment of a game that is over; and what can be counted of a table."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ..core.notation import Namer
from ..core.ruleset import Figures, House, Look
from ..core.speech import mark, tongue
from .calls_text import exchanged, standing
from .page import Call, City, page
from .position import DRAFT, OVER, THEATER, TURNS, Game
from .reader import Reader
from .table_text import points
from .view import all_open, view


def open_page(game: Game, name: Namer, language: str) -> dict[str, Any]:
    """What somebody who watches sees, and with it what everybody holds and is."""
    seen = {**view(game, None), "shown": all_open(game)}
    reader = Reader(seen, name, language, width=10_000)
    drawn = page(seen, name, language)
    if game.phase == OVER:
        return drawn
    return {
        **drawn,
        "calls": [_known(reader, call) for call in drawn["calls"]],
        "others": [_unmasked(reader, city) for city in drawn["others"]],
        "aside": [*exchanged(reader), *_beneath(reader)],
    }


def _known(reader: Reader, call: Call) -> Call:
    """Who holds a character, shown or not."""
    held = reader.view["shown"]["characters"]
    holder = next((seat for seat, characters in held.items() if call.slug in characters), "")
    if holder and reader.view["phase"] in (DRAFT, THEATER):
        return msgspec.structs.replace(call, who=holder, words=reader.say("chosen"))
    return msgspec.structs.replace(call, who=holder)


def _unmasked(reader: Reader, city: City) -> City:
    return msgspec.structs.replace(city, role="; ".join(_roles(reader, city.seat)))


def _roles(reader: Reader, seat: str) -> Iterator[str]:
    """`Merchant, to come`"""
    for character in reader.view["shown"]["characters"][seat]:
        words = standing(reader, character).words if reader.view["phase"] == TURNS else []
        yield ", ".join([reader.name(character), *words])
    if reader.view["phase"] != TURNS and seat in reader.view["awaits"]:
        yield reader.say("choosing")


def _beneath(reader: Reader) -> Iterator[str]:
    """What lies face down, and under each Museum."""
    shown = reader.view["shown"]
    if shown["facedown"]:
        yield reader.say("Lying face down: {characters}.", characters=reader.named(shown["facedown"]))
    for seat, cards in shown["museums"].items():
        if cards:
            yield reader.say("Under the Museum of {seat}: {cards}.", seat=seat, cards=reader.cards(cards))


# --- what can be drawn


def _outline(points: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (point.split() for point in points.split(","))]


LOOKS = {  # colours as in tokens.css by day, roofs as in emblems.svg
    "noble": Look("#755200", "#f5e3ae", _outline("0 1, 0 .3, .25 .7, .5 .1, .75 .7, 1 .3, 1 1")),
    "religious": Look("#1d5c96", "#d9e7f4", _outline("0 1, .5 -.3, 1 1")),
    "trade": Look(
        "#155e40",
        "#d5e9dc",
        _outline("0 1, .04 .62, .16 .34, .34 .2, .5 .17, .66 .2, .84 .34, .96 .62, 1 1"),
    ),
    "military": Look(
        "#a33b1d",
        "#f7dccf",
        _outline(
            "0 1, 0 .25, .17 .25, .17 .6, .28 .6, .28 .25, .45 .25, .45 .6,"
            ".55 .6, .55 .25, .72 .25, .72 .6, .83 .6, .83 .25, 1 .25, 1 1"
        ),
    ),
    "unique": Look(
        "#5a2c6e",
        "#e8daee",
        _outline("0 1, .14 .88, .22 .58, .4 .34, .5 -.15, .6 .34, .78 .58, .86 .88, 1 1"),
    ),
}


def streets(view: Mapping[str, Any]) -> dict[str, list[House]]:
    """A house for each district, as high as it is dear."""
    return {
        seat: [House(one["type"], one["cost"], LOOKS[one["type"]]) for one in player["city"]]
        for seat, player in view["players"].items()
    }


# --- what can be counted

TITLES = {"points": mark("Points"), "gold": mark("Gold"), "size": mark("Districts")}


def figures(view: Mapping[str, Any], language: str) -> list[Figures]:
    """What the cities are worth, how much gold there is, how many districts stand."""
    say, players = tongue(language).say, view["players"]
    counted = {
        "points": {seat: points(player) for seat, player in players.items()},
        "gold": {seat: player["gold"] for seat, player in players.items()},
        "size": {seat: player["size"] for seat, player in players.items()},
    }
    return [Figures(slug, say(title), counted[slug]) for slug, title in TITLES.items()]
