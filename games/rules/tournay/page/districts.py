"""A district as it lies: three by three at most, cells by letter and number, and where it may still grow."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ...core.reader import SeatReader
from ..district import list_new_cells
from ..numbers import SPACES
from ..position import COLUMNS, GREY, ROWS
from .cards import ActivityCard, build_card
from .citizens import CitizenGroup, build_group

SITE, SPACE, GROW, NOTHING = "site", "space", "grow", "nothing"  # what a cell of the plan is


class DistrictCell(msgspec.Struct, frozen=True):
    """One cell of a plan: a card with what stands on it, a space, or an edge where the plan may grow."""

    name: str
    kind: str
    card: ActivityCard | None = None
    under: list[ActivityCard] = []  # covered cards, the upper one first
    citizen: CitizenGroup | None = None
    is_borrowed: bool = False  # is it the grey token of a borrowed citizen?
    is_damaged: bool = False
    is_open: bool = False  # may the next card go there?

    @property
    def under_names(self) -> str:
        return ", ".join(card.name for card in self.under)

    @property
    def classes(self) -> str:
        """The classes of a card in its state."""
        states = {
            "has-under": self.under,
            "is-busy": self.citizen,
            "is-damaged": self.is_damaged,
        }
        found = [name for name, holds in states.items() if holds]
        return " ".join([self.card.classes if self.card else "", *found])


class PlanRow(msgspec.Struct, frozen=True):
    number: str
    cells: list[DistrictCell]


class DistrictPlan(msgspec.Struct, frozen=True):
    """The plan of a district."""

    columns: list[str]
    rows: list[PlanRow]
    classes: str  # how wide and high it is, and at which edges it may grow
    filled: int

    @property
    def missing(self) -> int:
        return SPACES - self.filled


def build_plan(reader: SeatReader, seat: str) -> DistrictPlan:
    district = reader.view["players"][seat]["district"]
    frame = _Frame(district)
    rows = [
        PlanRow(row, [_build_cell(reader, district, frame, column + row) for column in frame.columns])
        for row in frame.rows
    ]
    return DistrictPlan(list(frame.columns), rows, frame.classes, len(district))


class _Frame:
    """The rows and columns of a plan: those with cards, and one more at each edge where it may still grow."""

    def __init__(self, district: Mapping[str, Any]) -> None:
        self.open_cells = frozenset(list_new_cells(frozenset(district)))
        self.inner_columns = _list_inner(COLUMNS, [cell[0] for cell in district or self.open_cells])
        self.inner_rows = _list_inner(ROWS, [cell[1] for cell in district or self.open_cells])
        self.columns = _add_edges(COLUMNS, self.inner_columns, {cell[0] for cell in self.open_cells})
        self.rows = _add_edges(ROWS, self.inner_rows, {cell[1] for cell in self.open_cells})

    @property
    def classes(self) -> str:
        grows = {
            "grows-left": self.columns[0] not in self.inner_columns,
            "grows-right": self.columns[-1] not in self.inner_columns,
            "grows-up": self.rows[0] not in self.inner_rows,
            "grows-down": self.rows[-1] not in self.inner_rows,
        }
        size = [f"wide-{len(self.inner_columns)}", f"high-{len(self.inner_rows)}"]
        return " ".join([*size, *(edge for edge, holds in grows.items() if holds)])

    def is_inner(self, cell: str) -> bool:
        return cell[0] in self.inner_columns and cell[1] in self.inner_rows


def _list_inner(names: str, used: list[str]) -> str:
    """The rows or columns from the first to the last that has a card."""
    places = [names.index(name) for name in used]
    return names[min(places) : max(places) + 1]


def _add_edges(names: str, inner: str, open_names: set[str]) -> str:
    """These rows or columns, and those beside them where a card may go."""
    first, last = names.index(inner[0]), names.index(inner[-1])
    first -= first > 0 and names[first - 1] in open_names
    last += last + 1 < len(names) and names[last + 1] in open_names
    return names[first : last + 1]


def _build_cell(reader: SeatReader, district: Mapping[str, Any], frame: _Frame, name: str) -> DistrictCell:
    if name in district:
        return _build_site(reader, name, district[name])
    is_open = name in frame.open_cells
    if frame.is_inner(name):
        return DistrictCell(name, SPACE, is_open=is_open)
    return DistrictCell(name, GROW if is_open else NOTHING, is_open=is_open)


def _build_site(reader: SeatReader, name: str, space: Mapping[str, Any]) -> DistrictCell:
    top, *under = [build_card(reader, slug) for slug in space["cards"]]
    citizen = space["citizen"]
    return DistrictCell(
        name=name,
        kind=SITE,
        card=top,
        under=under,
        citizen=build_group(reader, citizen) if citizen else None,
        is_borrowed=citizen == GREY,
        is_damaged=space["damaged"],
    )
