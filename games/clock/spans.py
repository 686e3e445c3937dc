"""Instants and the spans between them, on which the rest of this package is built.

All arithmetic is in UTC: adding hours to a local time would lose or gain one in a night when the clocks
change.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

T = TypeVar("T", bound=date)  # days, or instants

ZERO = timedelta(0)
MIDNIGHT = time(0)
ONE_DAY = timedelta(days=1)


def to_utc(at: datetime) -> datetime:
    """Convert an instant to UTC; it must have a time zone."""
    if at.tzinfo is None:
        raise ValueError("an instant needs a zone")
    return at.astimezone(UTC)


def convert_local_time(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """The instant when the clocks of a zone show this date and time.

    If they show it twice, it is the first; a time that is skipped is taken with the offset before the
    change (RFC 5545, 3.3.5)."""
    return to_utc(datetime.combine(day, clock, tzinfo=zone))


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """The time from `start` up to, but not including, `end`."""

    start: datetime
    end: datetime

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", to_utc(self.start))
        object.__setattr__(self, "end", to_utc(self.end))
        if self.end < self.start:
            raise ValueError("a span does not end before it begins")

    def __contains__(self, at: datetime) -> bool:
        return self.start <= at < self.end

    @property
    def length(self) -> timedelta:
        return self.end - self.start


def merge_pairs(pairs: Iterable[tuple[T, T]]) -> list[tuple[T, T]]:
    """Merge pairs of start and end that overlap or touch; drop empty ones and sort."""
    found: list[tuple[T, T]] = []
    for start, end in sorted(pairs):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        elif start < end:
            found.append((start, end))
    return found


def merge_spans(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Merge spans that overlap or touch; the result is sorted."""
    return tuple(Span(*pair) for pair in merge_pairs((span.start, span.end) for span in spans))


def compute_overlap(whole: Span, spans: Sequence[Span]) -> timedelta:
    """How much of a span is covered by these merged spans."""
    parts = (min(whole.end, span.end) - max(whole.start, span.start) for span in spans)
    return sum((part for part in parts if part > ZERO), ZERO)


def skip_spans(at: datetime, spans: Sequence[Span]) -> datetime:
    """The first moment from `at` on that is in none of these merged spans."""
    return next((span.end for span in spans if at in span), at)


def add_running_time(start: datetime, running: timedelta, stops: Sequence[Span]) -> datetime:
    """The moment when a clock that is paused during these merged spans has run for this long."""
    at, left = start, running
    for stop in stops:
        if stop.end <= at:
            continue
        if at + left <= stop.start:
            break
        left -= max(stop.start - at, ZERO)
        at = stop.end
    return at + left
