"""Bans from events, with an end and a reason in words: by a ruling, or by the operator of the house.

Whoever is banned enters none of these events, and is in none that begins meanwhile. Nobody has to lift a ban.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.play import times
from games.play.errors import NotPossible
from games.tournaments.models import Ban, Ruling, Tournament

LONGEST = timedelta(days=5 * 366)


def in_force(tournament: Tournament, now: datetime | None = None) -> QuerySet[Ban]:
    """Whoever may not enter this event now."""
    whose = Q(organizer=None) | Q(organizer=tournament.owner_id)
    return Ban.objects.filter(whose, until__gt=now or times.now())


def told(tournament: Tournament, user: Any) -> str:
    """Why somebody may not enter, and until when; empty, if they may. Of several bans the last one to end."""
    found = in_force(tournament).filter(user=user).select_related("organizer").order_by("-until").first()
    if found is None:
        return ""
    words = {
        "when": date_format(timezone.localtime(found.until), "DATETIME_FORMAT"),
        "reason": found.reason,
        "name": found.organizer.handle if found.organizer else "",
    }
    if found.organizer is None:
        return _("You may not enter tournaments here until %(when)s. The reason: %(reason)s") % words
    return _("You may not enter tournaments of %(name)s until %(when)s. The reason: %(reason)s") % words


# --- by a ruling


def checked(until: datetime | None, now: datetime) -> datetime:
    """An end that makes sense."""
    if until is None:
        raise NotPossible(_("Please say until when the ban lasts."))
    if until <= now:
        raise NotPossible(_("A ban ends in the future."))
    if until > now + LONGEST:
        raise NotPossible(_("A ban lasts five years at most."))
    return until


def begin(ruling: Ruling, now: datetime) -> None:
    """It is ruled: from now on it holds for all events of whoever owns this one."""
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


def end(ruling: Ruling) -> None:
    """It is taken back; the ruling stays on record."""
    Ban.objects.filter(ruling=ruling).delete()
