"""Line charts of figures over time, as coordinates for an SVG template.

Lines are told apart by their dashes and the names at their ends; a page may add a hue to each.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

ChartNumber = int | Fraction


class ChartLayout(NamedTuple):
    """The size of a chart and the margins around its lines, for names and numbers."""

    width: int
    height: int
    left: int = 36
    right: int = 150
    top: int = 14
    bottom: int = 40
    label_distance: int = 17  # least distance between two names


class ChartLine(NamedTuple):
    """The figures of one name, from the start on."""

    name: str
    figures: Sequence[ChartNumber]
    is_emphasised: bool = False


class ChartCurve(NamedTuple):
    """A line in coordinates, with the position of its name."""

    name: str
    path: str
    end_y: float
    label_y: float
    dash: int
    is_emphasised: bool
    last: ChartNumber


class AxisMark(NamedTuple):
    at: float
    text: str


class Chart(NamedTuple):
    curves: list[ChartCurve]
    ticks: list[AxisMark]  # along the bottom
    scale: list[AxisMark]  # along the left side
    layout: ChartLayout
    marker_x: float | None = None  # x of the vertical line that marks the current move

    @property
    def left(self) -> int:
        return self.layout.left

    @property
    def right(self) -> int:
        return self.layout.width - self.layout.right

    @property
    def top(self) -> int:
        return self.layout.top

    @property
    def bottom(self) -> int:
        return self.layout.height - self.layout.bottom

    @property
    def label_x(self) -> int:
        return self.right + 12


def draw_chart(
    lines: Sequence[ChartLine],
    ticks: Sequence[str],
    sheet: ChartLayout,
    *,
    dashes: int = 8,
    here: float | None = None,
) -> Chart:
    """Lay out all lines in one chart. Each figure has a tick, which may be empty; `here` counts figures."""
    every = [figure for line in lines for figure in line.figures]
    lowest, highest = min(0, *every), max(0, *every) or 1
    step = max(1, round((highest - lowest) / 4))  # about four horizontal lines, at whole numbers
    span = (lowest, -(-highest // step) * step)  # rounded up, so that no figure lies above the top line
    ends = [_compute_y(sheet, span, line.figures[-1]) for line in lines]
    curves = [
        ChartCurve(
            line.name,
            _build_path(sheet, span, line),
            end,
            label,
            place % dashes,
            line.is_emphasised,
            line.figures[-1],
        )
        for place, (line, end, label) in enumerate(zip(lines, ends, _spread_labels(sheet, ends), strict=True))
    ]
    last = len(ticks) - 1
    marks = [AxisMark(_compute_x(sheet, place, last), text) for place, text in enumerate(ticks) if text]
    return Chart(
        curves,
        marks,
        _build_scale(sheet, span, step),
        sheet,
        None if here is None else _compute_x(sheet, here, last),
    )


def _compute_x(sheet: ChartLayout, place: float, last: int) -> float:
    return round(sheet.left + (sheet.width - sheet.left - sheet.right) * place / last, 1)


def _compute_y(sheet: ChartLayout, span: tuple[ChartNumber, ChartNumber], figure: ChartNumber) -> float:
    lowest, highest = span
    room = sheet.height - sheet.top - sheet.bottom
    return round(sheet.height - sheet.bottom - room * float((figure - lowest) / (highest - lowest)), 1)


def _build_path(sheet: ChartLayout, span: tuple[ChartNumber, ChartNumber], line: ChartLine) -> str:
    last = len(line.figures) - 1
    spots = [
        (_compute_x(sheet, place, last), _compute_y(sheet, span, figure))
        for place, figure in enumerate(line.figures)
    ]
    return " ".join(f"{x},{y}" for x, y in spots)


def _spread_labels(sheet: ChartLayout, wanted: Sequence[float]) -> list[float]:
    """Move names apart from the top down so that none overlap; push them up again if they end too low."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    placed = list(wanted)
    last = float("-inf")
    for place in order:
        placed[place] = last = max(wanted[place], last + sheet.label_distance)
    limit = float(sheet.height - sheet.bottom)
    for place in reversed(order):
        placed[place] = limit = min(placed[place], limit)
        limit -= sheet.label_distance
    return placed


def _build_scale(sheet: ChartLayout, span: tuple[ChartNumber, ChartNumber], step: int) -> list[AxisMark]:
    lowest, highest = int(span[0]), int(span[1])
    values = range(-(-lowest // step) * step, highest + 1, step)
    return [AxisMark(_compute_y(sheet, span, value), str(value)) for value in values]
