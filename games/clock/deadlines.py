"""Until when a decision is asked for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from games.clock import bank as banks
from games.clock.bank import Bank, Hands
from games.clock.nights import Person, shifted
from games.clock.pace import Pace, first_daily
from games.clock.spans import ZERO, Span, after, merged, out_of, utc

Reason = Literal["outage", "unreachable", "leave", "night"]


def due(asked_at: datetime, hours: int) -> datetime:
    """The end of the time that the table gives for one decision."""
    return asked_at + timedelta(hours=hours)


@dataclass(frozen=True, slots=True)
class Deadline(Hands):
    """Reminders speak of `due`; at `final` the decision is made for whoever has not made it."""

    reasons: tuple[Reason, ...] = ()  # what has moved it


@dataclass(frozen=True, slots=True)
class Remaining:
    """What is left on the calendar, each part after the one before."""

    until_due: timedelta
    bank: timedelta
    grace: timedelta


def deadline(
    asked_at: datetime,
    pace: Pace,
    bank: Bank,
    person: Person | None = None,
    leave: Sequence[Span] = (),
    outages: Sequence[Span] = (),
    unreachable: Sequence[Span] = (),
    given: timedelta = ZERO,
) -> Deadline:
    """Until when a decision may be made, and what makes it later than the pace alone would.

    Outages of the site, days of leave and time in which no letter could arrive stop the clock. What the table
    has given is counted from the deadline. Who is no person (a bot) has no nights. Of several reasons for the
    same time the first in `Reason` is named."""
    causes: list[tuple[Reason, Sequence[Span], Person | None]] = [
        ("outage", outages, None),
        ("unreachable", unreachable, None),
        ("leave", leave, None),
        ("night", (), person),
    ]
    at = utc(asked_at)
    stops: tuple[Span, ...] = ()
    hands = _hands(at, pace, bank, None, stops, given)
    reasons: list[Reason] = []
    for reason, spans, sleeper in causes:
        if spans or sleeper:
            stops = merged([*stops, *spans])
            before, hands = hands, _hands(at, pace, bank, sleeper, stops, given)
            reasons += [reason] if hands != before else []
    return Deadline(hands.due, hands.empty, hands.final, tuple(reasons))


def _hands(
    asked_at: datetime,
    pace: Pace,
    bank: Bank,
    person: Person | None,
    stops: Sequence[Span],
    given: timedelta,
) -> Hands:
    """The hands for one set of reasons. Nights move `due`, and `final` only by what is left of the shift."""
    closed = merged(_with_rest(stop, pace) for stop in stops)
    first = _first_due(asked_at, pace, stops, closed)
    last = out_of(after(first, pace.shift, closed), closed)
    if given:  # counted from where the hand stands, and not from a moment in the night before
        first = after(shifted(first, person, at_most=last - first, closed=closed), given, stops)
        last = out_of(after(last, given, stops), closed)
    hands = banks.hands(shifted(first, person, at_most=last - first, closed=closed), bank, pace, stops)
    latest = out_of(banks.hands(last, bank, pace, stops).final, closed)
    final = shifted(hands.final, person, at_most=latest - hands.final, closed=closed)
    return replace(hands, final=final)


def _with_rest(stop: Span, pace: Pace) -> Span:
    """A stop, and a rest after it in which nothing runs out: nobody loses in the minute the site comes back.

    As long as the stop was, up to the grace; but not more than a new decision would get, so that whoever is
    asked later is never due earlier."""
    return Span(stop.start, stop.end + min(stop.length, pace.grace, pace.hours))


def _first_due(asked_at: datetime, pace: Pace, stops: Sequence[Span], closed: Sequence[Span]) -> datetime:
    """The end of the hours; or the first fixed time after it at which somebody could have answered."""
    at = after(asked_at, pace.hours, stops)
    if not pace.daily_at:
        return at
    tick = first_daily(at, pace)
    while (opened := out_of(tick, closed)) != tick:
        tick = first_daily(opened, pace)
    return tick


def remaining(hands: Hands, now: datetime) -> Remaining:
    """How much of each part is still to come."""
    now = utc(now)
    parts = ((now, hands.due), (hands.due, hands.empty), (hands.empty, hands.final))
    return Remaining(*(max(end - max(start, now), ZERO) for start, end in parts))
