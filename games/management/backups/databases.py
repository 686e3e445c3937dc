"""How the data of each kind of database get into a backup, and out of it."""

import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

from django.db import connection, connections, transaction
from django.db.backends.utils import CursorWrapper
from django.db.migrations.executor import MigrationExecutor

from accounts import server_time
from games.management.backups.archive import BackupError, Manifest

SQLITE_FILE = "database.sqlite3"
TABLES = "tables/"
COPY_SIZE = 1 << 20  # bytes
MIGRATIONS_TABLE = "django_migrations"


class BackupDatabase(Protocol):
    """One kind of database."""

    def dump(self, archive: zipfile.ZipFile) -> Manifest:
        """Write a consistent copy into the archive, while others go on writing."""

    def load(self, archive: zipfile.ZipFile, manifest: Manifest) -> None:
        """Replace all that is in the database, or leave it as it is and raise an error."""

    def find_others(self) -> str:
        """Say who else uses the database; empty if nobody does, as far as can be seen."""


# --- SQLite


class SqliteDatabase:
    """One file. SQLite copies it in both directions, under its own locks."""

    def dump(self, archive: zipfile.ZipFile) -> Manifest:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / SQLITE_FILE
            with closing(sqlite3.connect(copy)) as target:
                made_at = server_time.now()
                _get_sqlite_connection().backup(target)
                found = _check_sqlite_file(target)
            archive.write(copy, SQLITE_FILE)
        return Manifest(database="sqlite", made_at=made_at, **found)

    def load(self, archive: zipfile.ZipFile, manifest: Manifest) -> None:
        with (
            tempfile.TemporaryDirectory() as folder,
            closing(sqlite3.connect(archive.extract(SQLITE_FILE, folder))) as source,
        ):
            if _check_sqlite_file(source)["rows"] != manifest.rows:
                raise BackupError("The backup does not contain what it says.")
            source.backup(_get_sqlite_connection())
        connection.close()  # with what it remembers of the file

    def find_others(self) -> str:
        return ""  # whoever has the file open sees the new contents


def _get_sqlite_connection() -> sqlite3.Connection:
    connection.ensure_connection()
    found: sqlite3.Connection = connection.connection
    return found


def _check_sqlite_file(file: sqlite3.Connection) -> dict[str, Any]:
    """Check that a copy is whole; return its migrations and the number of rows of its tables."""
    trouble = (
        file.execute("PRAGMA integrity_check").fetchall(),
        file.execute("PRAGMA foreign_key_check").fetchall(),
    )
    if trouble != ([("ok",)], []):
        raise BackupError("The database file is damaged: see PRAGMA integrity_check and foreign_key_check.")
    tables = [
        name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    ]
    rows = {name: file.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in tables}  # noqa: S608
    applied = f"SELECT app, name FROM {MIGRATIONS_TABLE} ORDER BY id"  # noqa: S608
    return {"migrations": file.execute(applied).fetchall(), "rows": rows}


# --- PostgreSQL


class PostgresqlDatabase:
    """All tables, copied from one snapshot; back into tables that the migrations of the backup have made."""

    def dump(self, archive: zipfile.ZipFile) -> Manifest:
        with _read_snapshot() as cursor:
            made_at = _select_one(cursor, "SELECT clock_timestamp()")
            migrations = _list_migrations(cursor)
            rows = {table: _dump_table(cursor, table, archive) for table in _list_tables(cursor)}
        return Manifest(database="postgresql", made_at=made_at, migrations=migrations, rows=rows)

    def load(self, archive: zipfile.ZipFile, manifest: Manifest) -> None:
        with transaction.atomic():
            with connection.cursor() as cursor:
                _drop_tables(cursor)
            _create_tables(manifest)
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")
                tables = _list_tables(cursor)
                if set(tables) != set(manifest.rows):
                    raise BackupError("The tables of the backup are not those of its migrations.")
                cursor.execute(f"TRUNCATE {', '.join(map(connection.ops.quote_name, tables))}")
                for table in tables:
                    if _load_table(cursor, table, archive) != manifest.rows[table]:
                        raise BackupError("The backup does not contain what it says.")
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # nothing refers to what is not there

    def find_others(self) -> str:
        others = """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
        """
        with connection.cursor() as cursor:
            number = _select_one(cursor, others)
        return f"{number} other connection(s) to the database" if number else ""


