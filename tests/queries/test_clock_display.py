"""What a clock shows: in the bank, why it was moved, what answers in the end."""

from dataclasses import replace
from datetime import datetime, time, timedelta

import pytest

from accounts.models import User
from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import PRESETS, Pace
from games.models import Game, Outage, Seat
from games.play import referee
from games.play.deadlines import leave
from games.queries import clock_display, deadline_text
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import NOON
from tests.helpers.messages import deadlines
from tests.helpers.messages.clock import (
    BANK_RUNS,
    CAREFUL_BOT_ANSWERS,
    HARMLESS_MOVE_PLAYED,
    MISSED,
    MOVED_OUT_OF_QUIET_HOURS,
    TABLE_HAS_GIVEN_YOU,
    THEN_BANK,
    TIME_IN_BANK,
)
from tests.helpers.messages.votes import AWAY_MARK
from tests.helpers.tables import awaited, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

PLAIN = Pace(hours=timedelta(hours=24))


def asked(**wish) -> Seat:
    return awaited(table(3, **wish))


def own(seat: Seat, now: datetime = NOON) -> clock_display.OwnClockDisplay:
    return clock_display.build_own_clock_display(seat.game, seat, now)


def own_again(seat: Seat) -> clock_display.OwnClockDisplay:
    """As it is after the player has changed hours or leave."""
    seat.user.save()
    leave.recompute_deadlines(seat.user, NOON)
    return own(awaited(seat.game))


def facts(game: Game, seat: Seat) -> str:
    return clock_display.build_clock_display(game, seat, NOON).facts


def test_before_the_deadline_the_whole_bank_is_there():
    assert own(asked()).bank == THEN_BANK.fill(time="2 days")


def test_the_bank_runs_when_the_time_is_over():
    seat = asked()
    late = seat.due_at + timedelta(hours=5, minutes=30)
    assert own(seat, late).bank == BANK_RUNS.fill(time="1 day 18 h")
    assert clock_display.build_clock_display(seat.game, seat, late).is_late
    assert own(seat, seat.due_at + timedelta(days=2)).bank == deadlines.BANK_EMPTY


def test_a_table_without_banks_does_not_speak_of_them():
    seat = asked(pace=PLAIN)
    assert own(seat).bank == ""
    assert facts(seat.game, seat) == ""


def test_a_clock_that_stands_still_takes_nothing_from_the_bank():
    seat = asked()
    seat.stopped_at = seat.due_at + timedelta(hours=1)
    assert deadline_text.compute_bank_left(seat.game, seat, seat.due_at + timedelta(days=9)) == timedelta(
        hours=47
    )


@pytest.mark.parametrize(
    ("here", "always", "allowed", "answer"),
    [
        ("", "", ("minimal", "bot", "orders"), HARMLESS_MOVE_PLAYED),
        ("", "bot", ("minimal", "bot", "orders"), CAREFUL_BOT_ANSWERS),
        ("orders", "bot", ("minimal", "bot", "orders"), deadlines.ORDERS_WILL_ANSWER),
        ("minimal", "bot", ("minimal", "bot", "orders"), HARMLESS_MOVE_PLAYED),
        ("orders", "bot", ("minimal",), HARMLESS_MOVE_PLAYED),
    ],
)
def test_what_answers_is_the_choice_for_this_table_then_the_usual_one_if_the_table_allows_it(
    here, always, allowed, answer
):
    seat = asked(patience=MissedDeadlinePolicy(answers=allowed))
    seat.time_out, seat.user.time_out = here, always
    assert own(seat).consequence == answer


def test_a_deadline_says_that_it_was_moved_out_of_the_night():
    seat = asked(pace=PRESETS["daily"])
    assert own(seat).shift_reasons == []
    seat.user.quiet_from, seat.user.quiet_until = time(11), time(14)
    assert own_again(seat).shift_reasons == [MOVED_OUT_OF_QUIET_HOURS]


def test_a_deadline_that_the_table_does_not_move_far_enough_is_not_said_to_be_out_of_the_night():
    seat = asked(pace=PRESETS["daily"])
    seat.user.free_days = [3, 4, 5, 6]  # due on a Thursday at noon, and moved to the night of Saturday
    assert own_again(seat).shift_reasons == [deadlines.NOT_MOVED_FAR_ENOUGH.fill(time="60 hours")]


def test_a_deadline_on_a_free_day_says_that_the_table_does_not_wait_for_those():
    seat = asked(pace=Pace(hours=timedelta(hours=24), shift=timedelta(hours=12)))
    seat.user.free_days = [3]
    assert own_again(seat).shift_reasons == [deadlines.NOT_MOVED_BY_FREE_DAY]


EVENING = Pace(daily_at=(time(20),), hours=timedelta(hours=6))


