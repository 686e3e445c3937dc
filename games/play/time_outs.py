"""When an alarm rings: somebody is reminded, or the clock decides for whoever has not.

An alarm is a column of the seat. A sweep claims those that are due, and each is handled under the lock of
its game, by what is true then: ringing twice, or much too late, changes nothing more.
"""

import logging
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F

from games.clock.patience import Answer, has_enough, missed
from games.models import Game, Incoming, Move, Notice, Seat
from games.play import absence, bot_moves, clocks, outages, store, times
from games.play.lobby import BOT
from games.play.notices import leave
from games.play.origin import How, Origin
from games.play.store import Entry, SeatRow
from games.play.table import Table
from games.play.wake import after_commit
from games.rules.core.notation import Move as Line

log = logging.getLogger(__name__)

AT_A_TIME = 200
LEASE = timedelta(minutes=1)  # so long a claimed alarm is nobody else's
LONGEST_SWEEP = timedelta(seconds=20)  # then the next one goes on
LONGEST_TURN = 50  # moves that the clock makes for a seat before it waits again
TO_BE_READ = timedelta(seconds=5)  # a letter that has just come in


def ring() -> int:
    """Handle every alarm that is due; return how many there were."""
    started = now = times.now()
    rung = 0
    while now - started < LONGEST_SWEEP:
        outages.beat(looked := now)
        claimed = store.claim_alarms(now, now + LEASE, AT_A_TIME)
        for game_id, seat_id, decision in claimed:
            looked = _look_again(looked)
            rung += _ring(game_id, seat_id, decision)
        if len(claimed) < AT_A_TIME:
            break
        now = times.now()
    return rung


def _look_again(looked: datetime) -> datetime:
    """A machine may have slept since the last look; in a few seconds nothing is lost."""
    now = times.now()
    if abs(now - looked) < outages.BEATS_EVERY:
        return looked
    outages.beat(now)
    return now


def _ring(game_id: int, seat_id: int, decision: int) -> bool:
    """One table in trouble must not keep the others waiting; its alarm rings again after the lease."""
    try:
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
    if clocks.is_over(seat, now):
        return _wait_for_the_reader(seat, now) or _time_out(table, seat)
    if not clocks.must_be_reminded(table.game, seat, now):
        return "later"
    _remind(table, seat)
    seat.reminded = seat.decision
    return "reminded"


def _wait_for_the_reader(seat: SeatRow, now: datetime) -> str:
    """A reply that has come in time counts, though nobody has read it yet. One that cannot be read, or that
    nobody reads, is waited for as long as is usual, and no longer."""
    key = Seat.objects.values_list("post_key", flat=True).get(pk=seat.pk)
    unread = Incoming.objects.filter(status=Incoming.Status.WAITING, recipient__startswith=f"reply+{key}")
    in_time = unread.filter(received_at__gt=now - outages.SILENCE, received_at__lte=seat.final_at or now)
    if not in_time.exists():
        return ""
    seat.alarm_at = now + TO_BE_READ
    return "later"


def _remind(table: Table, seat: SeatRow) -> None:
    """The letter waits until the reminders that it takes along are written, too."""
    now = table.origin.now
    after_commit(partial(_take_along, seat.pk, seat.user_id, now))
    leave([_reminder(table.game.id, seat, now)])


def _reminder(game_id: int, seat: SeatRow | Seat, now: datetime) -> Notice:
    about: dict[str, Any] = {"game_id": game_id, "user_id": seat.user_id, "number": seat.decision}
    return Notice(kind=Notice.Kind.REMINDER, seat_id=seat.pk, created_at=now, next_try_at=now, **about)


def _take_along(seat_id: int, user_id: int | None, now: datetime) -> None:
    """Where the same person would be reminded soon. If that is lost, the alarms of these tables ring later.

    After the commit: their games are others, and nobody locks two at once."""
    asked = Seat.objects.filter(user=user_id, bot="", decision__isnull=False, stopped_at__isnull=True)
    soon = asked.filter(alarm_at__gt=now, alarm_at__lte=now + clocks.SOON, alarm_at__lt=F("final_at"))
    running = soon.filter(game__state=Game.State.RUNNING).exclude(pk=seat_id)
    found = list(running.exclude(reminded=F("decision")))
    leave([_reminder(seat.game_id, seat, now) for seat in found])
    for seat in found:
        Seat.objects.filter(pk=seat.pk, decision=seat.decision).update(reminded=seat.decision)


# --- out of time


def _time_out(table: Table, seat: SeatRow) -> str:
    """Write it down, play for the seat until somebody else is asked, and see whether the table has enough."""
    entry = _write_down(table, seat)
    is_enough = has_enough(clocks.misses_of(seat), clocks.patience_of(table.game))
    table.out_of_time.add(seat.name)
    answered: list[str] = []
    for _ in range(LONGEST_TURN):
        answered.append(_play(table, seat))
        if not _must_go_on(table, seat):
            break
    entry.text = " ".join([entry.text, *dict.fromkeys(answered)])  # its player reads what has answered
    seat.bank = 0  # nothing is saved by not answering
    if seat.decision is not None:
        table.fresh.add(seat.name)
    table.told.append((seat, Notice.Kind.MISSED, table.origin.now))
    if is_enough and table.game.state == Game.State.RUNNING:
        absence.replace(table, seat)
        return "replaced"
    table.touched.add(seat.pk)
    table.save()
    return "missed"


def _must_go_on(table: Table, seat: SeatRow) -> bool:
    """Is nobody else asked, and was nobody since? With all others on orders the seat would be asked in the
    next round already: that is another question, with time of its own."""
    is_asked = table.game.state == Game.State.RUNNING and table.rules.awaits(table.position) == [seat.name]
    return is_asked and seat.name in table.out_of_time


def _write_down(table: Table, seat: SeatRow) -> Entry:
    after = missed(clocks.misses_of(seat), clocks.patience_of(table.game))
    word = "excused" if after.excused > seat.excused else "missed"
    entry = table.enter(Move.Kind.MISSED, f"{word} {seat.name}", seat=seat)
    entry.by_id = seat.user_id  # about whom it is: the clock did it
    seat.excused, seat.missed, seat.in_a_row = after.excused, after.counted, after.in_a_row
    return entry


def _play(table: Table, seat: SeatRow) -> Answer:
    """One answer: by the orders that have waited for this moment, or as the player has chosen. By which?"""
    wanted = table.answer_of(seat)
    fired = table.let_orders_answer() if wanted == "orders" else []
    if any(one.seat == seat.name and one.move is not None for one in fired):
        return "orders"
    table.move(seat, _choice(table, seat))
    return "bot" if wanted == "bot" else "minimal"


def _choice(table: Table, seat: SeatRow) -> Line:
    if table.answer_of(seat) == "bot":
        return bot_moves.choice(table.rules, table.position, seat.name, bot=BOT, decision=seat.decision)
    return table.rules.fallback(table.position, seat.name)
