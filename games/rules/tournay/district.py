"""The plan of a district: its cells, its frame of three by three, and what lies in line (P5, P6, C5)."""

from collections.abc import Iterable
from functools import lru_cache

from .numbers import FRAME
from .position import CELLS, COLUMNS, FIRST_CELL, ROWS, Space

District = dict[str, Space]
_PLACES = {cell: place for place, cell in enumerate(CELLS)}  # in reading order


def _count_steps(cell: str, other: str) -> int:
    return abs(ord(cell[0]) - ord(other[0])) + abs(ord(cell[1]) - ord(other[1]))


NEIGHBOURS = {  # cell → those that touch it, orthogonally
    cell: tuple(other for other in CELLS if _count_steps(cell, other) == 1) for cell in CELLS
}


def is_free(space: Space) -> bool:
    """Is there no citizen, no grey token and no damage on the visible card (E6)?"""
    return not space.citizen and not space.damaged


@lru_cache(maxsize=4096)  # most districts of a game look alike from one decision to the next
def list_new_cells(taken: frozenset[str]) -> tuple[str, ...]:
    """The empty cells where a new card may go if these cells are taken, in reading order."""
    if not taken:
        return (FIRST_CELL,)
    columns, rows = _list_within_frame(taken, 0, COLUMNS), _list_within_frame(taken, 1, ROWS)
    touched = {other for cell in taken for other in NEIGHBOURS[cell]} - taken
    return tuple(
        sorted((cell for cell in touched if cell[0] in columns and cell[1] in rows), key=reading_order)
    )


def _list_within_frame(taken: Iterable[str], letter: int, names: str) -> str:
    """The columns or the rows where a card may lie without making the district too wide or high."""
    used = [cell[letter] for cell in taken]
    first, last = names.index(min(used)), names.index(max(used))
    return names[max(0, last - FRAME + 1) : first + FRAME]


def fits_frame(columns: set[str], rows: set[str]) -> bool:
    """Are these columns and rows within three of each other?"""
    return _spread(columns, COLUMNS) < FRAME and _spread(rows, ROWS) < FRAME


def _spread(used: set[str], names: str) -> int:
    places = [names.index(name) for name in used]
    return max(places) - min(places)


def reading_order(cell: str) -> int:
    """A sort key: row by row from the top, each from the left."""
    return _PLACES[cell]


def is_in_line(cell: str, other: str) -> bool:
    """Are these two different cells in the same row or the same column?"""
    return cell != other and (cell[0] == other[0] or cell[1] == other[1])


_LINES = {cell: tuple(other for other in CELLS if is_in_line(cell, other)) for cell in CELLS}


def list_cells_in_line(cell: str) -> tuple[str, ...]:
    """The other cells in the row and the column of this one, in reading order."""
    return _LINES[cell]


def list_spaces_in_line(district: District, cell: str) -> list[Space]:
    """The other spaces in the row and the column of this cell, in reading order."""
    return [district[other] for other in _LINES[cell] if other in district]