@contextmanager
def _read_snapshot() -> Iterator[CursorWrapper]:
    """A connection of its own on which nothing changes, whatever others write."""
    own = connections.create_connection("default")
    try:
        with _begin_reading(own), own.cursor() as cursor:
            yield cursor
    finally:
        own.close()


@contextmanager
def _begin_reading(own: Any) -> Iterator[None]:
    own.set_autocommit(False)
    with own.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    yield
    own.rollback()


def _select_one(cursor: CursorWrapper, query: str) -> Any:
    cursor.execute(query)
    return cursor.fetchone()[0]


def _list_migrations(cursor: CursorWrapper) -> list[tuple[str, str]]:
    cursor.execute(f"SELECT app, name FROM {MIGRATIONS_TABLE} ORDER BY id")  # noqa: S608
    return cursor.fetchall()


def _list_tables(cursor: CursorWrapper) -> list[str]:
    return sorted(connection.introspection.table_names(cursor))


def _dump_table(cursor: CursorWrapper, table: str, archive: zipfile.ZipFile) -> int:
    """Write a table, after a line with the names of its columns; return the number of its rows."""
    columns = ", ".join(
        connection.ops.quote_name(column.name)
        for column in connection.introspection.get_table_description(cursor, table)
    )
    name = connection.ops.quote_name(table)
    with (
        archive.open(TABLES + table, "w", force_zip64=True) as file,
        cursor.copy(f"COPY {name} ({columns}) TO STDOUT") as data,
    ):
        file.write(columns.encode() + b"\n")
        for part in data:
            file.write(part)
    return cursor.rowcount


def _drop_tables(cursor: CursorWrapper) -> None:
    if tables := _list_tables(cursor):
        cursor.execute(f"DROP TABLE {', '.join(map(connection.ops.quote_name, tables))} CASCADE")


def _create_tables(manifest: Manifest) -> None:
    """Apply the migrations that were applied when the backup was made, and no others."""
    executor = MigrationExecutor(connection)
    applied = [migration for migration in manifest.migrations if migration in executor.loader.graph.nodes]
    executor.migrate(applied)


def _load_table(cursor: CursorWrapper, table: str, archive: zipfile.ZipFile) -> int:
    """Fill an empty table; return the number of its rows."""
    name = connection.ops.quote_name(table)
    with archive.open(TABLES + table) as file:
        columns = file.readline().decode().strip()
        with cursor.copy(f"COPY {name} ({columns}) FROM STDIN") as data:
            while part := file.read(COPY_SIZE):
                data.write(part)
    rows = cursor.rowcount
    for sequence in connection.introspection.get_sequences(cursor, table):
        column = connection.ops.quote_name(sequence["column"])
        cursor.execute(
            f"SELECT setval(%s, greatest(max({column}), 1), max({column}) IS NOT NULL) FROM {name}",  # noqa: S608
            [sequence["name"]],
        )
    return rows


def find_database() -> BackupDatabase:
    """Return how to back up the database of this server."""
    return SqliteDatabase() if connection.vendor == "sqlite" else PostgresqlDatabase()


def has_tables() -> bool:
    return bool(connection.introspection.table_names())


def list_unknown_migrations(manifest: Manifest) -> list[str]:
    """List the migrations of a backup that this code does not have: it is older than the backup."""
    loader = MigrationExecutor(connection).loader
    known = {
        *loader.disk_migrations,
        *(key for one in loader.disk_migrations.values() for key in one.replaces),
    }
    return [f"{app}.{name}" for app, name in manifest.migrations if (app, name) not in known]
