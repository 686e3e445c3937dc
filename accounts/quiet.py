"""Quiet hours: the part of the day, on the person's own clock, in which no letter should ring."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo


def is_quiet(clock: time, start: time, end: time) -> bool:
    """Does this hand of the clock lie in the quiet part? It may go over midnight: 22:00 to 07:00."""
    if start < end:
        return start <= clock < end
    return clock >= start or clock < end


def first_loud(at: datetime, zone: ZoneInfo, start: time | None, end: time | None) -> datetime:
    """The first moment, from `at` on, at which a letter does not disturb."""
    if start is None or end is None:
        return at
    local = at.astimezone(zone)
    clock = local.time()
    if not is_quiet(clock, start, end):
        return at
    tomorrow = clock >= end  # the quiet part began today and ends after midnight
    day = local.date() + timedelta(days=1) if tomorrow else local.date()
    return datetime.combine(day, end, tzinfo=zone).astimezone(UTC)
