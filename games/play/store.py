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

from games.models import Game, Move, Notice
from games.play.errors import NotNow

Statement = tuple[str, Sequence[Any]]


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


class GameRow(msgspec.Struct):
    """A game as the door needs it. `earlier` is the entry that the same request has made before."""

    id: int
    ruleset: str
    state: str
    hours: int
    length: int
    undoable: int
    position: str
    seats: dict[str, SeatRow] = {}
    earlier: int | None = None
    was: str = ""  # the state in which it was found


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
        found.was = found.state
        # a statement of its own: it sees what was committed while we waited for the lock
        cursor.execute(SEATS, [found.id, key, found.id])
        for pk, name, user_id, own_key, bot, decision, asked_at, due_at, earlier in cursor.fetchall():
            times = _instant(asked_at), _instant(due_at)
            found.seats[name] = SeatRow(pk, name, user_id, own_key, bot, decision, *times)
            found.earlier = earlier
    return found


def locking(game: int | str) -> Statement:
    # SQLite has taken the one write lock with BEGIN IMMEDIATE
    for_update = " FOR UPDATE" if connection.features.has_select_for_update else ""
    return f"{LOCK} {'key' if isinstance(game, str) else 'id'} = %s{for_update}", [game]


LOCK = "SELECT id, ruleset, state, hours, length, undoable, position FROM games_game WHERE"
SEATS = """
    SELECT id, name, user_id, key, bot, decision, asked_at, due_at,
           (SELECT number FROM games_move WHERE game_id = %s AND key = %s)
    FROM games_seat WHERE game_id = %s ORDER BY place
"""


def _instant(value: Any) -> datetime | None:
    """SQLite hands a written instant back as text."""
    if not isinstance(value, str):
        return value  # type: ignore[no-any-return]
    parsed = parse_datetime(value)
    return parsed if parsed is None or parsed.tzinfo else parsed.replace(tzinfo=UTC)


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


CLEAR = "UPDATE games_move SET before = '' WHERE game_id = %s AND before <> ''"
TAKE_BACK = "UPDATE games_move SET taken_back = true, before = '' WHERE game_id = %s AND number = %s"


ENDED = (Game.State.OVER, Game.State.ABANDONED)


def _game(game: GameRow, now: datetime) -> Statement:
    changes = "state = %s, length = %s, undoable = %s, position = %s, changed_at = %s"
    values = [game.state, game.length, game.undoable, game.position, _written(now)]
    if (game.state in ENDED) != (game.was in ENDED):  # a referee may take the last move back
        changes += ", ended_at = %s"
        values.append(_written(now) if game.state in ENDED else None)
    return f"UPDATE games_game SET {changes} WHERE id = %s", [*values, game.id]  # noqa: S608


MOVE_COLUMNS = """
    game_id, number, kind, seat_id, text, decision, how, by_id, key, at, asked_at, events, before, taken_back
"""


def _journal(game: GameRow, entries: Sequence[Entry], now: datetime) -> Statement:
    rows = [
        (
            *(game.id, entry.number, entry.kind, entry.seat_id, entry.text, entry.decision, entry.how),
            *(entry.by_id, entry.key, _written(now), _written(entry.asked_at)),
            *(entry.events.decode(), entry.before, False),
        )
        for entry in entries
    ]
    return _insert("games_move", MOVE_COLUMNS, rows)


def _seat(seat: SeatRow) -> Statement:
    values = [seat.decision, _written(seat.asked_at), _written(seat.due_at), seat.pk]
    return "UPDATE games_seat SET decision = %s, asked_at = %s, due_at = %s WHERE id = %s", values


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


# --- the journal of a game, for undo and for replay


def move_to_take_back(game: GameRow) -> tuple[int, int, str]:
    """Number, seat and position before of the last move that stands."""
    with connection.cursor() as cursor:
        cursor.execute(LAST_MOVE, [game.id])
        row: tuple[int, int, str] = cursor.fetchone()
    return row


LAST_MOVE = """
    SELECT number, seat_id, before FROM games_move
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
    Move.objects.bulk_update(moves, ["text", "events", "before"], batch_size=200)


def show_pages(game_id: int) -> None:
    """Let the open pages of a game see that something beside its journal is new: talk, a vote."""
    Game.objects.filter(pk=game_id).update(said=F("said") + 1)
