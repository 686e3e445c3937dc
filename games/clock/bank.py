"""The time bank: the time that a seat has saved, and the three deadlines of a decision.

Until `due` a decision costs nothing. Then it uses up the bank, until that is `empty`; then the grace period
runs, until `final`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeVar

from games.clock.pace import Pace
from games.clock.spans import ZERO, Span, add_running_time, compute_overlap, to_utc


@dataclass(frozen=True, slots=True)
class TimeBank:
    """The time that a seat has saved."""

    balance: timedelta = ZERO

    def __post_init__(self) -> None:
        if self.balance < ZERO:
            raise ValueError("a bank gives no credit")


@dataclass(frozen=True, slots=True)
class DeadlineTimes:
    """The three deadlines of an open decision."""

    due: datetime
    empty: datetime
    final: datetime


H = TypeVar("H", bound=DeadlineTimes)


def open_bank(pace: Pace) -> TimeBank:
    """The bank of a seat at the beginning of a game."""
    return TimeBank(pace.allowance)


def compute_deadline_times(
    due: datetime, bank: TimeBank, pace: Pace, stops: Sequence[Span] = ()
) -> DeadlineTimes:
    """Compute the three deadlines from `due`. The clock is paused during `stops`, which must be merged."""
    due = to_utc(due)
    return DeadlineTimes(
        due,
        add_running_time(due, bank.balance, stops),
        add_running_time(due, bank.balance + pace.grace, stops),
    )


def compute_time_spent(bank: TimeBank, due: datetime, at: datetime, stops: Sequence[Span] = ()) -> timedelta:
    """The time that an answer at this moment takes from the bank: none before `due`, at most all of it."""
    due, at = to_utc(due), to_utc(at)
    if at <= due:
        return ZERO
    late = Span(due, at)
    return min(late.length - compute_overlap(late, stops), bank.balance)


def update_after_decision(bank: TimeBank, pace: Pace, taken: timedelta) -> TimeBank:
    """The bank after a decision that took this much time from it, with the increment added."""
    return TimeBank(min(bank.balance - taken + pace.increment, pace.cap))


def extend_deadline(times: H, by: timedelta) -> H:
    """Move all three deadlines later by this much."""
    return replace(times, due=times.due + by, empty=times.empty + by, final=times.final + by)


def resume_after_pause(times: H, paused_at: datetime, at: datetime) -> H:
    """Restart the clock with the time that was left when it was paused.

    If the system clock was set back meanwhile, no time is lost."""
    return extend_deadline(times, max(to_utc(at) - to_utc(paused_at), ZERO))
