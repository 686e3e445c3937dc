"""The only writer of positions and of the journal: a handful of statements, the same on both databases.

A move is the busiest thing that the house does, so its statements are written out: one locks the game,
one reads the seats, one writes all that has changed. PostgreSQL takes the last one as a single
statement; SQLite has no such thing and needs none, it lives in the same process.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol

import msgspec
from django.db import connection
from django.db.models import F
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from games.clock.spans import Span
from games.models import Game, Move, Notice
from games.play.errors import NotNow
from games.rules.core.events import Event, read_events

Statement = tuple[str, Sequence[Any]]


class Habits(msgspec.Struct, frozen=True):
    """How a person wants to be waited for, as it is stored."""

    time_zone: str
    quiet_from: Any
    quiet_until: Any
    free_days: str
    leave: str
    holds_letters: bool
    reminder: int
    time_out: str
    unreachable_since: datetime | None


class SeatRow(msgspec.Struct):
    """A seat as the door needs it."""

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
    stops: str = "[]"
    given: int = 0
    reminded: int | None = None
    bank: int = 0
    waited: int = 0
    time_out: str = ""
    excused: int = 0
    missed: int = 0
    in_a_row: int = 0
    offered_at: datetime | None = None
    habits: Habits | None = None  # of the person, if one sits there


class GameRow(msgspec.Struct):
    """A game as the door needs it. `earlier` is the entry that the same request has made before."""

    id: int
    ruleset: str
    state: str
    pace_data: str
    patience_data: str
    started_at: datetime | None
    length: int
    undoable: int
    position: str
    seats: dict[str, SeatRow] = {}
    earlier: int | None = None
    was: str = ""  # the state in which it was found
    outages: list[Span] | None = None  # since it began; looked for when a clock needs them


class Entry(msgspec.Struct):
    """A line for the journal."""

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
    before: str = ""
    clock: str = ""
    reason: str = ""  # why, if somebody who rules has done it


class Reader(Protocol):
    """Whoever is to be told something: a seat, or somebody who has none."""

    @property
    def pk(self) -> int | None: ...

    @property
    def user_id(self) -> int | None: ...


Told = tuple[Reader, str, datetime]  # who, of what kind, and not before when


# --- reading


def lock(game: int | str, key: str) -> GameRow:
    """The game of this number or key, locked until the end of the transaction, with its seats."""
    with connection.cursor() as cursor:
        cursor.execute(*locking(game))
        row = cursor.fetchone()
        if row is None:
            raise NotNow(_("There is no such game."))
        found = GameRow(*row)
        found.was, found.started_at = found.state, _instant(found.started_at)
        # a statement of its own: it sees what was committed while we waited for the lock
        cursor.execute(SEATS, [found.id, key, found.id])
        for earlier, *values in cursor.fetchall():
            seat = _seat_row(values)
            found.seats[seat.name] = seat
            found.earlier = earlier
    return found


def _seat_row(values: Sequence[Any]) -> SeatRow:
    """The columns of a seat, then those of its person."""
    own, person = list(values[:OWN]), values[OWN:]
    for place in INSTANTS:
        own[place] = _instant(own[place])
    *wishes, lost = person
    habits = Habits(*wishes, _instant(lost)) if person[0] else None  # type: ignore[call-arg]
    return SeatRow(*own, habits=habits)  # type: ignore[misc]


def habits_of(user: Any) -> Habits:
    """Of somebody who has just sat down."""
    return Habits(
        user.time_zone,
        user.quiet_from,
        user.quiet_until,
        msgspec.json.encode(user.free_days).decode(),
        msgspec.json.encode(user.leave).decode(),
        user.holds_letters,
        user.reminder,
        user.time_out,
        user.unreachable_since,
    )


def locking(game: int | str) -> Statement:
    # SQLite has taken the one write lock with BEGIN IMMEDIATE
    for_update = " FOR UPDATE" if connection.features.has_select_for_update else ""
    return f"{LOCK} {'key' if isinstance(game, str) else 'id'} = %s{for_update}", [game]


LOCK = """
    SELECT id, ruleset, state, pace_data, patience_data, started_at, length, undoable, position
    FROM games_game WHERE
"""
SEATS = """
    SELECT (SELECT number FROM games_move WHERE game_id = %s AND key = %s),
           seat.id, name, user_id, key, bot, decision, asked_at, due_at, final_at, alarm_at, stopped_at,
           stops, given, reminded, bank, waited, seat.time_out, excused, missed, in_a_row,
           offered_at, time_zone, quiet_from, quiet_until, free_days, leave, holds_letters, reminder,
           person.time_out, unreachable_since
    FROM games_seat AS seat LEFT JOIN accounts_user AS person ON person.id = seat.user_id
    WHERE game_id = %s ORDER BY place
