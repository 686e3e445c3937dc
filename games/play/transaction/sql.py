"""Raw SQL that reads and writes positions and the log: the only writer of them, the same on both databases.

A move is the most frequent request, so its statements are written by hand: one locks the game, one reads the
seats, one writes everything that has changed. PostgreSQL gets the last one as a single statement; SQLite
cannot do that and does not need it, since it runs in the same process.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.db import connection
from django.db.models import F
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from msgspec.structs import FieldInfo

from games.models import Game, GameLogEntry
from games.play.errors import NotNow
from games.play.transaction.rows import (
    GameColumns,
    GameRow,
    LogRow,
    SeatColumns,
    SeatRow,
    UndoableMove,
    WaitingPreferences,
)
from games.rules.core.events import Event, load_events

Statement = tuple[str, Sequence[Any]]
INSTANT = datetime | None

GAME_FIELDS = msgspec.structs.fields(GameColumns)
SEAT_FIELDS = msgspec.structs.fields(SeatColumns)
PERSON_FIELDS = msgspec.structs.fields(WaitingPreferences)
UNDO_FIELDS = msgspec.structs.fields(UndoableMove)


def _list_columns(table: str, fields: Sequence[FieldInfo]) -> str:
    return ", ".join(f"{table}.{field.encode_name}" for field in fields)


LOCK_GAME = f"SELECT {_list_columns('game', GAME_FIELDS)} FROM games_game AS game WHERE"  # noqa: S608
SELECT_SEATS = f"""
    SELECT (SELECT number FROM games_gamelogentry WHERE game_id = %s AND key = %s),
           {_list_columns("seat", SEAT_FIELDS)}, {_list_columns("person", PERSON_FIELDS)}
    FROM games_seat AS seat LEFT JOIN accounts_user AS person ON person.id = seat.user_id
    WHERE game_id = %s ORDER BY place
"""  # noqa: S608
CLEAR_UNDO = """
    UPDATE games_gamelogentry SET position_before = '', clock = ''
    WHERE game_id = %s AND position_before <> ''
"""
MARK_TAKEN_BACK = """
    UPDATE games_gamelogentry SET taken_back = true, position_before = '', clock = ''
    WHERE game_id = %s AND number = %s
"""
ENDED_STATES = (Game.State.OVER, Game.State.ABANDONED)
# who sits there, and what was chosen there, other statements write
READ_ONLY_SEAT_FIELDS = ("pk", "name", "user_id", "key", "bot", "time_out", "offered_at")
WRITTEN_SEAT_FIELDS = [field.name for field in SEAT_FIELDS if field.name not in READ_ONLY_SEAT_FIELDS]
UPDATE_SEAT = (
    f"UPDATE games_seat SET {', '.join(f'{name} = %s' for name in WRITTEN_SEAT_FIELDS)} WHERE id = %s"  # noqa: S608
)
SELECT_LAST_MOVE = f"""
    SELECT {_list_columns("entry", UNDO_FIELDS)} FROM games_gamelogentry AS entry
    WHERE game_id = %s AND kind = 'move' AND NOT taken_back ORDER BY number DESC LIMIT 1
"""  # noqa: S608
SELECT_STANDING_MOVES = """
    SELECT entry.number, seat.name, entry.text
    FROM games_gamelogentry AS entry JOIN games_seat AS seat ON seat.id = entry.seat_id
    WHERE entry.game_id = %s AND entry.kind = 'move' AND NOT entry.taken_back ORDER BY entry.number
"""
CLAIM_ALARMS = """
    UPDATE games_seat SET alarm_at = %s WHERE id IN (
        SELECT id FROM games_seat WHERE alarm_at <= %s ORDER BY alarm_at LIMIT %s {skip}
    ) RETURNING game_id, id, decision
