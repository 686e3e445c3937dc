"""The `leave` command of a reply: book leave or cancel it, whatever game or tournament the email is about."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts import server_time
from accounts.models import User
from games.clock.leave import LeaveBooking
from games.clock.spans import ONE_DAY
from games.mail.parsing import dates
from games.mail.parsing.vocabulary import has_word
from games.play.deadlines import leave
from games.play.errors import NotPossible


def execute_leave_command(user: User, rest: str) -> str:
    """Book leave from the first day to the last, or for one day, or cancel a booking; return a sentence."""
    word, _space, days = rest.strip().partition(" ")
    if has_word("leave", "cancel", word):
        return _cancel_leave(user, days)
    first, last = _parse_days(user, rest)
    leave.book_leave(user, first, last + ONE_DAY, server_time.now())
    if first == last:
        return _("You are on leave on %(day)s.") % {"day": _format_day(first)}
    words = {"first": _format_day(first), "last": _format_day(last)}
    return _("You are on leave from %(first)s to %(last)s, inclusive.") % words


def _parse_days(user: User, rest: str) -> tuple[date, date]:
    found = dates.parse_days(rest, leave.compute_local_date(user, server_time.now()))
    if found is None:
        raise NotPossible(
            _(
                "Please write the first and the last day, as in “leave 2026-12-20 2027-01-03” or "
                "“leave 20 December to 3 January”."
            )
        )
    return found


def _cancel_leave(user: User, rest: str) -> str:
    """Cancel a booking; if there are several, a day must say which."""
    now = server_time.now()
    wanted = _parse_days(user, rest)[0] if rest.strip() else None
    found = [
        days
        for days in leave.list_upcoming_bookings(user, now)
        if wanted is None or days.first <= wanted < days.until
    ]
    if not found:
        raise NotPossible(_("You have no leave booked that could be cancelled."))
    if len(found) > 1:
        booked = ", ".join(map(_format_days, found))
        phrase = _("You have booked %(days)s. Please add the first day of the leave you mean.")
        raise NotPossible(phrase % {"days": booked})
    leave.cancel_leave(user, found[0].first, now)
    text = _("Cancelled: your leave %(days)s. Days that have passed, and today, still count as used.")
    return text % {"days": _format_days(found[0])}


def _format_day(day: date) -> str:
    """Format a day in the reader's language."""
    return date_format(day, "WEEKDAY_DATE")


def _format_days(days: LeaveBooking) -> str:
    first, last = days.first, days.until - ONE_DAY
    if first == last:
        return _("on %(day)s") % {"day": _format_day(first)}
    return _("from %(first)s to %(last)s") % {"first": _format_day(first), "last": _format_day(last)}
