"""The first game of a newcomer: its set-up, and what is explained when."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..agenda import P
from .base import Capability


class Lesson(msgspec.Struct, frozen=True):
    """A tutorial text that is shown when something happens for the first time."""

    key: str  # identifies the lesson, so that it is shown only once
    title: str
    text: str


class Tutorial(Capability[P]):
    """A first game with explanations. A game without one has no object of this class."""

    @abstractmethod
    def first_game(self) -> tuple[int, dict[str, Any]]:
        """The number of seats and the options of the tutorial game."""

    @abstractmethod
    def lessons(
        self, position: P, seat: str, seen: Sequence[Mapping[str, Any]], language: str = "en"
    ) -> list[Lesson]:
        """What a newcomer should know now: about the question to the seat, then about the latest events, as
        this seat has seen them."""
