"""Leave: days booked ahead, within a yearly budget, on which no clock of that person runs.

A day counts whole, from midnight to midnight in the person's zone. What may not be booked is answered with a
reason and not with an error: the page that asks has the words for it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal
from zoneinfo import ZoneInfo

from games.clock.spans import A_DAY, MIDNIGHT, Span, instant, joined, utc

Policy = Literal["allowed", "none"] | int  # of a table; a number is how many days count in one game
Refusal = Literal["past", "run_out", "budget"]


@dataclass(frozen=True, slots=True)
class Days:
    """From the first day on, and no longer on `until`."""

    first: date
    until: date

    def __post_init__(self) -> None:
        if self.until <= self.first:
            raise ValueError("leave is a day or more")

    @property
    def number(self) -> int:
        return (self.until - self.first).days


Bookings = Sequence[Days]


def read(written: Iterable[Sequence[str]]) -> tuple[Days, ...]:
    """Bookings as they are stored: pairs of days."""
    return tuple(Days(date.fromisoformat(first), date.fromisoformat(until)) for first, until in written)


def written(bookings: Iterable[Days]) -> list[list[str]]:
    return [[days.first.isoformat(), days.until.isoformat()] for days in bookings]


def merged(bookings: Iterable[Days]) -> tuple[Days, ...]:
    """The same days in as few bookings as possible, in their order."""
    return tuple(Days(*pair) for pair in joined((days.first, days.until) for days in bookings))


def days_in(year: int, bookings: Bookings) -> int:
    """How many days of a calendar year are booked."""
    return sum(_days_in(year, days) for days in merged(bookings))


def _days_in(year: int, days: Days) -> int:
    last = min(days.until - A_DAY, date(year, 12, 31))
    return max((last - max(days.first, date(year, 1, 1))).days + 1, 0)


def uses(wanted: Days, bookings: Bookings) -> dict[int, int]:
    """What a booking takes from the budget of each year; a day that is booked already costs nothing."""
    years = range(wanted.first.year, (wanted.until - A_DAY).year + 1)
    together = [*bookings, wanted]
    return {year: days_in(year, together) - days_in(year, bookings) for year in years}


def span(days: Days, zone: ZoneInfo) -> Span:
    """The time that these days take in a zone."""
    return Span(instant(days.first, MIDNIGHT, zone), instant(days.until, MIDNIGHT, zone))


def counts(at: datetime, bookings: Bookings, zone: ZoneInfo) -> bool:
    """Is the person away at this moment?"""
    return any(utc(at) in span(days, zone) for days in bookings)


def book(
    wanted: Days,
    bookings: Bookings,
    *,
    at: datetime,
    zone: ZoneInfo,
    budget: int,
    deadlines: Iterable[datetime] = (),
) -> tuple[Days, ...] | Refusal:
    """All bookings with the new one, or why not.

    Leave may begin today, but it does not save a decision whose time has already run out."""
    at = utc(at)
    if wanted.first < at.astimezone(zone).date():
        return "past"
    if any(days and days_in(year, bookings) + days > budget for year, days in uses(wanted, bookings).items()):
        return "budget"
    if any(utc(deadline) <= at and utc(deadline) in span(wanted, zone) for deadline in deadlines):
        return "run_out"
    return merged([*bookings, wanted])


def at_table(bookings: Bookings, policy: Policy, zone: ZoneInfo, *, since: date) -> tuple[Span, ...]:
    """The leave that stops the clock of a game which began on this day."""
    if policy == "none":
        return ()
    counted = merged(Days(max(days.first, since), days.until) for days in bookings if days.until > since)
    if policy != "allowed":
        counted = _first_days(counted, policy)
    return tuple(span(days, zone) for days in counted)


def _first_days(bookings: Bookings, number: int) -> tuple[Days, ...]:
    """So many days of all those that are booked, the earliest ones."""
    found: list[Days] = []
    for days in bookings:
        if number > 0:
            found.append(Days(days.first, days.first + min(days.number, number) * A_DAY))
        number -= days.number
    return tuple(found)
