"""After the commit, ring for a task.

It is only a bell: what must be done stands in a row, and a sweep finds it.
"""

import logging
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
_rung: dict[str, float] = {}


def wake(task: str, *args: Any) -> None:
    """Name the task once the transaction is committed. Named, not imported: tasks know the door."""
    transaction.on_commit(lambda: _ring_or_trust_the_last_bell(task, *args), robust=True)


def _ring_or_trust_the_last_bell(task: str, *args: Any) -> None:
    """A task without arguments takes all that is due: on a busy server one bell a second is enough.

    What is committed just after such a task has looked waits for the sweep, some seconds."""
    now = monotonic()
    if args or now - _rung.get(task, -PAUSE) >= PAUSE:
        _rung[task] = now
        ring(task, *args)


def ring(task: str, *args: Any) -> None:
    """A broker that does not answer must not spoil what is already committed."""
    try:
        current_app.send_task(task, args, retry=False)
    except (OSError, OperationalError) as error:
        log.warning("the broker did not take %s: %s", task, type(error).__name__)
