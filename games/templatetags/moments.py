"""Times as people say them, in the reader's zone: "Thursday 18:00", "in 9 hours"."""

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.clock.pace import Pace
from games.play import paces

register = template.Library()

SOON = timedelta(days=6)  # so far a weekday names one day
NOTHING, A_MINUTE = timedelta(0), timedelta(minutes=1)


@register.filter
def moment(when: datetime | None) -> SafeString | str:
    """`<time>` with the day as people call it."""
    if when is None:
        return ""
    return _stamped(when, _said(timezone.localtime(when)))


@register.filter
def dated(when: datetime | None, format_: str) -> SafeString | str:
    """`<time>` with the date, and perhaps the time, as this format of ours has it."""
    return _stamped(when, date_format(timezone.localtime(when), format_)) if when else ""


def _stamped(when: datetime, words: str) -> SafeString:
    """To the minute and no finer: moves of orders bear the same instant as the move before them."""
    local = timezone.localtime(when)
    return format_html('<time datetime="{}">{}</time>', local.isoformat(timespec="minutes"), words)


def _said(local: datetime) -> str:
    clock = date_format(local, "H:i")
    days = (local.date() - timezone.localdate()).days
    if days in NEAR:
        return NEAR[days]() % {"time": clock}
    if abs(local - timezone.now()) < SOON:
        return date_format(local, "WEEKDAY_TIME")
    return date_format(local, "MONTH_DAY_TIME")


NEAR = {
    -1: lambda: _("yesterday %(time)s"),
    0: lambda: _("today %(time)s"),
    1: lambda: _("tomorrow %(time)s"),
}


@register.filter
def around(when: datetime | None) -> str:
    """A day and a part of it, for what nobody knows exactly: Thursday evening."""
    if when is None:
        return ""
    local = timezone.localtime(when)
    days = (local.date() - timezone.localdate()).days
    day = date_format(local, "l") if 0 <= days < SOON.days else date_format(local, "MONTH_DAY_FORMAT")
    part = PARTS[local.hour // 6]
    return (TODAY if days == 0 else TOMORROW if days == 1 else ANY_DAY)[part]() % {"day": day}


PARTS = ("night", "morning", "afternoon", "evening")  # of six hours each
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
def exactly(when: datetime | None) -> str:
    """Date, time and zone, for the second line."""
    if when is None:
        return ""
    local = timezone.localtime(when)
    zone = timezone.get_current_timezone_name().replace("_", " ")
    return f"{date_format(local, 'DATETIME_FORMAT')} ({zone})"


@register.filter
def from_now(when: datetime | None) -> str:
    """How far away it is, in the two figures that matter: in 1 day 23 h."""
    if when is None:
        return ""
    left = when - timezone.now()
    if abs(left) < A_MINUTE:
        return _("now")
    if left > NOTHING:
        return _("in %(time)s") % {"time": paces.amount(left)}
    return _("%(time)s ago") % {"time": paces.amount(-left)}


@register.filter
def until(start: datetime | None, end: datetime | None) -> str:
    """How much time lies between two moments: 1 day 3 h."""
    return paces.amount(max(end - start, NOTHING)) if start and end else ""


@register.filter
def left(when: datetime | None) -> str:
    """How much time there is until then."""
    return until(timezone.now(), when)


@register.filter
def pace(value: Pace) -> str:
    """A table's pace in a few words."""
    return paces.short(value)