def test_a_fixed_time_in_the_night_says_that_nothing_moves_it():
    seat = asked(pace=EVENING)
    assert own(seat).shift_reasons == []
    seat.user.quiet_from, seat.user.quiet_until = time(19), time(6)
    assert own_again(seat).shift_reasons == [deadlines.NOT_MOVED_BY_NIGHT]


def test_a_table_of_fixed_times_may_let_a_night_move_them():
    seat = asked(pace=replace(EVENING, shift=timedelta(hours=12)))
    seat.user.quiet_from, seat.user.quiet_until = time(19), time(6)
    assert own_again(seat).shift_reasons == [MOVED_OUT_OF_QUIET_HOURS]


def test_only_the_end_of_the_grace_in_a_night_is_no_word_about_the_deadline():
    seat = asked(pace=Pace(hours=timedelta(hours=24), grace=timedelta(hours=2), shift=timedelta(hours=12)))
    seat.user.quiet_from, seat.user.quiet_until = time(13), time(15)
    assert own_again(seat).shift_reasons == []


def test_a_deadline_says_that_the_site_stood_still():
    seat = asked()
    Outage.objects.create(start=NOON + timedelta(hours=1), end=NOON + timedelta(hours=5))
    leave.recompute_deadlines(seat.user, NOON + timedelta(hours=5))  # as whoever finds the outage does it
    assert own(awaited(seat.game)).shift_reasons == [deadlines.MOVED_BY_OUTAGE]


def test_a_deadline_says_that_the_game_was_paused(clock):
    seat = asked()
    for matter in ("pause", "resume"):
        referee.decide_matter(seat.game_id, matter, UserFactory(is_staff=True))
        clock.shift(timedelta(hours=3))
    assert own(awaited(seat.game)).shift_reasons == [deadlines.MOVED_BY_PAUSE]


def test_a_deadline_says_that_emails_did_not_arrive(clock):
    seat = asked()
    User.objects.filter(pk=seat.user_id).update(unreachable_since=NOON)
    leave.recompute_deadlines(seat.user, NOON)
    clock.shift(timedelta(hours=3))
    User.objects.filter(pk=seat.user_id).update(unreachable_since=None)
    leave.recompute_deadlines(User.objects.get(pk=seat.user_id))
    assert own(awaited(seat.game)).shift_reasons == [deadlines.MOVED_BY_BOUNCES]


def test_a_deadline_says_what_the_table_has_given():
    seat = asked()
    referee.extend_deadlines(seat.game_id, 5, UserFactory(is_staff=True))
    assert own(awaited(seat.game)).shift_reasons == [TABLE_HAS_GIVEN_YOU.fill(n=5)]


def test_a_deadline_says_that_leave_has_moved_it():
    seat = asked()
    seat.user.leave = [["2026-03-04", "2026-03-06"]]
    assert own_again(seat).shift_reasons == [deadlines.MOVED_BY_LEAVE]


def test_leave_that_the_table_does_not_count_moves_nothing_and_is_not_told():
    seat = asked(patience=MissedDeadlinePolicy(leave="none"))
    seat.user.leave = [["2026-03-04", "2026-03-06"]]
    assert own_again(seat).shift_reasons == []
    assert clock_display.build_clock_display(seat.game, seat, NOON).away_until is None


def test_an_empty_bank_is_nothing_and_not_no_minutes():
    seat = asked()
    for seconds in (0, 59):
        seat.bank_seconds = seconds
        assert facts(seat.game, seat) == deadlines.NOTHING_IN_THE_BANK
        assert own(seat).bank == deadlines.BANK_EMPTY


def test_misses_are_told_in_few_words():
    seat = asked()
    seat.excused_count, seat.missed_count = 1, 2
    bank, missed = TIME_IN_BANK.fill(time="2 days"), MISSED.fill(n=2)
    assert facts(seat.game, seat) == f"{bank}, {deadlines.EXCUSED_ONCE}, {missed}"
    seat.excused_count = 2
    assert facts(seat.game, seat) == f"{bank}, {deadlines.EXCUSED_SO_OFTEN.fill(n=2)}, {missed}"


def test_somebody_on_leave_is_said_to_be():
    seat = asked()
    seat.user.leave = [["2026-03-03", "2026-03-06"]]
    bank = TIME_IN_BANK.fill(time="2 days")
    assert facts(seat.game, seat) == f"{bank}, {deadlines.ON_LEAVE_UNTIL.fill(day='6 March')}"


def test_a_bot_has_no_clock_and_whoever_is_away_has_one_to_come_back_to():
    game = table(3, bots=1)
    bot = game.seats.exclude(bot="").get()
    assert facts(game, bot) == deadlines.BOT_WITHOUT_CLOCK
    person = game.seats.filter(bot="").first()
    person.bot = "rule_based"
    assert facts(game, person) == f"{TIME_IN_BANK.fill(time='2 days')}, {AWAY_MARK}"
