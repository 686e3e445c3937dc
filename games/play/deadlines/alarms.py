"""Alarms: when one is due, a player is reminded, or the server answers for a player whose time has run out.

An alarm is a column of the seat. A sweep claims those that are due, and each is handled under the lock of its
game, by the facts at that moment: handling it twice, or much too late, does no harm.
"""

import logging
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F

from games.clock.missed_deadlines import TimeoutAnswer, count_miss, has_missed_too_many
from games.models import Game, GameLogEntry, GameNotice, IncomingMail, Seat
from games.play import bot_moves, replacements
from games.play.deadlines import outages, seat_clock, server_time
from games.play.lobby.tables import DEFAULT_BOT
from games.play.transaction import notices, sql
from games.play.transaction.locked_game import LockedGame
from games.play.transaction.origin import How, Origin
from games.play.transaction.rows import LogRow, SeatRow
from games.play.transaction.task_trigger import run_after_commit
from games.rules.core.notation import Move

log = logging.getLogger(__name__)

ALARMS_PER_CLAIM = 200
ALARM_LEASE = timedelta(minutes=1)  # how long a claimed alarm is reserved for its claimant
MAX_SWEEP_TIME = timedelta(seconds=20)  # then the next sweep continues
MAX_MOVES_PER_TIME_OUT = 50  # moves that are made for a seat before its clock runs again
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

    Returns `reminded`, `missed`, `replaced`, `later`, or an empty string if the decision is settled."""
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
    seat_clock.refresh_deadlines(locked_game.game, seat, now)
    if seat.stopped_at is not None and seat.alarm_at is not None and seat.alarm_at <= now:
        replacements.replace_with_bot(locked_game, seat)
        return "replaced"
    if seat.stopped_at is not None:
        return "later"
    if seat_clock.is_out_of_time(seat, now):
        return _wait_for_unread_reply(seat, now) or _handle_time_out(locked_game, seat)
    if not seat_clock.needs_reminder(locked_game.game, seat, now):
        return "later"
    _queue_reminder(locked_game, seat)
    seat.reminded_decision = seat.decision
    return "reminded"


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
    running = soon.filter(game__state=Game.State.RUNNING).exclude(pk=seat_id)
    found = list(running.exclude(reminded_decision=F("decision")))
    notices.queue_reminders([(seat.game_id, seat) for seat in found], now)
    for seat in found:
        Seat.objects.filter(pk=seat.pk, decision=seat.decision).update(reminded_decision=seat.decision)


# --- time-outs


def _handle_time_out(locked_game: LockedGame, seat: SeatRow) -> str:
    """Handle a missed deadline.

    Record the miss, answer for the seat until somebody else is asked, notify its player, and put a bot on the
    seat if there were too many misses."""
    entry = _record_miss(locked_game, seat)
    is_enough = has_missed_too_many(seat_clock.get_misses(seat), seat_clock.get_patience(locked_game.game))
    locked_game.out_of_time.add(seat.name)
    answered: list[str] = []
    for _ in range(MAX_MOVES_PER_TIME_OUT):
        answered.append(_answer_for_seat(locked_game, seat))
        if not _must_play_on(locked_game, seat):
            break
    entry.text = " ".join([entry.text, *dict.fromkeys(answered)])  # tells the player what answered for them
    seat.bank_seconds = 0  # no time is saved by not answering
    if seat.decision is not None:
        locked_game.newly_asked.add(seat.name)
    notices.add_notice(locked_game, seat, GameNotice.Kind.MISSED)
    if is_enough and locked_game.game.state == Game.State.RUNNING:
        replacements.replace_with_bot(locked_game, seat)
        return "replaced"
    locked_game.changed_clocks.add(seat.pk)
    locked_game.save()
    return "missed"


def _must_play_on(locked_game: LockedGame, seat: SeatRow) -> bool:
    """Is only this seat asked, and was nobody else since the time-out?

    If all others answer by orders, the seat may be asked in the next round already; that is a new decision
    with time of its own."""
    is_asked = locked_game.game.state == Game.State.RUNNING and locked_game.rules.awaits(
        locked_game.position
    ) == [seat.name]
    return is_asked and seat.name in locked_game.out_of_time


def _record_miss(locked_game: LockedGame, seat: SeatRow) -> LogRow:
    after = count_miss(seat_clock.get_misses(seat), seat_clock.get_patience(locked_game.game))
    word = "excused" if after.excused > seat.excused_count else "missed"
    entry = locked_game.add_log_row(GameLogEntry.Kind.MISSED, f"{word} {seat.name}", seat=seat)
    entry.by_id = seat.user_id  # the person it is about; the clock did it
    seat.excused_count, seat.missed_count, seat.misses_in_a_row = after.excused, after.counted, after.in_a_row
    return entry


def _answer_for_seat(locked_game: LockedGame, seat: SeatRow) -> TimeoutAnswer:
    """Answer once for the seat: by orders held for this moment, a bot or the minimal move. Returns which."""
    wanted = locked_game.get_time_out_answer(seat)
    fired = locked_game.fire_orders() if wanted == "orders" else []
    if any(one.seat == seat.name and one.move is not None for one in fired):
        return "orders"
    locked_game.move(seat, _choose_move(locked_game, seat))
    return "bot" if wanted == "bot" else "minimal"


def _choose_move(locked_game: LockedGame, seat: SeatRow) -> Move:
    if locked_game.get_time_out_answer(seat) == "bot":
        return bot_moves.choose_move(
            locked_game.rules, locked_game.position, seat.name, bot=DEFAULT_BOT, decision=seat.decision
        )
    return locked_game.rules.fallback(locked_game.position, seat.name)
