"""Clean-up of text written by users before it is stored, and formatting of lists and durations."""

import re
from collections.abc import Sequence
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.core.errors import make_printable

NOTHING = timedelta(0)
A_DAY = timedelta(days=1)


def tidy_text(text: str) -> str:
    """Strip unprintable characters, surplus spaces and repeated empty lines."""
    lines = [make_printable(" ".join(line.split()), most=len(line)) for line in text.strip().splitlines()]
    return re.sub("\n{3,}", "\n\n", "\n".join(lines))


def join_words(words: Sequence[str], last: str | None = None) -> str:
    """Join words like this: one, two and three.

    Django's own `get_text_list` leaves out the space after a Croatian comma."""
    *most, end = words or [""]
    return " ".join([", ".join(most), _("and") if last is None else last, end]) if most else end


def format_duration(time: timedelta) -> str:
    """Format a duration in days if it is whole days, else in hours and minutes."""
    if time and time % A_DAY == NOTHING:
        return ngettext("a day", "%(n)d days", time.days) % {"n": time.days}
    hours, minutes = divmod(int(time.total_seconds()) // 60, 60)
    if minutes:
        return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}
    return ngettext("an hour", "%(n)d hours", hours) % {"n": hours}


def format_short_duration(time: timedelta) -> str:
    """Format a duration briefly, in its two largest units: 1 day 3 h, 5 h 20 min."""
    minutes = int(time.total_seconds()) // 60
    hours, days = minutes // 60 % 24, minutes // (60 * 24)
    parts = [ngettext("%(n)d day", "%(n)d days", days) % {"n": days}] if days else []
    parts += [_("%(n)d h") % {"n": hours}] if hours else []
    parts += [_("%(n)d min") % {"n": minutes % 60}] if not days and (minutes % 60 or not hours) else []
    return " ".join(parts)
