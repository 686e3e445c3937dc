"""Outages of the server or its mail: every open deadline is moved by them before any alarm is handled.

An outage is found in one of three ways: the next sweep sees that none ran for a while; the sweep for alarms
sees that no sweep for mail runs; or sending fails and the time of the next attempt is known. Outages may
overlap; time is given once.
"""

import logging
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import Case, F, Q, QuerySet, Value, When
from django.db.models.functions import Concat

from accounts import server_time
from games.clock.deadlines import DelayReason
from games.clock.spans import ZERO, Span, compute_overlap, merge_spans
from games.models import Game, Heartbeat, Outage, Seat
from games.play.transaction.sql import adapt_instant, parse_instant

log = logging.getLogger(__name__)

MIN_OUTAGE = timedelta(minutes=5)  # without a sweep for this long, something was wrong
HEARTBEAT_INTERVAL = timedelta(seconds=20)  # an idle sweep should rarely have to write
RECHECK_AFTER = timedelta(seconds=2)  # moved deadlines are recomputed by the next sweep
ASSUMED_MAIL_OUTAGE = timedelta(minutes=15)  # without a sweep for mail: assumed to last this much longer
RENEW_BEFORE_END = timedelta(minutes=1)  # this long before its assumed end, it is extended
MAX_MAIL_OUTAGE = timedelta(days=3)  # after that the clocks run in spite of it
OUTAGE: DelayReason = "outage"  # why a deadline was moved, as stored in `Seat.delay_reasons`


def record_heartbeat(now: datetime) -> Outage | None:
    """Record that the sweep is running; if none ran for a while, record an outage and move all deadlines."""
    last = load_last_heartbeat()
    return (
        None if last is not None and abs(now - last) < HEARTBEAT_INTERVAL else _record_heartbeat_locked(now)
    )


@transaction.atomic
def _record_heartbeat_locked(now: datetime) -> Outage | None:
    """Lock the heartbeat row, so that other sweeps wait until the deadlines are moved."""
    heartbeat, is_first = Heartbeat.objects.select_for_update().get_or_create(pk=1, defaults={"at": now})
    if is_first:
        return None
    silence = (
        Span(heartbeat.at, now) if now - heartbeat.at > MIN_OUTAGE else _find_mail_outage(heartbeat, now)
    )
    found = _record_outage(silence, now) if silence else None
    Heartbeat.objects.filter(pk=1).update(at=now)
    return found


def record_mail_heartbeat(now: datetime) -> None:
    """Record that the sweep for mail is running. Without it clocks must stop, as players hear of nothing."""
    due = Q(mail_at__isnull=True) | Q(mail_at__lt=now - HEARTBEAT_INTERVAL) | Q(mail_at__gt=now)
    Heartbeat.objects.filter(due, pk=1).update(mail_at=now)


def _find_mail_outage(heartbeat: Heartbeat, now: datetime) -> Span | None:
    """Return the outage to record if alarms are swept but mail is not: its worker is gone, or its queue full.

    As long as that lasts, the outage is recorded a little ahead of time, again and again."""
    if heartbeat.mail_at is None or not MIN_OUTAGE < now - heartbeat.mail_at < MAX_MAIL_OUTAGE:
        return None
    silence = Span(heartbeat.mail_at, now)
    known = merge_spans(Span(*pair) for pair in load_outages_since(silence.start))
    goes_on = next((span for span in known if now in span), None)
    if goes_on and goes_on.end - now > RENEW_BEFORE_END:
        return None
    if not goes_on and silence.length - compute_overlap(silence, known) <= MIN_OUTAGE:
        return None  # a known outage has just ended: give the mail worker time
    return Span(silence.start, now + ASSUMED_MAIL_OUTAGE)


@transaction.atomic
def record_mail_outage(start: datetime, until: datetime) -> Outage | None:
    """Record ahead that no email will be sent before `until`, so that nobody's time runs out meanwhile."""
    Heartbeat.objects.select_for_update().filter(pk=1).first()  # one at a time, as for sweeps
    return _record_outage(Span(start, until), server_time.now())


def record_restoration(made_at: datetime) -> Outage | None:
    """Record as an outage all the time since a backup that was restored just now.

    It ends a little ahead, because the sweeps find only longer ones, and nothing runs yet."""
    last = load_last_heartbeat()
    start = made_at if last is None else min(last, made_at)
    return record_mail_outage(start, server_time.now() + MIN_OUTAGE)


def _record_outage(span: Span, now: datetime) -> Outage | None:
    """Store an outage and move every open deadline by it, less the outages that are known already.

    The moved deadlines are approximate and only for display: quiet hours or fixed times may shorten the
    effect. The next sweep computes them exactly, and so does whatever is asked later."""
    known = merge_spans(Span(*pair) for pair in load_outages_since(span.start))
    if (new := span.length - compute_overlap(span, known)) == ZERO:
        return None
    running = Seat.objects.filter(final_at__isnull=False, stopped_at__isnull=True)
    _lock_games(running)
    meanwhile = list(running.filter(asked_at__gt=span.start, asked_at__lt=span.end).order_by("pk"))
    number = _shift_deadlines(running.filter(asked_at__lte=span.start), new, now)
    for seat in meanwhile:
        rest = Span(seat.asked_at or span.end, span.end)
        number += _shift_deadlines(
            running.filter(pk=seat.pk), rest.length - compute_overlap(rest, known), now
        )
    log.warning("the house stands still from %s to %s: %d deadlines were moved", span.start, span.end, number)
    return Outage.objects.create(start=span.start, end=span.end, moved_deadlines=number)


def _lock_games(seats: QuerySet[Seat]) -> None:
    """Lock the games of these seats in order of their ids.

    Otherwise the seats would be locked in the order of the table on disk, and a move that writes several
    seats in another order could deadlock with us."""
    games = Game.objects.select_for_update().filter(pk__in=seats.values("game_id")).order_by("pk")
    list(games.values_list("pk", flat=True))


def _shift_deadlines(seats: QuerySet[Seat], by: timedelta, now: datetime) -> int:
    """Move the deadlines, and say why at once: an email may leave before the alarm computes them again."""
    reasons = Case(
        When(delay_reasons__contains=OUTAGE, then=F("delay_reasons")),
        default=Concat(Value(f"{OUTAGE} "), F("delay_reasons")),
    )
    soon = now + RECHECK_AFTER
    return seats.update(
        due_at=F("due_at") + by, final_at=F("final_at") + by, alarm_at=soon, delay_reasons=reasons
    )


def load_outages_since(at: datetime) -> list[tuple[datetime, datetime]]:
    """Return start and end of all outages that end after `at`, including those known ahead."""
    with connection.cursor() as cursor:
        cursor.execute('SELECT start, "end" FROM games_outage WHERE "end" > %s', [adapt_instant(at)])
        return [(parse_instant(start) or at, parse_instant(end) or at) for start, end in cursor.fetchall()]


def load_last_heartbeat() -> datetime | None:
    """Return the time of the last recorded sweep for alarms."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT at FROM games_heartbeat WHERE id = 1")
        row = cursor.fetchone()
    return parse_instant(row[0]) if row else None
