"""Times in which the house stands still: every open deadline moves by them, before any alarm is looked at.

Either no sweep came by, which the next one finds; or nobody sweeps for letters, which the clock sees; or no
letter leaves for a while, which is known beforehand. One may lie in the other: time is given once."""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.clock.spans import ZERO, Span, covered, merged
from games.models import Game, Outage, Pulse, Seat
from games.play import store, times

log = logging.getLogger(__name__)

SILENCE = timedelta(minutes=5)  # without a sweep for so long: something was wrong
BEATS_EVERY = timedelta(seconds=20)  # a sweep that finds nothing to do should not have to write
LOOKED_AT_AFTER = timedelta(seconds=2)  # a deadline that was moved: by the next sweep
NEXT_WORKER = timedelta(minutes=15)  # nobody sweeps for letters: so long it is taken to last
LAST_CALL = timedelta(minutes=1)  # before that is over, it is looked at again
WITHOUT_LETTERS = timedelta(days=3)  # then the games go on all the same


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
    silence = Span(pulse.at, now) if now - pulse.at > SILENCE else _without_letters(pulse, now)
    found = _stands_still(silence, now) if silence else None
    Pulse.objects.filter(pk=1).update(at=now)
    return found


def letters_beat(now: datetime) -> None:
    """Somebody looks after the letters. If nobody does, no time runs: those who are asked do not know it."""
    due = Q(letters_at__isnull=True) | Q(letters_at__lt=now - BEATS_EVERY) | Q(letters_at__gt=now)
    Pulse.objects.filter(due, pk=1).update(letters_at=now)


def _without_letters(pulse: Pulse, now: datetime) -> Span | None:
    """The clock is swept, and letters are not: their worker is gone, or their queue is full. As long as that
    lasts it is written down a little ahead."""
    if pulse.letters_at is None or not SILENCE < now - pulse.letters_at < WITHOUT_LETTERS:
        return None
    silence = Span(pulse.letters_at, now)
    known = merged(Span(*pair) for pair in store.outages_since(silence.start))
    goes_on = next((span for span in known if now in span), None)
    if goes_on and goes_on.end - now > LAST_CALL:
        return None
    if not goes_on and silence.length - covered(silence, known) <= SILENCE:
        return None  # all stood still until just now
    return Span(silence.start, now + NEXT_WORKER)


@transaction.atomic
def stand_still(start: datetime, until: datetime) -> Outage | None:
    """No letter leaves before then. Written down at once, so that nobody's time runs out meanwhile."""
    Pulse.objects.select_for_update().filter(pk=1).first()  # one after the other, as sweeps do
    return _stands_still(Span(start, until), times.now())


def _stands_still(span: Span, now: datetime) -> Outage | None:
    """All who are asked get it, but for what they have got already. What is written on their seats is for the
    eye, and for some seconds: a night or a fixed time may make less of it, so the next sweep reckons it anew,
    with the outage. So it is for who is asked later."""
    known = merged(Span(*pair) for pair in store.outages_since(span.start))
    if (new := span.length - covered(span, known)) == ZERO:
        return None
    running = Seat.objects.filter(final_at__isnull=False, stopped_at__isnull=True)
    _hold_games(running)
    meanwhile = list(running.filter(asked_at__gt=span.start, asked_at__lt=span.end).order_by("pk"))
    number = _move(running.filter(asked_at__lte=span.start), new, now)
    for seat in meanwhile:
        rest = Span(seat.asked_at or span.end, span.end)
        number += _move(running.filter(pk=seat.pk), rest.length - covered(rest, known), now)
    log.warning("the house stands still from %s to %s: %d deadlines were moved", span.start, span.end, number)
    return Outage.objects.create(start=span.start, end=span.end, moved=number)


def _hold_games(seats: QuerySet[Seat]) -> None:
    """In the order of their numbers. Without their games the seats would be locked as they lie on disk, and a
    move, which writes several in an order of its own, would wait for one of them while we wait for it."""
    games = Game.objects.select_for_update().filter(pk__in=seats.values("game_id")).order_by("pk")
    list(games.values_list("pk", flat=True))


def _move(seats: QuerySet[Seat], by: timedelta, now: datetime) -> int:
    soon = now + LOOKED_AT_AFTER
    return seats.update(due_at=F("due_at") + by, final_at=F("final_at") + by, alarm_at=soon)
