"""Messages that are translated later, in the reader's language."""

from collections.abc import Mapping

import msgspec

from games.rules.core.translation import ENGLISH, Translator


class TranslatableMessage(msgspec.Struct, frozen=True):
    """A message marked for translation, with the values for its placeholders."""

    message: str
    words: Mapping[str, str] = {}

    def say(self, tongue: Translator = ENGLISH) -> str:
        return tongue.say(self.message, **self.words)

    def __str__(self) -> str:
        return self.say()


class InvalidTournamentData(Exception):
    """The input cannot produce standings: bad settings, a bad table or a bad file. Says what to correct."""

    def __init__(self, message: str, **context: object) -> None:
        self.sentence = TranslatableMessage(message, {name: str(word) for name, word in context.items()})
        super().__init__(self.sentence.say())
