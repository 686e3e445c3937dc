"""A day on which the clock stands still until a test moves it: modules import `clock` to have it."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)  # a Wednesday


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as travelled:
        yield travelled
