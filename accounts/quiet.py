"""Quiet hours: the part of the day, on the person's own clock, in which no letter should ring."""

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _


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


def validate_weekdays(days: Any) -> None:
    """Some days of the week; somebody who is free on all of them would never be due."""
    if not isinstance(days, list) or not all(type(day) is int and day in range(7) for day in days):
        raise ValidationError(_("Free days are numbers from 0 (Monday) to 6."))
    if len(set(days)) > MOST_FREE_DAYS:
        raise ValidationError(_("At least three days of a week are for playing."))


MOST_FREE_DAYS = 4
