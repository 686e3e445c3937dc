"""Leave: booked ahead, paid from a budget, taken back; and clocks that follow a person's hours."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from accounts import personal_data, server_time
from accounts.models import User
from games.clock.leave import LeaveBooking
from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import Pace
from games.clock.quiet_hours import MORNING_MARGIN
from games.models import Game, Seat
from games.play import referee
from games.play.deadlines import alarms, leave
from games.play.errors import NotPossible
from tests.helpers.absent_players import replaced
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import NOON
from tests.helpers.messages import play
from tests.helpers.messages.people import (
    LAST_BEFORE_FIRST,
    LEAVE_DOES_NOT_COUNT,
    LEAVE_EXCEEDS_BUDGET,
    LEAVE_IN_THE_PAST,
    LEAVE_STOPS_CLOCK,
    LEAVE_TOO_FAR_AHEAD,
    NO_LEAVE_BOOKED,
)
from tests.helpers.tables import awaited, fallback, move, table
from tests.helpers.threads import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

TODAY = NOON.date()
PLAIN = Pace(hours=timedelta(hours=24), shift=timedelta(hours=72))


def day(month: int, number: int, year: int = 2026) -> date:
    return date(year, month, number)


def asked(**wish) -> Seat:
    return awaited(table(3, **{"pace": PLAIN, "patience": MissedDeadlinePolicy()} | wish))


def due(seat: Seat) -> datetime | None:
    seat.refresh_from_db()
    return seat.due_at


# --- booking


@pytest.fixture
def ann() -> User:
    return UserFactory(time_zone="Europe/Budapest")


def test_what_is_booked_is_stored_and_merged(ann):
    leave.book_leave(ann, day(4, 1), day(4, 3), NOON)
    leave.book_leave(ann, day(4, 3), day(4, 5), NOON)
    ann.refresh_from_db()
    assert ann.leave == [["2026-04-01", "2026-04-05"]]
    assert leave.load_bookings(ann) == (LeaveBooking(day(4, 1), day(4, 5)),)
    assert leave.count_days_left(ann, 2026) == 24


@pytest.mark.parametrize(
    ("first", "until", "sentence"),
    [
        (day(3, 3), day(3, 6), LEAVE_IN_THE_PAST),
        (day(4, 5), day(4, 5), LAST_BEFORE_FIRST),
        (day(4, 1), day(4, 30), LEAVE_EXCEEDS_BUDGET.fill(n=29, year=2026, left=28)),
        (day(12, 31, 2027), day(1, 2, 2028), LEAVE_TOO_FAR_AHEAD),
    ],
)
def test_what_cannot_be_booked_is_answered_with_a_sentence(ann, first, until, sentence):
    with pytest.raises(NotPossible, match=sentence):
        leave.book_leave(ann, first, until, NOON)
    ann.refresh_from_db()
    assert ann.leave == []


def test_the_budget_is_the_houses_and_begins_anew_each_year(ann, settings):
    settings.LEAVE_DAYS = 3
    leave.book_leave(ann, day(12, 30), day(1, 3, 2027), NOON)
    assert (leave.count_days_left(ann, 2026), leave.count_days_left(ann, 2027)) == (1, 1)
    with pytest.raises(NotPossible, match=LEAVE_EXCEEDS_BUDGET.fill(n=2, year=2027, left=1)):
        leave.book_leave(ann, day(6, 1, 2027), day(6, 3, 2027), NOON)


def test_two_bookings_of_the_last_days_at_once_do_not_both_pass(transactional_db, ann, settings):
    settings.LEAVE_DAYS = 3
    answers = at_once(
        lambda: leave.book_leave(ann, day(4, 1), day(4, 3), NOON),
        lambda: leave.book_leave(ann, day(5, 1), day(5, 3), NOON),
    )
    assert sorted(type(answer) for answer in answers if isinstance(answer, Exception)) == [NotPossible]
    ann.refresh_from_db()
    assert leave.count_days_left(ann, 2026) == 1


def test_leave_begins_with_the_day_of_the_persons_own_calendar(ann):
    late = datetime(2026, 3, 4, 23, 30, tzinfo=UTC)  # in Budapest it is tomorrow
    with pytest.raises(NotPossible, match=LEAVE_IN_THE_PAST.pattern):
        leave.book_leave(ann, TODAY, day(3, 6), late)
    leave.book_leave(ann, day(3, 5), day(3, 6), late)
    assert leave.find_return_date(ann, late) == day(3, 6)
    assert leave.find_return_date(ann, NOON) is None


# --- taking it back


def test_what_is_still_to_come_can_be_taken_back(ann):
    leave.book_leave(ann, day(4, 1), day(4, 5), NOON)
    leave.cancel_leave(ann, day(4, 1), NOON)
    assert (ann.leave, leave.count_days_left(ann, 2026)) == ([], 28)


def test_days_that_are_past_stay_used_and_so_does_today(ann):
    leave.book_leave(ann, TODAY, day(3, 14), NOON)
    leave.cancel_leave(ann, TODAY, NOON + timedelta(days=2))
    assert ann.leave == [["2026-03-04", "2026-03-07"]]
    assert leave.count_days_left(ann, 2026) == 25


def test_what_is_over_or_never_was_cannot_be_taken_back(ann):
    leave.book_leave(ann, TODAY, day(3, 6), NOON)
    with pytest.raises(NotPossible, match=play.LEAVE_OVER.pattern):
        leave.cancel_leave(ann, TODAY, NOON + timedelta(days=1))
    with pytest.raises(NotPossible, match=NO_LEAVE_BOOKED.pattern):
        leave.cancel_leave(ann, day(5, 1), NOON)


# --- the clocks


def test_booking_moves_the_deadline_of_an_open_decision_and_taking_back_moves_it_again():
    seat = asked()
    assert due(seat) == NOON + timedelta(hours=24)
    leave.book_leave(seat.user, TODAY + timedelta(days=1), TODAY + timedelta(days=4), NOON)
    assert due(seat) == NOON + timedelta(hours=24, days=3)
    leave.cancel_leave(seat.user, TODAY + timedelta(days=1), NOON)
    assert due(seat) == NOON + timedelta(hours=24)


def test_others_and_other_games_keep_their_time():
    seat, other = asked(), asked()
    leave.book_leave(seat.user, TODAY, TODAY + timedelta(days=4), NOON)
    assert due(other) == NOON + timedelta(hours=24)


@pytest.mark.parametrize(("policy", "days"), [("allowed", 5), ("none", 0), (2, 2)])
def test_a_table_decides_how_much_leave_counts(policy, days):
    seat = asked(patience=MissedDeadlinePolicy(leave=policy))
    leave.book_leave(seat.user, TODAY + timedelta(days=1), TODAY + timedelta(days=6), NOON)
    assert due(seat) == NOON + timedelta(hours=24, days=days)


def test_who_is_asked_while_away_has_the_whole_time_afterwards(clock):
    seat = asked()
    other = Seat.objects.select_related("user").get(
        game=seat.game, place=(seat.place + 1) % seat.game.seats.count()
    )
    leave.book_leave(other.user, TODAY, TODAY + timedelta(days=3), NOON)
    while awaited(seat.game).pk != other.pk:
        now = awaited(seat.game)
        move(now, fallback(now))
    assert due(other) == datetime(2026, 3, 8, tzinfo=UTC)


def test_nobody_on_leave_is_out_of_time(clock):
    seat = asked()
    leave.book_leave(seat.user, TODAY, TODAY + timedelta(days=10), NOON)
    clock.shift(timedelta(minutes=4))
    alarms.handle_due_alarms()
    clock.shift(timedelta(minutes=4))
    assert alarms.handle_due_alarms() == 0
    seat.refresh_from_db()
    assert seat.alarm_at > NOON + timedelta(days=10)


def test_leave_does_not_bring_back_a_decision_whose_time_is_over(clock):
    seat = asked()
    clock.shift(timedelta(hours=24, minutes=3))
    with pytest.raises(NotPossible, match=play.LEAVE_COMES_TOO_LATE.pattern):
        leave.book_leave(seat.user, TODAY + timedelta(days=1), TODAY + timedelta(days=4), server_time.now())
    assert due(seat) == NOON + timedelta(hours=24)


def test_a_pause_stays_a_pause_and_leave_counts_when_it_ends(clock):
    seat = asked()
    boss = UserFactory(is_staff=True)
    referee.decide_matter(seat.game_id, "pause", boss)
    leave.book_leave(seat.user, TODAY + timedelta(days=1), TODAY + timedelta(days=3), NOON)
    seat.refresh_from_db()
    assert (seat.stopped_at, seat.alarm_at) == (NOON, None)
    referee.decide_matter(seat.game_id, "resume", boss)
    assert due(seat) == NOON + timedelta(days=3)


def test_a_bot_that_plays_for_somebody_gets_no_clock():
    seat = replaced(asked().game)
    leave.book_leave(seat.user, TODAY, TODAY + timedelta(days=3), NOON)
    seat.refresh_from_db()
    assert (seat.due_at, seat.alarm_at) == (None, None)


def test_an_open_page_sees_that_a_deadline_has_moved():
    seat = asked()
    before = Game.objects.get(pk=seat.game_id)
    leave.book_leave(seat.user, TODAY, TODAY + timedelta(days=3), NOON)
    after = Game.objects.get(pk=seat.game_id)
    assert (after.log_length, after.position) == (before.log_length, before.position)
    assert after.page_version > before.page_version


# --- other hours


def save(user: User, **hours) -> None:
    User.objects.filter(pk=user.pk).update(**hours)
    personal_data.notify_hours_changed(user)


def test_saving_a_night_moves_the_deadline_out_of_it():
    seat = asked()
    save(seat.user, quiet_from=time(11), quiet_until=time(15))
    assert due(seat) == NOON + timedelta(hours=27) + MORNING_MARGIN
    save(seat.user, quiet_from=None, quiet_until=None)
    assert due(seat) == NOON + timedelta(hours=24)


def test_saving_free_days_moves_the_deadline_over_the_weekend(clock):
    clock.move_to(NOON + timedelta(days=2))  # Friday
    seat = asked()
    save(seat.user, free_days=[5, 6])
    assert due(seat) == datetime(2026, 3, 9, tzinfo=UTC) + MORNING_MARGIN


def test_a_night_in_which_the_clocks_change_ends_in_the_morning_of_the_wall(clock):
    clock.move_to(datetime(2026, 3, 28, 2, 30, tzinfo=UTC))  # 3:30 in Budapest; the next night skips an hour
    seat = asked()
    night = {"quiet_from": time(22), "quiet_until": time(7), "holds_email": False}
    save(seat.user, time_zone="Europe/Budapest", **night)
    assert due(seat) == datetime(2026, 3, 29, 7, tzinfo=ZoneInfo("Europe/Budapest")) + MORNING_MARGIN
    assert due(seat) == datetime(2026, 3, 29, 5, tzinfo=UTC) + MORNING_MARGIN


def test_another_share_for_reminders_moves_the_alarm():
    seat = asked()
    save(seat.user, reminder=50)
    seat.refresh_from_db()
    assert seat.alarm_at == NOON + timedelta(hours=12)


# --- at the tables


def test_every_own_table_tells_what_it_lets_count():
    seat = asked(name="Free")
    capped = asked(name="Cup", patience=MissedDeadlinePolicy(leave=3)).game
    strict = asked(name="Strict", patience=MissedDeadlinePolicy(leave="none")).game
    Seat.objects.filter(game__in=[capped, strict], place=0).update(user=seat.user)
    data = {one.game.name: (one.counts, one.sentence) for one in leave.list_leave_policies(seat.user)}
    assert data == {
        "Free": (True, LEAVE_STOPS_CLOCK),
        "Cup": (True, play.LEAVE_STOPS_THE_CLOCK_FOR.fill(days=play.DAYS_OF_LEAVE.fill(n=3))),
        "Strict": (False, LEAVE_DOES_NOT_COUNT),
    }
