"""What the move form shows, as data for its templates: rows, fields, and tables of marks."""

from collections.abc import Iterable
from typing import Any

import msgspec

from games.rules.core.choices import ListEntry, PlanSpot

MAX_ROWS_UNFOLDED = 9  # a group, or a part of a turn, with more rows is folded
MAX_NARROW_COLUMNS = 3  # a table with more columns of marks says the word on each mark
MAX_NOTE_BESIDE_MARKS = 44  # characters; a longer note has a line of its own below the marks


class FieldChoice(msgspec.Struct, frozen=True):
    """One value of a field. `id` connects it with its label."""

    id: str
    value: str
    name: str
    is_chosen: bool
    note: str = ""  # what the reader knows of it
    doubt: str = ""  # why it makes no sense
    effect: str = ""  # what it does
    card: dict[str, Any] = {}
    summary: str = ""  # name and note in a few words


class PlanCell(msgspec.Struct, frozen=True):
    """A spot of a plan, with the choice that stands for it if it can be chosen."""

    spot: PlanSpot
    choice: FieldChoice | None


class FormField(msgspec.Struct, frozen=True):
    """A field of an offer as the page shows it."""

    name: str
    label: str
    count_hint: str  # how many are to be chosen; empty where it can only be one
    kind: str  # radio, checkbox or select
    choices: list[FieldChoice]
    least: int = 1
    most: int = 1
    note: str = ""
    plan: list[list[PlanCell | None]] = []  # its choices row by row, where they are drawn in their places

    @property
    def has_notes(self) -> bool:
        return any(choice.note or choice.effect for choice in self.choices)

    @property
    def has_cards(self) -> bool:
        return any(choice.card for choice in self.choices)

    @property
    def unplaced(self) -> list[FieldChoice]:
        """The choices that have no place in the plan; without a plan all of them."""
        placed = {cell.spot.value for row in self.plan for cell in row if cell}
        return [choice for choice in self.choices if choice.value not in placed]


class MarkColumn(msgspec.Struct, frozen=True):
    """A column of marks: its heading, how many are to be set, and how a mark looks."""

    title: str
    word: str  # on a mark that is set
    count: int = 1
    least: int = 1
    card: dict[str, Any] = {}
    name: str = ""  # of its field


class Mark(msgspec.Struct, frozen=True):
    """A place for a mark: a radio button or a box to tick."""

    id: str
    kind: str
    name: str
    value: str
    spoken: str  # what a screen reader says: the row and the column
    column: MarkColumn
    is_chosen: bool = False


class MarkLine(msgspec.Struct, frozen=True):
    """A row of the table. A column that does not apply to it has None."""

    name: str
    marks: list[Mark | None]
    note: str = ""
    doubt: str = ""
    effect: str = ""
    card: dict[str, Any] = {}


class MarkTable(msgspec.Struct, frozen=True):
    """Rows with columns of marks: two fields over the same choices, or one move in each cell."""

    columns: list[MarkColumn]
    lines: list[MarkLine]
    title: str = ""  # heads the names of the rows
    shared_note: str = ""  # what would otherwise be said in every row

    @property
    def is_wide(self) -> bool:
        return len(self.columns) > MAX_NARROW_COLUMNS

    @property
    def has_counts(self) -> bool:
        return any(column.count > 1 for column in self.columns)

    @property
    def has_long_notes(self) -> bool:
        notes = [line.note for line in self.lines if line.note != self.shared_note]
        return any(
            len(one) > MAX_NOTE_BESIDE_MARKS for one in (*notes, *(line.effect for line in self.lines))
        )


class MoveRow(msgspec.Struct, frozen=True):
    """One thing that may be chosen."""

    id: str
    value: str
    label: str
    notation: str
    note: str = ""
    resources_left: str = ""
    worth: str = ""
    card: dict[str, Any] = {}
    fields: list[FormField] = []
    marks: MarkTable | None = None  # the fields, where they are drawn as one table
    is_chosen: bool = False
    entry: ListEntry | None = None

    @property
    def heading(self) -> str:
        """What it shares with others of its kind; empty if it is of no kind."""
        return self.entry.heading if self.entry else ""

    @property
    def has_sums(self) -> bool:
        """Does the row say what the player ends with?"""
        return bool(self.resources_left or self.worth)


class MoveGroup(msgspec.Struct):
    """Rows that belong together: of one kind, or with moves that start with the same words."""

    title: str
    rows: list[MoveRow]
    groups: list["MoveGroup"] = []
    is_folded: bool = False
    is_list: bool = False  # does the title say what the rows share, so that they need not?
    marks: MarkTable | None = None  # the rows, where they are drawn as one table
    shared_note: str = ""  # what would otherwise be said in every row
    is_all: bool = False  # is its one row all that there is to choose?

    @property
    def count(self) -> int:
        return len(self.rows) + sum(group.count for group in self.groups)

    @property
    def has_choice(self) -> bool:
        return any(row.is_chosen for row in self.rows) or any(group.has_choice for group in self.groups)

    @property
    def has_sums(self) -> bool:
        """Does any of its own rows say what the player ends with, so that the column needs its heading?"""
        return any(row.has_sums for row in self.rows)

    @property
    def has_cards(self) -> bool:
        """Are its rows drawn as cards?"""
        return self.is_list and all(row.entry and row.entry.as_card for row in self.rows)

    @property
    def is_foldable(self) -> bool:
        is_long = self.count > MAX_ROWS_UNFOLDED and bool(self.title)
        return is_long and not (self.marks or self.has_cards or self.stays_open)

    @property
    def stays_open(self) -> bool:
        return self.is_list and all(row.entry and row.entry.stays_open for row in self.rows)

    @property
    def form_row(self) -> MoveRow | None:
        """The row to fill in, if nothing but that is left to choose."""
        return self.rows[0] if self.is_all and self.rows[0].fields else None


def find_shared_note(notes: Iterable[tuple[str, str]]) -> str:
    """The note that all rows without a doubt share, from notes and doubts of all; empty if they differ."""
    told = [note for note, doubt in notes if not doubt]
    return told[0] if len(told) > 2 and len(set(told)) == 1 else ""
