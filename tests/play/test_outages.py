"""Times in which nothing was swept: written down, and nobody loses by them."""

from datetime import timedelta

import pytest
import time_machine

from games.clock.pace import Pace
from games.models import Outage, Pulse
from games.play import outages, referee, time_outs
from tests.accounts.factories import UserFactory
from tests.noon import NOON
from tests.play.tables import awaited, table

pytestmark = pytest.mark.django_db

PACE = Pace(hours=timedelta(hours=24))


@pytest.mark.drill(23, "thirty hours without a sweep")
def test_after_a_day_without_a_sweep_nobody_has_missed_anything():
    with time_machine.travel(NOON, tick=False) as clock:
        games = [table(3, pace=PACE) for _ in range(3)]
        time_outs.ring()
        clock.shift(timedelta(hours=30))
        assert time_outs.ring() == 0
        assert [game.moves.count() for game in games] == [1, 1, 1]
        outage = Outage.objects.get()
        assert (outage.start, outage.end, outage.moved) == (NOON, NOON + timedelta(hours=30), 3)
        assert awaited(games[0]).due_at == NOON + timedelta(hours=54)
        clock.shift(timedelta(minutes=4))
        time_outs.ring()
        assert Outage.objects.count() == 1


def test_a_late_sweep_is_no_outage():
    with time_machine.travel(NOON, tick=False) as clock:
        table(3, pace=PACE)
        time_outs.ring()
        clock.shift(outages.SILENCE)
        time_outs.ring()
        assert not Outage.objects.exists()
        assert Pulse.objects.get().at == NOON + outages.SILENCE


def test_a_paused_game_stands_still_once_and_not_twice():
    with time_machine.travel(NOON, tick=False) as clock:
        game, staff = table(3, pace=PACE), UserFactory(is_staff=True)
        time_outs.ring()
        referee.decide(game.pk, "pause", staff)
        clock.shift(timedelta(hours=10))
        time_outs.ring()
        referee.decide(game.pk, "resume", staff)
        assert awaited(game).due_at == NOON + timedelta(hours=34)


def test_what_is_set_anew_after_an_outage_still_knows_of_it():
    with time_machine.travel(NOON, tick=False) as clock:
        game, staff = table(3, pace=PACE), UserFactory(is_staff=True)
        time_outs.ring()
        clock.shift(timedelta(hours=10))
        time_outs.ring()
        referee.extend(game.pk, 1, staff)
        assert awaited(game).due_at == NOON + timedelta(hours=35)


def test_a_clock_that_is_set_back_does_not_stop_the_pulse():
    with time_machine.travel(NOON, tick=False) as clock:
        time_outs.ring()
        clock.shift(-timedelta(hours=2))
        time_outs.ring()
        assert Pulse.objects.get().at == NOON - timedelta(hours=2)
        assert not Outage.objects.exists()


def test_who_was_asked_while_nothing_was_swept_gets_only_the_rest_of_it():
    with time_machine.travel(NOON, tick=False) as clock:
        time_outs.ring()
        clock.shift(timedelta(hours=29))
        game = table(3, pace=PACE)
        clock.shift(timedelta(hours=1))
        time_outs.ring()
        assert awaited(game).due_at == NOON + timedelta(hours=54)
