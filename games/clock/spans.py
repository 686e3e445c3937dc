"""Instants, and the spans between them: what the other files of this room are made of.

Everything is counted in UTC. Adding hours to a local time would lose or win one in a night in which the
clocks change.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

T = TypeVar("T", bound=date)  # days, or instants

ZERO = timedelta(0)
MIDNIGHT = time(0)
A_DAY = timedelta(days=1)


def utc(at: datetime) -> datetime:
    """The same instant, in the zone in which we count."""
    if at.tzinfo is None:
        raise ValueError("an instant needs a zone")
    return at.astimezone(UTC)


def instant(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """When the clocks of a zone show this.

    One that comes twice is meant the first time; one that is skipped comes when it would have come without
    the change (RFC 5545, 3.3.5)."""
    return utc(datetime.combine(day, clock, tzinfo=zone))


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """From `start` on, and no longer at `end`."""

    start: datetime
    end: datetime

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", utc(self.start))
        object.__setattr__(self, "end", utc(self.end))
        if self.end < self.start:
            raise ValueError("a span does not end before it begins")

    def __contains__(self, at: datetime) -> bool:
        return self.start <= at < self.end

    @property
    def length(self) -> timedelta:
        return self.end - self.start


def joined(pairs: Iterable[tuple[T, T]]) -> list[tuple[T, T]]:
    """The same in as few pairs of beginning and end as possible, one after the other."""
    found: list[tuple[T, T]] = []
    for start, end in sorted(pairs):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        elif start < end:
            found.append((start, end))
    return found


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same time in as few spans as possible."""
    return tuple(Span(*pair) for pair in joined((span.start, span.end) for span in spans))


def covered(whole: Span, spans: Sequence[Span]) -> timedelta:
    """How much of a span lies in these merged ones."""
    parts = (min(whole.end, span.end) - max(whole.start, span.start) for span in spans)
    return sum((part for part in parts if part > ZERO), ZERO)


def out_of(at: datetime, spans: Sequence[Span]) -> datetime:
    """The first moment, from `at` on, that lies in none of these merged spans."""
    return next((span.end for span in spans if at in span), at)


def after(start: datetime, running: timedelta, stops: Sequence[Span]) -> datetime:
    """When a clock has run so long that stands still in these merged spans."""
    at, left = start, running
    for stop in stops:
        if stop.end <= at:
            continue
        if at + left <= stop.start:
            break
        left -= max(stop.start - at, ZERO)
        at = stop.end
    return at + left
