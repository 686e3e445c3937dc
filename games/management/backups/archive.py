"""The file of a backup: a zip archive with a table of contents and the data of one database.

| database | the archive contains |
| --- | --- |
| SQLite | `database.sqlite3`, a copy made while others write |
| PostgreSQL | `tables/<name>`, what `COPY` writes of each table, all of them from one snapshot |

`manifest.json` says which migrations were applied, so that the data fit the tables into which they are put.
"""

import os
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import msgspec

FORMAT = 1
MANIFEST = "manifest.json"


class BackupError(Exception):
    """The backup cannot be made or restored. The message is a sentence for the operator."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a backup contains."""

    format: int = FORMAT
    database: str  # Django's name of the kind of database
    made_at: datetime  # by the time of the database
    migrations: list[tuple[str, str]]  # app and name, in the order in which they were applied
    rows: dict[str, int]  # by table


@contextmanager
def create_archive(path: Path, *, overwrite: bool) -> Iterator[zipfile.ZipFile]:
    """Open a new archive, which only its owner may read. It appears under its name when it is complete."""
    if path.exists() and not overwrite:
        raise BackupError(f"{path} is there already. With --force it is overwritten.")
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                yield archive
            file.flush()
            os.fsync(file.fileno())
        if overwrite:
            Path(draft).replace(path)
        else:
            os.link(draft, path)  # fails if somebody was faster
    except FileExistsError:
        raise BackupError(f"{path} is there already.") from None
    finally:
        Path(draft).unlink(missing_ok=True)


@contextmanager
def open_archive(path: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """Open a backup and check that it is complete and undamaged."""
    try:
        with zipfile.ZipFile(path) as archive:
            if (damaged := archive.testzip()) is not None:
                raise BackupError(f"{path} is damaged: {damaged}.")
            yield archive, _read_manifest(archive, path)
    except FileNotFoundError:
        raise BackupError(f"{path} is not there.") from None
    except (zipfile.BadZipFile, zlib.error) as error:
        raise BackupError(f"{path} is no backup, or a part of one: {error}.") from error


def write_manifest(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))


def _read_manifest(archive: zipfile.ZipFile, path: Path) -> Manifest:
    try:
        manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
    except (KeyError, msgspec.MsgspecError) as error:
        raise BackupError(f"{path} is no backup of this server.") from error
    if manifest.format != FORMAT:
        raise BackupError(f"{path} was written by another version of this command.")
    return manifest
