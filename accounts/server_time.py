"""The current time of the server: that of the database, so that machines with different clocks agree.

A process asks the database now and then and adds the time that has passed on a monotonic clock. With SQLite
there is only one machine, and its own clock is used.
"""

from datetime import datetime, timedelta
from time import monotonic, time
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.utils import timezone

ASK_INTERVAL = 60.0  # seconds
MAX_CLOCK_DRIFT = (
    2.0  # seconds by which wall clock and monotonic clock may differ before the database is asked again
)


class ClockReading(NamedTuple):
    """The time of the database, and that of the local clocks at the same moment."""

    database_time: datetime
    monotonic_time: float
    wall_time: float


_last_reading: ClockReading | None = None


def now() -> datetime:
    global _last_reading  # noqa: PLW0603
    if not settings.USE_DATABASE_TIME or connection.vendor != "postgresql":
        return timezone.now()
    if _last_reading is None or _is_outdated(_last_reading):
        _last_reading = ClockReading(_read_database_time(), monotonic(), time())
    return _last_reading.database_time + timedelta(seconds=monotonic() - _last_reading.monotonic_time)


def _is_outdated(reading: ClockReading) -> bool:
    """Is the reading too old, or has the machine slept or its clock been set since?"""
    passed = monotonic() - reading.monotonic_time
    return passed > ASK_INTERVAL or abs(time() - reading.wall_time - passed) > MAX_CLOCK_DRIFT


def _read_database_time() -> datetime:
    """Query `clock_timestamp()`; SQL's `now()` does not advance within a transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        found: datetime = cursor.fetchone()[0]
    return found
