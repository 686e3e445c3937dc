"""The base of all capabilities: an object that belongs to one ruleset and may ask it anything."""

from typing import TYPE_CHECKING, Generic

from ..agenda import P

if TYPE_CHECKING:
    from ..ruleset import Ruleset


class Capability(Generic[P]):
    """One group of questions that the server asks a game; a game subclasses it and fills in what it knows."""

    def __init__(self, rules: "Ruleset[P]") -> None:
        self.rules = rules
