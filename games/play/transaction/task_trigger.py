"""Trigger Celery tasks after the commit.

A task is only a hint: the work itself is a database row, which a periodic sweep also finds.
"""

import logging
from collections.abc import Callable
from time import monotonic
from typing import Any

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)

BOTS_MOVE = "games.tasks.play_bot_moves"
SEND_INVITATIONS = "games.tasks.send_invitations"
SEND_NOTICES = "games.tasks.send_game_notices"
READ_MAIL = "games.tasks.process_incoming_mail"

DEBOUNCE_SECONDS = 1.0  # seconds between two triggers of the same work by one process
MAX_REMEMBERED = 1000  # triggers whose time is remembered
_last_sent: dict[tuple[Any, ...], float] = {}


def run_after_commit(do: Callable[[], None]) -> None:
    """Run this after the commit, when all locks are released. An error in it is logged and undoes nothing."""

    def named() -> None:  # Django logs the name of what failed, and a partial has none
        do()

    transaction.on_commit(named, robust=True)


def trigger_after_commit(task: str, *args: Any) -> None:
    """Send a task after the commit; without arguments, at most once a second.

    By its name, because the tasks import this package."""
    run_after_commit(lambda: send_task(task, *args) if args else _send_task_debounced(task))


def trigger_for_after_commit(task: str, whom: int) -> None:
    """Send a task that does all due work for one object after the commit; at most once a second for each."""
    run_after_commit(lambda: _send_task_debounced(task, whom))


def _send_task_debounced(*task_and_args: Any) -> None:
    """Send a task that does all due work, unless this process sent it less than a second ago.

    Work that is committed just after that task has looked waits some seconds for the sweep."""
    now = monotonic()
    if now - _last_sent.get(task_and_args, -DEBOUNCE_SECONDS) >= DEBOUNCE_SECONDS:
        if len(_last_sent) >= MAX_REMEMBERED:
            _last_sent.clear()
        _last_sent[task_and_args] = now
        send_task(*task_and_args)


def send_task(task: str, *args: Any) -> None:
    """Send a task now. A broker that does not answer is only logged, since the work is committed already."""
    try:
        current_app.send_task(task, args, retry=False)
    except (OSError, OperationalError) as error:
        log.warning("the broker did not take %s: %s", task, type(error).__name__)
