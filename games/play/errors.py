"""What the door answers when it does not open. Every message is a sentence for the person who asked.

DoorError
├── NotYours        somebody else sits there, or nobody
├── NotNow          the table is not in a state for this: not begun, paused, over
├── Stale           the question has been answered or overtaken meanwhile
└── NotPossible     a wish that cannot be fulfilled: table full, handle taken, nothing to take back

What the rules refuse comes through as it is (`games.rules.core.errors.RulesError`);
`reason_of` tells either to a person.
"""

from accounts import languages
from games.rules.core.errors import RulesError


def reason_of(error: Exception) -> str:
    """What is to be said to the person who asked, in the language of the moment."""
    return error.told(languages.spoken()) if isinstance(error, RulesError) else str(error)


class DoorError(Exception):
    """Nothing was changed, and the person can be told why."""


class NotYours(DoorError):
    """This is somebody else's to decide."""


class NotNow(DoorError):
    """Not at this moment of the table's life."""


class Stale(DoorError):
    """An answer to a question that is no longer open."""


class NotPossible(DoorError):
    """It cannot be done as asked."""