"""
FIELDS = list(SeatRow.__struct_fields__)
OWN = FIELDS.index("habits")
INSTANTS = [place for place, name in enumerate(FIELDS) if name.endswith("_at")]


def _instant(value: Any) -> datetime | None:
    """SQLite hands a written instant back as text, and some of them without the zone in which we count."""
    found: datetime | None = parse_datetime(value) if isinstance(value, str) else value
    return found if found is None or found.tzinfo else found.replace(tzinfo=UTC)


# --- writing


def changes(
    game: GameRow,
    *,
    now: datetime,
    entries: Sequence[Entry],
    seats: Sequence[SeatRow] = (),
    notices: Sequence[Told] = (),
    cleared: bool = False,
    undone: int | None = None,
) -> list[Statement]:
    """The statements that write what has changed. `seats` are those whose decision is another now."""
    statements: list[Statement] = []
    if cleared:  # nothing before this can be taken back any more
        statements.append((CLEAR, [game.id]))
    if undone is not None:
        statements.append((TAKE_BACK, [game.id, undone]))
    if entries:
        statements.append(_game(game, now))
        statements.append(_journal(game, entries, now))
    else:  # an order was filed: nobody else can tell, not even by the time of the last change
        statements.append(("UPDATE games_game SET position = %s WHERE id = %s", [game.position, game.id]))
    statements += [_seat(seat) for seat in seats]
    if notices:
        statements.append(_notices(game, notices, now))
    return statements


CLEAR = "UPDATE games_move SET before = '', clock = '' WHERE game_id = %s AND before <> ''"
TAKE_BACK = (
    "UPDATE games_move SET taken_back = true, before = '', clock = '' WHERE game_id = %s AND number = %s"
)


ENDED = (Game.State.OVER, Game.State.ABANDONED)


def _game(game: GameRow, now: datetime) -> Statement:
    changes = "state = %s, length = %s, undoable = %s, position = %s, changed_at = %s"
    values = [game.state, game.length, game.undoable, game.position, _written(now)]
    if (game.state in ENDED) != (game.was in ENDED):  # a referee may take the last move back
        changes += ", ended_at = %s"
        values.append(_written(now) if game.state in ENDED else None)
    return f"UPDATE games_game SET {changes} WHERE id = %s", [*values, game.id]  # noqa: S608


MOVE_COLUMNS = """
    game_id, number, kind, seat_id, text, decision, how, by_id, key, at, asked_at, events, before, clock,
    taken_back, reason
"""


def _journal(game: GameRow, entries: Sequence[Entry], now: datetime) -> Statement:
    rows = [
        (
            *(game.id, entry.number, entry.kind, entry.seat_id, entry.text, entry.decision, entry.how),
            *(entry.by_id, entry.key, _written(now), _written(entry.asked_at)),
            *(entry.events.decode(), entry.before, entry.clock, False, entry.reason),
        )
        for entry in entries
    ]
    return _insert("games_move", MOVE_COLUMNS, rows)


def _seat(seat: SeatRow) -> Statement:
    values = [getattr(seat, name) for name in CHANGING]
    written = [_written(value) if isinstance(value, datetime) else value for value in values]
    return SET_SEAT, [*written, seat.pk]


CHANGING = [*FIELDS[FIELDS.index("decision") : FIELDS.index("time_out")], *("excused", "missed", "in_a_row")]
SET_SEAT = f"UPDATE games_seat SET {', '.join(f'{name} = %s' for name in CHANGING)} WHERE id = %s"  # noqa: S608


NOTICE_COLUMNS = "game_id, user_id, seat_id, kind, number, status, created_at, next_try_at"


def _notices(game: GameRow, notices: Iterable[Told], now: datetime) -> Statement:
    rows = [
        (
            *(game.id, reader.user_id, reader.pk, kind, game.length),
            *(Notice.Status.WAITING, _written(now), _written(due)),
        )
        for reader, kind, due in notices
    ]
    return _insert("games_notice", NOTICE_COLUMNS, rows)


def _insert(table: str, columns: str, rows: Sequence[Sequence[Any]]) -> Statement:
    places = "(" + ", ".join(["%s"] * len(rows[0])) + ")"
    sql = f"INSERT INTO {table} ({columns}) VALUES {', '.join([places] * len(rows))}"  # noqa: S608
    return sql, [value for row in rows for value in row]


def _written(instant: datetime | None) -> Any:
    return connection.ops.adapt_datetimefield_value(instant)


def execute_together(statements: Sequence[Statement]) -> None:
    """All of these, in one round trip where the database can do that."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(*one_statement(statements))
            return
        for sql, values in statements:
            cursor.execute(sql, values)


