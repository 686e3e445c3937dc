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


class RulesError(Exception):
    """Something a player, an organizer or a card author can act on."""


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
