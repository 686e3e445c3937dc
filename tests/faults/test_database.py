"""The database goes away while people play, and comes back."""

import contextlib
import http.client
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Any

import pytest
from django.contrib.sessions.backends.base import UpdateError
from django.db import DatabaseError, connection, connections

from games.models import Game, GameLogEntry, Seat
from tests.faults import invariants
from tests.faults.server import Form, House
from tests.helpers.mail.processes import database_url
from tests.helpers.tables import awaited, fallback, table
from tests.helpers.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

INTERRUPTIONS = 6
OTHERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


def hang_up_on_all() -> None:
    """What a restart of PostgreSQL does to everybody who is connected."""
    with connections.create_connection("default").cursor() as cursor:
        cursor.execute(OTHERS)


def hold_the_lock() -> None:
    """What a long writer does to everybody else on SQLite, which has no server to go away."""
    with contextlib.closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=20)) as other:
        other.execute("BEGIN EXCLUSIVE")
        time.sleep(1.5)
        other.rollback()


INTERRUPT: dict[str, Callable[[], None]] = {"postgresql": hang_up_on_all, "sqlite": hold_the_lock}


def interrupted(ended: Event) -> None:
    for _ in range(INTERRUPTIONS):
        time.sleep(1)
        INTERRUPT[connection.vendor]()
    ended.set()


@pytest.mark.long
@pytest.mark.drill(6, "PostgreSQL hangs up on all, or SQLite is locked for long, six times under load")
def test_moves_go_on_when_the_database_is_back_and_none_is_lost_or_made_twice(house, counted):
    games = [table(3) for _ in range(3)]
    house.web()
    processes = [house.worker(), house.beat()]
    ended = Event()
    trouble = Thread(target=interrupted, args=[ended])
    trouble.start()
    played = at_once(*[lambda game=game: play_on(house, game, ended) for game in games])
    trouble.join()
    answers = sum(played, Counter())
    assert set(answers) <= {0, 303, 503}, answers  # nobody is told that something broke
    assert [one.poll() for one in processes] == [None, None]
    house.expire_claims()
    house.quiet()
    invariants.hold()
    invariants.all_are_told(house.server.emails)
    moves = GameLogEntry.objects.filter(kind="move").count()
    repeated = invariants.repeated(house.server.emails)
    assert moves == answers[303]
    assert repeated <= INTERRUPTIONS
    sent_again = answers[0] + answers[503]
    counted(
        moves=moves,
        interruptions=INTERRUPTIONS,
        sent_again=sent_again,
        lost=0,
        twice=0,
        emails_twice=repeated,
    )


# --- more connections than there may be

FEW = 1  # connection, for two web processes with four threads each, a worker and a beat
MAKE_POOR = """
    DROP ROLE IF EXISTS {role};
    CREATE ROLE {role} LOGIN CONNECTION LIMIT {limit};
    GRANT ALL ON ALL TABLES IN SCHEMA public TO {role};
    GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO {role};
"""


@contextlib.contextmanager
def scarce_connections() -> Iterator[tuple[dict[str, str], Callable[[], None]]]:
    """Settings with which there are too few connections, and what makes an end of it. SQLite has no limit:
    there a writer who comes again and again takes the place of those who hold the connections.
    """
    if connection.vendor == "sqlite":
        ended = Event()
        hog = Thread(target=lambda: [hold_the_lock() for _ in iter(ended.is_set, True)])
        hog.start()
        yield {}, ended.set
        ended.set()
        hog.join()
        return
    role = f"poor_{connection.settings_dict['NAME']}"
    with connection.cursor() as cursor:
        cursor.execute(MAKE_POOR.format(role=role, limit=FEW))
    user = connection.settings_dict["USER"]
    try:
        yield (
            {"DATABASE_URL": database_url().replace(f"//{user}:", f"//{role}:", 1)},
            lambda: (
                connections.create_connection("default")
                .cursor()
                .execute(f"ALTER ROLE {role} CONNECTION LIMIT -1")
            ),
        )
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP OWNED BY {role}; DROP ROLE {role}")


@pytest.mark.long
@pytest.mark.drill(6, "connections are exhausted under load, or SQLite is locked again and again")
def test_whoever_gets_no_connection_is_told_to_come_back_and_nothing_is_lost(house, counted):
    games = [table(3) for _ in range(4)]
    ended = Event()
    with scarce_connections() as (settings, end):
        house.settings |= settings
        house.web()
        processes = [house.worker(), house.beat()]
        relief = Thread(target=lambda: [time.sleep(INTERRUPTIONS), end(), ended.set()])
        relief.start()
        played = at_once(*[lambda game=game: play_on(house, game, ended) for game in games])
        relief.join()
        answers = sum(played, Counter())
        assert set(answers) <= {0, 303, 503}, answers
        assert connection.vendor == "sqlite" or answers[503]  # there were too few
        assert [one.poll() for one in processes] == [None, None]
        house.expire_claims()
        house.quiet()
        house.close()
    invariants.hold()
    invariants.all_are_told(house.server.emails)
    moves = GameLogEntry.objects.filter(kind="move").count()
    repeated = invariants.repeated(house.server.emails)
    assert (moves, repeated) == (answers[303], 0)
    counted(moves=moves, told_to_come_back=answers[503], lost=0, twice=repeated)


def play_on(house: House, game: Game, ended: Event) -> Counter[int]:
    """While it lasts, and a little longer; a form is sent until it is taken. Which answers came?"""
    answers: Counter[int] = Counter()
    after = 0
    while after < 2:
        after += ended.is_set()
        seat, line = patiently(lambda: asked(game))
        form = patiently(lambda seat=seat, line=line: house.form(seat, line, f"k{seat.decision}"))
        while (answer := sent(form)) != 303:
            answers[answer] += 1
        answers[303] += 1
    return answers


def sent(form: Form) -> int:
    with contextlib.suppress(OSError, http.client.HTTPException):
        return form()
    return 0


def asked(game: Game) -> tuple[Seat, str]:
    seat = awaited(game)
    return seat, fallback(seat)


def patiently(look: Callable[[], Any]) -> Any:
    """Our own connection is cut as well."""
    while True:
        try:
            return look()
        except (DatabaseError, UpdateError):
            connection.close()
