"""Forms for orders: what a seat may order, as data.

A page can show these forms without knowing the game. They do not decide whether a line is a valid order:
`rules.orders.parse` and the parser of plan lines do.
"""

from collections.abc import Iterable, Sequence

import msgspec

ONE, RANKED, PLAN = SHAPES = ("one", "ranked", "plan")


class OrderChoice(msgspec.Struct, frozen=True):
    """One thing that may be ordered, and a label that says what it does."""

    line: str  # in exact notation; in a ranked form, the word to be ranked
    label: str
    note: str = ""
    sign: str = ""  # a rank or a price: one short word before the label
    word: str = ""  # the word between the line and a number, if a number may follow
    asks: str = ""  # the question that the number answers

    def with_number(self, number: str) -> str:
        """The line, with its number if one is given."""
        return f"{self.line} {self.word} {number}" if self.word and number else self.line

    def number_in(self, order: str) -> str | None:
        """The number in an order of this choice, empty if it has none; None for any other order."""
        if order == self.line:
            return ""
        start = f"{self.line} {self.word} "
        return order.removeprefix(start) if self.word and order.startswith(start) else None


class OrderForm(msgspec.Struct, frozen=True):
    """One question that may be answered before it is asked.

    `one` of the choices, all of them `ranked` by number, or choices that are lines of a `plan`."""

    shape: str
    label: str
    choices: tuple[OrderChoice, ...]
    kind: str = ""  # what `OrderRules.kind` returns for its lines; empty for a plan
    help: str = ""
    verb: str = ""  # the first words of the line that a ranked form makes: “prefer”, “prefer discard”

    def ranked_line(self, words: Iterable[str], was: str = "") -> str:
        """The order that lists these words, the most preferred first, each with its limits in order `was`."""
        limits = self.list_limits(was)
        return " ".join((self.verb, *(" ".join((word, *limits.get(word, ()))) for word in words)))

    def ranking(self, order: str) -> Sequence[str]:
        """The words that this order lists, the most preferred first, without their limits."""
        return list(self.list_limits(order))

    def list_limits(self, order: str) -> dict[str, list[str]]:
        """Each word that this order lists, and what stands behind it to limit it, such as “upto 2”."""
        known = {one.line for one in self.choices}
        found: dict[str, list[str]] = {}
        last: list[str] = []
        for word in order.removeprefix(self.verb).split():
            if word in known:
                last = found.setdefault(word, [])
            else:
                last.append(word)
        return found
