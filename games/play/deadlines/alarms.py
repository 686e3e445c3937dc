"""Alarms: when one is due, a player is reminded, or the server answers for a player whose time has run out.

An alarm is a column of the seat. A sweep claims those that are due, and each is handled under the lock of its
game, by the facts at that moment: handling it twice, or much too late, does no harm.
"""

import logging
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F

from accounts import server_time
from games.models import Game, IncomingMail, Seat
from games.play import replacements
from games.play.deadlines import missed_deadlines, outages, seat_clock
from games.play.transaction import notices, sql
from games.play.transaction.locked_game import LockedGame
from games.play.transaction.origin import How, Origin
from games.play.transaction.rows import SeatRow
from games.play.transaction.task_trigger import run_after_commit
from games.rules.core import orders

log = logging.getLogger(__name__)

ALARMS_PER_CLAIM = 200
ALARM_LEASE = timedelta(minutes=1)  # how long a claimed alarm is reserved for its claimant
MAX_SWEEP_TIME = timedelta(seconds=20)  # then the next sweep continues
UNREAD_REPLY_DELAY = timedelta(seconds=5)  # for an email that has just come in to be read


def handle_due_alarms() -> int:
    """Handle every alarm that is due; return how many were handled."""
    started = now = server_time.now()
    handled = 0
    while now - started < MAX_SWEEP_TIME:
        outages.record_heartbeat(looked := now)
        claimed = sql.claim_alarms(now, now + ALARM_LEASE, ALARMS_PER_CLAIM)
        for game_id, seat_id, decision in claimed:
            looked = _check_for_outage(looked)
            handled += _try_alarm(game_id, seat_id, decision)
        if len(claimed) < ALARMS_PER_CLAIM:
            break
        now = server_time.now()
    return handled


def _check_for_outage(looked: datetime) -> datetime:
    """Check for an outage during the sweep, every few seconds: the machine may have been asleep."""
    now = server_time.now()
    if abs(now - looked) < outages.HEARTBEAT_INTERVAL:
        return looked
    outages.record_heartbeat(now)
    return now


def _try_alarm(game_id: int, seat_id: int, decision: int) -> bool:
    """Handle one alarm. An error must not block the other tables; the alarm is due again after the lease."""
    try:
        handle_alarm(game_id, seat_id, decision)
    except Exception:
        log.exception("the alarm of seat %d could not be handled", seat_id)
        return False
    return True


@transaction.atomic
def handle_alarm(game_id: int, seat_id: int, decision: int) -> str:
    """Do what the alarm of this decision calls for now.

    Returns `reminded`, `answered`, `missed`, `replaced`, `later`, or nothing if the decision is settled."""
    origin = Origin(How.CLOCK, f"clock/{seat_id}/{decision}", server_time.now())
    locked_game = LockedGame(game_id, origin)
    seat = next(seat for seat in locked_game.game.seats.values() if seat.pk == seat_id)
    if seat.decision != decision or seat.bot or locked_game.game.state != Game.State.RUNNING:
        return ""
    if seat.user_id is None:  # the account was deleted, and nobody has taken the seat
        replacements.replace_with_bot(locked_game, seat)
        return "replaced"
    if (found := _judge_alarm(locked_game, seat)) in ("later", "reminded"):
        sql.update_seat(seat)
    return found


def _judge_alarm(locked_game: LockedGame, seat: SeatRow) -> str:
    now = locked_game.origin.now
    reminder = seat_clock.refresh_deadlines(locked_game.game, seat, now)
    if seat.stopped_at is not None and seat.alarm_at is not None and seat.alarm_at <= now:
        replacements.replace_with_bot(locked_game, seat)
        return "replaced"
    if seat.stopped_at is not None or seat.alarm_at is None:  # it waits, or time does not run here any more
        return "later"
    if seat.answer_at is not None:
        is_due = seat.answer_at <= now or seat_clock.is_out_of_time(seat, now)
        return _give_forced_answer(locked_game, seat) if is_due else "later"
    if seat_clock.is_out_of_time(seat, now):
        return _wait_for_unread_reply(seat, now) or missed_deadlines.handle_missed_deadline(locked_game, seat)
    if not seat_clock.needs_reminder(seat, reminder, now):
        return "later"
    _queue_reminder(locked_game, seat)
    seat.reminded_decision = seat.decision
    return "reminded"


def _give_forced_answer(locked_game: LockedGame, seat: SeatRow) -> str:
    """Give the only possible answer for a player who leaves that to the server, and still does."""
    move = orders.find_forced_answer(locked_game.rules, locked_game.position, seat.name)
    seat.answer_at = None
    if move is None:
        seat_clock.set_deadlines(locked_game.game, seat, locked_game.origin.now)
        return "later"
    locked_game.play_move(seat, move, How.FORCED)
    locked_game.fire_orders()
    locked_game.save()
    return "answered"


def _wait_for_unread_reply(seat: SeatRow, now: datetime) -> str:
    """Postpone the time-out if a reply came in before the deadline and is still unread.

    Only replies of the last few minutes count, so that one that cannot be read does not stop the clock for
    ever."""
    key = Seat.objects.values_list("reply_key", flat=True).get(pk=seat.pk)
    unread = IncomingMail.objects.filter(
        status=IncomingMail.Status.WAITING, recipient__startswith=f"reply+{key}"
    )
    in_time = unread.filter(received_at__gt=now - outages.MIN_OUTAGE, received_at__lte=seat.final_at or now)
    if not in_time.exists():
        return ""
    seat.alarm_at = now + UNREAD_REPLY_DELAY
    return "later"


def _queue_reminder(locked_game: LockedGame, seat: SeatRow) -> None:
    """Queue a reminder together with those of other tables that are due soon, so that they share an email."""
    now = locked_game.origin.now
    run_after_commit(partial(_queue_nearby_reminders, seat.pk, seat.user_id, now))
    notices.queue_reminders([(locked_game.game.id, seat)], now)


def _queue_nearby_reminders(seat_id: int, user_id: int | None, now: datetime) -> None:
    """Queue reminders for the other tables where the same user would be reminded soon.

    Runs after the commit, because these are other games and nobody may lock two at once. If it fails, the
    alarms of those tables are due later anyway."""
    asked = Seat.objects.filter(user=user_id, bot="", decision__isnull=False, stopped_at__isnull=True)
    soon = asked.filter(
        alarm_at__gt=now, alarm_at__lte=now + seat_clock.MERGE_REMINDERS_WITHIN, alarm_at__lt=F("final_at")
    )
    running = soon.filter(game__state=Game.State.RUNNING, answer_at__isnull=True).exclude(pk=seat_id)
    found = list(running.exclude(reminded_decision=F("decision")))
    notices.queue_reminders([(seat.game_id, seat) for seat in found], now)
    for seat in found:
        Seat.objects.filter(pk=seat.pk, decision=seat.decision).update(reminded_decision=seat.decision)
