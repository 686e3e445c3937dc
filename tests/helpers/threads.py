"""Several people at once, each in a thread with a database connection of its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep
from typing import Any

import pytest
from django.db import connection, connections


def at_once(*jobs: Callable[[], Any]) -> list[Any]:
    """Do these at the same time; return what each returned, or the exception it ended with."""

    def done(job: Callable[[], Any]) -> Any:
        try:
            return job()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    connection.close()  # SQLite would keep its lock on the file
    with ThreadPoolExecutor(len(jobs)) as threads:
        return list(threads.map(done, jobs))


WAIT_FOR_ME = (
    "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
)


def until_somebody_waits(patience: float = 60) -> None:
    """For a row that this thread has locked. SQLite locks none: there whoever wants to write waits anyway."""
    if connection.vendor == "sqlite":
        return
    end = monotonic() + patience
    with connection.cursor() as cursor:
        while not cursor.execute(WAIT_FOR_ME).fetchone()[0]:
            assert monotonic() < end, "nobody waits"
            sleep(0.01)


def unlocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """No lock holds anybody up: transactions of SQLite begin without one, PostgreSQL locks no row."""
    if connection.vendor == "sqlite":
        begin = "_start_transaction_under_autocommit"
        monkeypatch.setattr(
            type(connections["default"]), begin, lambda self: self.cursor().execute("BEGIN DEFERRED")
        )
    else:
        monkeypatch.setattr(type(connection.features), "has_select_for_update", False)