def one_statement(statements: Sequence[Statement]) -> Statement:
    """Everything but the last as the `WITH` of the last. No two of them may write the same row."""
    *first, (last, values) = statements
    if not first:
        return last, values
    parts = ", ".join(f"part_{place} AS ({sql})" for place, (sql, _) in enumerate(first))
    return f"WITH {parts} {last}", [value for _, part in first for value in part] + list(values)


def note(game: GameRow, events: Sequence[Event]) -> None:
    """Write these below the last entry: they are secrets of somebody, and no entry of their own."""
    last = Move.objects.only("events").get(game=game.id, number=game.length)
    last.events = msgspec.json.encode([*read_events(last.events), *events]).decode()
    last.save(update_fields=["events"])


# --- the journal of a game, for undo and for replay


class Undoable(msgspec.Struct, frozen=True):
    """The last move that stands."""

    number: int
    seat_id: int
    before: str
    clock: str


def move_to_take_back(game: GameRow) -> Undoable:
    with connection.cursor() as cursor:
        cursor.execute(LAST_MOVE, [game.id])
        return Undoable(*cursor.fetchone())


LAST_MOVE = """
    SELECT number, seat_id, before, clock FROM games_move
    WHERE game_id = %s AND kind = 'move' AND NOT taken_back ORDER BY number DESC LIMIT 1
"""


def standing_moves(game_id: int) -> Iterator[tuple[int, str, str]]:
    """Number, name of the seat and text of each move that was not taken back, in order."""
    with connection.cursor() as cursor:
        cursor.execute(STANDING, [game_id])
        yield from cursor.fetchall()


STANDING = """
    SELECT games_move.number, games_seat.name, games_move.text
    FROM games_move JOIN games_seat ON games_seat.id = games_move.seat_id
    WHERE games_move.game_id = %s AND kind = 'move' AND NOT taken_back ORDER BY games_move.number
"""


def rewrite(game_id: int, json: Callable[[str], str], line: Callable[[str], str]) -> None:
    """Write position and journal anew through these functions: a name has to go."""
    game = Game.objects.select_for_update().get(pk=game_id)
    game.position = json(game.position)
    game.save(update_fields=["position"])
    moves = list(game.moves.all())
    for move in moves:
        move.text, move.events, move.before = line(move.text), json(move.events), json(move.before)
        move.reason = line(move.reason)
    Move.objects.bulk_update(moves, ["text", "events", "before", "reason"], batch_size=200)


# --- clocks


def write_seat(seat: SeatRow) -> None:
    """Only the clock of a seat is another; nothing has happened in the game."""
    execute_together([_seat(seat)])


def claim_alarms(now: datetime, until: datetime, most: int) -> list[tuple[int, int, int]]:
    """Game, seat and decision of alarms that are due. Nobody else gets them before `until`.

    If whoever has claimed them is killed, they ring again then."""
    with connection.cursor() as cursor:
        cursor.execute(CLAIM.format(skip=_skip_locked()), [_written(until), _written(now), most])
        found: list[tuple[int, int, int]] = cursor.fetchall()
    return found


def _skip_locked() -> str:
    return "FOR UPDATE SKIP LOCKED" if connection.features.has_select_for_update_skip_locked else ""


CLAIM = """
    UPDATE games_seat SET alarm_at = %s WHERE id IN (
        SELECT id FROM games_seat WHERE alarm_at <= %s ORDER BY alarm_at LIMIT %s {skip}
    ) RETURNING game_id, id, decision
"""


def outages_since(at: datetime) -> list[tuple[datetime, datetime]]:
    """When the house stood still and was not over it then; or will stand still, as far as we know."""
    with connection.cursor() as cursor:
        cursor.execute('SELECT start, "end" FROM games_outage WHERE "end" > %s', [_written(at)])
        return [(_instant(start) or at, _instant(end) or at) for start, end in cursor.fetchall()]


def pulse() -> datetime | None:
    """When the sweeps last came by."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT at FROM games_pulse WHERE id = 1")
        row = cursor.fetchone()
    return _instant(row[0]) if row else None


def show_pages(game_id: int) -> None:
    """Let the open pages of a game see that something beside its journal is new: talk, a vote."""
    Game.objects.filter(pk=game_id).update(said=F("said") + 1)
