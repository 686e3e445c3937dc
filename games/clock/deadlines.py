"""Deadlines: by when a decision must be made, and what has moved that time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from games.clock.bank import DeadlineTimes, TimeBank, compute_deadline_times
from games.clock.pace import Pace, find_next_daily_time
from games.clock.quiet_hours import NO_DAYS, QuietHours, shift_deadline
from games.clock.spans import ZERO, Span, add_running_time, merge_spans, skip_spans, to_utc

DelayReason = Literal["outage", "unreachable", "leave", "night"]


def compute_due(asked_at: datetime, hours: int) -> datetime:
    """The end of the hours that the table allows for one decision."""
    return asked_at + timedelta(hours=hours)


@dataclass(frozen=True, slots=True)
class Deadline(DeadlineTimes):
    """The deadline of one decision. Reminders name `due`; at `final` the server decides for the player."""

    reasons: tuple[DelayReason, ...] = ()  # why it is later than the pace alone says
    night_moves_due: bool = False  # quiet hours move `due` itself, and not only `final`


@dataclass(frozen=True, slots=True)
class RemainingTime:
    """The time that is left in each of the three consecutive parts."""

    until_due: timedelta
    bank: timedelta
    grace: timedelta


def compute_deadline(
    asked_at: datetime,
    pace: Pace,
    bank: TimeBank,
    person: QuietHours | None = None,
    leave: Sequence[Span] = (),
    outages: Sequence[Span] = (),
    unreachable: Sequence[Span] = (),
    given: timedelta = ZERO,
) -> Deadline:
    """Compute the deadline of a decision, and the reasons why it is later than the pace alone says.

    Outages of the site, days of leave and times when no email could reach the player stop the clock. `given`
    is extra time from the table, added to the deadline. `person` has the quiet hours of the player; a bot has
    none. If several reasons explain the same delay, only the first is named."""
    person = limit_quiet_hours(person, pace) if person else None
    causes: list[tuple[DelayReason, Sequence[Span], QuietHours | None]] = [
        ("outage", outages, None),
        ("unreachable", unreachable, None),
        ("leave", leave, None),
        ("night", (), person),
    ]
    at = to_utc(asked_at)
    stops: tuple[Span, ...] = ()
    times = _compute_times_with_stops(at, pace, bank, None, stops, given)
    reasons: list[DelayReason] = []
    before = times
    for reason, spans, sleeper in causes:
        if spans or sleeper:
            stops = merge_spans([*stops, *spans])
            before, times = times, _compute_times_with_stops(at, pace, bank, sleeper, stops, given)
            reasons += [reason] if times != before else []
    night_moves_due = bool(person) and times.due != before.due
    return Deadline(times.due, times.empty, times.final, tuple(reasons), night_moves_due)


def limit_quiet_hours(person: QuietHours, pace: Pace) -> QuietHours:
    """The quiet hours that count at this pace: free days only where it waits for a whole weekend.

    Moving a deadline from Saturday morning to Saturday evening would cost the table time and free nobody."""
    return person if pace.allows_free_days else replace(person, free_days=NO_DAYS)


def _compute_times_with_stops(
    asked_at: datetime,
    pace: Pace,
    bank: TimeBank,
    person: QuietHours | None,
    stops: Sequence[Span],
    given: timedelta,
) -> DeadlineTimes:
    """Compute the three deadlines for one set of reasons.

    Quiet hours may move `due`, and `final` once more, each by no more than the pace allows: otherwise the end
    of a bank could fall into the night after the one that has moved `due`."""
    closed = merge_spans(_add_rest_after(stop, pace) for stop in stops)
    first = _find_first_due(asked_at, pace, stops, closed)
    last = skip_spans(add_running_time(first, pace.shift, closed), closed)
    if given:  # added to the shifted deadline, not to the moment in the night before it
        first = add_running_time(
            shift_deadline(first, person, at_most=last - first, closed=closed), given, stops
        )
        last = skip_spans(add_running_time(last, given, stops), closed)
    times = compute_deadline_times(
        shift_deadline(first, person, at_most=last - first, closed=closed), bank, pace, stops
    )
    latest = skip_spans(add_running_time(times.final, pace.shift, closed), closed)
    final = shift_deadline(times.final, person, at_most=latest - times.final, closed=closed)
    return replace(times, final=final)


def _add_rest_after(stop: Span, pace: Pace) -> Span:
    """Extend a stop by a rest in which no deadline may fall: nobody times out the minute the site is back.

    The rest is as long as the stop, but at most the grace, and at most the time for a new decision, so that
    a decision that is asked later is never due earlier."""
    return Span(stop.start, stop.end + min(stop.length, pace.grace, pace.hours))


def _find_first_due(
    asked_at: datetime, pace: Pace, stops: Sequence[Span], closed: Sequence[Span]
) -> datetime:
    """The end of the hours, or the first fixed time after it that is not in a closed span."""
    at = add_running_time(asked_at, pace.hours, stops)
    if not pace.daily_at:
        return at
    tick = find_next_daily_time(at, pace)
    while (opened := skip_spans(tick, closed)) != tick:
        tick = find_next_daily_time(opened, pace)
    return tick


def compute_remaining(times: DeadlineTimes, now: datetime) -> RemainingTime:
    """The time that is left in each part."""
    now = to_utc(now)
    parts = ((now, times.due), (times.due, times.empty), (times.empty, times.final))
    return RemainingTime(*(max(end - max(start, now), ZERO) for start, end in parts))
