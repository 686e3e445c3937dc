"""Tournaments in a browser, for tests."""

from datetime import UTC, datetime
from typing import Any

import pytest

from games.tournaments.director import director
from games.tournaments.models import Tournament
from games.tournaments.settings import StageSettings
from games.tournaments.setup import lifecycle
from tests.helpers.factories import UserFactory
from tests.helpers.tournaments.finished_games import finish, finish_all, running
from tests.helpers.tournaments.open_tournament import entered, event
from tests.helpers.tournaments.running_tournament import helper

SWISS = StageSettings(format="swiss", size=4, least=3, most=4, rounds=2, go_on=4)


LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


FINAL = StageSettings(format="knock_out", size=4, least=3, most=4)


LADDER = StageSettings(format="ladder", size=3, least=2, most=4, reach=3)


@pytest.fixture
def host():
    return UserFactory(handle="Katarina", time_zone="Europe/Zagreb")


def second_round(host: Any) -> Tournament:
    """A Swiss whose second round runs, with one table over; the host runs it."""
    found = event(SWISS, FINAL, least=8, check_in_hours=0)
    helper(found, "director", host)
    entered(found, 9)
    lifecycle.begin_tournament_now(found.pk, host)
    director.run_due_steps(found.pk)
    finish_all(found)
    [first, *_others] = running(found)
    assert first.game is not None
    finish(first.game)
    director.run_due_steps(found.pk)
    return found
