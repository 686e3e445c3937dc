"""The rows that the play service reads and writes, as plain structs."""

from datetime import datetime
from typing import Any, Protocol

import msgspec

from games.clock.spans import Span


class WaitingPreferences(msgspec.Struct, frozen=True):
    """The preferences of a user that affect deadlines, as stored in the database."""

    time_zone: str
    quiet_from: Any
    quiet_until: Any
    free_days: str
    leave: str
    holds_email: bool
    reminder: int
    time_out: str
    unreachable_since: datetime | None


class SeatRow(msgspec.Struct):
    """The columns of a seat that the play service needs."""

    pk: int
    name: str
    user_id: int | None
    key: str
    bot: str
    decision: int | None
    asked_at: datetime | None
    due_at: datetime | None
    final_at: datetime | None = None
    alarm_at: datetime | None = None
    stopped_at: datetime | None = None
    clock_stops: str = "[]"
    extra_seconds: int = 0
    reminded_decision: int | None = None
    bank_seconds: int = 0
    waited_seconds: int = 0
    time_out: str = ""
    excused_count: int = 0
    missed_count: int = 0
    misses_in_a_row: int = 0
    offered_at: datetime | None = None
    waiting_preferences: WaitingPreferences | None = None  # of the user, if the seat has one


class GameRow(msgspec.Struct):
    """The columns of a game that the play service needs.

    `repeated_number` is the number of the log entry if the same request was carried out before."""

    id: int
    ruleset: str
    state: str
    pace_data: str
    patience_data: str
    started_at: datetime | None
    log_length: int
    undoable_moves: int
    position: str
    seats: dict[str, SeatRow] = {}
    repeated_number: int | None = None
    state_before: str = ""  # the state when it was loaded
    outages: list[Span] | None = None  # since it started; loaded when a clock needs them


class LogRow(msgspec.Struct):
    """A new row of the log."""

    number: int
    kind: str
    text: str
    how: str
    key: str
    seat_id: int | None = None
    decision: int | None = None
    asked_at: datetime | None = None
    by_id: int | None = None
    events: bytes = b"[]"
    position_before: str = ""
    clock: str = ""
    reason: str = ""  # of a referee's ruling


class NoticeRecipient(Protocol):
    """The recipient of a notice: a seat, or a user without one."""

    @property
    def pk(self) -> int | None: ...

    @property
    def user_id(self) -> int | None: ...


PendingNotice = tuple[NoticeRecipient, str, datetime]  # recipient, kind, and when it may be sent


def load_waiting_preferences(user: Any) -> WaitingPreferences:
    """Return the waiting preferences of a loaded user."""
    return WaitingPreferences(
        user.time_zone,
        user.quiet_from,
        user.quiet_until,
        msgspec.json.encode(user.free_days).decode(),
        msgspec.json.encode(user.leave).decode(),
        user.holds_email,
        user.reminder,
        user.time_out,
        user.unreachable_since,
    )


class UndoableMove(msgspec.Struct, frozen=True):
    """The last move that was not undone, with what is needed to undo it."""

    number: int
    seat_id: int
    position_before: str
    clock: str
