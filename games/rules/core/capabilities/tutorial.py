"""The first game of a newcomer: its set-up, and what is explained when."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from ..agenda import P, list_questions
from ..translation import get_translator
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


class LessonTable(Tutorial[P]):
    """A tutorial by table: which lesson a question or an event brings up, and what it says.

    A key may have a part of its own after a hyphen (`as-king`): the text is that of the part before it."""

    texts: ClassVar[Mapping[str, tuple[str, str]]]  # key → title, text
    before_all: ClassVar[Mapping[str, str]] = {}  # kind of event → key of a lesson that comes first
    by_question: ClassVar[Mapping[str, str]] = {}  # name of the step → key
    by_event: ClassVar[Mapping[str, str]] = {}  # kind of event → key, most important first
    at_end: ClassVar[str] = ""  # the key of the lesson about the score

    def lessons(
        self, position: P, seat: str, seen: Sequence[Mapping[str, Any]], language: str = "en"
    ) -> list[Lesson]:
        kinds = {event["kind"] for event in seen}
        first, later = (
            [key for kind, key in table.items() if kind in kinds]
            for table in (self.before_all, self.by_event)
        )
        keys = dict.fromkeys([*first, *self._list_end(position), *self.list_asked(position, seat), *later])
        return [self._build_lesson(position, key, language) for key in keys]

    def _list_end(self, position: P) -> list[str]:
        return [self.at_end] if self.at_end and self.rules.over(position) else []

    def list_asked(self, position: P, seat: str) -> list[str]:
        """The keys of the lessons about what the seat is asked now."""
        asked = [step.name for step in list_questions(position, seat)]
        return [self.by_question[name] for name in asked if name in self.by_question]

    def build_words(self, position: P, key: str, language: str) -> Mapping[str, object]:
        """The values for the placeholders of a lesson's title and text."""
        return {}

    def _build_lesson(self, position: P, key: str, language: str) -> Lesson:
        say = get_translator(language).say
        title, text = self.texts[key.partition("-")[0]]
        words = self.build_words(position, key, language)
        return Lesson(key, say(title, **words), say(text, **words))
