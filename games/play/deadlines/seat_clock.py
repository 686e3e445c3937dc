"""The clock of a seat: its deadlines, from the pace of the table and the preferences of its player.

Everything can be recomputed at any moment from stored facts: when the seat was asked, when its clock was
stopped, and what extra time it was granted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from functools import lru_cache
from random import SystemRandom
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from accounts.models import User
from games.clock.bank import TimeBank, compute_time_spent, extend_deadline, update_after_decision
from games.clock.deadlines import Deadline, compute_deadline
from games.clock.leave import list_leave_spans, load_bookings
from games.clock.missed_deadline_policy import MissCount, MissedDeadlinePolicy, choose_allowed_answer
from games.clock.pace import Pace
from games.clock.quiet_hours import QuietHours, find_first_awake, find_last_awake
from games.clock.spans import ONE_DAY, Span, add_running_time, compute_overlap, merge_spans
from games.models import Game, Seat
from games.models.game import parse_pace, parse_patience
from games.play.deadlines import outages
from games.play.deadlines.outages import MIN_OUTAGE
from games.play.transaction.rows import ClockGame, ClockSeat, GameRow, SeatRow, WaitingPreferences

# how long a table waits for an unreachable player before a bot takes over
MAX_WAIT_FOR_UNREACHABLE = timedelta(days=3)
MAX_ANSWER_WAIT = 0.25  # the share of its time within which a forced answer is given
_dice = SystemRandom()
MERGE_REMINDERS_WITHIN = timedelta(
    hours=2
)  # reminders of one user that are due this close together go into one email


# --- what the rows say


def get_pace(game: ClockGame) -> Pace:
    return parse_pace(game.pace_data)


def get_patience(game: ClockGame) -> MissedDeadlinePolicy:
    return parse_patience(game.patience_data)


def has_deadlines(game: GameRow | Game, seats: Iterable[SeatRow | Seat]) -> bool:
    """Does time run at this table? Not where one person plays with bots: nobody waits there.

    A game that somebody has arranged keeps its pace, because others wait for its end."""
    return bool(game.has_fixed_pace) or sum(seat.user_id is not None for seat in seats) > 1


def get_misses(seat: SeatRow | Seat) -> MissCount:
    return MissCount(seat.excused_count, seat.missed_count, seat.misses_in_a_row)


def get_time_out_answer(game: ClockGame, seat: ClockSeat, person: WaitingPreferences | User | None) -> str:
    """Return what answers for this seat when its time runs out: as chosen here, or else in the profile."""
    return choose_allowed_answer(
        seat.time_out or (person.time_out if person else ""), parse_patience(game.patience_data)
    )


def get_quiet_hours(waiting_preferences: WaitingPreferences) -> QuietHours:
    return _parse_quiet_hours(
        waiting_preferences.time_zone,
        waiting_preferences.quiet_from,
        waiting_preferences.quiet_until,
        waiting_preferences.free_days,
    )


@lru_cache(maxsize=4096)
def _parse_quiet_hours(zone: str, quiet_from: Any, quiet_until: Any, free_days: str) -> QuietHours:
    return QuietHours(
        ZoneInfo(zone),
        _parse_time(quiet_from),
        _parse_time(quiet_until),
        frozenset(msgspec.json.decode(free_days)),
    )


def _parse_time(value: Any) -> time | None:
    """Read a time of day, which SQLite returns as text."""
    return time.fromisoformat(value) if isinstance(value, str) else value


def _find_leave_spans(game: ClockGame, waiting_preferences: WaitingPreferences) -> tuple[Span, ...]:
    """Return the spans of leave that stop the clock at this table."""
    if waiting_preferences.leave == "[]" or game.started_at is None:
        return ()
    zone = ZoneInfo(waiting_preferences.time_zone)
    since = game.started_at.astimezone(zone).date()
    bookings = load_bookings(msgspec.json.decode(waiting_preferences.leave))
    return list_leave_spans(bookings, get_patience(game).leave, zone, since=since)


# --- the deadlines


def compute_seat_deadline(
    game: ClockGame,
    seat: ClockSeat,
    waiting_preferences: WaitingPreferences,
    asked_at: datetime,
    outages: Sequence[Span] = (),
) -> Deadline:
    """Compute the deadline of a decision from when it was asked and everything that has shifted it.

    For a player who has emails held at night, the time runs from the morning delivery, but the deadline moves
    by no more than the pace lets a night move it."""
    pace, bank = get_pace(game), TimeBank(timedelta(seconds=seat.bank_seconds))
    quiet_hours = get_quiet_hours(waiting_preferences)
    causes: dict[str, Any] = {
        "given": timedelta(seconds=seat.extra_seconds),
        "leave": _find_leave_spans(game, waiting_preferences),
        "outages": outages,
        "unreachable": load_stops(seat),
    }
    found = compute_deadline(asked_at, pace, bank, quiet_hours, **causes)
    if (delivered := _compute_delivery_time(asked_at, waiting_preferences)) > asked_at:
        held = compute_deadline(delivered, pace, bank, quiet_hours, **causes)
        by_day = compute_deadline(asked_at, pace, bank, **causes)
        found = _cap_deadline(held, by_day, pace.shift) if held.due > found.due else found
    return found


def _cap_deadline(held: Deadline, by_day: Deadline, shift: timedelta) -> Deadline:
    """Cap the deadline counted from the morning delivery: nights move it, and its end once more, by so much
    and no more."""
    latest = replace(extend_deadline(by_day, shift), final=by_day.final + 2 * shift)
    due, empty, final = map(min, _list_deadline_times(held), _list_deadline_times(latest))
    others = tuple(one for one in held.reasons if one != "night")
    return Deadline(due, empty, final, (*others, "night"), night_moves_due=due != by_day.due)


def _list_deadline_times(deadline: Deadline) -> tuple[datetime, datetime, datetime]:
    return deadline.due, deadline.empty, deadline.final


def _compute_delivery_time(asked_at: datetime, waiting_preferences: WaitingPreferences) -> datetime:
    """Return when the email about the decision arrives: in the morning, if it is held during the night."""
    if not waiting_preferences.holds_email:
        return asked_at
    return find_first_awake(asked_at, replace(get_quiet_hours(waiting_preferences), free_days=frozenset()))


def load_stops(seat: ClockSeat) -> tuple[Span, ...]:
    """Return the spans in which the clock of this decision was stopped: pauses, and times out of reach."""
    return _parse_spans(seat.clock_stops) if seat.clock_stops != "[]" else ()


def _list_stops_until(seat: SeatRow, now: datetime) -> tuple[Span, ...]:
    """Return the stored stops together with the current one, up to `now`."""
    if seat.stopped_at is None:
        return load_stops(seat)
    return merge_spans([*load_stops(seat), Span(seat.stopped_at, max(now, seat.stopped_at))])


def _parse_spans(stops: str) -> tuple[Span, ...]:
    return tuple(Span(*pair) for pair in msgspec.json.decode(stops, type=list[tuple[datetime, datetime]]))


def _dump_spans(spans: Sequence[Span]) -> str:
    return (
        msgspec.json.encode([(span.start, span.end) for span in merge_spans(spans)]).decode()
        if spans
        else "[]"
    )


def _find_outages(game: ClockGame, asked_at: datetime, now: datetime) -> list[Span]:
    """Return the outages that ended after `asked_at`. Queried once for each game that was loaded."""
    if asked_at >= now:
        return []
    if game.outages is None:
        game.outages = [Span(*pair) for pair in outages.load_outages_since(game.started_at or asked_at)]
    return [span for span in game.outages or () if span.end > asked_at]


def _merge_idle_spans(
    game: ClockGame, seat: ClockSeat, waiting_preferences: WaitingPreferences, outages: Sequence[Span]
) -> tuple[Span, ...]:
    """Merge all spans in which this clock did not run: leave, stops and outages."""
    return merge_spans([*_find_leave_spans(game, waiting_preferences), *load_stops(seat), *outages])


def set_deadlines(game: GameRow, seat: SeatRow, now: datetime) -> datetime | None:
    """Recompute the deadlines and the next alarm of a seat. Bots, and people alone with bots, have no clock.

    Return when its player is to be reminded, if that is before the deadline and the clock runs."""
    seat.delay_reasons = ""
    if seat.bot or seat.asked_at is None:
        _clear_deadlines(seat)
    elif seat.waiting_preferences is None:  # nobody sits there: let the next alarm put a bot on the seat
        seat.due_at = seat.final_at = seat.alarm_at = now
    elif not has_deadlines(game, game.seats.values()):
        _clear_deadlines(seat)
    else:
        return _set_player_deadlines(game, seat, seat.waiting_preferences, seat.asked_at, now)
    return None


def _clear_deadlines(seat: SeatRow) -> None:
    seat.due_at = seat.final_at = seat.alarm_at = seat.answer_at = seat.stopped_at = None


def _set_player_deadlines(
    game: GameRow, seat: SeatRow, waiting_preferences: WaitingPreferences, asked_at: datetime, now: datetime
) -> datetime | None:
    outages = _find_outages(game, asked_at, now)
    found = compute_seat_deadline(game, seat, waiting_preferences, asked_at, outages)
    seat.due_at, seat.final_at, seat.delay_reasons = found.due, found.final, _dump_reasons(found)
    reminder = None
    if (since := waiting_preferences.unreachable_since) is not None:
        _wait_for_unreachable(seat, found, max(since, asked_at, now - ONE_DAY), outages)
    elif game.state != Game.State.RUNNING or seat.stopped_at is not None:
        stop_clock(seat, seat.stopped_at or now)
    else:
        idle = _merge_idle_spans(game, seat, waiting_preferences, outages)
        reminder = _compute_reminder(asked_at, waiting_preferences, found, idle)
        seat.alarm_at = _choose_alarm(seat, found, reminder, now)
        if seat.answer_at is not None:
            seat.alarm_at = min(seat.alarm_at, seat.answer_at)
    if game.state != Game.State.RUNNING:
        seat.alarm_at = None
    return reminder if reminder is not None and reminder < found.due else None


def _dump_reasons(found: Deadline) -> str:
    """Return what has moved `due`, for its player to read: a night that moves only the end is not told."""
    return " ".join(one for one in found.reasons if one != "night" or found.night_moves_due)


def _wait_for_unreachable(seat: SeatRow, found: Deadline, since: datetime, outages: Sequence[Span]) -> None:
    """Stop the clock of an unreachable player and set the alarm that replaces them.

    It never comes earlier than their deadline would have been had we not known of the problem."""
    stop_clock(seat, stopped := seat.stopped_at or since)
    seat.alarm_at = max(
        add_running_time(stopped, MAX_WAIT_FOR_UNREACHABLE, merge_spans(outages)), found.final
    )


def _choose_alarm(seat: SeatRow, found: Deadline, reminder: datetime, now: datetime) -> datetime:
    """Return the time of the next alarm: the reminder if it is still to come, else the final deadline."""
    if not now < reminder < found.due:
        return found.final
    if (
        reminder - now > MERGE_REMINDERS_WITHIN
    ):  # if sooner, it may have been sent along with that of another table
        seat.reminded_decision = None
    return reminder


def _compute_reminder(
    asked_at: datetime, waiting_preferences: WaitingPreferences, found: Deadline, still: Sequence[Span]
) -> datetime:
    """Return the time for a reminder, outside leave and quiet hours.

    The caller ignores it if it is not before the deadline."""
    running = found.due - asked_at - compute_overlap(Span(asked_at, found.due), still)
    share = add_running_time(asked_at, running * waiting_preferences.reminder / 100, still)
    reminder = find_last_awake(share, get_quiet_hours(waiting_preferences))
    if reminder <= asked_at or any(reminder in span for span in still):
        reminder = find_first_awake(share, get_quiet_hours(waiting_preferences))
    return reminder


def schedule_answer(game: GameRow, seat: SeatRow, now: datetime) -> None:
    """Let the server answer at a random moment in the first quarter of the time, when the player is awake.

    A seat without a deadline, or with a stopped clock, is left alone."""
    if seat.due_at is None or seat.alarm_at is None or seat.waiting_preferences is None:
        return
    idle = _merge_idle_spans(game, seat, seat.waiting_preferences, ())
    left = Span(now, max(seat.due_at, now))
    wait = (left.length - compute_overlap(left, idle)) * MAX_ANSWER_WAIT * _dice.random()
    quiet_hours = get_quiet_hours(seat.waiting_preferences)
    seat.answer_at = find_first_awake(add_running_time(now, wait, idle), quiet_hours)
    seat.alarm_at = min(seat.alarm_at, seat.answer_at)


def is_out_of_time(seat: SeatRow, now: datetime) -> bool:
    """Has the time of this seat, bank and grace included, run out?"""
    return seat.final_at is None or seat.final_at <= now


def needs_reminder(seat: SeatRow, reminder: datetime | None, now: datetime) -> bool:
    """Is the reminder due now? An alarm may also be due only because a deadline has to be recomputed."""
    return reminder is not None and reminder <= now and seat.reminded_decision != seat.decision


def stop_clock(seat: SeatRow, now: datetime) -> None:
    """Stop the clock of a seat and clear its alarm."""
    seat.stopped_at, seat.alarm_at = now, None


def resume_clock(game: GameRow, seat: SeatRow, now: datetime) -> datetime | None:
    """Restart the clock with the time that was left when it stopped; return when to remind, if at all.

    An answer that the server was to give meanwhile waits anew: right after a pause it would tell too much."""
    is_forced, seat.answer_at = seat.answer_at is not None, None
    seat.clock_stops, seat.stopped_at = _dump_spans(_list_stops_until(seat, now)), None
    reminder = set_deadlines(game, seat, now)
    if is_forced:
        schedule_answer(game, seat, now)
    return reminder


def refresh_deadlines(game: GameRow, seat: SeatRow, now: datetime) -> datetime | None:
    """Recompute the deadlines after leave, quiet hours or the reachability of the player may have changed.

    The clock of a player who is reachable again resumes, if the game is running. Return when to remind."""
    is_found = (
        seat.stopped_at is not None
        and seat.waiting_preferences
        and seat.waiting_preferences.unreachable_since is None
    )
    if is_found and game.state == Game.State.RUNNING:
        return resume_clock(game, seat, now)
    return set_deadlines(game, seat, now)


def add_time(game: GameRow, seat: SeatRow, hours: float, now: datetime) -> None:
    """Grant a seat extra hours for its open decision, counted from the deadline."""
    seat.extra_seconds += int(hours * 3600)
    set_deadlines(game, seat, now)


def update_bank(game: GameRow, seat: SeatRow, now: datetime) -> None:
    """Charge the bank for an answer given now, and add the increment of the pace."""
    saved = TimeBank(timedelta(seconds=seat.bank_seconds))
    taken = compute_bank_use(game, seat, seat.waiting_preferences, now)
    seat.bank_seconds = int(update_after_decision(saved, get_pace(game), taken).balance.total_seconds())


def compute_bank_use(
    game: ClockGame, seat: ClockSeat, waiting_preferences: WaitingPreferences | None, now: datetime
) -> timedelta:
    """Return how much of the bank an answer at this moment would use up.

    The exact deadline is computed only if the stored one has passed."""
    at = min(now, seat.stopped_at or now)
    if (
        seat.due_at is None
        or at <= seat.due_at
        or waiting_preferences is None
        or seat.asked_at is None
        or seat.bot
    ):
        return timedelta(0)
    outages = _find_outages(game, seat.asked_at, at)
    due = compute_seat_deadline(
        game, seat, waiting_preferences, seat.asked_at, outages
    ).due  # the stored one may lie in quiet hours
    return compute_time_spent(
        TimeBank(timedelta(seconds=seat.bank_seconds)),
        due,
        at,
        _merge_idle_spans(game, seat, waiting_preferences, outages),
    )


class ClockSnapshot(msgspec.Struct, frozen=True):
    """The clock of a decision when it was answered, stored so that an undo can restore it."""

    asked_at: datetime
    given: int
    stops: str
    bank: int


def take_snapshot(seat: SeatRow, now: datetime) -> ClockSnapshot | None:
    """Return the clock of the open decision before an answer, or an undo, changes it."""
    if seat.asked_at is None:
        return None
    return ClockSnapshot(
        seat.asked_at, seat.extra_seconds, _dump_spans(_list_stops_until(seat, now)), seat.bank_seconds
    )


def restore_clock(
    game: GameRow, seat: SeatRow, before: ClockSnapshot, since: ClockSnapshot, now: datetime
) -> None:
    """Restore the clock of a decision whose answer was undone, as if it had never been answered.

    Otherwise a player could gain time, and fill the bank, by moving and undoing. `since` is the clock that
    ran after the answer: its stops and the extra time granted to it still count."""
    seat.asked_at, seat.bank_seconds = before.asked_at, before.bank
    seat.extra_seconds = before.given + since.given
    seat.clock_stops = _dump_spans([*_parse_spans(before.stops), *_parse_spans(since.stops)])
    set_deadlines(game, seat, now)


def compute_waiting_time(
    game: ClockGame, seat: ClockSeat, waiting_preferences: WaitingPreferences | None, now: datetime
) -> timedelta:
    """Return how long the table has waited for the open decision, without the time its clock was stopped.

    Nobody waits for a seat without a clock: a bot, or somebody alone with bots."""
    if seat.asked_at is None or seat.due_at is None or waiting_preferences is None:
        return timedelta(0)
    at = min(now, seat.stopped_at or now)
    whole = Span(seat.asked_at, max(at, seat.asked_at))
    outages = (
        _find_outages(game, seat.asked_at, at) if whole.length > MIN_OUTAGE else ()
    )  # outages are never shorter
    return whole.length - compute_overlap(whole, _merge_idle_spans(game, seat, waiting_preferences, outages))


def clear_decision(seat: SeatRow) -> None:
    """Clear the open decision of a seat and everything about its clock except the bank."""
    seat.decision = seat.asked_at = seat.reminded_decision = None
    _clear_deadlines(seat)
    seat.extra_seconds, seat.clock_stops, seat.delay_reasons = 0, "[]", ""
