"""Leave: days booked in advance, within a yearly budget, on which the clocks of a player are paused.

A day is from midnight to midnight in the player's time zone. A booking that is not allowed returns a reason
instead of raising an error: the page has the sentences for it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal
from zoneinfo import ZoneInfo

from games.clock.spans import MIDNIGHT, ONE_DAY, Span, convert_local_time, merge_pairs, to_utc

LeavePolicy = (
    Literal["allowed", "none"] | int
)  # of a table; a number is how many days of leave count in one game
LeaveRefusal = Literal["past", "run_out", "budget"]


@dataclass(frozen=True, slots=True)
class LeaveBooking:
    """Leave from the day `first` up to, but not including, the day `until`."""

    first: date
    until: date

    def __post_init__(self) -> None:
        if self.until <= self.first:
            raise ValueError("leave is a day or more")

    @property
    def day_count(self) -> int:
        return (self.until - self.first).days


Bookings = Sequence[LeaveBooking]


def load_bookings(written: Iterable[Sequence[str]]) -> tuple[LeaveBooking, ...]:
    """Load bookings from their stored form: pairs of ISO dates."""
    return tuple(
        LeaveBooking(date.fromisoformat(first), date.fromisoformat(until)) for first, until in written
    )


def dump_bookings(bookings: Iterable[LeaveBooking]) -> list[list[str]]:
    """Dump bookings for storage as pairs of ISO dates."""
    return [[days.first.isoformat(), days.until.isoformat()] for days in bookings]


def merge_bookings(bookings: Iterable[LeaveBooking]) -> tuple[LeaveBooking, ...]:
    """Merge bookings that overlap or touch; the result is sorted."""
    return tuple(LeaveBooking(*pair) for pair in merge_pairs((days.first, days.until) for days in bookings))


def count_days_in_year(year: int, bookings: Bookings) -> int:
    """The number of days of a calendar year that are booked."""
    return sum(_count_booking_days(year, days) for days in merge_bookings(bookings))


def _count_booking_days(year: int, days: LeaveBooking) -> int:
    last = min(days.until - ONE_DAY, date(year, 12, 31))
    return max((last - max(days.first, date(year, 1, 1))).days + 1, 0)


def compute_budget_use(wanted: LeaveBooking, bookings: Bookings) -> dict[int, int]:
    """The days that a new booking takes from the budget of each year; days booked before cost nothing."""
    years = range(wanted.first.year, (wanted.until - ONE_DAY).year + 1)
    together = [*bookings, wanted]
    return {year: count_days_in_year(year, together) - count_days_in_year(year, bookings) for year in years}


def compute_span(days: LeaveBooking, zone: ZoneInfo) -> Span:
    """The time span of these days in a time zone."""
    return Span(
        convert_local_time(days.first, MIDNIGHT, zone), convert_local_time(days.until, MIDNIGHT, zone)
    )


def is_on_leave(at: datetime, bookings: Bookings, zone: ZoneInfo) -> bool:
    """Is the player on leave at this moment?"""
    return any(to_utc(at) in compute_span(days, zone) for days in bookings)


def book_leave(
    wanted: LeaveBooking,
    bookings: Bookings,
    *,
    at: datetime,
    zone: ZoneInfo,
    budget: int,
    deadlines: Iterable[datetime] = (),
) -> tuple[LeaveBooking, ...] | LeaveRefusal:
    """Add a booking; return all bookings, or the reason why it is refused.

    Leave may begin today, but not to rescue a decision whose time has already run out."""
    at = to_utc(at)
    if wanted.first < at.astimezone(zone).date():
        return "past"
    if any(
        days and count_days_in_year(year, bookings) + days > budget
        for year, days in compute_budget_use(wanted, bookings).items()
    ):
        return "budget"
    if any(
        to_utc(deadline) <= at and to_utc(deadline) in compute_span(wanted, zone) for deadline in deadlines
    ):
        return "run_out"
    return merge_bookings([*bookings, wanted])


def list_leave_spans(
    bookings: Bookings, policy: LeavePolicy, zone: ZoneInfo, *, since: date
) -> tuple[Span, ...]:
    """The leave that pauses the clock in a game that began on the day `since`, under its policy."""
    if policy == "none":
        return ()
    counted = merge_bookings(
        LeaveBooking(max(days.first, since), days.until) for days in bookings if days.until > since
    )
    if policy != "allowed":
        counted = _take_first_days(counted, policy)
    return tuple(compute_span(days, zone) for days in counted)


def _take_first_days(bookings: Bookings, number: int) -> tuple[LeaveBooking, ...]:
    """Keep only the first `number` days of all bookings."""
    found: list[LeaveBooking] = []
    for days in bookings:
        if number > 0:
            found.append(LeaveBooking(days.first, days.first + min(days.day_count, number) * ONE_DAY))
        number -= days.day_count
    return tuple(found)
