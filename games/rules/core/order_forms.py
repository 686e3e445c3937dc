"""Orders as something to fill in: what a seat may order, told as data.

A page is made of it without knowing the game. Whether a line is an order is not told here: that is for
`Ruleset.standing_order` and for the reading of plans alone to say.
"""

from collections.abc import Iterable, Sequence

import msgspec

ONE, RANKED, PLAN = SHAPES = ("one", "ranked", "plan")


class Choice(msgspec.Struct, frozen=True):
    """One thing that may be ordered, and what it does."""

    line: str  # in exact notation; of a ranked form, the word that stands in its list
    label: str
    note: str = ""
    sign: str = ""  # a rank or a price: one short word before the label
    word: str = ""  # between the line and a number, if one may follow
    asks: str = ""  # what that number says

    def with_number(self, number: str) -> str:
        """The line, with its number if one was given."""
        return f"{self.line} {self.word} {number}" if self.word and number else self.line

    def number_in(self, order: str) -> str | None:
        """The number in an order of this choice, empty if it has none; None if it is another order."""
        if order == self.line:
            return ""
        start = f"{self.line} {self.word} "
        return order.removeprefix(start) if self.word and order.startswith(start) else None


class OrderForm(msgspec.Struct, frozen=True):
    """One question that may be answered before it is put.

    `one` of the choices, all of them `ranked` by number, or choices that are lines of a `plan`."""

    shape: str
    label: str
    choices: tuple[Choice, ...]
    kind: str = ""  # what `kind_of_order` says of the lines that it makes; empty for a plan
    help: str = ""
    verb: str = ""  # with which the line of a ranked form begins

    def ranked_line(self, words: Iterable[str]) -> str:
        """The order that names these, the best first."""
        return " ".join((self.verb, *words))

    def ranking(self, order: str) -> Sequence[str]:
        """The words that this order names, the best first."""
        return order.split()[1:]
