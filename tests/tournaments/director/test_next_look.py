"""When the sweep looks at a tournament: where something can be due, and nowhere else."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import server_time
from games.tournaments.director import director
from games.tournaments.models import Entrant, Tournament
from games.tournaments.settings import StageSettings
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.people import register_entrants
from tests.helpers.tournaments.stages import AT_ONCE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

SWISS = StageSettings(format="swiss", size=4, least=3, most=4, round_days=20)
A_MINUTE = timedelta(minutes=1)


def looked_at(tournament: Tournament) -> Tournament:
    director.run_due_steps(tournament.pk)
    return Tournament.objects.get(pk=tournament.pk)


def test_idle_events_are_not_looked_at():
    for _number in range(5):
        looked_at(TournamentBuilder().build())
    with CaptureQueriesContext(connection) as alone:
        director.direct_all_tournaments()
    for _number in range(20):
        looked_at(TournamentBuilder().build())
    with CaptureQueriesContext(connection) as many:
        director.direct_all_tournaments()
    assert len(many) == len(alone) <= 4


def test_whatever_happens_makes_it_due_at_once():
    tournament = looked_at(TournamentBuilder().build())
    assert tournament.next_look_at > server_time.now()
    register_entrants(tournament, 1)
    assert Tournament.objects.get(pk=tournament.pk).next_look_at is None


def test_an_event_is_due_when_its_start_comes(clock):
    tournament = TournamentBuilder(SWISS, **AT_ONCE).entrants(8).build()
    starts = server_time.now() + timedelta(minutes=30)
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=starts)
    assert looked_at(tournament).next_look_at == starts
    clock.shift(29 * A_MINUTE)
    director.direct_all_tournaments()
    assert Tournament.objects.get(pk=tournament.pk).state == Tournament.State.OPEN
    clock.shift(2 * A_MINUTE)
    director.direct_all_tournaments()
    assert Tournament.objects.get(pk=tournament.pk).state == Tournament.State.RUNNING


def test_an_event_is_due_when_an_offer_ends():
    tournament = TournamentBuilder(most=1).build()
    _first, second = register_entrants(tournament, 2)
    until = server_time.now() + 5 * A_MINUTE
    Entrant.objects.filter(pk=second.pk).update(state=Entrant.State.OFFERED, offered_until=until)
    assert looked_at(tournament).next_look_at == until


def test_a_running_event_is_due_when_its_tables_are_late_and_every_ten_minutes(clock):
    plan = AT_ONCE | {"no_show_hours": 0}
    tournament = TournamentBuilder(SWISS, **plan).entrants(8).started().directed().build()
    assert looked_at(tournament).next_look_at == server_time.now() + 10 * A_MINUTE
    deadline = tournament.tables.first().deadline
    clock.move_to(deadline - 5 * A_MINUTE)
    assert looked_at(tournament).next_look_at == deadline
