"""A day on which the clock stands still until a test moves it: the fixture `clock` of tests/conftest.py."""

from datetime import UTC, datetime, timedelta

import time_machine

from games.play.deadlines import alarms

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)  # a Wednesday


def pass_by(clock: time_machine.Traveller, **time: float) -> int:
    """So much time goes by; the house sweeps every four minutes, as it does when all is well.

    Returns how often an alarm rang."""
    last = datetime.now(UTC) + timedelta(**time)
    rung = 0
    while (left := last - datetime.now(UTC)) > timedelta(0):
        clock.shift(min(left, timedelta(minutes=4)))
        rung += alarms.handle_due_alarms()
    return rung
