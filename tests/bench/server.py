"""Benchmark the running server: moves and pages over HTTP, on both databases, against a minimal reference."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

import msgspec
from django.core.management.base import CommandError

from tests.bench.measure import Measurement, MeasurementGroup
from tests.tools import postgres


def measure_postgres_server() -> Iterator[Measurement]:
    with postgres.create_database(f"citadels_bench_{os.getpid()}") as url:
        yield from _measure_in_process(url)


def measure_sqlite_server() -> Iterator[Measurement]:
    yield from _measure_in_process("")  # a file in the folder of that process


def _measure_in_process(url: str) -> Iterator[Measurement]:
    """Run the measurements in a process of its own, with this database and a folder to write in."""
    with tempfile.TemporaryDirectory() as folder:
        own = {"DATABASE_URL": url, "VAR_DIR": folder, "BROKER_URL": "memory://"}
        environment = {**os.environ, **own, "DJANGO_SETTINGS_MODULE": "citadels.settings.dev"}
        command = [sys.executable, "-m", "tests.bench.server_process"]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as process:
            for line in process.stdout or ():
                yield msgspec.json.decode(line, type=Measurement)
    if process.returncode:
        raise CommandError("The house could not be measured; what went wrong stands above.")


GROUPS: tuple[MeasurementGroup, ...] = (measure_postgres_server, measure_sqlite_server)
