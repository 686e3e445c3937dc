"""Times in which nothing was swept: written down, and nobody loses by them."""

from datetime import time, timedelta
from threading import Event
from typing import Any

import pytest
import time_machine
from django.db import OperationalError, connection, transaction
from django.db.models import F
from django.db.models.expressions import RawSQL
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.clock.pace import Pace
from games.clock.spans import Span, merge_spans
from games.models import Game, Heartbeat, Outage, Seat
from games.play import referee
from games.play.deadlines import alarms, leave, outages
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import NOON
from tests.helpers.tables import awaited, table
from tests.helpers.threads import at_once, until_somebody_waits

pytestmark = pytest.mark.django_db

PACE = Pace(hours=timedelta(hours=24))


@pytest.mark.drill(23, "thirty hours without a sweep")
def test_after_a_day_without_a_sweep_nobody_has_missed_anything():
    with time_machine.travel(NOON, tick=False) as clock:
        games = [table(3, pace=PACE) for _ in range(3)]
        alarms.handle_due_alarms()
        clock.shift(timedelta(hours=30))
        assert alarms.handle_due_alarms() == 0
        assert [game.log_entries.count() for game in games] == [1, 1, 1]
        outage = Outage.objects.get()
        assert (outage.start, outage.end, outage.moved_deadlines) == (NOON, NOON + timedelta(hours=30), 3)
        assert awaited(games[0]).due_at == NOON + timedelta(hours=54)
        clock.shift(timedelta(minutes=4))
        alarms.handle_due_alarms()
        assert Outage.objects.count() == 1


def test_a_late_sweep_is_no_outage():
    with time_machine.travel(NOON, tick=False) as clock:
        table(3, pace=PACE)
        alarms.handle_due_alarms()
        clock.shift(outages.MIN_OUTAGE)
        alarms.handle_due_alarms()
        assert not Outage.objects.exists()
        assert Heartbeat.objects.get().at == NOON + outages.MIN_OUTAGE


def test_a_machine_that_sleeps_in_the_middle_of_a_sweep_ends_nobodys_time(monkeypatch):
    with time_machine.travel(NOON, tick=False) as clock:
        games = [table(3, pace=PACE) for _ in range(3)]
        Seat.objects.filter(decision__isnull=False).update(alarm_at=NOON, final_at=NOON)
        strikes = []

        def asleep_after(*alarm: int) -> str:
            strikes.append(time_outs_strike(*alarm))
            clock.shift(timedelta(hours=30))
            return strikes[-1]

        time_outs_strike = alarms.handle_alarm
        monkeypatch.setattr(alarms, "handle_alarm", asleep_after)
        alarms.handle_due_alarms()
        assert strikes == ["later", "later", "later"]  # reckoned anew, with all the time in which it slept
        assert [game.log_entries.count() for game in games] == [1, 1, 1]
        assert [(one.end - one.start) for one in Outage.objects.all()] == [timedelta(hours=30)] * 2


def test_a_paused_game_stands_still_once_and_not_twice():
    with time_machine.travel(NOON, tick=False) as clock:
        game, staff = table(3, pace=PACE), UserFactory(is_staff=True)
        alarms.handle_due_alarms()
        referee.decide_matter(game.pk, "pause", staff)
        clock.shift(timedelta(hours=10))
        alarms.handle_due_alarms()
        referee.decide_matter(game.pk, "resume", staff)
        assert awaited(game).due_at == NOON + timedelta(hours=34)


def test_what_is_set_anew_after_an_outage_still_knows_of_it():
    with time_machine.travel(NOON, tick=False) as clock:
        game, staff = table(3, pace=PACE), UserFactory(is_staff=True)
        alarms.handle_due_alarms()
        clock.shift(timedelta(hours=10))
        alarms.handle_due_alarms()
        referee.extend_deadlines(game.pk, 1, staff)
        assert awaited(game).due_at == NOON + timedelta(hours=35)


def test_a_clock_that_is_set_back_does_not_stop_the_pulse():
    with time_machine.travel(NOON, tick=False) as clock:
        alarms.handle_due_alarms()
        clock.shift(-timedelta(hours=2))
        alarms.handle_due_alarms()
        assert Heartbeat.objects.get().at == NOON - timedelta(hours=2)
        assert not Outage.objects.exists()


def test_who_was_asked_while_nothing_was_swept_gets_only_the_rest_of_it():
    with time_machine.travel(NOON, tick=False) as clock:
        alarms.handle_due_alarms()
        clock.shift(timedelta(hours=29))
        game = table(3, pace=PACE)
        clock.shift(timedelta(hours=1))
        alarms.handle_due_alarms()
        assert awaited(game).due_at == NOON + timedelta(hours=54)