"""


# --- reading


def lock_game(game: int | str, key: str) -> GameRow:
    """Lock the game with this id or key until the end of the transaction, and load it with its seats."""
    with connection.cursor() as cursor:
        cursor.execute(*build_lock_statement(game))
        row = cursor.fetchone()
        if row is None:
            raise NotNow(_("There is no such game."))
        found = GameRow(**_name_values(GAME_FIELDS, row))
        found.state_before = found.state
        # a separate statement, so that it sees what was committed while we waited for the lock
        cursor.execute(SELECT_SEATS, [found.id, key, found.id])
        for earlier, *values in cursor.fetchall():
            seat = _build_seat_row(values)
            found.seats[seat.name] = seat
            found.repeated_number = earlier
    return found


def _build_seat_row(values: Sequence[Any]) -> SeatRow:
    """Build a seat from its columns followed by those of its user."""
    seat = SeatRow(**_name_values(SEAT_FIELDS, values))
    if seat.user_id is not None:
        person = _name_values(PERSON_FIELDS, values[len(SEAT_FIELDS) :])
        seat.waiting_preferences = WaitingPreferences(**person)
    return seat


def _name_values(fields: Sequence[FieldInfo], values: Sequence[Any]) -> dict[str, Any]:
    """Return the values of these columns by the names of their fields. There may be others behind them."""
    return {
        field.name: parse_instant(value) if field.type == INSTANT else value
        for field, value in zip(fields, values, strict=False)
    }


def build_lock_statement(game: int | str) -> Statement:
    # SQLite already holds its only write lock, by BEGIN IMMEDIATE
    for_update = " FOR UPDATE" if connection.features.has_select_for_update else ""
    return f"{LOCK_GAME} {'key' if isinstance(game, str) else 'id'} = %s{for_update}", [game]


def parse_instant(value: Any) -> datetime | None:
    """Parse a timestamp that SQLite returns as text, sometimes without its time zone, which is UTC."""
    found: datetime | None = parse_datetime(value) if isinstance(value, str) else value
    return found if found is None or found.tzinfo else found.replace(tzinfo=UTC)


# --- writing


def build_statements(
    game: GameRow,
    *,
    now: datetime,
    entries: Sequence[LogRow],
    seats: Sequence[SeatRow] = (),
    cleared: bool = False,
    undone: int | None = None,
) -> list[Statement]:
    """Build the statements that write a change. `seats` are those whose decision or clock has changed."""
    statements: list[Statement] = []
    if cleared:  # no earlier move can be undone any more
        statements.append((CLEAR_UNDO, [game.id]))
    if undone is not None:
        statements.append((MARK_TAKEN_BACK, [game.id, undone]))
    if entries:
        statements.append(_build_game_update(game, now))
        statements.append(_build_log_insert(game, entries, now))
    else:  # an order was filed: nobody else may notice, not even by the time of the last change
        statements.append(("UPDATE games_game SET position = %s WHERE id = %s", [game.position, game.id]))
    statements += [_build_seat_update(seat) for seat in seats]
    return statements


def _build_game_update(game: GameRow, now: datetime) -> Statement:
    changes = "state = %s, log_length = %s, undoable_moves = %s, position = %s, changed_at = %s"
    values = [game.state, game.log_length, game.undoable_moves, game.position, adapt_instant(now)]
    if (game.state in ENDED_STATES) != (
        game.state_before in ENDED_STATES
    ):  # a referee may also reopen a game
        changes += ", ended_at = %s"
        values.append(adapt_instant(now) if game.state in ENDED_STATES else None)
    return f"UPDATE games_game SET {changes} WHERE id = %s", [*values, game.id]  # noqa: S608


def _build_log_insert(game: GameRow, entries: Sequence[LogRow], now: datetime) -> Statement:
    common = {"game_id": game.id, "at": adapt_instant(now), "taken_back": False}
    rows = [
        common | {name: _adapt(getattr(entry, name)) for name in LogRow.__struct_fields__}
        for entry in entries
    ]
    return build_insert("games_gamelogentry", rows)


def _build_seat_update(seat: SeatRow) -> Statement:
    return UPDATE_SEAT, [*(_adapt(getattr(seat, name)) for name in WRITTEN_SEAT_FIELDS), seat.pk]


def build_insert(table: str, rows: Sequence[Mapping[str, Any]]) -> Statement:
    """Build the statement that inserts these rows, values by the names of their columns."""
    columns = list(rows[0])
    places = "(" + ", ".join(["%s"] * len(columns)) + ")"
    sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([places] * len(rows))}"  # noqa: S608
    return sql, [row[column] for row in rows for column in columns]


def _adapt(value: Any) -> Any:
    """Return the value of a column as the database takes it."""
    if isinstance(value, datetime):
        return adapt_instant(value)
    return value.decode() if isinstance(value, bytes) else value


def adapt_instant(instant: datetime | None) -> Any:
    return connection.ops.adapt_datetimefield_value(instant)


def execute_together(statements: Sequence[Statement]) -> None:
    """Execute all statements, in one round trip where the database supports it."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(*combine_statements(statements))
            return
        for sql, values in statements:
            cursor.execute(sql, values)


