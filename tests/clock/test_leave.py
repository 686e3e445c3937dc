"""Leave: what may be booked, what it costs, and where it counts."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import leave
from games.clock.leave import (
    LeaveBooking,
    book_leave,
    compute_budget_use,
    count_days_in_year,
    is_on_leave,
    list_leave_spans,
    merge_bookings,
)
from tests.helpers import clock_times as times
from tests.helpers.clock_times import BUDAPEST, at, hours, shown

ON_MONDAY = at("2026-05-04 10:00")
BUDGET = 30


def days(first: str, until: str) -> LeaveBooking:
    return LeaveBooking(date.fromisoformat(first), date.fromisoformat(until))


AUGUST = days("2026-08-01", "2026-08-15")
bookings = st.lists(
    st.builds(
        lambda first, number: LeaveBooking(first, first + timedelta(days=number)),
        st.dates(date(2025, 12, 1), date(2027, 2, 1)),
        st.integers(1, 40),
    ),
    max_size=5,
)


def test_leave_is_a_day_or_more():
    with pytest.raises(ValueError, match="a day or more"):
        days("2026-05-01", "2026-05-01")


def test_bookings_that_overlap_or_touch_are_one():
    found = [days("2026-08-10", "2026-08-20"), AUGUST, days("2026-08-20", "2026-08-21")]
    assert merge_bookings(found) == (days("2026-08-01", "2026-08-21"),)
    assert merge_bookings([days("2026-08-16", "2026-08-17"), AUGUST]) == (
        AUGUST,
        days("2026-08-16", "2026-08-17"),
    )


def test_what_a_booking_costs():
    assert compute_budget_use(AUGUST, []) == {2026: 14}
    assert compute_budget_use(AUGUST, [days("2026-08-10", "2026-08-20")]) == {2026: 9}
    assert compute_budget_use(AUGUST, [AUGUST]) == {2026: 0}
    assert compute_budget_use(days("2026-12-24", "2027-01-07"), []) == {2026: 8, 2027: 6}
    assert compute_budget_use(days("2026-12-24", "2027-01-01"), []) == {
        2026: 8
    }  # New Year's Day is no longer in it


def test_a_day_is_away_from_midnight_to_midnight_on_the_own_clock():
    away = [days("2026-03-29", "2026-03-30")]
    assert not is_on_leave(at("2026-03-28 23:59"), away, BUDAPEST)
    assert is_on_leave(at("2026-03-29 00:00"), away, BUDAPEST)
    assert is_on_leave(at("2026-03-29 23:59"), away, BUDAPEST)
    assert not is_on_leave(at("2026-03-30 00:00"), away, BUDAPEST)
    assert leave.compute_span(away[0], BUDAPEST).length == hours(23)


# --- booking


def booked(wanted: LeaveBooking, *others: LeaveBooking, **more: object) -> object:
    return book_leave(wanted, others, **{"at": ON_MONDAY, "zone": BUDAPEST, "budget": BUDGET, **more})


def test_a_booking_is_added_to_the_others():
    easter = days("2026-06-01", "2026-06-03")
    assert booked(AUGUST, easter) == (easter, AUGUST)
    assert booked(AUGUST, days("2026-08-15", "2026-08-18")) == (days("2026-08-01", "2026-08-18"),)


def test_leave_may_begin_today_but_not_yesterday():
    assert booked(days("2026-05-04", "2026-05-05")) == (days("2026-05-04", "2026-05-05"),)
    assert booked(days("2026-05-03", "2026-05-05")) == "past"


def test_today_is_what_the_own_calendar_shows():
    sunday_there = {"zone": times.ZoneInfo("America/New_York"), "at": at("2026-05-04 05:00")}
    assert booked(days("2026-05-03", "2026-05-05"), **sunday_there) == (days("2026-05-03", "2026-05-05"),)


def test_leave_does_not_save_a_decision_whose_time_has_run_out():
    today = days("2026-05-04", "2026-05-06")
    assert booked(today, deadlines=[at("2026-05-04 09:00")]) == "run_out"
    assert booked(today, deadlines=[ON_MONDAY]) == "run_out"
    assert booked(today, deadlines=[at("2026-05-04 10:01"), at("2026-05-03 23:00")]) == (today,)


def test_the_budget_is_for_each_calendar_year():
    spring = days("2026-06-01", "2026-06-17")
    assert booked(AUGUST, spring) == (spring, AUGUST)  # 30 days
    assert booked(days("2026-08-01", "2026-08-16"), spring) == "budget"
    assert booked(days("2026-12-31", "2027-01-31"), spring, AUGUST) == "budget"
    assert booked(days("2027-01-01", "2027-01-31"), spring, AUGUST) != "budget"


def test_what_is_booked_already_costs_nothing_even_if_the_budget_has_shrunk():
    assert booked(AUGUST, AUGUST, budget=5) == (AUGUST,)


def test_nobody_books_until_the_end_of_the_calendar():
    assert booked(LeaveBooking(date(2026, 6, 1), date.max)) == "budget"
    assert booked(LeaveBooking(date.max - timedelta(days=1), date.max)) == (
        LeaveBooking(date.max - timedelta(days=1), date.max),
    )


# --- at a table


def at_our_table(
    policy: leave.LeavePolicy, *found: LeaveBooking, since: str = "2026-08-03"
) -> list[tuple[str, str]]:
    spans = list_leave_spans(found, policy, BUDAPEST, since=date.fromisoformat(since))
    return [(shown(one.start), shown(one.end)) for one in spans]


def test_a_table_allows_leave_or_does_not():
    assert at_our_table("allowed", AUGUST, since="2026-07-01") == [("Sat 01 Aug 00:00", "Sat 15 Aug 00:00")]
    assert at_our_table("allowed", AUGUST) == [("Mon 03 Aug 00:00", "Sat 15 Aug 00:00")]
    assert at_our_table("none", AUGUST) == []
    assert at_our_table("allowed", AUGUST, since="2026-08-15") == []


def test_a_tournament_lets_the_first_so_many_days_count():
    later = days("2026-08-20", "2026-08-25")
    assert at_our_table(3, AUGUST, later) == [("Mon 03 Aug 00:00", "Thu 06 Aug 00:00")]
    assert at_our_table(14, later, AUGUST) == [
        ("Mon 03 Aug 00:00", "Sat 15 Aug 00:00"),
        ("Thu 20 Aug 00:00", "Sat 22 Aug 00:00"),
    ]
    assert at_our_table(0, AUGUST) == []


# --- whatever is booked


@given(bookings)
def test_merging_twice_is_merging_once(found):
    assert merge_bookings(merge_bookings(found)) == merge_bookings(found)


@given(bookings, bookings.filter(bool))
def test_the_cost_is_what_the_year_has_more_afterwards(found, wanted):
    for year, cost in compute_budget_use(wanted[0], found).items():
        assert 0 <= cost <= wanted[0].day_count
        assert count_days_in_year(year, [*found, wanted[0]]) == count_days_in_year(year, found) + cost


@given(bookings.filter(bool), bookings)
def test_no_year_is_booked_beyond_its_budget(wanted, found):
    result = book_leave(wanted[0], found, at=at("2025-11-01 12:00"), zone=BUDAPEST, budget=BUDGET)
    for year in compute_budget_use(wanted[0], found):
        if result != "budget":
            assert count_days_in_year(year, result) <= max(BUDGET, count_days_in_year(year, found))


@given(bookings, times.zones, st.dates(date(2025, 12, 1), date(2027, 3, 1)), st.integers(0, 50))
def test_a_cap_takes_no_more_days_than_it_says_and_none_that_is_not_booked(found, key, since, cap):
    zone = times.ZoneInfo(key)
    capped = list_leave_spans(found, cap, zone, since=since)
    free = list_leave_spans(found, "allowed", zone, since=since)
    total = sum((one.length for one in capped), timedelta(0))
    assert total <= timedelta(days=cap, hours=2)
    assert all(any(one.start in other and one.end <= other.end for other in free) for one in capped)
