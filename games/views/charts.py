"""Figures over time as a drawing. Dashes and the names at their ends tell the lines apart, not colour."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

Number = int | Fraction


class Sheet(NamedTuple):
    """How large the drawing is, and what is left free around the lines for names and numbers."""

    width: int
    height: int
    left: int = 36
    right: int = 150
    top: int = 14
    bottom: int = 40
    closest: int = 17  # units between two names


class Line(NamedTuple):
    """One name and its figures, from the start on."""

    name: str
    figures: Sequence[Number]
    is_mine: bool = False


class Curve(NamedTuple):
    """A line as it is drawn, and where its name stands."""

    name: str
    path: str
    end_y: float
    label_y: float
    dash: int
    is_mine: bool
    last: Number


class Mark(NamedTuple):
    at: float
    text: str


class Chart(NamedTuple):
    curves: list[Curve]
    ticks: list[Mark]  # below
    scale: list[Mark]  # at the left
    sheet: Sheet
    here: float | None = None  # where the reader is

    @property
    def left(self) -> int:
        return self.sheet.left

    @property
    def right(self) -> int:
        return self.sheet.width - self.sheet.right

    @property
    def top(self) -> int:
        return self.sheet.top

    @property
    def bottom(self) -> int:
        return self.sheet.height - self.sheet.bottom

    @property
    def label_x(self) -> int:
        return self.right + 12


def drawn(
    lines: Sequence[Line], ticks: Sequence[str], sheet: Sheet, *, dashes: int = 8, here: float | None = None
) -> Chart:
    """All lines on one sheet. Each figure has its tick, which may be empty; `here` is counted in figures."""
    every = [figure for line in lines for figure in line.figures]
    lowest, highest = min(0, *every), max(0, *every) or 1
    step = max(1, round((highest - lowest) / 4))  # about four lines across, at whole numbers
    span = (lowest, -(-highest // step) * step)  # no figure lies above the last number
    ends = [_y(sheet, span, line.figures[-1]) for line in lines]
    curves = [
        Curve(line.name, _path(sheet, span, line), end, label, place % dashes, line.is_mine, line.figures[-1])
        for place, (line, end, label) in enumerate(zip(lines, ends, _spread(sheet, ends), strict=True))
    ]
    last = len(ticks) - 1
    marks = [Mark(_x(sheet, place, last), text) for place, text in enumerate(ticks) if text]
    return Chart(
        curves, marks, _scale(sheet, span, step), sheet, None if here is None else _x(sheet, here, last)
    )


def _x(sheet: Sheet, place: float, last: int) -> float:
    return round(sheet.left + (sheet.width - sheet.left - sheet.right) * place / last, 1)


def _y(sheet: Sheet, span: tuple[Number, Number], figure: Number) -> float:
    lowest, highest = span
    room = sheet.height - sheet.top - sheet.bottom
    return round(sheet.height - sheet.bottom - room * float((figure - lowest) / (highest - lowest)), 1)


def _path(sheet: Sheet, span: tuple[Number, Number], line: Line) -> str:
    last = len(line.figures) - 1
    spots = [(_x(sheet, place, last), _y(sheet, span, figure)) for place, figure in enumerate(line.figures)]
    return " ".join(f"{x},{y}" for x, y in spots)


def _spread(sheet: Sheet, wanted: Sequence[float]) -> list[float]:
    """Names that do not lie on each other, from the top down; if they get too low, all move up again."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    placed = list(wanted)
    last = float("-inf")
    for place in order:
        placed[place] = last = max(wanted[place], last + sheet.closest)
    limit = float(sheet.height - sheet.bottom)
    for place in reversed(order):
        placed[place] = limit = min(placed[place], limit)
        limit -= sheet.closest
    return placed


def _scale(sheet: Sheet, span: tuple[Number, Number], step: int) -> list[Mark]:
    lowest, highest = int(span[0]), int(span[1])
    values = range(-(-lowest // step) * step, highest + 1, step)
    return [Mark(_y(sheet, span, value), str(value)) for value in values]
