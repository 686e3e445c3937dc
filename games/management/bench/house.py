"""The running house: moves and pages over HTTP, on both databases, against the least that is possible."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

import msgspec
from django.core.management.base import CommandError

from games.management import postgres
from games.management.bench.measure import Group, Measure


def with_postgres() -> Iterator[Measure]:
    with postgres.database(f"citadels_bench_{os.getpid()}") as url:
        yield from _inside(url)


def with_sqlite() -> Iterator[Measure]:
    yield from _inside("")  # a file in the folder of the process


def _inside(url: str) -> Iterator[Measure]:
    """Measured by a process of its own, with this database and with a folder to write in."""
    with tempfile.TemporaryDirectory() as folder:
        own = {"DATABASE_URL": url, "VAR_DIR": folder, "BROKER_URL": "memory://"}
        environment = {**os.environ, **own, "DJANGO_SETTINGS_MODULE": "citadels.settings.dev"}
        command = [sys.executable, "-m", "games.management.bench.inside"]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as process:  # noqa: S603
            for line in process.stdout or ():
                yield msgspec.json.decode(line, type=Measure)
    if process.returncode:
        raise CommandError("The house could not be measured; what went wrong stands above.")


GROUPS: tuple[Group, ...] = (with_postgres, with_sqlite)
