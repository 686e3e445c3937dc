"""What the tests of this folder share."""

from collections.abc import Iterator

import pytest
import time_machine

from tests.helpers.tournaments.outbox import NOON


@pytest.fixture
def at_noon() -> Iterator[None]:
    """It is noon of NOON, and stays so."""
    with time_machine.travel(NOON, tick=False):
        yield
