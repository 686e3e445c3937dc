"""The time bank: what a seat has saved up, and the three instants of a clock that runs on it.

Until `due` the decision costs nothing. Then the bank runs, until it is `empty`; then the grace, until
`final`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeVar

from games.clock.pace import Pace
from games.clock.spans import ZERO, Span, after, covered, utc


@dataclass(frozen=True, slots=True)
class Bank:
    """What a seat has saved."""

    saved: timedelta = ZERO

    def __post_init__(self) -> None:
        if self.saved < ZERO:
            raise ValueError("a bank gives no credit")


@dataclass(frozen=True, slots=True)
class Hands:
    """Where the hands of an open decision's clock stand."""

    due: datetime
    empty: datetime
    final: datetime


H = TypeVar("H", bound=Hands)


def opened(pace: Pace) -> Bank:
    """A seat's bank at the beginning of a game."""
    return Bank(pace.allowance)


def hands(due: datetime, bank: Bank, pace: Pace, stops: Sequence[Span] = ()) -> Hands:
    """When the bank begins to run, when it is empty, and when all is over. In (merged) stops nothing runs."""
    due = utc(due)
    return Hands(due, after(due, bank.saved, stops), after(due, bank.saved + pace.grace, stops))


def spent(bank: Bank, due: datetime, at: datetime, stops: Sequence[Span] = ()) -> timedelta:
    """What an answer at this moment takes from the bank: nothing before `due`, never more than there was."""
    due, at = utc(due), utc(at)
    if at <= due:
        return ZERO
    late = Span(due, at)
    return min(late.length - covered(late, stops), bank.saved)


def decided(bank: Bank, pace: Pace, taken: timedelta) -> Bank:
    """The bank after a decision that has taken so much from it."""
    return Bank(min(bank.saved - taken + pace.increment, pace.cap))


def extended(hands: H, by: timedelta) -> H:
    """So much more time, counted from the deadline and not from now."""
    return replace(hands, due=hands.due + by, empty=hands.empty + by, final=hands.final + by)


def resumed(hands: H, paused_at: datetime, at: datetime) -> H:
    """Go on after a pause, with exactly what was left. A clock that was set back takes nothing away."""
    return extended(hands, max(utc(at) - utc(paused_at), ZERO))