EVENINGS = Pace(hours=timedelta(hours=1), daily_at=(time(20),))
NIGHTS = Pace(hours=timedelta(hours=12), shift=timedelta(hours=12))


@pytest.mark.parametrize(
    ("pace", "hours"),
    [
        (EVENINGS, 8),  # there is still time enough before eight
        (NIGHTS, 20),  # at midnight or at six, it is eight in the morning
        (PACE, 30),
    ],
)
def test_what_everybody_reads_after_an_outage_is_what_holds(pace, hours):
    with time_machine.travel(NOON, tick=False) as clock:
        game = table(3, pace=pace)
        User.objects.update(quiet_from=time(22), quiet_until=time(7))
        leave.recompute_deadlines(awaited(game).user)
        alarms.handle_due_alarms()
        clock.shift(timedelta(hours=6))
        alarms.handle_due_alarms()
        clock.shift(outages.RECHECK_AFTER)
        alarms.handle_due_alarms()
        shown = awaited(game)
        assert shown.due_at == set_anew(game).due_at == NOON + timedelta(hours=hours)
        assert shown.alarm_at > NOON + timedelta(hours=6, minutes=1)
        assert game.log_entries.count() == 1


# --- nobody looks after the emails


def pass_with(clock, *, emails: bool, **length: float) -> None:
    """Time in which alarms are swept, and emails perhaps."""
    last = timezone.now() + timedelta(**length)
    while timezone.now() < last:
        clock.shift(timedelta(minutes=1))
        if emails:
            outages.record_mail_heartbeat(timezone.now())
        alarms.handle_due_alarms()


def given() -> timedelta:
    spans = merge_spans(Span(one.start, one.end) for one in Outage.objects.all())
    return sum((span.length for span in spans), timedelta(0))


@pytest.mark.drill(1, "the worker for letters is gone for a day, and the clock goes on")
def test_no_time_runs_while_nobody_looks_after_the_emails():
    with time_machine.travel(NOON, tick=False) as clock:
        game = table(3, pace=PACE)
        pass_with(clock, emails=True, minutes=10)
        assert not Outage.objects.exists()
        pass_with(clock, emails=False, hours=26)
        assert game.log_entries.count() == 1
        assert timedelta(hours=26) <= given() < timedelta(hours=26, minutes=16)
        assert Outage.objects.count() < 120  # not one for each sweep
        pass_with(clock, emails=True, hours=23)
        assert game.log_entries.count() == 1
        pass_with(clock, emails=True, hours=2)
        assert game.log_entries.filter(kind="missed").count() == 1


def test_a_short_silence_about_emails_is_nothing():
    with time_machine.travel(NOON, tick=False) as clock:
        table(3, pace=PACE)
        pass_with(clock, emails=True, minutes=2)
        pass_with(clock, emails=False, minutes=4)
        pass_with(clock, emails=True, minutes=2)
        assert not Outage.objects.exists()


def test_after_all_stood_still_the_emails_have_some_minutes_to_come_back():
    with time_machine.travel(NOON, tick=False) as clock:
        table(3, pace=PACE)
        pass_with(clock, emails=True, minutes=2)
        clock.shift(timedelta(hours=10))
        pass_with(clock, emails=False, minutes=3)
        pass_with(clock, emails=True, minutes=10)
        assert Outage.objects.count() == 1


def test_after_three_days_without_emails_the_games_go_on():
    with time_machine.travel(NOON, tick=False) as clock:
        game = table(3, pace=PACE)
        Heartbeat.objects.update_or_create(pk=1, defaults={"at": NOON, "mail_at": NOON})
        clock.shift(outages.MAX_MAIL_OUTAGE)
        Heartbeat.objects.update(at=timezone.now())
        alarms.handle_due_alarms()
        assert not Outage.objects.exists()
        assert game.log_entries.filter(kind="missed").exists()


# --- the post is stopped: known beforehand


STOP = timedelta(minutes=15)


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as clock:
        alarms.handle_due_alarms()
        yield clock


def pass_by(clock, time: timedelta) -> None:
    """Time in which sweeps came by."""
    clock.shift(time)
    Heartbeat.objects.update(at=timezone.now())
    alarms.handle_due_alarms()


def set_anew(game):
    """The hands as they are reckoned from the question on."""
    leave.recompute_deadlines(awaited(game).user)
    return awaited(game)


@pytest.mark.drill(18, "no letter leaves: deadlines of that time are moved, and nobody misses any")
def test_nobody_misses_anything_while_no_email_leaves(clock):
    games = [table(3, pace=PACE) for _ in range(3)]
    pass_by(clock, timedelta(hours=24, minutes=-4))
    outage = outages.record_mail_outage(timezone.now(), timezone.now() + STOP)
    assert outage.moved_deadlines == 3
    assert {awaited(game).delay_reasons.split()[0] for game in games} == {"outage"}  # said at once
    pass_by(clock, STOP)
    assert [game.log_entries.count() for game in games] == [1, 1, 1]
    assert {awaited(game).due_at for game in games} == {NOON + timedelta(hours=24) + STOP}
    assert Outage.objects.get() == outage  # it has swept all the time
    pass_by(clock, timedelta(hours=3))
    assert [game.log_entries.count() for game in games] == [3, 3, 3]  # and then the clock decides, as ever


