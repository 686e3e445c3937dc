"""How many statements a move sends to the database."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.helpers.tables import awaited, fallback, move, play_on, table

pytestmark = pytest.mark.django_db


def test_the_door_itself_needs_three_statements_on_postgresql_and_six_on_sqlite():
    """Lock, seats, and all the writing; SQLite writes game, journal, two seats and the notice one by one."""
    game = table()
    play_on(game, 3)
    seat = awaited(game)
    text = fallback(seat)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        move(seat, text)
    own = [one["sql"] for one in queries if "accounts_user" not in one["sql"]]
    own = [sql for sql in own if not sql.startswith(("SAVEPOINT", "RELEASE", "BEGIN"))]
    refreshed = 1  # the helper looks the seat up again
    assert len(own) - refreshed <= (3 if connection.vendor == "postgresql" else 7)


@pytest.mark.django_db(transaction=True)
def test_a_move_over_http_needs_at_most_seven_statements():
    """Session, person, BEGIN, lock, seats, all the writing, COMMIT. SQLite writes in five small steps."""
    game = table()
    play_on(game, 3)
    seat = awaited(game)
    client = Client()
    client.force_login(seat.user)
    sent = {"decision": seat.decision, "key": "k", "line": fallback(seat)}
    with CaptureQueriesContext(connection) as queries:
        assert client.post(f"/g/{game.key}/move/", sent).status_code == 303
    assert len(queries) <= (7 if connection.vendor == "postgresql" else 11), [one["sql"] for one in queries]
