"""Moving and taking back, again and again, wins no time: a turn ends when it would have ended anyway."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clock.pace import Pace
from games.models import Game, Seat
from games.play import moves, referee
from games.play.deadlines import alarms
from games.play.errors import NotPossible
from games.play.transaction.origin import by_user
from games.rules import registry
from games.statistics.game_result import compute_game_result
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import NOON
from tests.helpers.messages import play
from tests.helpers.tables import TURN, awaited, move, position, table, written

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
PACE = Pace(hours=24 * HOUR, allowance=10 * HOUR, increment=HOUR, cap=12 * HOUR, grace=2 * HOUR)
# a turn of which each of these steps may be taken back; then only its end is left
MERCHANT = TURN | {"{0}": {"characters": ["merchant"], "gold": 5, "city": ["tavern"]}}
LINES = ("gold", "bonus", "income")
QUESTIONS = len(LINES) + 1
# of each question the hours and the grace; the bank once, with all that answers can add to it
BOUND = QUESTIONS * (PACE.hours + PACE.grace) + PACE.allowance + QUESTIONS * PACE.increment


class Staller:
    """Somebody on turn who never ends it, and does everything to keep the others waiting."""

    def __init__(self, clock: time_machine.Traveller, pace: Pace = PACE) -> None:
        self.clock, self.game = clock, table(pace=pace)
        written(self.game, MERCHANT)
        referee.extend_deadlines(self.game.pk, 0, None)  # the hands are set anew
        self.seat = awaited(self.game)

    def look(self) -> Seat:
        self.seat.refresh_from_db()
        return self.seat

    @property
    def has_turn(self) -> bool:
        return self.look().is_awaited and position(self.game).called == "merchant"

    def wait(self, share: float) -> None:
        """For this part of what is left, and never until it has run out."""
        left = self.look().final_at - datetime.now(UTC)
        self.clock.shift(min(left * share, left - timedelta(seconds=1)))

    def act(self, *, back: bool) -> bool:
        """Take the last move back, or make the next one; else the other. Was any of it possible?"""
        ways = (self.take_back, self.go_on) if back else (self.go_on, self.take_back)
        return any(way() for way in ways)

    def take_back(self) -> bool:
        try:
            moves.undo_last_move(self.game.pk, self.seat.name, by_user(self.seat.user))
        except NotPossible:
            return False
        return True

    def go_on(self) -> bool:
        rules, now = registry.get("citadels"), position(self.game)
        offered = {str(one) for offer in rules.offers(now, self.seat.name) for one in offer.moves()}
        line = next((line for line in LINES if line in offered), "")
        if line:
            move(self.seat, line)
        return bool(line)


def stalled(steps: list[tuple[float, bool]]) -> timedelta:
    """How long these steps keep a table waiting, until the clock ends the turn."""
    with time_machine.travel(NOON, tick=False) as clock, transaction.atomic():
        staller = Staller(clock)
        for share, back in steps:
            staller.wait(share)
            if not staller.act(back=back):
                break
        clock.move_to(staller.look().final_at)
        alarms.handle_alarm(staller.game.pk, staller.seat.pk, staller.seat.decision)
        assert not staller.has_turn
        taken = datetime.now(UTC) - NOON
        transaction.set_rollback(True)
    return taken


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from([0.0, 0.3, 0.9, 1.0]), st.booleans()), max_size=14))
def test_no_turn_of_moves_and_taking_back_is_longer_than_its_questions_allow(steps):
    assert stalled(steps) <= BOUND


def test_who_takes_back_at_the_last_moment_every_time_is_stopped_by_the_clock():
    back_and_forth = [(1.0, number % 2 == 1) for number in range(200)]
    assert stalled(back_and_forth) <= BOUND


def test_who_takes_back_every_few_hours_is_stopped_by_the_clock():
    few_hours = [(0.2, number % 2 == 1) for number in range(200)]
    assert stalled(few_hours) <= BOUND


# --- what is left


@pytest.fixture
def staller():
    with time_machine.travel(NOON, tick=False) as clock:
        yield Staller(clock)


def test_a_clock_stands_after_taking_back_where_it_would_stand_without_the_move(staller):
    before = Seat.objects.get(pk=staller.seat.pk)
    staller.clock.shift(5 * HOUR)
    staller.go_on()
    staller.clock.shift(3 * HOUR)
    assert staller.take_back()
    after = staller.look()
    assert (after.asked_at, after.due_at, after.final_at) == (before.asked_at, before.due_at, before.final_at)
    assert after.bank_seconds == before.bank_seconds


def test_a_move_cannot_be_taken_back_when_the_time_for_it_is_over(staller):
    staller.wait(0.9)
    staller.go_on()
    staller.wait(0.9)
    length = Game.objects.get().log_length
    with pytest.raises(NotPossible, match=play.TOO_LATE_TO_UNDO.pattern):
        moves.undo_last_move(staller.game.pk, staller.seat.name, by_user(staller.seat.user))
    assert Game.objects.get().log_length == length
    assert staller.look().final_at > datetime.now(UTC)  # and the next question goes on


def test_a_pause_before_or_after_the_move_is_not_charged(staller):
    before = Seat.objects.get(pk=staller.seat.pk)
    for do in (staller.go_on, lambda: True):
        referee.decide_matter(staller.game.pk, "pause", UserFactory())
        staller.clock.shift(100 * HOUR)
        referee.decide_matter(staller.game.pk, "resume", UserFactory())
        do()
    assert staller.take_back()
    assert staller.look().due_at == before.due_at + 200 * HOUR


def test_what_the_table_has_given_stays(staller):
    before = Seat.objects.get(pk=staller.seat.pk)
    for hours in (5, 7):
        referee.extend_deadlines(staller.game.pk, hours, UserFactory())
        staller.go_on()
    staller.take_back()
    assert staller.take_back()
    assert staller.look().due_at == before.due_at + 12 * HOUR


def test_the_bank_is_charged_once_for_a_move_that_is_made_twice(staller):
    staller.clock.shift(29 * HOUR)
    staller.go_on()
    assert staller.take_back()
    assert staller.look().bank_seconds == PACE.allowance.total_seconds()
    staller.go_on()
    assert staller.look().bank_seconds == (PACE.allowance - 5 * HOUR + PACE.increment).total_seconds()


def test_the_table_has_waited_for_it_once(staller):
    for hours in (5, 3):
        staller.clock.shift(hours * HOUR)
        staller.go_on() if hours == 5 else staller.take_back()
    staller.clock.shift(2 * HOUR)
    waited = {line.seat_id: line.waiting_time for line in compute_game_result(staller.game.pk).seats}
    assert waited[staller.seat.pk] == 10 * HOUR
    staller.go_on()
    waited = {line.seat_id: line.waiting_time for line in compute_game_result(staller.game.pk).seats}
    assert waited[staller.seat.pk] == 10 * HOUR
