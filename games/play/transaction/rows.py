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


class SeatColumns(msgspec.Struct):
    """The columns of a seat that the play service needs, by their names in the database."""

    pk: int = msgspec.field(name="id")
    name: str
    user_id: int | None
    key: str
    bot: str
    decision: int | None
    asked_at: datetime | None
    due_at: datetime | None
    final_at: datetime | None = None
    alarm_at: datetime | None = None
    answer_at: datetime | None = None
    stopped_at: datetime | None = None
    delay_reasons: str = ""
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


class SeatRow(SeatColumns):
    """A seat of a locked game."""

    waiting_preferences: WaitingPreferences | None = None  # of the user, if the seat has one


class GameColumns(msgspec.Struct):
    """The columns of a game that the play service needs, by their names in the database."""

    id: int
    ruleset: str
    state: str
    pace_data: str
    patience_data: str
    has_fixed_pace: bool
    started_at: datetime | None
    log_length: int
    undoable_moves: int
    position: str


class GameRow(GameColumns):
    """A locked game with its seats.

    `repeated_number` is the number of the log entry if the same request was carried out before."""

    seats: dict[str, SeatRow] = {}
    repeated_number: int | None = None
    state_before: str = ""  # the state when it was loaded
    outages: list[Span] | None = None  # since it started; loaded when a clock needs them


class LogRow(msgspec.Struct):
    """A new row of the log, by the names of its columns."""

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


class ClockGame(Protocol):
    """What a clock needs of a game: locked by the play service, or a model that a page shows."""

    outages: list[Span] | None

    @property
    def pace_data(self) -> str: ...

    @property
    def patience_data(self) -> str: ...

    @property
    def started_at(self) -> datetime | None: ...


class ClockSeat(Protocol):
    """What a clock needs of a seat: of a locked game, or a model that a page shows."""

    @property
    def bot(self) -> str: ...

    @property
    def asked_at(self) -> datetime | None: ...

    @property
    def due_at(self) -> datetime | None: ...

    @property
    def stopped_at(self) -> datetime | None: ...

    @property
    def clock_stops(self) -> str: ...

    @property
    def extra_seconds(self) -> int: ...

    @property
    def bank_seconds(self) -> int: ...

    @property
    def time_out(self) -> str: ...


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
        time_zone=user.time_zone,
        quiet_from=user.quiet_from,
        quiet_until=user.quiet_until,
        free_days=msgspec.json.encode(user.free_days).decode(),
        leave=msgspec.json.encode(user.leave).decode(),
        holds_email=user.holds_email,
        reminder=user.reminder,
        time_out=user.time_out,
        unreachable_since=user.unreachable_since,
    )


class UndoableMove(msgspec.Struct, frozen=True):
    """The last move that was not undone, with the columns that are needed to undo it."""

    number: int
    seat_id: int
    position_before: str
    clock: str
