"""Deadlines against moves, against machines whose clock is wrong, and against the house standing still."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.db import DatabaseError, connection
from django.db.models import F
from django.utils import timezone

from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import Pace
from games.mail.outgoing import game_outbox
from games.models import Game, GameLogEntry, GameNotice, Heartbeat, Outage, Seat
from games.ops import health
from games.play import moves
from games.play.deadlines import alarms, outages
from games.play.errors import PlayError
from games.play.moves import MoveResult
from games.play.transaction.origin import by_user
from tests.faults import invariants
from tests.faults.server import House
from tests.helpers.processes.family import wait_for
from tests.helpers.tables import awaited, fallback, table
from tests.helpers.threads import at_once
from tests.helpers.time_limits import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

DAY = Pace(hours=timedelta(hours=24))
PATIENT = MissedDeadlinePolicy(excused=0, in_a_row=90, in_total=90)  # nobody is replaced by a bot


def tables(number: int) -> list[Game]:
    return [table(3, pace=DAY, patience=PATIENT) for _ in range(number)]


def overdue(*games: Game, by: timedelta = timedelta(seconds=1)) -> None:
    """Let the time of whoever is asked, and was reminded, have run out so long ago."""
    now = timezone.now()
    ago = now - by
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": now})
    asked = Seat.objects.filter(game__in=games, decision__isnull=False)
    asked.update(
        asked_at=ago - DAY.hours, due_at=ago, final_at=ago, alarm_at=ago, reminded_decision=F("decision")
    )


# --- the same instant


def both(seat: Seat):
    """The player moves, and the clock decides for him."""
    line = fallback(seat)
    origin = by_user(seat.user, key=f"mine/{seat.decision}")
    return (
        lambda: moves.play_moves(seat.game_id, seat.name, [line], origin, decision=seat.decision),
        lambda: alarms.handle_alarm(seat.game_id, seat.pk, seat.decision),
    )


@pytest.fixture
def late() -> Seat:
    [game] = tables(1)
    overdue(game)
    return awaited(game)


@pytest.mark.drill(9, "the same without the lock: the race is real")
def test_without_the_lock_the_move_and_the_clock_collide_in_the_database(late, no_lock):
    answers = at_once(*both(late))
    assert any(isinstance(answer, DatabaseError) for answer in answers)


@pytest.mark.drill(9, "the player and the clock answer at the same instant, twenty times")
def test_either_the_player_or_the_clock_decides_and_never_both(counted):
    in_time = 0
    for place in range(20):
        [game] = tables(1)
        overdue(game)
        seat = awaited(game)
        jobs = both(seat)
        answers = at_once(*(jobs if place % 2 else reversed(jobs)))
        moved, struck = answers if place % 2 else reversed(answers)
        is_played = isinstance(moved, MoveResult)
        assert (is_played, struck) in [(True, ""), (False, "missed")], answers
        assert is_played or isinstance(moved, PlayError)
        of_it = game.log_entries.filter(seat=seat, decision=seat.decision)
        assert [move.how for move in of_it] == ["form" if is_played else "clock"]
        in_time += is_played
    invariants.hold()
    assert invariants.misses() == 20 - in_time
    counted(races=20, by_player=in_time, by_clock=20 - in_time, both=0)


@pytest.mark.drill(10, "eight sweeps ring the same alarms at once")
def test_the_same_alarms_rung_by_eight_at_once_are_one_miss_each(counted):
    games = tables(6)
    overdue(*games)
    found = at_once(*[alarms.handle_due_alarms] * 8)
    assert all(isinstance(one, int) for one in found), found
    invariants.hold()
    assert invariants.misses() == 6
    assert sum(found) == 6
    counted(sweeps=8, alarms=6, missed=6, twice=0)


# --- real processes


@pytest.mark.long
@pytest.mark.drill(1, "kill -9 of a worker while it handles alarms")
@pytest.mark.drill(11, "two beats and two workers, one worker killed while they ring")
def test_two_beats_and_two_workers_handle_each_deadline_once(house, counted):
    games = tables(12)
    overdue(*games)
    first = house.worker()
    beats = [house.beat(), house.beat()]
    wait_for(lambda: invariants.misses() > 0)
    first.kill()
    house.worker()
    Seat.objects.filter(alarm_at__gt=timezone.now(), final_at__lt=timezone.now()).update(
        alarm_at=timezone.now()
    )  # the lease of the dead
    house.expire_claims()
    wait_for(lambda: invariants.misses() == 12)
    house.quiet()
    assert [beat.poll() for beat in beats] == [None, None]
    invariants.hold()
    invariants.all_are_told(house.server.emails)
    assert invariants.misses() == 12
    counted(deadlines=12, missed=12, lost=0, twice=0, kills=1)


def stood_still(games: list[Game], silence: timedelta) -> None:
    """As if nothing had been swept for so long, and every deadline had passed in the middle of it."""
    overdue(*games, by=silence / 2)
    Heartbeat.objects.update(at=timezone.now() - silence)
    GameNotice.objects.update(created_at=timezone.now() - silence)


TWO_HOURS = pytest.mark.drill(12, "nothing was swept for two hours: alarm, one catch-up, no misses")
A_DAY = pytest.mark.drill(23, "nothing was swept for a day: deadlines move by it, no misses")


@pytest.mark.parametrize(
    "silence",
    [
        pytest.param(timedelta(hours=2), marks=TWO_HOURS, id="two hours"),
        pytest.param(timedelta(hours=26), marks=A_DAY, id="a day"),
    ],
)
def test_after_a_silence_everybody_has_the_time_that_was_left(house, counted, silence):
    games = tables(10)
    stood_still(games, silence)
    now = timezone.now()
    assert health.check_heartbeat(now).state == health.WRONG
    before = {seat.pk: seat.final_at for seat in Seat.objects.filter(decision__isnull=False)}
    house.worker()
    house.beat()
    house.beat()
    wait_for(Outage.objects.exists)
    house.quiet()
    wait_for(lambda: health.check_heartbeat(timezone.now()).state == health.OK)
    outage = Outage.objects.get()  # one, whoever came first
    assert (outage.moved_deadlines, invariants.misses()) == (10, 0)
    for seat in Seat.objects.filter(decision__isnull=False):
        assert seat.final_at == before[seat.pk] + (outage.end - outage.start)
    invariants.hold()
    invariants.all_are_told(house.server.emails)
    people = 3 * len(games)
    assert len(house.server.emails) <= people  # one for each, and no storm
    counted(
        hours=silence / timedelta(hours=1),
        deadlines=10,
        moved=10,
        missed=0,
        emails=len(house.server.emails),
    )


# --- clocks that are wrong

RING = """
import sys, django
django.setup()
from accounts import server_time
from games.play.deadlines import alarms
alarms.handle_due_alarms()
print(server_time.now().isoformat(), flush=True)
"""


def rung(house: House, skew: timedelta) -> datetime:
    """Let a machine whose clock is wrong sweep; what time was it for the house?"""
    process = house.start(
        "-c", RING, DJANGO_SETTINGS_MODULE="tests.faults.skewed_settings", SKEW=str(skew.total_seconds())
    )
    assert process.wait(PATIENCE) == 0, house.said()[-2000:]
    last = [line for line in house.said().splitlines() if line.startswith("20")][-1]
    return datetime.fromisoformat(last)


@pytest.mark.drill(22, "a worker whose clock is two hours ahead, then behind")
def test_a_machine_whose_clock_is_wrong_takes_nobodys_time(house, counted):
    [due, waits] = tables(2)
    overdue(due)
    ahead = timezone.now() + timedelta(hours=1)
    Seat.objects.filter(game=waits, decision__isnull=False).update(
        due_at=ahead, final_at=ahead, alarm_at=ahead
    )
    for skew in (timedelta(hours=2), timedelta(hours=-2)):
        said = rung(house, skew)
        if connection.vendor == "postgresql":
            assert abs(said - datetime.now(UTC)) < timedelta(minutes=2)  # its own clock does not count
    assert waits.log_entries.filter(kind=GameLogEntry.Kind.MISSED).count() == 0
    invariants.each_miss_is_one(due)
    counted(machines=2, misses_too_early=0, misses=invariants.misses())


@pytest.mark.drill(22, "a worker whose clock is two hours ahead of the beat's")
def test_a_worker_whose_clock_is_ahead_drops_no_sweep_of_the_clock(house, counted):
    before = timezone.now() - outages.HEARTBEAT_INTERVAL
    Heartbeat.objects.create(pk=1, at=before)
    house.worker(DJANGO_SETTINGS_MODULE="tests.faults.skewed_settings", SKEW="7200")
    house.beat()
    wait_for(lambda: Heartbeat.objects.get().at > before)
    counted(machines=2, sweeps_heard=1)


JUMPS = [timedelta(hours=1), timedelta(hours=2), timedelta(days=1)]


@pytest.mark.drill(22, "the clock of the only machine jumps by an hour, two and a day, ahead and back")
@pytest.mark.parametrize("jump", [*JUMPS, *(-jump for jump in JUMPS)], ids=str)
def test_a_clock_that_jumps_ends_nobodys_time(counted, jump):
    games = tables(3)
    soon = timezone.now() + timedelta(hours=1)
    Seat.objects.filter(decision__isnull=False).update(due_at=soon, final_at=soon, alarm_at=soon)
    alarms.handle_due_alarms()
    with time_machine.travel(timezone.now() + jump):
        for _ in range(3):
            alarms.handle_due_alarms()
    for _ in range(3):
        alarms.handle_due_alarms()
    assert invariants.misses() == 0
    assert abs(jump) > outages.MIN_OUTAGE
    invariants.hold()
    counted(games=len(games), jumps=2, missed=0)


@pytest.mark.drill(22, "emails are sent before, while and after the clock is wrong by a day")
@pytest.mark.parametrize("jump", [timedelta(days=1), timedelta(days=-1)], ids=["ahead", "back"])
def test_a_clock_that_jumps_loses_no_email_and_sends_none_twice(counted, jump):
    games = tables(3)
    sent = game_outbox.send_due_notices()
    with time_machine.travel(timezone.now() + jump):
        for game in games:
            move_once(game)
        sent += game_outbox.send_due_notices()
    with time_machine.travel(
        timezone.now() + abs(jump) + timedelta(minutes=1)
    ):  # it is right again, and later
        for _ in range(3):
            sent += game_outbox.send_due_notices()
        invariants.all_are_told([message.message().as_string() for message in mail.outbox])
    assert invariants.repeated([message.message().as_string() for message in mail.outbox]) == 0
    assert len(mail.outbox) == sent
    counted(emails=sent, lost=0, twice=0)


def move_once(game: Game) -> None:
    seat = awaited(game)
    moves.play_moves(
        game.pk,
        seat.name,
        [fallback(seat)],
        by_user(seat.user, key=f"jump/{seat.decision}"),
        decision=seat.decision,
    )
