"""The clock of a seat, set by what the table gives and by how its player wants to be waited for.

Everything here can be computed again at any moment: from when the seat was asked, from the times in which its
clock stood still, and from what the table has given.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from accounts.models import User
from games.clock import bank as banks
from games.clock import leave as leaves
from games.clock.bank import Bank
from games.clock.deadlines import Deadline, deadline
from games.clock.nights import Person, first_awake, last_awake
from games.clock.pace import Pace
from games.clock.patience import Misses, Patience, allowed
from games.clock.spans import A_DAY, Span, after, covered, merged
from games.models import Game, Seat
from games.models.game import read_pace, read_patience
from games.play import store
from games.play.outages import SILENCE
from games.play.store import GameRow, Habits, SeatRow

# who cannot be reached is waited for so long; then a bot plays on
WAITS_FOR_THE_LOST = timedelta(days=3)
SOON = timedelta(hours=2)  # reminders of one person that come so close together are one letter


# --- what the rows say


def pace_of(game: GameRow) -> Pace:
    return read_pace(game.pace_data)


def patience_of(game: GameRow) -> Patience:
    return read_patience(game.patience_data)


def misses_of(seat: SeatRow | Seat) -> Misses:
    return Misses(seat.excused, seat.missed, seat.in_a_row)


def answer_of(game: GameRow | Game, seat: SeatRow | Seat, person: Habits | User | None) -> str:
    """What answers for this seat when its time has run out: as chosen here, or as the person always wants."""
    return allowed(seat.time_out or (person.time_out if person else ""), read_patience(game.patience_data))


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


def _leave(game: GameRow, habits: Habits) -> tuple[Span, ...]:
    """The days of leave that count at this table."""
    if habits.leave == "[]" or game.started_at is None:
        return ()
    zone = ZoneInfo(habits.time_zone)
    since = game.started_at.astimezone(zone).date()
    bookings = leaves.read(msgspec.json.decode(habits.leave))
    return leaves.at_table(bookings, patience_of(game).leave, zone, since=since)


# --- the hands


def hands(
    game: GameRow, seat: SeatRow, habits: Habits, asked_at: datetime, outages: Sequence[Span] = ()
) -> Deadline:
    """Where they stand, whenever they are looked at."""
    pace, bank, person = pace_of(game), Bank(timedelta(seconds=seat.bank)), person_of(habits)
    causes: dict[str, Any] = {
        "given": timedelta(seconds=seat.given),
        "leave": _leave(game, habits),
        "outages": outages,
        "unreachable": stops_of(seat),
    }
    found = deadline(asked_at, pace, bank, person, **causes)
    if (delivered := _delivered(asked_at, habits)) > asked_at:
        held = deadline(delivered, pace, bank, person, **causes)
        latest = banks.extended(deadline(asked_at, pace, bank, **causes), pace.shift)
        found = _at_most(latest, held) if held.due > found.due else found
    return found


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


def stops_of(seat: SeatRow) -> tuple[Span, ...]:
    """When the clock of this decision stood still: in pauses, and while no letter arrived."""
    return _spans(seat.stops) if seat.stops != "[]" else ()


def _stood(seat: SeatRow, now: datetime) -> tuple[Span, ...]:
    """The same with the time in which it stands still now."""
    if seat.stopped_at is None:
        return stops_of(seat)
    return merged([*stops_of(seat), Span(seat.stopped_at, max(now, seat.stopped_at))])


def _spans(stops: str) -> tuple[Span, ...]:
    return tuple(Span(*pair) for pair in msgspec.json.decode(stops, type=list[tuple[datetime, datetime]]))


def _written(spans: Sequence[Span]) -> str:
    return msgspec.json.encode([(span.start, span.end) for span in merged(spans)]).decode() if spans else "[]"


def _outages(game: GameRow, asked_at: datetime, now: datetime) -> list[Span]:
    """None can be over since, if it is asked just now. Looked for once, as long as the game is held."""
    if asked_at >= now:
        return []
    if getattr(game, "outages", None) is None:  # a page has the row of the database, which knows of none
        game.outages = [Span(*pair) for pair in store.outages_since(game.started_at or asked_at)]
    return [span for span in game.outages or () if span.end > asked_at]


def _still(game: GameRow, seat: SeatRow, habits: Habits, outages: Sequence[Span]) -> tuple[Span, ...]:
    """All times in which nothing ran."""
    return merged([*_leave(game, habits), *stops_of(seat), *outages])


def set_hands(game: GameRow, seat: SeatRow, now: datetime) -> None:
    """Look at everything again. A bot has no clock: it is woken, and moves."""
    if seat.bot or seat.asked_at is None:
        seat.due_at = seat.final_at = seat.alarm_at = seat.stopped_at = None
    elif seat.habits is None:  # nobody sits there: the sweep finds a bot
        seat.due_at = seat.final_at = seat.alarm_at = now
    else:
        _set_hands(game, seat, seat.habits, seat.asked_at, now)


def _set_hands(game: GameRow, seat: SeatRow, habits: Habits, asked_at: datetime, now: datetime) -> None:
    outages = _outages(game, asked_at, now)
    found = hands(game, seat, habits, asked_at, outages)
    seat.due_at, seat.final_at = found.due, found.final
    if (since := habits.unreachable_since) is not None:
        _wait_for_the_lost(seat, found, max(since, asked_at, now - A_DAY), outages)
    elif game.state != Game.State.RUNNING or seat.stopped_at is not None:
        stop(seat, seat.stopped_at or now)
    else:
        seat.alarm_at = _alarm(seat, habits, found, _still(game, seat, habits, outages), now)
    if game.state != Game.State.RUNNING:
        seat.alarm_at = None


def _wait_for_the_lost(seat: SeatRow, found: Deadline, since: datetime, outages: Sequence[Span]) -> None:
    """Nobody is replaced earlier than he would have been without a word of it."""
    stop(seat, stopped := seat.stopped_at or since)
    seat.alarm_at = max(after(stopped, WAITS_FOR_THE_LOST, merged(outages)), found.final)


def _alarm(seat: SeatRow, habits: Habits, found: Deadline, still: Sequence[Span], now: datetime) -> datetime:
    """When to remind, or to end it."""
    reminder = _reminder(seat.asked_at or now, habits, found, still)
    if not now < reminder < found.due:
        return found.final
    if reminder - now > SOON:  # otherwise it may have come along with that of another table
        seat.reminded = None
    return reminder


def _reminder(asked_at: datetime, habits: Habits, found: Deadline, still: Sequence[Span]) -> datetime:
    """It comes neither on leave nor in the night; not at all, if that is not before the deadline."""
    running = found.due - asked_at - covered(Span(asked_at, found.due), still)
    share = after(asked_at, running * habits.reminder / 100, still)
    reminder = last_awake(share, person_of(habits))
    if reminder <= asked_at or any(reminder in span for span in still):
        reminder = first_awake(share, person_of(habits))
    return reminder


def is_over(seat: SeatRow, now: datetime) -> bool:
    """Has all the time run out?"""
    return seat.final_at is None or seat.final_at <= now


def must_be_reminded(game: GameRow, seat: SeatRow, now: datetime) -> bool:
    """Has the moment for it come? An alarm may ring only because its deadline has to be looked at again."""
    if seat.habits is None or seat.asked_at is None or seat.reminded == seat.decision:
        return False
    outages = _outages(game, seat.asked_at, now)
    found = hands(game, seat, seat.habits, seat.asked_at, outages)
    reminder = _reminder(seat.asked_at, seat.habits, found, _still(game, seat, seat.habits, outages))
    return reminder <= now and reminder < found.due


def stop(seat: SeatRow, now: datetime) -> None:
    """Nothing runs any more."""
    seat.stopped_at, seat.alarm_at = now, None


def go_on(game: GameRow, seat: SeatRow, now: datetime) -> None:
    """With exactly what was left."""
    seat.stops, seat.stopped_at = _written(_stood(seat, now)), None
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
    taken = taken_from_bank(game, seat, seat.habits, now)
    seat.bank = int(banks.decided(saved, pace_of(game), taken).saved.total_seconds())


def taken_from_bank(game: GameRow, seat: SeatRow, habits: Habits | None, now: datetime) -> timedelta:
    """By an answer at this moment. Looked at closely only where it may be something."""
    at = min(now, seat.stopped_at or now)
    if seat.due_at is None or at <= seat.due_at or habits is None or seat.asked_at is None or seat.bot:
        return timedelta(0)
    outages = _outages(game, seat.asked_at, at)
    due = hands(game, seat, habits, seat.asked_at, outages).due  # the written one may lie in a night
    return banks.spent(Bank(timedelta(seconds=seat.bank)), due, at, _still(game, seat, habits, outages))


class Kept(msgspec.Struct, frozen=True):
    """The clock of a question as it was when the answer came, which may be taken back."""

    asked_at: datetime
    given: int
    stops: str
    bank: int


def kept(seat: SeatRow, now: datetime) -> Kept | None:
    """Taken before an answer, or its taking back, changes it."""
    if seat.asked_at is None:
        return None
    return Kept(seat.asked_at, seat.given, _written(_stood(seat, now)), seat.bank)


def asked_again(game: GameRow, seat: SeatRow, before: Kept, since: Kept, now: datetime) -> None:
    """After an answer was taken back its clock stands where it would stand without it: otherwise somebody
    could win time, and fill the bank, by moving and taking back.

    `since` is the clock that ran instead: when that stood still, and what the table has given, counts."""
    seat.asked_at, seat.bank = before.asked_at, before.bank
    seat.given = before.given + since.given
    seat.stops = _written([*_spans(before.stops), *_spans(since.stops)])
    set_hands(game, seat, now)


def waiting(game: GameRow, seat: SeatRow, habits: Habits | None, now: datetime) -> timedelta:
    """For how long the table has waited for this answer: not while its clock stood still.

    A bot has no clock, and nobody waits for it."""
    if seat.asked_at is None or seat.due_at is None or habits is None:
        return timedelta(0)
    at = min(now, seat.stopped_at or now)
    whole = Span(seat.asked_at, max(at, seat.asked_at))
    outages = _outages(game, seat.asked_at, at) if whole.length > SILENCE else ()  # a shorter one is none
    return whole.length - covered(whole, _still(game, seat, habits, outages))


def silence(seat: SeatRow) -> None:
    """Nothing is asked."""
    seat.decision = seat.asked_at = None
    seat.due_at = seat.final_at = seat.alarm_at = seat.stopped_at = seat.reminded = None
    seat.given, seat.stops = 0, "[]"
