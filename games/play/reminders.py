"""Reminders: once a decision, when most of the time for it has passed."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game, Notice, Seat
from games.play.notices import leave

SHARE = 0.25  # of the time for a decision is left


def last_part(hours: int) -> timedelta:
    """So long before the end a player is reminded, at a table that gives so many hours."""
    return SHARE * timedelta(hours=hours)


def remind_due(now: datetime) -> int:
    """Leave a notice for everybody whose time is running out; return how many there are."""
    notices = [_notice(seat, now) for seat in _due(now)]
    leave(notices)
    return len(notices)


def _due(now: datetime) -> QuerySet[Seat]:
    """Counted from the deadline: it knows of pauses, and of time that was given."""
    soon = Q()
    for hours in Game.Pace.values:
        soon |= Q(game__hours=hours, due_at__lte=now + last_part(hours))
    reminded = Notice.objects.filter(
        game=OuterRef("game"), user=OuterRef("user"), kind=Notice.Kind.REMINDER, number=OuterRef("decision")
    ).exclude(status=Notice.Status.DROPPED)  # overtaken by a pause or more time: it comes when that is over
    people = Seat.objects.filter(user__isnull=False, bot="", game__state=Game.State.RUNNING)
    return people.filter(soon, ~Exists(reminded), due_at__gt=now, decision__isnull=False)


def _notice(seat: Seat, now: datetime) -> Notice:
    about: dict[str, Any] = {"game_id": seat.game_id, "user_id": seat.user_id, "number": seat.decision}
    return Notice(seat=seat, kind=Notice.Kind.REMINDER, created_at=now, next_try_at=now, **about)
