"""The setup options of a game as data.

A page can build a form from them, and show what was chosen, without knowing the game.
They do not decide what is legal: `rules.setup.clean` does.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

ONE, EACH, MANY, FLAG = KINDS = ("one", "each", "many", "flag")


class SetupChoice(msgspec.Struct, frozen=True):
    """One value that may be chosen for an option, and what it does."""

    value: str  # empty: nothing of this group
    label: str
    effect: str = ""
    group: str = ""  # the heading that it is listed under
    sign: str = ""  # a rank or a price: one short word before the label
    copies: int = 1  # how many cards choosing it adds
    is_random: bool = False  # the value is chosen at random, and may be drawn again


class SetupOption(msgspec.Struct, frozen=True):
    """One option of the game to be set up.

    Its kind is `one` of the choices, one of `each` group, `many`, or a `flag`. Two options may share a name
    if they never apply together."""

    name: str
    kind: str
    label: str
    choices: tuple[SetupChoice, ...] = ()
    help: str = ""
    default: Any = ""  # a value, a list of values, or a bool
    count: int = 0  # how many must be chosen, for `many`; 0 is any number
    when: Mapping[str, tuple[str, ...]] = {}  # option → answers to it with which this one applies

    def applies(self, answers: Mapping[str, Any]) -> bool:
        return all(answers.get(name) in values for name, values in self.when.items())

    def to_setting(self, answer: Any) -> Any:
        """The answer as `rules.setup.clean` takes it: a card with several copies is listed several times."""
        if self.kind not in (EACH, MANY):
            return answer
        copies = {choice.value: choice.copies for choice in self.choices}
        return [value for value in answer if value for _ in range(copies[value])]

    def leaves_to_chance(self, answer: Any) -> bool:
        """Does this answer leave something to chance?"""
        return any(choice.is_random and choice.value == answer for choice in self.choices)


def group_by_dependency(options: Sequence[SetupOption]) -> list[list[SetupOption]]:
    """Group the options by the order in which they can be asked: dependent options come later."""
    depths: dict[str, int] = {}
    for option in options:  # an option comes after those that it depends on
        depths[option.name] = max([depths[name] + 1 for name in option.when], default=0)
    return [
        [option for option in options if depths[option.name] == depth]
        for depth in sorted(set(depths.values()))
    ]


class SetupCard(msgspec.Struct, frozen=True):
    """A card in the description of a setup."""

    name: str
    effect: str = ""
    sign: str = ""
    mark: str = ""  # the shape drawn around the sign, if any
    slug: str = ""  # of its page in the card catalogue, if it has one
    more_marks: tuple[str, ...] = ()  # shapes of the other types that it has


class CardGroup(msgspec.Struct, frozen=True):
    """Cards under a common heading."""

    title: str
    cards: tuple[SetupCard, ...]
    note: str = ""


class SetupDescription(msgspec.Struct, frozen=True):
    """A setup in words: the game's name, a summary, labelled facts, and the cards."""

    game: str
    summary: str
    facts: tuple[tuple[str, str], ...] = ()
    parts: tuple[CardGroup, ...] = ()
    ruleset: str = ""