def combine_statements(statements: Sequence[Statement]) -> Statement:
    """Combine statements into one: all but the last go into its `WITH`. No two may write the same row."""
    *first, (last, values) = statements
    if not first:
        return last, values
    parts = ", ".join(f"part_{place} AS ({sql})" for place, (sql, _) in enumerate(first))
    return f"WITH {parts} {last}", [value for _, part in first for value in part] + list(values)


def append_events(game: GameRow, events: Sequence[Event]) -> None:
    """Append secret events to the last log entry, without making an entry of their own."""
    last = GameLogEntry.objects.only("events").get(game=game.id, number=game.log_length)
    last.events = msgspec.json.encode([*load_events(last.events), *events]).decode()
    last.save(update_fields=["events"])


# --- the log of a game, for undo and replay


def load_undoable_move(game: GameRow) -> UndoableMove:
    with connection.cursor() as cursor:
        cursor.execute(SELECT_LAST_MOVE, [game.id])
        return UndoableMove(**_name_values(UNDO_FIELDS, cursor.fetchone()))


def load_standing_moves(game_id: int) -> Iterator[tuple[int, str, str]]:
    """Yield number, seat name and text of each move that was not undone, in order."""
    with connection.cursor() as cursor:
        cursor.execute(SELECT_STANDING_MOVES, [game_id])
        yield from cursor.fetchall()


def rewrite_game(game_id: int, json: Callable[[str], str], line: Callable[[str], str]) -> None:
    """Rewrite the position and the log of a game with these functions, to remove a name."""
    game = Game.objects.select_for_update().get(pk=game_id)
    game.position = json(game.position)
    game.save(update_fields=["position"])
    moves = list(game.log_entries.all())
    for move in moves:
        move.text, move.events, move.position_before = (
            line(move.text),
            json(move.events),
            json(move.position_before),
        )
        move.reason = line(move.reason)
    GameLogEntry.objects.bulk_update(moves, ["text", "events", "position_before", "reason"], batch_size=200)


# --- clocks


def update_seat(seat: SeatRow) -> None:
    """Write the clock of one seat when nothing else in the game has changed."""
    execute_together([_build_seat_update(seat)])


def claim_alarms(now: datetime, until: datetime, most: int) -> list[tuple[int, int, int]]:
    """Claim due alarms; return game, seat and decision of each. Nobody else gets them before `until`.

    If the process that claimed them is killed, they are due again at that time."""
    with connection.cursor() as cursor:
        cursor.execute(
            CLAIM_ALARMS.format(skip=_build_skip_locked()), [adapt_instant(until), adapt_instant(now), most]
        )
        found: list[tuple[int, int, int]] = cursor.fetchall()
    return found


def _build_skip_locked() -> str:
    return "FOR UPDATE SKIP LOCKED" if connection.features.has_select_for_update_skip_locked else ""


def bump_page_version(game_id: int) -> None:
    """Make open pages of the game reload what is not in its log: chat, votes, clocks."""
    Game.objects.filter(pk=game_id).update(page_version=F("page_version") + 1)
