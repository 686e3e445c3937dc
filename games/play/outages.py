"""Times in which the house stood still: every open deadline moves by them, before any alarm is looked at."""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet

from games.models import Outage, Pulse, Seat
from games.play import store

log = logging.getLogger(__name__)

SILENCE = timedelta(minutes=5)  # without a sweep for so long: something was wrong
BEATS_EVERY = timedelta(seconds=20)  # a sweep that finds nothing to do should not have to write


def beat(now: datetime) -> Outage | None:
    """The house lives. If it did not for a while, that is written down and nobody loses time by it."""
    last = store.pulse()
    return None if last is not None and abs(now - last) < BEATS_EVERY else _beat(now)


@transaction.atomic
def _beat(now: datetime) -> Outage | None:
    """Whoever comes first holds the row; the others wait until the deadlines are moved."""
    pulse, is_first = Pulse.objects.select_for_update().get_or_create(pk=1, defaults={"at": now})
    if is_first:
        return None
    found = _stood_still(pulse.at, now) if now - pulse.at > SILENCE else None
    Pulse.objects.filter(pk=1).update(at=now)
    return found


def _stood_still(start: datetime, end: datetime) -> Outage:
    """All who are asked get it. What is written on their seats is for the eye: it is reckoned anew, with the
    outage, before it has an effect."""
    running = Seat.objects.filter(final_at__isnull=False, stopped_at__isnull=True)
    meanwhile = list(running.filter(asked_at__gt=start, asked_at__lt=end))
    number = _move(running.filter(asked_at__lte=start), end - start)
    for seat in meanwhile:
        number += _move(running.filter(pk=seat.pk), end - (seat.asked_at or end))
    log.warning("nothing was swept for %s: %d deadlines were moved", end - start, number)
    return Outage.objects.create(start=start, end=end, moved=number)


def _move(seats: QuerySet[Seat], by: timedelta) -> int:
    return seats.update(due_at=F("due_at") + by, final_at=F("final_at") + by, alarm_at=F("alarm_at") + by)
