"""How a game wants its choices drawn. Pages draw it without knowing the game; a game that says nothing gets
plain rows and fields.

ListEntry    an offer among others of its kind, below a heading that says once what they share
FieldLayout  the fields of one offer: as they are, as one table with a column of marks for each, or with the
             values of a field in their places of a plan
"""

from typing import Any

import msgspec

CardData = dict[str, Any]  # what the game's own template needs to draw something


class ListEntry(msgspec.Struct, frozen=True):
    """An offer as one of several of its kind: only what differs.

    Entries with a `column` are cells of a table: entries with the same label share a row."""

    heading: str  # what they share
    label: str
    note: str = ""  # what the reader knows of it
    note_heading: str = ""  # what the notes say
    doubt: str = ""  # why choosing it would make no sense; it may be chosen all the same
    effect: str = ""  # what it does
    amount: str = ""  # the number, with its unit, by which the rows differ most
    amount_heading: str = ""
    column: str = ""
    column_order: int = 0  # smaller ones come first
    column_card: CardData = {}  # to draw the mark of the column
    stays_open: bool = False  # is the list what the decision is about, so that it is never folded?
    as_card: bool = False  # is it drawn as a card, beside the others, rather than as a row?
    order: int = 0  # smaller ones come first


class ChoiceHint(msgspec.Struct, frozen=True):
    """What is shown of one value that a field may take."""

    note: str = ""  # what the reader knows of it
    doubt: str = ""  # why choosing it would make no sense; it may be chosen all the same
    effect: str = ""  # what it does
    card: CardData = {}
    summary: str = ""  # all of it in a few words, for a drop-down list
    order: int = 0  # smaller ones come first


class PlanSpot(msgspec.Struct, frozen=True):
    """A spot of a plan: where it lies, the value that stands for it, what is there now.

    Spots whose value cannot be chosen are drawn all the same, so that the others are found."""

    place: tuple[int, int]  # column and row
    value: str
    title: str
    note: str = ""
    card: CardData = {}


class FieldHint(msgspec.Struct, frozen=True):
    """What a field is called beside the others of its offer, and how its mark is drawn."""

    title: str
    note: str = ""
    mark: str = ""  # the word on a mark that is set; without it the title
    card: CardData = {}
    plan: tuple[PlanSpot, ...] = ()  # its values are drawn in these places


class FieldLayout(msgspec.Struct, frozen=True):
    """How the fields of an offer are drawn.

    With `has_marks` the fields, which must offer the same values, become one table: a row for each value, a
    column of marks for each field."""

    title: str = ""  # what is to be filled in; without it the label of the offer
    has_marks: bool = False
    choices_title: str = ""  # heads the rows of such a table
    fields: dict[str, FieldHint] = {}  # name of the field → what is shown of it
    choices: dict[str, ChoiceHint] = {}  # value → what is shown of it

    @property
    def is_drawn(self) -> bool:
        """Do its values form a picture, so that they are not listed one by one, however few they are?"""
        return self.has_marks or any(hint.plan for hint in self.fields.values())
