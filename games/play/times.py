"""What time it is for the house: the database's time, so that machines whose clocks differ agree on it.

A process asks the database now and then and counts on by a clock that nobody can set. On SQLite there is
only one machine.
"""

from datetime import datetime, timedelta
from time import monotonic, time
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.utils import timezone

ASKS_EVERY = 60.0  # seconds
JUMP = 2.0  # seconds by which the own clocks may disagree before the database is asked again


class Heard(NamedTuple):
    """What the database said, and what the own clocks showed."""

    said: datetime
    steady: float
    shown: float


_heard: Heard | None = None


def now() -> datetime:
    global _heard  # noqa: PLW0603
    if not settings.TIME_OF_DATABASE or connection.vendor != "postgresql":
        return timezone.now()
    if _heard is None or _is_old(_heard):
        _heard = Heard(_of_database(), monotonic(), time())
    return _heard.said + timedelta(seconds=monotonic() - _heard.steady)


def _is_old(heard: Heard) -> bool:
    """Long ago, or the machine has slept or was set since."""
    passed = monotonic() - heard.steady
    return passed > ASKS_EVERY or abs(time() - heard.shown - passed) > JUMP


def _of_database() -> datetime:
    """Not `now()`, which stands still in a transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        found: datetime = cursor.fetchone()[0]
    return found
