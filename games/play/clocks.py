"""The clock of a seat, set by what the table gives and by how its player wants to be waited for.

Everything here can be computed again at any moment: from when the seat was asked, and from the seconds that
were given since, by pauses, by the table, by outages.
"""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from games.clock import bank as banks
from games.clock import leave as leaves
from games.clock.bank import Bank
from games.clock.deadlines import Deadline, deadline
from games.clock.leave import Days
from games.clock.nights import Person, first_awake, last_awake, shifted
from games.clock.pace import Pace
from games.clock.patience import Misses, Patience
from games.clock.spans import Span, after, covered
from games.models import Game
from games.models.game import read_pace, read_patience
from games.play.store import GameRow, Habits, SeatRow

# who cannot be reached is waited for so long; then a bot plays on
WAITS_FOR_THE_LOST = timedelta(days=3)


# --- what the rows say


def pace_of(game: GameRow) -> Pace:
    return read_pace(game.pace_data)


def patience_of(game: GameRow) -> Patience:
    return read_patience(game.patience_data)


def misses_of(seat: SeatRow) -> Misses:
    return Misses(seat.excused, seat.missed, seat.in_a_row)


def person_of(habits: Habits) -> Person:
    return _person(habits.time_zone, habits.quiet_from, habits.quiet_until, habits.free_days)


@lru_cache(maxsize=4096)
def _person(zone: str, quiet_from: Any, quiet_until: Any, free_days: str) -> Person:
    return Person(
        ZoneInfo(zone), _time(quiet_from), _time(quiet_until), frozenset(msgspec.json.decode(free_days))
    )


def _time(value: Any) -> time | None:
    """SQLite hands a time back as text."""
    return time.fromisoformat(value) if isinstance(value, str) else value


def bookings_of(leave: str | bytes) -> tuple[Days, ...]:
    return tuple(Days(*pair) for pair in msgspec.json.decode(leave, type=list[tuple[date, date]]))


def _leave(game: GameRow, habits: Habits) -> tuple[Span, ...]:
    """The days of leave that count at this table."""
    if habits.leave == "[]" or game.started_at is None:
        return ()
    zone = ZoneInfo(habits.time_zone)
    since = game.started_at.astimezone(zone).date()
    return leaves.at_table(bookings_of(habits.leave), patience_of(game).leave, zone, since=since)


# --- the hands


def hands(game: GameRow, seat: SeatRow, habits: Habits, asked_at: datetime) -> Deadline:
    """Where they stand, whenever they are looked at."""
    pace, bank, away = pace_of(game), Bank(timedelta(seconds=seat.bank)), _leave(game, habits)
    found = deadline(asked_at, pace, bank, person_of(habits), leave=away)
    if (delivered := _delivered(asked_at, habits)) > asked_at:
        held = deadline(delivered, pace, bank, person_of(habits), leave=away)
        latest = banks.extended(deadline(asked_at, pace, bank, leave=away), pace.shift)
        found = _at_most(latest, held) if held.due > found.due else found
    return _later(found, seat.given, pace_of(game).shift, person_of(habits)) if seat.given else found


def _at_most(latest: Deadline, held: Deadline) -> Deadline:
    """As if asked in the morning, as far as the table lets a night move a deadline."""
    due, empty, final = map(min, _three(held), _three(latest))
    return Deadline(due, empty, final, (*(one for one in held.reasons if one != "night"), "night"))


def _three(hands: Deadline) -> tuple[datetime, datetime, datetime]:
    return hands.due, hands.empty, hands.final


def _delivered(asked_at: datetime, habits: Habits) -> datetime:
    """When the letter comes: who is asked in the night, and has letters kept, reads it in the morning."""
    if not habits.holds_letters:
        return asked_at
    return first_awake(asked_at, replace(person_of(habits), free_days=frozenset()))


def _later(found: Deadline, seconds: int, at_most: timedelta, person: Person) -> Deadline:
    """So much later, and again not in the night."""
    moved = banks.extended(found, timedelta(seconds=seconds))
    due = shifted(moved.due, person, at_most=at_most)
    final = shifted(moved.final, person, at_most=at_most)
    return replace(moved, due=due, empty=max(moved.empty, due), final=final)


