"""A person's hours: the night and the free days, on their own clock, in which no deadline should fall."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.clock.spans import A_DAY, MIDNIGHT, ZERO, Span, covered, instant, merged, out_of, utc

# who is not awake after so many nights and free days in a row never is; a fortnight has fewer
STEPS = 40
A_MOMENT = timedelta(minutes=1)
MORNING = timedelta(hours=1)  # nobody's time ends in the minute in which they get up


@dataclass(frozen=True, slots=True)
class Person:
    """When somebody does not want to be waited for."""

    zone: ZoneInfo
    quiet_from: time | None = None
    quiet_until: time | None = None  # on the next day, unless it is later than `quiet_from`
    free_days: frozenset[int] = frozenset()  # Monday is 0, as in datetime


def _rests(day: date, person: Person) -> Iterator[Span]:
    """The free day, and the night that begins on this day."""
    tomorrow = day + A_DAY
    if day.weekday() in person.free_days:
        yield from _between(instant(day, MIDNIGHT, person.zone), instant(tomorrow, MIDNIGHT, person.zone))
    if person.quiet_from is not None and person.quiet_until is not None:
        last = day if person.quiet_from < person.quiet_until else tomorrow
        night = instant(day, person.quiet_from, person.zone)
        yield from _between(night, instant(last, person.quiet_until, person.zone))


def _between(start: datetime, end: datetime) -> Iterator[Span]:
    """Nothing, where the clocks skip what would have been between."""
    if start < end:
        yield Span(start, end)


def _asleep(start: datetime, end: datetime, person: Person) -> Iterator[Span]:
    """All rests that may touch this time. Where a day is skipped, a night reaches into the day after next."""
    day, last = (at.astimezone(person.zone).date() for at in (start, end))
    day -= 2 * A_DAY
    while day <= last:
        yield from _rests(day, person)
        day += A_DAY


def first_awake(at: datetime, person: Person, *, up_for: timedelta = ZERO) -> datetime:
    """The first moment, from `at` on, that is neither night nor a free day, nor so shortly after one.

    Who never is awake is taken at any time: otherwise a table would wait for ever."""
    at = moment = utc(at)
    for _ in range(STEPS):
        rests = _asleep(moment - up_for, moment, person)
        ends = [span.end + up_for for span in rests if span.start <= moment < span.end + up_for]
        if not ends:
            return moment
        moment = ends[0]
    return at


def morning(person: Person) -> timedelta:
    """How long somebody is to be up before a deadline: an hour, unless the whole day is hardly longer."""
    if person.quiet_from is None or person.quiet_until is None:
        return MORNING
    start, end = (clock.hour * 60 + clock.minute for clock in (person.quiet_until, person.quiet_from))
    awake = timedelta(minutes=(end - start) % (24 * 60))
    return MORNING if awake >= 2 * MORNING else ZERO


def last_awake(at: datetime, person: Person) -> datetime:
    """The last moment, up to `at`, that is neither night nor a free day: just before the rest begins.

    Who never is awake is taken at any time."""
    at = moment = utc(at)
    for _ in range(STEPS):
        rest = next((span for span in _asleep(moment, moment, person) if moment in span), None)
        if rest is None:
            return moment
        moment = rest.start - A_MOMENT
    return at


def awake_between(start: datetime, end: datetime, person: Person) -> timedelta:
    """How much of this time somebody is awake."""
    start, end = utc(start), utc(end)
    if end <= start:
        return ZERO
    whole = Span(start, end)
    return whole.length - covered(whole, merged(_asleep(start, end, person)))


def shifted(
    deadline: datetime, person: Person | None, *, at_most: timedelta, closed: Sequence[Span] = ()
) -> datetime:
    """The deadline when somebody has been awake for a while, in no closed span, but not moved by more than
    that."""
    return min(_first_open(utc(deadline), person, closed), utc(deadline) + at_most)


def _first_open(at: datetime, person: Person | None, closed: Sequence[Span]) -> datetime:
    while True:
        awake = first_awake(at, person, up_for=morning(person)) if person else at
        at = out_of(awake, closed)
        if at == awake:
            return at
