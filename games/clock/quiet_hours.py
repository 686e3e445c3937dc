"""Quiet hours: the nights and free days of a player, in local time, in which no deadline should fall."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.clock.spans import (
    MIDNIGHT,
    ONE_DAY,
    ZERO,
    Span,
    compute_overlap,
    convert_local_time,
    merge_spans,
    skip_spans,
    to_utc,
)

# after so many nights and free days in a row, a player is taken to be never awake; two weeks have fewer
MAX_RESTS_IN_A_ROW = 40
ONE_MINUTE = timedelta(minutes=1)
MORNING_MARGIN = timedelta(hours=1)  # no deadline falls so soon after quiet hours
NO_DAYS: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class QuietHours:
    """When a player does not want to be expected to move."""

    zone: ZoneInfo
    quiet_from: time | None = None
    quiet_until: time | None = None  # on the next day, unless it is later than `quiet_from`
    free_days: frozenset[int] = NO_DAYS  # Monday is 0, as in datetime


def _list_rests_of_day(day: date, person: QuietHours) -> Iterator[Span]:
    """The free day, if it is one, and the night that begins on this day."""
    tomorrow = day + ONE_DAY
    if day.weekday() in person.free_days:
        yield from _yield_if_not_empty(
            convert_local_time(day, MIDNIGHT, person.zone),
            convert_local_time(tomorrow, MIDNIGHT, person.zone),
        )
    if person.quiet_from is not None and person.quiet_until is not None:
        last = day if person.quiet_from < person.quiet_until else tomorrow
        night = convert_local_time(day, person.quiet_from, person.zone)
        yield from _yield_if_not_empty(night, convert_local_time(last, person.quiet_until, person.zone))


def _yield_if_not_empty(start: datetime, end: datetime) -> Iterator[Span]:
    """Yield the span, unless it is empty because the clocks skip it."""
    if start < end:
        yield Span(start, end)


def _list_rests_near(start: datetime, end: datetime, person: QuietHours) -> Iterator[Span]:
    """All rests that may overlap this time.

    It starts two days early: where a time zone skips a day, a night reaches into the day after next."""
    day, last = (at.astimezone(person.zone).date() for at in (start, end))
    day -= 2 * ONE_DAY
    while day <= last:
        yield from _list_rests_of_day(day, person)
        day += ONE_DAY


def find_first_awake(at: datetime, person: QuietHours, *, up_for: timedelta = ZERO) -> datetime:
    """The first moment from `at` on when the player has been awake for at least `up_for`.

    For a player who is never awake it is `at`: otherwise the table would wait for ever."""
    at = moment = to_utc(at)
    for _ in range(MAX_RESTS_IN_A_ROW):
        rests = _list_rests_near(moment - up_for, moment, person)
        ends = [span.end + up_for for span in rests if span.start <= moment < span.end + up_for]
        if not ends:
            return moment
        moment = ends[0]
    return at


def compute_morning_margin(person: QuietHours) -> timedelta:
    """How long a player should be awake before a deadline: an hour, or none if the day is under two hours."""
    if person.quiet_from is None or person.quiet_until is None:
        return MORNING_MARGIN
    start, end = (clock.hour * 60 + clock.minute for clock in (person.quiet_until, person.quiet_from))
    awake = timedelta(minutes=(end - start) % (24 * 60))
    return MORNING_MARGIN if awake >= 2 * MORNING_MARGIN else ZERO


def find_last_awake(at: datetime, person: QuietHours) -> datetime:
    """The last moment up to `at` when the player is awake; during a rest, just before it began.

    For a player who is never awake it is `at`."""
    at = moment = to_utc(at)
    for _ in range(MAX_RESTS_IN_A_ROW):
        rest = next((span for span in _list_rests_near(moment, moment, person) if moment in span), None)
        if rest is None:
            return moment
        moment = rest.start - ONE_MINUTE
    return at


def compute_awake_time(start: datetime, end: datetime, person: QuietHours) -> timedelta:
    """How much of this time the player is awake."""
    start, end = to_utc(start), to_utc(end)
    if end <= start:
        return ZERO
    whole = Span(start, end)
    return whole.length - compute_overlap(whole, merge_spans(_list_rests_near(start, end, person)))


def shift_deadline(
    deadline: datetime, person: QuietHours | None, *, at_most: timedelta, closed: Sequence[Span] = ()
) -> datetime:
    """Move a deadline to when the player has been awake for a while, outside closed spans, by at most
    `at_most`."""
    return min(_find_first_open(to_utc(deadline), person, closed), to_utc(deadline) + at_most)


def _find_first_open(at: datetime, person: QuietHours | None, closed: Sequence[Span]) -> datetime:
    while True:
        awake = find_first_awake(at, person, up_for=compute_morning_margin(person)) if person else at
        at = skip_spans(awake, closed)
        if at == awake:
            return at
