"""After the commit, ring for a task.

It is only a bell: what must be done stands in a row, and a sweep finds it.
"""

import logging
from collections.abc import Callable
from time import monotonic
from typing import Any

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)

BOTS_MOVE = "games.tasks.bots_move"
POST_INVITATIONS = "games.tasks.post_invitations"
SEND_NOTICES = "games.tasks.send_notices"
READ_POST = "games.tasks.read_post"

PAUSE = 1.0  # seconds between two bells of a process for the same work
MOST_KNOWN = 1000  # bells of which it is remembered when they rang
_rung: dict[tuple[Any, ...], float] = {}


def after_commit(do: Callable[[], None]) -> None:
    """Do this when the transaction is over and its locks are gone. What is committed stays, if it fails."""

    def named() -> None:  # Django's log asks for the name of what failed, and a partial has none
        do()

    transaction.on_commit(named, robust=True)


def wake(task: str, *args: Any) -> None:
    """Name the task once the transaction is committed. Named, not imported: tasks know the door."""
    after_commit(lambda: ring(task, *args) if args else _ring_or_trust_the_last_bell(task))


def wake_for(task: str, whom: int) -> None:
    """The same for a task that takes all that is due for one thing."""
    after_commit(lambda: _ring_or_trust_the_last_bell(task, whom))


def _ring_or_trust_the_last_bell(*bell: Any) -> None:
    """A task that takes all that is due: on a busy server one bell a second is enough.

    What is committed just after such a task has looked waits for the sweep, some seconds."""
    now = monotonic()
    if now - _rung.get(bell, -PAUSE) >= PAUSE:
        if len(_rung) >= MOST_KNOWN:
            _rung.clear()
        _rung[bell] = now
        ring(*bell)


def ring(task: str, *args: Any) -> None:
    """A broker that does not answer must not spoil what is already committed."""
    try:
        current_app.send_task(task, args, retry=False)
    except (OSError, OperationalError) as error:
        log.warning("the broker did not take %s: %s", task, type(error).__name__)
