"""The reference for moves on PostgreSQL: the statements of a move, straight to the driver."""

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import psycopg
from django.db import connection, transaction

from accounts.models import User
from games.play.deadlines import seat_clock
from games.play.deadlines.alarms import ALARM_LEASE
from games.play.lobby import tables
from games.play.transaction import notices, sql
from games.play.transaction.rows import GameRow, LogRow, SeatRow
from tests.bench.load import ClientAction

DirectCursor = psycopg.ClientCursor[tuple[Any, ...]]  # binds parameters in the client, as Django does


@contextlib.contextmanager
def open_cursor() -> Iterator[DirectCursor]:
    with _open_connection() as direct:
        yield psycopg.ClientCursor(direct)


def claim_by_driver(direct: DirectCursor, most: int) -> None:
    """Claim due alarms with nothing but the SQL statement."""
    now = datetime.now(UTC)
    direct.execute(sql.CLAIM_ALARMS.format(skip="FOR UPDATE SKIP LOCKED"), [now + ALARM_LEASE, now, most])
    direct.fetchall()
    direct.connection.commit()


def claim_by_service(most: int) -> None:
    now = datetime.now(UTC)
    sql.claim_alarms(now, now + ALARM_LEASE, most)


@contextlib.contextmanager
def open_clients(users: Sequence[int]) -> Iterator[list[ClientAction]]:
    """Yield a function for each user that saves a move, with a connection and a game of its own."""
    with contextlib.ExitStack() as stack:
        yield [_build_client(stack.enter_context(_open_connection()), user) for user in users]


def _open_connection() -> psycopg.Connection:
    settings = connection.settings_dict
    given = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    return psycopg.connect(**{key: settings[name] for key, name in given.items() if settings[name]})


def _build_client(direct: psycopg.Connection, user_id: int) -> ClientAction:
    game = _create_game(user_id)
    seats = list(game.seats.values())
    keys = itertools.count()
    cursor = psycopg.ClientCursor(direct)

    def move() -> None:
        key = f"raw-{next(keys)}"
        cursor.execute(*sql.build_lock_statement(game.id))
        cursor.fetchone()
        cursor.execute(sql.SELECT_SEATS, [game.id, key, game.id])
        cursor.fetchall()
        cursor.execute(*_build_move_statement(game, seats, key))
        direct.commit()

    return move


def _create_game(user_id: int) -> GameRow:
    """Create a game that nobody else touches, and load its row."""
    new_table = tables.NewTable("Raw", "citadels", {}, 4, is_open=True, bots=3)
    game = tables.open_table(User.objects.get(pk=user_id), new_table)
    with transaction.atomic():
        return sql.lock_game(game.pk, "")


def _build_move_statement(game: GameRow, seats: Sequence[SeatRow], key: str) -> sql.Statement:
    """Build the statement of a move: one seat has answered, one is asked, a log entry, a notice."""
    now = datetime.now(UTC)
    game.log_length += 1
    answered, asked = seats[game.log_length % 4], seats[(game.log_length + 1) % 4]
    seat_clock.clear_decision(answered)
    asked.decision = game.log_length
    asked.asked_at = asked.due_at = asked.final_at = asked.alarm_at = now
    entry = LogRow(number=game.log_length, kind="move", text="gold", how="form", key=key, seat_id=answered.pk)
    entry.events = EVENTS_JSON
    reader = next(seat for seat in seats if seat.user_id)
    return sql.combine_statements(
        [
            *sql.build_statements(game, now=now, entries=[entry], seats=[answered, asked]),
            notices.build_insert(game, [(reader, "your_turn", now)], now),
        ]
    )


EVENTS_JSON = b'[{"kind":"gathered","open":{"seat":"Ann","gold":2},"secret":{},"private":false}]'
