"""Nights and weekends, also those in which the clocks change."""

from dataclasses import replace
from datetime import time, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from accounts.preferences.quiet_hours import skip_quiet_hours
from games.clock.quiet_hours import QuietHours, compute_awake_time, find_first_awake, shift_deadline
from games.clock.spans import ZERO
from tests.helpers import clock_times as times
from tests.helpers.clock_times import APIA, BUDAPEST, WEEKEND, ZAGREB, at, hours, shown

SLEEPER = QuietHours(BUDAPEST, time(22), time(7))
AT_WORK = QuietHours(BUDAPEST, time(22), time(7), WEEKEND)
SIESTA = QuietHours(BUDAPEST, time(13), time(15))
NEVER = [
    QuietHours(BUDAPEST, free_days=frozenset(range(7))),
    QuietHours(BUDAPEST, time(7), time(7)),
    QuietHours(BUDAPEST, time(0), time(23, 59), frozenset(range(7))),
]


@pytest.mark.parametrize(
    ("person", "moment", "awake"),
    [
        (SLEEPER, "2026-05-01 21:59", "Fri 01 May 21:59"),
        (SLEEPER, "2026-05-01 22:00", "Sat 02 May 07:00"),
        (SLEEPER, "2026-05-02 06:59", "Sat 02 May 07:00"),
        (SLEEPER, "2026-05-02 07:00", "Sat 02 May 07:00"),
        (SIESTA, "2026-05-02 13:30", "Sat 02 May 15:00"),
        (SIESTA, "2026-05-02 02:00", "Sat 02 May 02:00"),
        (AT_WORK, "2026-05-01 21:59", "Fri 01 May 21:59"),
        (AT_WORK, "2026-05-01 22:00", "Mon 04 May 07:00"),  # Saturday is free, and Sunday, and the nights
        (AT_WORK, "2026-05-03 12:00", "Mon 04 May 07:00"),
        (QuietHours(BUDAPEST, free_days=WEEKEND), "2026-05-02 00:00", "Mon 04 May 00:00"),
        (
            QuietHours(BUDAPEST, time(22), None),
            "2026-05-01 23:00",
            "Fri 01 May 23:00",
        ),  # half a night is none
        (QuietHours(BUDAPEST), "2026-05-01 03:00", "Fri 01 May 03:00"),
    ],
)
def test_the_first_awake_moment(person, moment, awake):
    assert shown(find_first_awake(at(moment), person)) == awake


@pytest.mark.drill(22, "nights in which the clocks change")
@pytest.mark.parametrize("zone", [BUDAPEST, ZAGREB])
@pytest.mark.parametrize(("evening", "slept"), [("2026-03-28 22:00", 8), ("2026-10-24 22:00", 10)])
def test_a_night_in_which_the_clocks_change_ends_when_the_clock_shows_seven(zone, evening, slept):
    sleeper = QuietHours(zone, time(22), time(7))
    start = at(evening, zone)
    assert find_first_awake(start, sleeper) - start == hours(slept)
    assert shown(find_first_awake(start, sleeper), zone)[-5:] == "07:00"


def test_a_night_that_ends_in_the_hour_that_comes_twice_ends_once():
    owl = QuietHours(BUDAPEST, time(20), time(2, 30))
    assert find_first_awake(at("2026-10-24 20:00"), owl) == at("2026-10-25 00:30", times.ZoneInfo("UTC"))
    second = at("2026-10-25 01:15", times.ZoneInfo("UTC"))  # 02:15 for the second time
    assert find_first_awake(second, owl) == second


def test_a_nap_in_the_hour_that_is_skipped_takes_as_long_later():
    napper = QuietHours(BUDAPEST, time(2, 10), time(2, 40))
    assert shown(find_first_awake(at("2026-03-29 03:20"), napper)) == "Sun 29 Mar 03:40"
    late = QuietHours(
        BUDAPEST, time(2, 30), time(3, 10)
    )  # would begin after it ends: there is none that night
    assert shown(find_first_awake(at("2026-03-29 03:00"), late)) == "Sun 29 Mar 03:00"
    assert shown(find_first_awake(at("2026-03-30 03:00"), late)) == "Mon 30 Mar 03:10"


def test_a_night_before_a_day_that_never_was():
    """Samoa went from Thursday the 29th to Saturday the 31st."""
    sleeper = QuietHours(APIA, time(22), time(7))
    assert shown(find_first_awake(at("2011-12-29 23:00", APIA), sleeper), APIA) == "Sat 31 Dec 07:00"
    assert shown(find_first_awake(at("2011-12-31 03:00", APIA), sleeper), APIA) == "Sat 31 Dec 07:00"
    fridays = QuietHours(APIA, free_days=frozenset({4}))
    assert shown(find_first_awake(at("2011-12-31 00:00", APIA), fridays), APIA) == "Sat 31 Dec 00:00"


@pytest.mark.parametrize("person", NEVER)
def test_who_never_is_awake_is_taken_at_any_time(person):
    moment = at("2026-05-01 12:00")
    assert find_first_awake(moment, person) == moment
    assert shift_deadline(moment, person, at_most=hours(100)) == moment
    assert compute_awake_time(moment, moment + timedelta(days=7), person) == ZERO


def test_awake_one_minute_a_week_is_awake():
    person = QuietHours(BUDAPEST, time(12, 1), time(12), frozenset({0, 1, 2, 3, 4, 5}))
    assert shown(find_first_awake(at("2026-05-03 12:01"), person)) == "Sun 10 May 12:00"


