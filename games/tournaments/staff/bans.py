"""Bans from tournaments, by a ruling of one organizer or by the site operator, with an end date and a reason.

A banned user can neither register nor be in a tournament that begins while the ban lasts. Bans end by
themselves.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts import server_time
from games.play.errors import NotPossible
from games.tournaments.models import Ban, Ruling, Tournament

LONGEST_BAN = timedelta(days=5 * 366)


def find_active_bans(tournament: Tournament, now: datetime | None = None) -> QuerySet[Ban]:
    """Find the bans that currently apply to this tournament: its organizer's and the site-wide ones."""
    whose = Q(organizer=None) | Q(organizer=tournament.owner_id)
    return Ban.objects.filter(whose, until__gt=now or server_time.now())


def describe_ban(tournament: Tournament, user: Any) -> str:
    """Explain why and until when a user is banned from this tournament; empty if they are not."""
    found = (
        find_active_bans(tournament).filter(user=user).select_related("organizer").order_by("-until").first()
    )
    if found is None:
        return ""
    words = {
        "when": date_format(timezone.localtime(found.until), "DATETIME_FORMAT"),
        "reason": found.reason,
        "name": found.organizer.handle if found.organizer else "",
    }
    if found.organizer is None:
        return _("You may not enter tournaments here until %(when)s. The reason: %(reason)s") % words
    return _("You may not enter tournaments by %(name)s until %(when)s. The reason: %(reason)s") % words


# --- Bans by a ruling


def check_end_date(until: datetime | None, now: datetime) -> datetime:
    """Return the end of a ban if it is in the future and at most five years away; otherwise raise."""
    if until is None:
        raise NotPossible(_("Please say until when the ban lasts."))
    if until <= now:
        raise NotPossible(_("The last day of a ban has to be in the future."))
    if until > now + LONGEST_BAN:
        raise NotPossible(_("A ban lasts at most five years."))
    return until


def start_ban(ruling: Ruling, now: datetime) -> None:
    """Create the ban of a ruling that came into force, for all tournaments of this one's owner."""
    user = ruling.entrant.user_id if ruling.entrant else None
    owner = ruling.tournament.owner_id
    if user is not None and owner is not None and ruling.until is not None:
        Ban.objects.get_or_create(
            ruling=ruling,
            defaults={
                "user_id": user,
                "organizer_id": owner,
                "until": ruling.until,
                "reason": ruling.reason,
                "by": ruling.by,
                "at": now,
            },
        )


def lift_ban(ruling: Ruling) -> None:
    """Delete the ban of a ruling that was reversed."""
    Ban.objects.filter(ruling=ruling).delete()
