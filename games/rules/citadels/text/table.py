"""The table as plain text, for the terminal and for plain-text emails.

The first paragraph says what the reader is asked, the last one what the reader holds.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...core.notation import Namer
from ...core.reader import INDENT, NO_BREAK_SPACE, join_paragraphs
from ..districts.cards import TYPES
from ..page.deduction_sheet import Deductions
from ..position import DRAFT, OVER, TURNS
from .calls import render_calls
from .private import render_secrets
from .question import describe_question
from .reader import TableReader


def render_table(view: dict[str, Any], name: Namer, language: str, width: int = 72) -> list[str]:
    """Render the table as the owner of this view sees it, with an empty line between paragraphs."""
    reader = TableReader(view, name, language, width)
    paragraphs = [
        reader.wrap(describe_question(reader)),
        _render_header(reader),
        render_calls(reader),
        _render_cities(reader),
        _render_legend(reader),
        *render_secrets(reader, _list_conclusions(reader)),
    ]
    return join_paragraphs(paragraphs)


def _list_conclusions(reader: TableReader) -> list[str]:
    return list(Deductions(reader).conclusions()) if reader.own and reader.view["phase"] != OVER else []


# --- the state of the game


def _render_header(reader: TableReader) -> list[str]:
    return reader.wrap(
        " ".join([reader.say("Round {round}.", round=reader.view["round"]), *describe_facts(reader)])
    )


def describe_facts(reader: TableReader) -> Iterator[str]:
    """Describe the state of the game apart from the cities: crown, goal, deck, taxes."""
    view = reader.view
    yield _describe_crown(reader)
    yield _describe_ending(reader)
    yield reader.count("{n} card in the deck.", "{n} cards in the deck.", view["deck"])
    if view["taxes"]:
        yield reader.say("{gold} gold on the tax token.", gold=view["taxes"])


def _describe_crown(reader: TableReader) -> str:
    if reader.view["crown"] == reader.me:
        return reader.say("You have the crown.")
    return reader.say("{seat} has the crown.", seat=reader.view["crown"])


def _describe_ending(reader: TableReader) -> str:
    first, goal = reader.view["first_completed"], reader.view["goal"]
    if not first:
        return reader.say("The first city of {goal} districts ends the game.", goal=goal)
    if first == [reader.me]:
        return reader.say("You completed your city first, so this is the last round.")
    seats = reader.join_words([reader.name_seat(seat) for seat in first])
    return reader.say("A city is complete ({seats}), so this is the last round.", seats=seats)


# --- the cities


def _render_cities(reader: TableReader) -> Iterator[str]:
    """Render every seat clockwise from the reader: a row of figures with the districts below."""
    seats = reader.list_seats_clockwise()
    title = reader.say("THE TABLE, clockwise from you") if reader.me else reader.say("THE TABLE, clockwise")
    heads = [reader.say("gold"), reader.say("hand"), reader.say("built"), *_list_points_heads(reader)]
    rows = [_format_figures(reader, seat) for seat in seats]
    labels = [_format_seat_label(reader, seat) for seat in seats]
    sides = [max(map(len, column)) + 2 for column in zip(heads, *rows, strict=True)]
    room = max(1, min(reader.width - sum(sides), max(map(len, (title, *labels))) + 2))
    yield from _render_row(reader, title, heads, sides, room)
    for seat, label, figures in zip(seats, labels, rows, strict=True):
        yield from _render_row(reader, label, figures, sides, room)
        yield from _render_city(reader, seat)


def _list_points_heads(reader: TableReader) -> list[str]:
    """Count points only during the game: at its end the score counts more than what is built."""
    return [] if reader.view["phase"] == OVER else [reader.say("points")]


def _format_figures(reader: TableReader, seat: str) -> list[str]:
    player = reader.view["players"][seat]
    built = reader.say("{n} of {goal}", n=player["size"], goal=reader.view["goal"])
    points = [str(sum_built_points(player))] if _list_points_heads(reader) else []
    return [str(player["gold"]), str(player["hand"]), built, *points]


def sum_built_points(player: Mapping[str, Any]) -> int:
    """The points of a player's districts so far, from the public part of a view."""
    return sum(district["cost"] for district in player["city"])


def _render_row(
    reader: TableReader, label: str, cells: Sequence[str], sides: Sequence[int], room: int
) -> Iterator[str]:
    """Render a label and its figures; a label that is too long gets lines of its own."""
    figures = "".join(cell.rjust(side) for cell, side in zip(cells, sides, strict=True))
    if len(label) > room:
        yield from reader.wrap(label)
        label = ""
    yield f"{label:{room}}{figures}"


def _format_seat_label(reader: TableReader, seat: str) -> str:
    """The label of a seat with its characters: `Vesna, King, crown`."""
    words = [reader.say("You") if seat == reader.me else seat, *describe_roles(reader, seat)]
    if seat == reader.view["crown"]:
        words.append(reader.say("crown"))
    return ", ".join(words)


def describe_roles(reader: TableReader, seat: str) -> list[str]:
    """Describe a seat's characters as far as everybody knows them."""
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


def _render_city(reader: TableReader, seat: str) -> Iterator[str]:
    player = reader.view["players"][seat]
    if player["city"]:
        districts = ", ".join(_format_district(reader, player, district) for district in player["city"])
        yield from reader.wrap(districts, INDENT)
    if reader.view["phase"] == OVER and (hand := reader.view["shown"]["hands"][seat]):
        yield from reader.wrap(reader.say("In hand: {cards}", cards=reader.cards(hand)), INDENT)


def _format_district(reader: TableReader, player: Mapping[str, Any], district: Mapping[str, Any]) -> str:
    note = "+" if district["coin"] else ""
    if district["card"] == "museum" and player["museum"]:
        note += " " + reader.say("({n} under it)", n=player["museum"])
    return reader.card(district["card"], district["cost"], note)


def _render_legend(reader: TableReader) -> list[str]:
    types = [
        f"{reader.type_initial(kind)} {reader.name(kind)}".replace(" ", NO_BREAK_SPACE) for kind in TYPES
    ]
    text = reader.say("{types}, then the cost.", types=", ".join(types))
    cities = [player["city"] for player in reader.view["players"].values()]
    if any(district["coin"] for city in cities for district in city):
        text += " " + reader.say("+ is a coin on the district, counted in its cost.")
    built = sorted(district["card"] for city in cities for district in city)
    return [*reader.wrap(text), *reader.effects(built)]