@pytest.mark.parametrize(
    ("start", "end", "awake"),
    [
        ("2026-05-04 12:00", "2026-05-05 12:00", 15),
        ("2026-05-04 23:00", "2026-05-05 06:00", 0),
        ("2026-05-04 00:00", "2026-05-11 00:00", 5 * 15),  # a week of work
        ("2026-05-02 00:00", "2026-05-04 00:00", 0),
        ("2026-05-05 12:00", "2026-05-04 12:00", 0),  # the wrong way round
    ],
)
def test_awake_between(start, end, awake):
    assert compute_awake_time(at(start), at(end), AT_WORK) == hours(awake)


@pytest.mark.parametrize(("day", "awake"), [("2026-03-29", 15), ("2026-10-25", 15)])
def test_a_change_of_the_clocks_at_night_takes_nothing_from_the_day(day, awake):
    start = at(f"{day} 00:00")
    end = at(f"{day} 23:59")
    assert compute_awake_time(start, end, SLEEPER) == hours(awake)
    insomniac = compute_awake_time(start, end, QuietHours(BUDAPEST))
    assert insomniac == end - start


def test_a_deadline_moves_to_the_morning_but_not_further_than_the_table_allows():
    night = at("2026-05-01 23:00")
    assert shown(shift_deadline(night, SLEEPER, at_most=hours(12))) == "Sat 02 May 08:00"
    assert shown(shift_deadline(night, SLEEPER, at_most=hours(3))) == "Sat 02 May 02:00"
    assert shown(shift_deadline(night, SLEEPER, at_most=ZERO)) == "Fri 01 May 23:00"
    assert shown(shift_deadline(night, AT_WORK, at_most=hours(72))) == "Mon 04 May 08:00"
    assert shown(shift_deadline(night, None, at_most=hours(12))) == "Fri 01 May 23:00"


@pytest.mark.parametrize(
    ("moment", "moved"),
    [("06:59", "08:00"), ("07:00", "08:00"), ("07:59", "08:00"), ("08:00", "08:00"), ("21:59", "21:59")],
)
def test_nobodys_time_ends_before_they_have_been_up_for_an_hour(moment, moved):
    assert shown(shift_deadline(at(f"2026-05-02 {moment}"), SLEEPER, at_most=hours(12)))[-5:] == moved


def test_whoever_is_up_for_less_than_two_hours_has_no_hour_for_getting_up():
    short = QuietHours(BUDAPEST, time(8, 30), time(7))
    assert shown(shift_deadline(at("2026-05-02 03:00"), short, at_most=hours(12))) == "Sat 02 May 07:00"
    enough = QuietHours(BUDAPEST, time(9), time(7))
    assert shown(shift_deadline(at("2026-05-02 03:00"), enough, at_most=hours(12))) == "Sat 02 May 08:00"


@given(times.instants, times.people, times.lengths, times.lengths)
def test_who_is_due_later_is_not_moved_to_an_earlier_moment(deadline, person, more, at_most):
    earlier, later = (shift_deadline(one, person, at_most=at_most) for one in (deadline, deadline + more))
    assert earlier <= later


# --- whatever the zone


@given(times.instants, times.people)
def test_the_first_awake_moment_is_awake_and_not_before(moment, person):
    awake = find_first_awake(moment, person)
    assert awake >= moment
    assert find_first_awake(awake, person) == awake


@given(times.instants, times.people)
def test_nobody_is_awake_before_the_first_awake_moment(moment, person):
    assert compute_awake_time(moment, find_first_awake(moment, person), person) == ZERO


@given(times.instants, times.lengths, times.people)
def test_whoever_comes_later_is_not_awake_earlier(moment, more, person):
    assert find_first_awake(moment, person) <= find_first_awake(moment + more, person)


@given(times.instants, times.lengths, times.lengths, times.people)
def test_awake_time_adds_up(start, first, second, person):
    middle = start + first
    whole = compute_awake_time(start, middle + second, person)
    assert whole == compute_awake_time(start, middle, person) + compute_awake_time(
        middle, middle + second, person
    )
    assert ZERO <= whole <= first + second


@given(times.instants, times.people, times.lengths)
def test_a_deadline_falls_into_a_night_only_if_the_table_allows_no_more(deadline, person, at_most):
    moved = shift_deadline(deadline, person, at_most=at_most)
    assert deadline <= moved <= deadline + at_most
    assert moved == find_first_awake(moved, person) or moved == deadline + at_most


@given(
    times.instants,
    st.sampled_from([BUDAPEST, ZAGREB]),
    st.times(time(20), time(23, 59)),
    st.times(time(4), time(12)),
)
def test_emails_and_deadlines_know_the_same_night(moment, zone, start, end):
    assert find_first_awake(moment, QuietHours(zone, start, end)) == skip_quiet_hours(
        moment, zone, start, end
    )


@given(times.instants, times.people, st.lists(times.clocks, min_size=2, max_size=2, unique=True))
def test_the_clock_on_the_wall_agrees(moment, person, night):
    """On days on which no clock is changed, what the wall shows is enough to tell."""
    person = replace(person, quiet_from=night[0], quiet_until=night[1])
    local = moment.astimezone(person.zone)
    days = [(moment + timedelta(hours=12 * n)).astimezone(person.zone).utcoffset() for n in range(-6, 7)]
    assume(len(set(days)) == 1)
    (start, end), clock = night, local.time()
    is_night = start <= clock < end if start < end else not end <= clock < start
    never = len(person.free_days) == 7
    is_resting = is_night or local.weekday() in person.free_days
    assert (find_first_awake(moment, person) == moment) == (never or not is_resting)
