"""The table as plain text: what the terminal shows and what a text letter is made of.

The first paragraph says what the reader is asked, the last one what he holds.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..core.notation import Namer
from .calls_text import calls_text
from .districts.table import TYPES
from .position import DRAFT, OVER, TURNS
from .question_text import question_text
from .reader import INDENT, TIE, Reader
from .secrets_text import secrets_text
from .sheet import Knowledge


def table_text(view: dict[str, Any], name: Namer, language: str, width: int = 72) -> list[str]:
    """The table as the owner of this view sees it, with an empty line between paragraphs."""
    reader = Reader(view, name, language, width)
    paragraphs = [
        reader.wrap(question_text(reader)),
        _head(reader),
        calls_text(reader),
        _cities(reader),
        _legend(reader),
        *secrets_text(reader, _conclusions(reader)),
    ]
    return [line for paragraph in paragraphs for line in (*paragraph, "")][:-1]


def _conclusions(reader: Reader) -> list[str]:
    return list(Knowledge(reader).conclusions()) if reader.own and reader.view["phase"] != OVER else []


# --- where the game stands


def _head(reader: Reader) -> list[str]:
    return reader.wrap(" ".join([reader.say("Round {round}.", round=reader.view["round"]), *facts(reader)]))


def facts(reader: Reader) -> Iterator[str]:
    """How the game stands, apart from the cities: crown, goal, deck, taxes."""
    view = reader.view
    yield _crown(reader)
    yield _ending(reader)
    yield reader.count("{n} card in the deck.", "{n} cards in the deck.", view["deck"])
    if view["taxes"]:
        yield reader.say("{gold} gold on the tax token.", gold=view["taxes"])


def _crown(reader: Reader) -> str:
    if reader.view["crown"] == reader.me:
        return reader.say("You have the crown.")
    return reader.say("{seat} has the crown.", seat=reader.view["crown"])


def _ending(reader: Reader) -> str:
    first, goal = reader.view["first_completed"], reader.view["goal"]
    if not first:
        return reader.say("The first city of {goal} districts ends the game.", goal=goal)
    if first == [reader.me]:
        return reader.say("You completed your city first, so this is the last round.")
    seats = reader.listed([reader.who(seat) for seat in first])
    return reader.say("A city is completed ({seats}), so this is the last round.", seats=seats)


# --- the cities


def _cities(reader: Reader) -> Iterator[str]:
    """Every seat clockwise from the reader: its figures, and its street below."""
    seats = reader.clockwise()
    title = reader.say("THE TABLE, clockwise from you") if reader.me else reader.say("THE TABLE, clockwise")
    heads = [reader.say("gold"), reader.say("hand"), reader.say("built"), reader.say("points")]
    rows = [_figures(reader, seat) for seat in seats]
    labels = [_label(reader, seat) for seat in seats]
    sides = [max(map(len, column)) + 2 for column in zip(heads, *rows, strict=True)]
    room = max(1, min(reader.width - sum(sides), max(map(len, (title, *labels))) + 2))
    yield from _row(reader, title, heads, sides, room)
    for seat, label, figures in zip(seats, labels, rows, strict=True):
        yield from _row(reader, label, figures, sides, room)
        yield from _street(reader, seat)


def _figures(reader: Reader, seat: str) -> list[str]:
    player = reader.view["players"][seat]
    built = reader.say("{n} of {goal}", n=player["size"], goal=reader.view["goal"])
    return [str(player["gold"]), str(player["hand"]), built, str(points(player))]


def points(player: Mapping[str, Any]) -> int:
    """What the districts are worth so far."""
    return sum(district["cost"] for district in player["city"])


def _row(reader: Reader, label: str, cells: Sequence[str], sides: Sequence[int], room: int) -> Iterator[str]:
    """Label and figures; a label that is too long gets lines of its own."""
    figures = "".join(cell.rjust(side) for cell, side in zip(cells, sides, strict=True))
    if len(label) > room:
        yield from reader.wrap(label)
        label = ""
    yield f"{label:{room}}{figures}"


def _label(reader: Reader, seat: str) -> str:
    """`Vesna, King, crown`"""
    words = [reader.say("You") if seat == reader.me else seat, *roles(reader, seat)]
    if seat == reader.view["crown"]:
        words.append(reader.say("crown"))
    return ", ".join(words)


def roles(reader: Reader, seat: str) -> list[str]:
    """What everybody knows of the characters of a seat."""
    player, phase = reader.view["players"][seat], reader.view["phase"]
    if phase == OVER:
        return [reader.name(one) for one in reader.view["shown"]["characters"][seat]]
    if phase == DRAFT and seat in reader.view["awaits"]:
        return [reader.say("choosing")]
    shown = [reader.name(one) for one in player["revealed"]]
    hidden = player["characters"] - len(shown)
    if not hidden or seat == reader.me:
        return shown
    return [*shown, reader.say("not shown") if phase == TURNS else reader.say("has chosen")]


def _street(reader: Reader, seat: str) -> Iterator[str]:
    player = reader.view["players"][seat]
    if player["city"]:
        districts = ", ".join(_district(reader, player, district) for district in player["city"])
        yield from reader.wrap(districts, INDENT)
    if reader.view["phase"] == OVER and (hand := reader.view["shown"]["hands"][seat]):
        yield from reader.wrap(reader.say("In hand: {cards}", cards=reader.cards(hand)), INDENT)


def _district(reader: Reader, player: Mapping[str, Any], district: Mapping[str, Any]) -> str:
    note = "+" if district["coin"] else ""
    if district["card"] == "museum" and player["museum"]:
        note += " " + reader.say("({n} under it)", n=player["museum"])
    return reader.card(district["card"], district["cost"], note)


def _legend(reader: Reader) -> list[str]:
    types = [f"{reader.letter(kind)} {reader.name(kind)}".replace(" ", TIE) for kind in TYPES]
    text = reader.say("{types}, then the cost.", types=", ".join(types))
    cities = [player["city"] for player in reader.view["players"].values()]
    if any(district["coin"] for city in cities for district in city):
        text += " " + reader.say("+ is a coin on the district, counted in its cost.")
    return reader.wrap(text)
