"""The plan of a district: its cells, its frame of three by three, and what lies in line (P5, P6, C5)."""

from collections.abc import Iterator
from functools import cache, lru_cache

from .numbers import FRAME
from .position import CELLS, COLUMNS, FIRST_CELL, ROWS, Space

District = dict[str, Space]


def is_free(space: Space) -> bool:
    """Is there no citizen, no grey token and no damage on the visible card (E6)?"""
    return not space.citizen and not space.damaged


@lru_cache(maxsize=4096)  # most districts of a game look alike from one decision to the next
def list_new_cells(taken: frozenset[str]) -> tuple[str, ...]:
    """The empty cells where a new card may go if these cells are taken, in reading order."""
    if not taken:
        return (FIRST_CELL,)
    columns, rows = {cell[0] for cell in taken}, {cell[1] for cell in taken}
    return tuple(
        cell
        for cell in CELLS
        if cell not in taken
        and fits_frame(columns | {cell[0]}, rows | {cell[1]})
        and any(other in taken for other in list_neighbours(cell))
    )


def fits_frame(columns: set[str], rows: set[str]) -> bool:
    """Are these columns and rows within three of each other?"""
    return _spread(columns, COLUMNS) < FRAME and _spread(rows, ROWS) < FRAME


def _spread(used: set[str], names: str) -> int:
    places = [names.index(name) for name in used]
    return max(places) - min(places)


@cache
def list_neighbours(cell: str) -> tuple[str, ...]:
    """The cells that touch this one, orthogonally."""
    column, row = COLUMNS.index(cell[0]), ROWS.index(cell[1])
    around = ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1))
    return tuple(COLUMNS[x] + ROWS[y] for x, y in around if 0 <= x < len(COLUMNS) and 0 <= y < len(ROWS))


def is_in_line(cell: str, other: str) -> bool:
    """Are these two different cells in the same row or the same column?"""
    return cell != other and (cell[0] == other[0] or cell[1] == other[1])


def reading_order(cell: str) -> tuple[str, str]:
    """A sort key: row by row from the top, each from the left."""
    return cell[1], cell[0]


@cache
def list_cells_in_line(cell: str) -> tuple[str, ...]:
    """The other cells in the row and the column of this one, in reading order."""
    return tuple(other for other in CELLS if is_in_line(cell, other))


def list_spaces_in_line(district: District, cell: str) -> Iterator[Space]:
    """The other spaces in the row and the column of this cell, in reading order."""
    for other in list_cells_in_line(cell):
        if other in district:
            yield district[other]
