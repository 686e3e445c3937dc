"""Missed deadlines: which are excused, what is played instead, and when the player is replaced."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, get_args

from games.clock.leave import LeavePolicy

TimeoutAnswer = Literal["minimal", "bot", "orders"]  # what answers for a player whose time has run out
TIMEOUT_ANSWERS: tuple[TimeoutAnswer, ...] = get_args(TimeoutAnswer)
MAX_MISSES = 100  # the highest number of misses that a form accepts


@dataclass(frozen=True, slots=True, kw_only=True)
class MissedDeadlinePolicy:
    """How a table treats missed deadlines, leave and stand-ins."""

    answers: tuple[TimeoutAnswer, ...] = (
        TIMEOUT_ANSWERS  # what a player may choose; the minimal move is always allowed
    )
    excused: int = 1  # misses per game that do not count
    in_a_row: int = 2  # after so many the seat is offered to others
    in_total: int = 4
    leave: LeavePolicy = "allowed"
    stand_ins: bool = True  # may another person take over such a seat, or only a bot?

    def __post_init__(self) -> None:
        if not set(self.answers) <= set(TIMEOUT_ANSWERS):
            raise ValueError(f"answers are some of {', '.join(TIMEOUT_ANSWERS)}")
        if not 0 <= self.excused <= MAX_MISSES:
            raise ValueError(f"excused is from 0 to {MAX_MISSES}")
        if not 1 <= self.in_a_row <= self.in_total <= MAX_MISSES:
            raise ValueError(f"in_a_row is from 1 to in_total, and that at most {MAX_MISSES}")
        if isinstance(self.leave, bool) or not (
            self.leave in ("allowed", "none") or _is_day_count(self.leave)
        ):
            raise ValueError("leave is allowed, none, or a number of days")


def _is_day_count(value: Any) -> bool:
    return isinstance(value, int) and 0 < value <= 366


@dataclass(frozen=True, slots=True)
class MissCount:
    """How many deadlines a seat has missed in one game."""

    excused: int = 0
    counted: int = 0
    in_a_row: int = 0


def count_miss(so_far: MissCount, patience: MissedDeadlinePolicy) -> MissCount:
    """Count one more missed deadline; the first ones are excused."""
    if so_far.excused < patience.excused:
        return replace(so_far, excused=so_far.excused + 1)
    return replace(so_far, counted=so_far.counted + 1, in_a_row=so_far.in_a_row + 1)


def has_missed_too_many(misses: MissCount, patience: MissedDeadlinePolicy) -> bool:
    """Has the seat missed so many deadlines that a replacement is sought?"""
    return misses.in_a_row >= patience.in_a_row or misses.counted >= patience.in_total


def choose_allowed_answer(wanted: str, patience: MissedDeadlinePolicy) -> TimeoutAnswer:
    """The answer that the player prefers, if the table allows it; otherwise the minimal move."""
    return next((answer for answer in patience.answers if answer == wanted), "minimal")


def forbid_orders(patience: MissedDeadlinePolicy) -> MissedDeadlinePolicy:
    """The same policy for a game that has no standing orders, which cannot answer for anybody there."""
    return replace(patience, answers=tuple(answer for answer in patience.answers if answer != "orders"))


# --- as plain data


def dump_policy(patience: MissedDeadlinePolicy) -> dict[str, Any]:
    """Dump a policy for the database or JSON."""
    return asdict(patience) | {"answers": list(patience.answers)}


def load_policy(data: Mapping[str, Any]) -> MissedDeadlinePolicy:
    """Load a policy that any version has dumped: unknown keys are ignored, missing ones get the default."""
    known = {field.name for field in fields(MissedDeadlinePolicy)}
    found = {name: value for name, value in data.items() if name in known}
    return MissedDeadlinePolicy(**found | {"answers": tuple(found.get("answers", TIMEOUT_ANSWERS))})
