"""Back up the database while people play, and restore it so that nobody loses by it."""

from pathlib import Path

from django.core.cache import cache
from django.core.management import call_command
from django.db import connection

from games.management.backups.archive import (
    BackupError,
    Manifest,
    create_archive,
    open_archive,
    write_manifest,
)
from games.management.backups.databases import find_database, has_tables, list_unknown_migrations
from games.play.restoration import record_restoration


def write_backup(path: Path, *, overwrite: bool = False) -> Manifest:
    """Write a backup of the whole database, as it is at one instant."""
    with create_archive(path, overwrite=overwrite) as archive:
        manifest = find_database().dump(archive)
        write_manifest(archive, manifest)
    return manifest


def restore_backup(path: Path, *, overwrite: bool = False) -> tuple[Manifest, int]:
    """Restore a backup, bring it up to this code, and tell the players. Return how many games go on."""
    database = find_database()
    with open_archive(path) as (archive, manifest):
        _require_fit(manifest)
        if has_tables() and not overwrite:
            raise BackupError("There is a database already. With --force all that is in it is lost.")
        if others := database.find_others():
            raise BackupError(f"Stop web servers, workers and beat first: there are {others}.")
        database.load(archive, manifest)
    call_command("migrate", verbosity=0)
    cache.clear()  # what was remembered about rows that are gone
    return manifest, record_restoration(manifest.made_at)


def _require_fit(manifest: Manifest) -> None:
    if manifest.database != connection.vendor:
        raise BackupError(
            f"This is a backup of {manifest.database}, and the database is {connection.vendor}."
        )
    if unknown := list_unknown_migrations(manifest):
        raise BackupError(f"The backup is newer than this code, which does not know {', '.join(unknown)}.")
