"""What can go wrong in the rules, and what a person may be told.

RulesError             a sentence for a person; the position is as it was before
├── NotUnderstood      the line could not be read as a move
│   └── BadLine        the same of an order, one of several that came together (orders.py)
├── IllegalMove        it was read, but this seat may not do it now
│   └── Refused        the same, with the move as it was understood and the legal ones near it (reading.py)
├── BadOptions         a game cannot be set up like this
├── BadPosition        a written position cannot be loaded
└── BadRecord          a written game cannot be read or replayed

RunawayAgenda          a bug of ours: the rules run on without asking anybody
NoSuchWorld            a bug of ours: what a seat is said to have seen cannot be
"""

from .speech import ENGLISH, Tongue, tongue


class RulesError(Exception):
    """Something a player, an organizer or a card author can act on.

    The sentence is English and marked for translation, or it was said in the reader's language already."""

    def __init__(self, sentence: str = "", /, **words: object) -> None:
        super().__init__(_said(ENGLISH, sentence, words))
        self.sentence = sentence
        self.words = words

    def told(self, language: str) -> str:
        """The same in the language of the person who is told."""
        return _said(tongue(language), self.sentence, self.words)


def _said(speak: Tongue, sentence: str, words: dict[str, object]) -> str:
    """What was said already may quote braces that somebody wrote."""
    return speak.say(sentence, **words) if words else speak.verbatim(sentence)


class NotUnderstood(RulesError):
    """The words are not a move."""


class IllegalMove(RulesError):
    """The words are a move, but not one that this seat may make now."""


class BadOptions(RulesError):
    """These options do not make a game."""


class BadPosition(RulesError):
    """This mapping is not a position of the game."""


class BadRecord(RulesError):
    """This text is not the record of a game, or not of a fair one."""


class RunawayAgenda(RuntimeError):
    """The agenda did not come to rest: a step keeps putting itself back."""


class NoSuchWorld(RuntimeError):
    """The hidden cards cannot be dealt so that they agree with what a seat remembers."""


def printable(text: str, most: int = 40) -> str:
    """The beginning of a stranger's text, fit to be quoted in an error."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:most])
