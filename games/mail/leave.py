"""Leave booked, or taken back, by a line of a letter: it is the person's, whatever the letter is about."""

from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from games.clock.leave import Days
from games.clock.spans import A_DAY
from games.mail.reading import dates
from games.play import away, times
from games.play.errors import NotPossible
from games.rules.core import orders
from games.rules.core.lexicon import ANY, plain
from games.rules.core.ruleset import Ruleset


def obeyed(user: User, rest: str, rules: Ruleset[Any]) -> str:
    """The first day and the last one; one day alone is both. Or what was booked is taken back."""
    word, _space, days = rest.strip().partition(" ")
    if plain(word) in rules.lexicon.spellings(orders.CANCEL, ANY):
        return _take_back(user, days)
    first, last = _days(user, rest)
    away.book(user, first, last + A_DAY, times.now())
    if first == last:
        return _("You are on leave on %(day)s.") % {"day": _told(first)}
    words = {"first": _told(first), "last": _told(last)}
    return _("You are on leave from %(first)s to %(last)s, both days included.") % words


def _days(user: User, rest: str) -> tuple[date, date]:
    found = dates.read(rest, away.today(user, times.now()))
    if found is None:
        raise NotPossible(
            _(
                "Please write the first and the last day, as in “leave 2026-12-20 2027-01-03” or "
                "“leave 20 December to 3 January”."
            )
        )
    return found


def _take_back(user: User, rest: str) -> str:
    """Of several bookings a day must say which."""
    now = times.now()
    wanted = _days(user, rest)[0] if rest.strip() else None
    found = [days for days in away.ahead(user, now) if wanted is None or days.first <= wanted < days.until]
    if not found:
        raise NotPossible(_("You have booked no leave that could be taken back."))
    if len(found) > 1:
        booked = ", ".join(map(_told_days, found))
        words = _("You have booked %(days)s. Please write the first day of what you mean behind it.")
        raise NotPossible(words % {"days": booked})
    away.take_back(user, found[0].first, now)
    told = _("Taken back: your leave %(days)s. Days that are past, and today, stay used.")
    return told % {"days": _told_days(found[0])}


def _told(day: date) -> str:
    """As the reader writes it."""
    return date_format(day, "WEEKDAY_DATE")


def _told_days(days: Days) -> str:
    first, last = days.first, days.until - A_DAY
    if first == last:
        return _("on %(day)s") % {"day": _told(first)}
    return _("from %(first)s to %(last)s") % {"first": _told(first), "last": _told(last)}