def ask(game: GameRow, seat: SeatRow, now: datetime) -> None:
    """A new question: all the time for it."""
    seat.asked_at, seat.given, seat.stopped_at = now, 0, None
    set_hands(game, seat, now)
    if game.state != Game.State.RUNNING:
        stop(seat, now)


def set_hands(game: GameRow, seat: SeatRow, now: datetime) -> None:
    """Look at everything again. A bot has no clock: it is woken, and moves."""
    if seat.bot or seat.habits is None or seat.asked_at is None:
        seat.due_at = seat.final_at = seat.alarm_at = seat.stopped_at = None
        return
    found = hands(game, seat, seat.habits, seat.asked_at)
    seat.due_at, seat.final_at = found.due, found.final
    seat.alarm_at = _alarm(game, seat, seat.habits, found, now)
    if (since := seat.habits.unreachable_since) is not None:
        stop(seat, seat.stopped_at or now)
        seat.alarm_at = max(since + WAITS_FOR_THE_LOST, now)
    elif seat.stopped_at is not None:  # in a pause
        seat.alarm_at = None


def _alarm(game: GameRow, seat: SeatRow, habits: Habits, found: Deadline, now: datetime) -> datetime:
    """When to remind, or to end it. A reminder comes neither on leave nor at night, when letters are kept."""
    asked_at = seat.asked_at or now
    person, away = person_of(habits), _leave(game, habits)
    running = found.due - asked_at - covered(Span(asked_at, found.due), away)
    share = after(asked_at, running * habits.reminder / 100, away)
    reminder = last_awake(share, person)
    if reminder <= asked_at or any(reminder in days for days in away):
        reminder = first_awake(share, person)
    return reminder if now < reminder < found.due else found.final


def is_reminder_due(seat: SeatRow, now: datetime) -> bool:
    """Does the alarm mean a letter, and not the end?"""
    return seat.final_at is not None and now < seat.final_at


def stop(seat: SeatRow, now: datetime) -> None:
    """Nothing runs any more."""
    seat.stopped_at, seat.alarm_at = now, None


def go_on(game: GameRow, seat: SeatRow, now: datetime) -> None:
    """With exactly what was left."""
    if seat.stopped_at is not None:
        seat.given += max(int((now - seat.stopped_at).total_seconds()), 0)
        seat.stopped_at = None
    set_hands(game, seat, now)


def look_again(game: GameRow, seat: SeatRow, now: datetime) -> None:
    """Leave may have been booked since, a night moved, an address lost or found."""
    is_found = seat.stopped_at is not None and seat.habits and seat.habits.unreachable_since is None
    if is_found and game.state == Game.State.RUNNING:
        go_on(game, seat, now)
    else:
        set_hands(game, seat, now)


def give(game: GameRow, seat: SeatRow, hours: float, now: datetime) -> None:
    """More time, counted from the deadline."""
    seat.given += int(hours * 3600)
    set_hands(game, seat, now)


def answered(game: GameRow, seat: SeatRow, now: datetime) -> None:
    """What the answer takes from the bank, and what the table puts into it."""
    saved = Bank(timedelta(seconds=seat.bank))
    at = min(now, seat.stopped_at or now)
    taken = banks.spent(saved, seat.due_at, at) if seat.due_at and not seat.bot else timedelta(0)
    seat.bank = int(banks.decided(saved, pace_of(game), taken).saved.total_seconds())


def asked_again(game: GameRow, seat: SeatRow, used: timedelta, now: datetime) -> None:
    """After a move was taken back: what it has taken is gone, but a quarter of the time is always left.

    Otherwise somebody could win time, and fill the bank, by moving and taking back."""
    pace = pace_of(game)
    seat.bank = max(seat.bank - int(pace.increment.total_seconds()), 0)
    seat.asked_at = now - min(used, pace.hours * 3 / 4)
    set_hands(game, seat, now)


def silence(seat: SeatRow) -> None:
    """Nothing is asked."""
    seat.decision = seat.asked_at = None
    seat.due_at = seat.final_at = seat.alarm_at = seat.stopped_at = None
    seat.given = 0
