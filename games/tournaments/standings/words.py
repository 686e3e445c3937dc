"""Sentences that are said later, in the reader's language."""

from collections.abc import Mapping

import msgspec

from games.rules.core.speech import ENGLISH, Tongue


class Sentence(msgspec.Struct, frozen=True):
    """A marked sentence and the words for its places."""

    message: str
    words: Mapping[str, str] = {}

    def say(self, tongue: Tongue = ENGLISH) -> str:
        return tongue.say(self.message, **self.words)

    def __str__(self) -> str:
        return self.say()


class Unfit(Exception):
    """What was given makes no standings: bad settings, a bad table, a bad file. Says what to mend."""

    def __init__(self, message: str, **words: object) -> None:
        self.sentence = Sentence(message, {name: str(word) for name, word in words.items()})
        super().__init__(self.sentence.say())
