"""Errors of the play service. Every message is a sentence for the person who made the request.

PlayError
├── NotAllowed      somebody else's seat, table or decision
├── NotNow          the game is not in a state for this: not started, paused, over
├── Stale           the decision has been answered or overtaken in the meantime
└── NotPossible     a request that cannot be fulfilled: table full, handle taken, nothing to undo

Refusals by the rules come through unchanged (`games.rules.core.errors.RulesError`);
`describe_error` turns either into text.
"""

from accounts.preferences import languages
from games.rules.core.errors import RulesError


def describe_error(error: Exception) -> str:
    """Return the error as a sentence for the user, in the active language."""
    return error.message_in(languages.get_current_language()) if isinstance(error, RulesError) else str(error)


class PlayError(Exception):
    """A request was refused and nothing was changed; the message says why."""


class NotAllowed(PlayError):
    """The user may not do this: it is somebody else's to decide."""


class NotNow(PlayError):
    """The state of the game or table does not allow this now."""


class Stale(PlayError):
    """An answer to a decision that is no longer open."""


class NotPossible(PlayError):
    """The request cannot be carried out as it stands."""
