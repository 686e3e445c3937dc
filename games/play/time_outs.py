"""When an alarm rings: somebody is reminded, or the clock decides for whoever has not.

An alarm is a column of the seat. A sweep claims those that are due, and each is handled under the lock of
its game, by what is true then: ringing twice, or much too late, changes nothing more.
"""

import logging
from datetime import timedelta
from typing import Any

from django.db import transaction

from games.clock.patience import has_enough, missed
from games.models import Game, Move, Notice
from games.play import absence, bot_moves, clocks, outages, store, times
from games.play.lobby import BOT
from games.play.notices import leave
from games.play.origin import How, Origin
from games.play.store import SeatRow
from games.play.table import Table
from games.rules.core.notation import Move as Line

log = logging.getLogger(__name__)

AT_A_TIME = 200
LEASE = timedelta(minutes=1)  # so long a claimed alarm is nobody else's
LONGEST_SWEEP = timedelta(seconds=20)  # then the next one goes on
LONGEST_TURN = 50  # moves that the clock makes for a seat before it waits again


def ring() -> int:
    """Handle every alarm that is due; return how many there were."""
    started = now = times.now()
    rung = 0
    while now - started < LONGEST_SWEEP:
        outages.beat(now)
        claimed = store.claim_alarms(now, now + LEASE, AT_A_TIME)
        for game_id, seat_id, decision in claimed:
            rung += _ring(game_id, seat_id, decision)
        if len(claimed) < AT_A_TIME:
            break
        now = times.now()
    return rung


def _ring(game_id: int, seat_id: int, decision: int) -> bool:
    """One table in trouble must not keep the others waiting; its alarm rings again after the lease."""
    try:
        outages.beat(times.now())  # each time: a machine may have slept since the last look
        strike(game_id, seat_id, decision)
    except Exception:
        log.exception("the alarm of seat %d could not be handled", seat_id)
        return False
    return True


@transaction.atomic
def strike(game_id: int, seat_id: int, decision: int) -> str:
    """What the alarm means for this decision now: `reminded`, `missed`, `replaced`, `later`, or nothing."""
    origin = Origin(How.CLOCK, f"clock/{seat_id}/{decision}", times.now())
    table = Table(game_id, origin)
    seat = next(seat for seat in table.game.seats.values() if seat.pk == seat_id)
    if seat.decision != decision or seat.bot or table.game.state != Game.State.RUNNING:
        return ""
    if seat.user_id is None:  # whoever sat there is gone, and nobody has given the seat on
        absence.replace(table, seat)
        return "replaced"
    if (found := _judged(table, seat)) in ("later", "reminded"):
        store.write_seat(seat)
    return found


def _judged(table: Table, seat: SeatRow) -> str:
    now = table.origin.now
    clocks.look_again(table.game, seat, now)
    if seat.stopped_at is not None and seat.alarm_at is not None and seat.alarm_at <= now:
        absence.replace(table, seat)
        return "replaced"
    if seat.stopped_at is not None:
        return "later"
    if not clocks.is_reminder_due(seat, now):
        return _time_out(table, seat)
    if seat.alarm_at != seat.final_at or seat.reminded == seat.decision:
        return "later"
    _remind(table, seat)
    seat.reminded = seat.decision
    return "reminded"


def _remind(table: Table, seat: SeatRow) -> None:
    now = table.origin.now
    about: dict[str, Any] = {"game_id": table.game.id, "user_id": seat.user_id, "number": seat.decision}
    when = {"created_at": now, "next_try_at": now}
    leave([Notice(kind=Notice.Kind.REMINDER, seat_id=seat.pk, **about, **when)])


# --- out of time


def _time_out(table: Table, seat: SeatRow) -> str:
    """Write it down, play for the seat until somebody else is asked, and see whether the table has enough."""
    _write_down(table, seat)
    table.out_of_time.add(seat.name)
    for _ in range(LONGEST_TURN):
        _play(table, seat)
        if table.game.state != Game.State.RUNNING or table.rules.awaits(table.position) != [seat.name]:
            break
    seat.bank = 0  # nothing is saved by not answering
    if seat.decision is not None:
        table.fresh.add(seat.name)
    table.told.append((seat, Notice.Kind.MISSED, table.origin.now))
    is_enough = has_enough(clocks.misses_of(seat), clocks.patience_of(table.game))
    if is_enough and table.game.state == Game.State.RUNNING:
        absence.replace(table, seat)
        return "replaced"
    table.touched.add(seat.pk)
    table.save()
    return "missed"


def _write_down(table: Table, seat: SeatRow) -> None:
    after = missed(clocks.misses_of(seat), clocks.patience_of(table.game))
    word = "excused" if after.excused > seat.excused else "missed"
    entry = table.enter(Move.Kind.MISSED, f"{word} {seat.name}", seat=seat)
    entry.by_id = seat.user_id  # about whom it is: the clock did it
    seat.excused, seat.missed, seat.in_a_row = after.excused, after.counted, after.in_a_row


def _play(table: Table, seat: SeatRow) -> None:
    """One answer: by the orders that have waited for this moment, or as the player has chosen."""
    fired = table.let_orders_answer() if table.answer_of(seat) == "orders" else []
    if not any(one.seat == seat.name and one.move is not None for one in fired):
        table.move(seat, _choice(table, seat))


def _choice(table: Table, seat: SeatRow) -> Line:
    if table.answer_of(seat) == "bot":
        return bot_moves.choice(table.rules, table.position, seat.name, bot=BOT, decision=seat.decision)
    return table.rules.fallback(table.position, seat.name)
