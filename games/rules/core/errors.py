"""Errors of the rules. Those under RulesError carry a sentence that may be shown to a person.

RulesError             a sentence for a person; the position is unchanged
├── NotUnderstood      the line could not be parsed as a move
│   └── BadOrderLine   the same for one of several orders sent together (orders.py)
├── IllegalMove        it was parsed, but this seat may not do it now
│   └── RefusedMove    the same, with the parsed move and the legal moves near it (move_parser.py)
├── BadOptions         a game cannot be set up like this
├── BadPosition        a written position cannot be loaded
└── BadRecord          the record of a game cannot be read or replayed

RunawayAgenda          a bug of ours: the rules keep running without asking anybody
ImpossibleDeal         a bug of ours: no deal agrees with what a seat has seen
"""

from .translation import ENGLISH, Translator, get_translator


class RulesError(Exception):
    """Something a player, an organizer or a card author can act on.

    The sentence is English and marked for translation, or already in the reader's language."""

    def __init__(self, sentence: str = "", /, **context: object) -> None:
        super().__init__(_translate_sentence(ENGLISH, sentence, context))
        self.sentence = sentence
        self.words = context

    def message_in(self, language: str) -> str:
        """The message in this language."""
        return _translate_sentence(get_translator(language), self.sentence, self.words)


def _translate_sentence(speak: Translator, sentence: str, context: dict[str, object]) -> str:
    """Translate the sentence. Without words to fill in, braces stay: it may quote what somebody typed."""
    return speak.say(sentence, **context) if context else speak.verbatim(sentence)


class NotUnderstood(RulesError):
    """The line could not be parsed as a move."""


class IllegalMove(RulesError):
    """The line is a move, but not one that this seat may make now."""


class BadOptions(RulesError):
    """A game cannot be set up with these options."""


class BadPosition(RulesError):
    """This mapping is not a position of the game."""


class BadRecord(RulesError):
    """This text is not the record of a game, or the game cannot be replayed from it."""


class RunawayAgenda(RuntimeError):
    """The agenda never came to a question: a step keeps putting itself back."""


class ImpossibleDeal(RuntimeError):
    """The hidden cards cannot be dealt in any way that agrees with what a seat remembers."""


def make_printable(text: str, most: int = 40) -> str:
    """Shorten a stranger's text and replace unprintable characters, so that an error may quote it."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:most])
