"""Template filters for times as people say them, in the reader's zone: "Thursday 18:00", "in 9 hours"."""

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts import server_time
from games.clock.pace import Pace
from games.queries.pace_text import describe_pace_briefly
from games.text import format_short_duration

register = template.Library()

SOON = timedelta(days=6)  # up to here a weekday is unambiguous
ZERO, ONE_MINUTE = timedelta(0), timedelta(minutes=1)


@register.filter
def friendly_time(when: datetime | None) -> SafeString | str:
    """Render `<time>` with a friendly day: today, tomorrow, a weekday or a date."""
    if when is None:
        return ""
    return _render_time_tag(when, _format_friendly_time(timezone.localtime(when)))


@register.filter
def short_time(when: datetime | None) -> SafeString | str:
    """Render `<time>` as short as a line of a phone needs it: today 18:00, Thu 18:00, 19 Nov 18:00."""
    return _render_time_tag(when, _format_short_time(timezone.localtime(when))) if when else ""


@register.filter
def time_tag(when: datetime | None, format_: str) -> SafeString | str:
    """Render `<time>` in one of our own date formats."""
    return _render_time_tag(when, date_format(timezone.localtime(when), format_)) if when else ""


def _render_time_tag(when: datetime, text: str) -> SafeString:
    """Render to the minute and no finer: moves of orders have the same instant as the move before them."""
    local = timezone.localtime(when)
    return format_html('<time datetime="{}">{}</time>', local.isoformat(timespec="minutes"), text)


def _format_friendly_time(local: datetime) -> str:
    clock = date_format(local, "H:i")
    days = (local.date() - timezone.localdate(server_time.now())).days
    if days in NEAR_DAYS:
        return NEAR_DAYS[days]() % {"time": clock}
    if abs(local - server_time.now()) < SOON:
        return date_format(local, "WEEKDAY_TIME")
    return date_format(local, "MONTH_DAY_TIME")


def _format_short_time(local: datetime) -> str:
    clock = date_format(local, "H:i")
    if local.date() == timezone.localdate(server_time.now()):
        return NEAR_DAYS[0]() % {"time": clock}
    is_near = abs(local - server_time.now()) < SOON
    return f"{date_format(local, 'D' if is_near else 'SHORT_MONTH_DAY')} {clock}"


NEAR_DAYS = {
    -1: lambda: _("yesterday %(time)s"),
    0: lambda: _("today %(time)s"),
    1: lambda: _("tomorrow %(time)s"),
}


@register.filter
def rough_time(when: datetime | None) -> str:
    """Format a rough time as a day and a part of it: Thursday evening."""
    if when is None:
        return ""
    local = timezone.localtime(when)
    days = (local.date() - timezone.localdate(server_time.now())).days
    day = date_format(local, "l") if 0 <= days < SOON.days else date_format(local, "MONTH_DAY_FORMAT")
    part = PARTS_OF_DAY[local.hour // 6]
    return (TODAY if days == 0 else TOMORROW if days == 1 else ANY_DAY)[part]() % {"day": day}


PARTS_OF_DAY = ("night", "morning", "afternoon", "evening")  # of six hours each
TODAY = {
    "night": lambda: _("tonight"),
    "morning": lambda: _("this morning"),
    "afternoon": lambda: _("this afternoon"),
    "evening": lambda: _("this evening"),
}
TOMORROW = {
    "night": lambda: _("tonight"),
    "morning": lambda: _("tomorrow morning"),
    "afternoon": lambda: _("tomorrow afternoon"),
    "evening": lambda: _("tomorrow evening"),
}
ANY_DAY = {
    "night": lambda: _("%(day)s, early"),
    "morning": lambda: _("%(day)s morning"),
    "afternoon": lambda: _("%(day)s afternoon"),
    "evening": lambda: _("%(day)s evening"),
}


@register.filter
def full_time(when: datetime | None) -> str:
    """Format date, time and time zone in full, for the second line."""
    if when is None:
        return ""
    local = timezone.localtime(when)
    zone = timezone.get_current_timezone_name().replace("_", " ")
    return f"{date_format(local, 'DATETIME_FORMAT')} ({zone})"


@register.filter
def from_now(when: datetime | None) -> str:
    """Format the distance to a time by its two largest units: in 1 day 23 h."""
    if when is None:
        return ""
    left = when - server_time.now()
    if abs(left) < ONE_MINUTE:
        return _("now")
    if left > ZERO:
        return _("in %(time)s") % {"time": format_short_duration(left)}
    return _("%(time)s ago") % {"time": format_short_duration(-left)}


@register.filter
def duration_until(start: datetime | None, end: datetime | None) -> str:
    """Format the duration between two times: 1 day 3 h."""
    return format_short_duration(max(end - start, ZERO)) if start and end else ""


@register.filter
def time_left(when: datetime | None) -> str:
    """Format the time that is left until then."""
    return duration_until(server_time.now(), when)


@register.filter
def pace_text(value: Pace) -> str:
    """Describe a table's pace in a few words."""
    return describe_pace_briefly(value)
