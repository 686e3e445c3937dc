"""How a game can be set up, told as data.

A form can be made of it, and a page can show what was chosen, without knowing the game.
What is legal is not told here: that is for `Ruleset.clean` alone to say.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

ONE, EACH, MANY, FLAG = KINDS = ("one", "each", "many", "flag")


class Choice(msgspec.Struct, frozen=True):
    """One thing that may be chosen, and what it does."""

    value: str  # empty: nothing of this group
    label: str
    effect: str = ""
    group: str = ""  # the heading under which it stands
    sign: str = ""  # a rank or a price: one short word before the label
    copies: int = 1  # so many cards come with it
    drawn: bool = False  # chance decides, and may be asked again


class Option(msgspec.Struct, frozen=True):
    """One question about the game to be set up.

    `one` of the choices, one of `each` group, `many`, or a `flag`. Two options may have one name, if
    they never apply together."""

    name: str
    kind: str
    label: str
    choices: tuple[Choice, ...] = ()
    help: str = ""
    default: Any = ""  # a value, or a list of them, or a truth
    count: int = 0  # how many of `many`, if there is a number
    when: Mapping[str, tuple[str, ...]] = {}  # asked only after one of these answers to each of those

    def applies(self, answers: Mapping[str, Any]) -> bool:
        return all(answers.get(name) in values for name, values in self.when.items())

    def written(self, answer: Any) -> Any:
        """The answer as `clean` wants it: cards of which there are several come several times."""
        if self.kind not in (EACH, MANY):
            return answer
        copies = {choice.value: choice.copies for choice in self.choices}
        return [value for value in answer if value for _ in range(copies[value])]

    def is_drawn(self, answer: Any) -> bool:
        """Does this answer leave something to chance?"""
        return any(choice.drawn and choice.value == answer for choice in self.choices)


def rounds(options: Sequence[Option]) -> list[list[Option]]:
    """The questions in the order in which they can be asked: those that depend on an answer come later."""
    depths: dict[str, int] = {}
    for option in options:  # what an option depends on stands before it in the list
        depths[option.name] = max([depths[name] + 1 for name in option.when], default=0)
    return [
        [option for option in options if depths[option.name] == depth]
        for depth in sorted(set(depths.values()))
    ]


class Card(msgspec.Struct, frozen=True):
    """A card of the game that was set up, for people."""

    name: str
    effect: str = ""
    sign: str = ""
    mark: str = ""  # the shape in which the sign stands, if it has one
    slug: str = ""  # by which its own page is found, if it has one


class Part(msgspec.Struct, frozen=True):
    """Cards that belong together, under a heading."""

    title: str
    cards: tuple[Card, ...]
    note: str = ""


class Described(msgspec.Struct, frozen=True):
    """A set-up in words: the game's name, a line, some facts with their labels, and the cards."""

    game: str
    summary: str
    facts: tuple[tuple[str, str], ...] = ()
    parts: tuple[Part, ...] = ()
    ruleset: str = ""
