"""Rows of the move form in groups: those of one kind below one heading, and what is too long folded."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from games.rules.core.choices import ListEntry
from games.views.table.move_rows import (
    MAX_ROWS_UNFOLDED,
    Mark,
    MarkColumn,
    MarkLine,
    MarkTable,
    MoveGroup,
    MoveRow,
    find_shared_note,
)

MAX_GROUP_DEPTH = 4
K = TypeVar("K", bound=Hashable)
TitleWriter = Callable[[Sequence[str]], str]  # first words of moves → the title of their group


def group_rows(rows: Sequence[MoveRow], write_title: TitleWriter) -> list[MoveGroup]:
    """Put rows of one kind below its heading; where there are many, also those that start with the same word.

    Groups are in the order of their first rows, so that moves that end a turn stay last."""
    by_word = len(rows) > MAX_ROWS_UNFOLDED
    kinds = _collect(rows, lambda row: row.heading or (row.notation.split()[0] if by_word else row.id))
    groups: list[MoveGroup] = []
    for some in kinds.values():
        if len(some) == 1:
            _add_untitled(groups, some)
        elif some[0].heading:
            groups.append(_build_list(some, write_title))
        else:
            groups.append(_build_group(write_title(some[0].notation.split()[:1]), some, 1, write_title))
    return groups


def _build_list(rows: list[MoveRow], write_title: TitleWriter) -> MoveGroup:
    """Build the group of a kind: its rows in their own order, as a table where they have columns."""
    ordered = sorted(rows, key=lambda row: row.entry.order if row.entry else 0)
    if table := _build_move_table(ordered):
        return MoveGroup(rows[0].heading, ordered, is_list=True, marks=table)
    group = MoveGroup(rows[0].heading, ordered, is_list=True)
    if not group.has_cards and not group.stays_open:
        group = _build_group(rows[0].heading, ordered, 1, write_title, is_list=True)
    group.shared_note = find_shared_note((row.entry.note, row.entry.doubt) for row in rows if row.entry)
    return group


def _build_group(
    title: str, rows: list[MoveRow], depth: int, write_title: TitleWriter, *, is_list: bool = False
) -> MoveGroup:
    """Build a group; one with too many rows is folded, and has groups by the next word of their moves."""
    group = MoveGroup(title, rows, is_list=is_list)
    if len(rows) > MAX_ROWS_UNFOLDED:
        group.is_folded = not group.has_choice
        parts = _collect(rows, lambda row: tuple(row.notation.split()[: depth + 1]))
        if depth < MAX_GROUP_DEPTH and len(parts) < len(rows):
            group.rows, group.groups = [], _build_inner_groups(parts, depth + 1, write_title, is_list)
    return group


def _build_inner_groups(
    parts: dict[tuple[str, ...], list[MoveRow]], depth: int, write_title: TitleWriter, is_list: bool
) -> list[MoveGroup]:
    groups: list[MoveGroup] = []
    for start, some in parts.items():
        if len(some) > 1:
            groups.append(_build_group(write_title(start), some, depth, write_title, is_list=is_list))
        else:
            _add_untitled(groups, some, is_list=is_list)
    return groups


def _add_untitled(groups: list[MoveGroup], rows: list[MoveRow], *, is_list: bool = False) -> None:
    """Add rows without a title of their own, to the group before them if that has none either."""
    if groups and not groups[-1].title:
        groups[-1].rows += rows
    else:
        groups.append(MoveGroup("", rows, is_list=is_list))


def _collect(rows: Iterable[MoveRow], key: Callable[[MoveRow], K]) -> dict[K, list[MoveRow]]:
    found: dict[K, list[MoveRow]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found


# --- a move in each cell


def _build_move_table(rows: Sequence[MoveRow]) -> MarkTable | None:
    """Build the table of moves that differ in two things; None if they do not."""
    entries = [row.entry for row in rows if row.entry and row.entry.column]
    columns = {
        entry.column: MarkColumn(entry.column, entry.column, card=entry.column_card)
        for entry in sorted(entries, key=lambda entry: entry.column_order)
    }
    if len(entries) < len(rows) or len(columns) < 2:
        return None
    by_label: dict[str, dict[str, MoveRow]] = {}
    for row, entry in zip(rows, entries, strict=True):
        by_label.setdefault(entry.label, {})[entry.column] = row
    return MarkTable(list(columns.values()), [_build_line(cells, columns) for cells in by_label.values()])


def _build_line(cells: dict[str, MoveRow], columns: dict[str, MarkColumn]) -> MarkLine:
    entry = next(row.entry for row in cells.values() if row.entry)
    marks = [
        _build_mark(cells[name], entry, column) if name in cells else None for name, column in columns.items()
    ]
    return MarkLine(entry.label, marks, entry.note, entry.doubt)


def _build_mark(row: MoveRow, entry: ListEntry, column: MarkColumn) -> Mark:
    spoken = f"{entry.label}: {column.title}"
    return Mark(row.id, "radio", "move", row.value, spoken, column, row.is_chosen)
