"""Quiet hours: the part of the day, in the person's time zone, in which no email should be sent."""

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# no deadline falls into anybody's night, unless they say that they have none
USUAL_NIGHT_START, USUAL_NIGHT_END = time(23), time(7)


def is_quiet_time(clock: time, start: time, end: time) -> bool:
    """Is this time of day within the quiet hours, which may span midnight: 22:00 to 07:00?"""
    if start < end:
        return start <= clock < end
    return clock >= start or clock < end


def skip_quiet_hours(at: datetime, zone: ZoneInfo, start: time | None, end: time | None) -> datetime:
    """Return the first moment from `at` on that is not within the quiet hours."""
    if start is None or end is None:
        return at
    local = at.astimezone(zone)
    clock = local.time()
    if not is_quiet_time(clock, start, end):
        return at
    tomorrow = clock >= end  # the quiet hours began today and end after midnight
    day = local.date() + timedelta(days=1) if tomorrow else local.date()
    return datetime.combine(day, end, tzinfo=zone).astimezone(UTC)


def validate_free_days(days: Any) -> None:
    """Accept up to four weekdays; with all of them free a person would never have a deadline."""
    if not isinstance(days, list) or not all(type(day) is int and day in range(7) for day in days):
        raise ValidationError(_("Free days are numbers from 0 (Monday) to 6."))
    if len(set(days)) > MOST_FREE_DAYS:
        raise ValidationError(_("You need at least three days a week for playing."))


MOST_FREE_DAYS = 4