def test_a_stop_that_is_prolonged_is_given_once(clock):
    game = table(3, pace=PACE)
    clock.shift(timedelta(minutes=1))
    start = timezone.now()
    outages.record_mail_outage(start, start + STOP)
    outages.record_mail_outage(start + timedelta(minutes=5), start + timedelta(minutes=5) + STOP)
    assert outages.record_mail_outage(start + timedelta(minutes=6), start + STOP) is None
    assert awaited(game).due_at == NOON + timedelta(hours=24, minutes=20)
    assert set_anew(game).due_at == NOON + timedelta(hours=24, minutes=20)


def test_a_silence_in_which_no_email_would_have_left_is_given_once(clock):
    game = table(3, pace=PACE)
    clock.shift(timedelta(minutes=1))
    outages.record_mail_outage(timezone.now(), timezone.now() + STOP)
    clock.shift(timedelta(hours=1))  # nothing is swept in all of it
    alarms.handle_due_alarms()
    assert awaited(game).due_at == NOON + timedelta(hours=25, minutes=1)
    assert set_anew(game).due_at == NOON + timedelta(hours=25, minutes=1)


def test_who_is_asked_while_no_email_leaves_gets_the_rest_of_it_before_time_runs_out(clock):
    outages.record_mail_outage(NOON, NOON + STOP)
    clock.shift(timedelta(minutes=5))
    game = table(3, pace=PACE)
    pass_by(clock, timedelta(hours=24))
    assert awaited(game).due_at == NOON + timedelta(hours=24) + STOP
    assert game.log_entries.count() == 1


# --- beside a move, which writes the seats of its game in any order


def test_an_outage_holds_the_games_in_their_order_before_it_writes_a_seat():
    table(3, pace=PACE)
    with CaptureQueriesContext(connection) as asked:
        outages.record_mail_outage(timezone.now(), timezone.now() + STOP)
    lines = [query["sql"] for query in asked.captured_queries]
    writes = next(number for number, line in enumerate(lines) if line.startswith('UPDATE "games_seat"'))
    [held] = [line for line in lines[:writes] if 'FROM "games_game"' in line]
    for_update = " FOR UPDATE" if connection.features.has_select_for_update else ""
    assert held.endswith(f" ORDER BY 1 ASC{for_update}")


def moved_and_stopped() -> list[Any]:
    """A move has written its last seat, and writes its first when the outage has what it can get."""
    game = table(3, pace=PACE)
    asked = awaited(game)
    game.seats.update(decision=asked.decision, asked_at=NOON, due_at=NOON, final_at=NOON, alarm_at=NOON)
    as_they_lie = RawSQL("ctid", []) if connection.vendor == "postgresql" else F("pk")  # and are written
    first, *_rest, last = game.seats.order_by(as_they_lie)
    is_writing = Event()

    @transaction.atomic
    def move():
        Game.objects.select_for_update().get(pk=game.pk)
        Seat.objects.filter(pk=last.pk).update(waited_seconds=1)
        is_writing.set()
        until_somebody_waits()
        Seat.objects.filter(pk=first.pk).update(waited_seconds=1)

    def outage():
        assert is_writing.wait(20)
        return outages.record_mail_outage(NOON, NOON + STOP).moved_deadlines

    return at_once(move, outage)


@pytest.mark.django_db(transaction=True)
def test_an_outage_that_does_not_hold_the_games_ends_in_a_deadlock(monkeypatch):
    """SQLite has one lock for all, and so no order in which to take them."""
    monkeypatch.setattr(outages, "_lock_games", lambda seats: None)
    errors = [one for one in moved_and_stopped() if isinstance(one, OperationalError)]
    assert len(errors) == (1 if connection.vendor == "postgresql" else 0)


@pytest.mark.django_db(transaction=True)
def test_a_move_that_is_being_written_and_an_outage_do_not_wait_for_each_other():
    assert moved_and_stopped() == [None, 3]


@pytest.mark.django_db(transaction=True)
def test_two_who_stop_the_post_at_once_give_the_time_once():
    game = table(3, pace=PACE)
    alarms.handle_due_alarms()
    before = awaited(game).due_at
    start = timezone.now()
    at_once(*[lambda: outages.record_mail_outage(start, start + STOP)] * 4)
    assert Outage.objects.count() == 1
    assert awaited(game).due_at == before + STOP
