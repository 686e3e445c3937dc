"""The reference for moves on PostgreSQL: the statements of a move, straight to the driver."""

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import psycopg
from django.db import connection, transaction

from accounts.models import User
from games.management.bench.load import Act
from games.play import clocks, lobby, store
from games.play.store import Entry, GameRow, SeatRow
from games.play.time_outs import LEASE

Direct = psycopg.ClientCursor[tuple[Any, ...]]  # parameters bound here, as Django does it


@contextlib.contextmanager
def connected() -> Iterator[Direct]:
    with _connect() as direct:
        yield psycopg.ClientCursor(direct)


def claim(direct: Direct, most: int) -> None:
    """Alarms that are due, by the statement alone."""
    now = datetime.now(UTC)
    direct.execute(store.CLAIM.format(skip="FOR UPDATE SKIP LOCKED"), [now + LEASE, now, most])
    direct.fetchall()
    direct.connection.commit()


def claim_by_door(most: int) -> None:
    now = datetime.now(UTC)
    store.claim_alarms(now, now + LEASE, most)


@contextlib.contextmanager
def clients(users: Sequence[int]) -> Iterator[list[Act]]:
    """A loop for each of these people, on a connection and a game of its own."""
    with contextlib.ExitStack() as stack:
        yield [_loop(stack.enter_context(_connect()), user) for user in users]


def _connect() -> psycopg.Connection:
    settings = connection.settings_dict
    given = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    return psycopg.connect(**{key: settings[name] for key, name in given.items() if settings[name]})


def _loop(direct: psycopg.Connection, user_id: int) -> Act:
    game = _game(user_id)
    seats = list(game.seats.values())
    keys = itertools.count()
    cursor = psycopg.ClientCursor(direct)

    def move() -> None:
        key = f"raw-{next(keys)}"
        cursor.execute(*store.locking(game.id))
        cursor.fetchone()
        cursor.execute(store.SEATS, [game.id, key, game.id])
        cursor.fetchall()
        cursor.execute(*_writing(game, seats, key))
        direct.commit()

    return move


def _game(user_id: int) -> GameRow:
    """A game that nobody else touches."""
    wish = lobby.Wish("Raw", "citadels", {}, 4, is_open=True, bots=3)
    game = lobby.open_table(User.objects.get(pk=user_id), wish)
    with transaction.atomic():
        return store.lock(game.pk, "")


def _writing(game: GameRow, seats: Sequence[SeatRow], key: str) -> store.Statement:
    """One who has answered, one who is asked, the journal, a notice."""
    now = datetime.now(UTC)
    game.length += 1
    answered, asked = seats[game.length % 4], seats[(game.length + 1) % 4]
    clocks.silence(answered)
    asked.decision = game.length
    asked.asked_at = asked.due_at = asked.final_at = asked.alarm_at = now
    entry = Entry(number=game.length, kind="move", text="gold", how="form", key=key, seat_id=answered.pk)
    entry.events = EVENTS
    told = next(seat for seat in seats if seat.user_id)
    return store.one_statement(
        store.changes(
            game, now=now, entries=[entry], seats=[answered, asked], notices=[(told, "your_turn", now)]
        )
    )


EVENTS = b'[{"kind":"gathered","open":{"seat":"Ann","gold":2},"secret":{},"private":false}]'
