"""`make drill`: all drills, on SQLite and then on PostgreSQL, and a table of what became of them."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tests.faults.fault_list import CANNOT, FAULTS

RUNS = {"SQLite": [], "PostgreSQL": [sys.executable, "-m", "tests.tools.on_postgres"]}
HELD = "held"


class Line(NamedTuple):
    """What became of one drill."""

    number: int
    what: str
    database: str
    seconds: float
    outcome: str
    counts: str


def main(arguments: list[str]) -> int:
    lines, failed = [], False
    with tempfile.TemporaryDirectory() as folder:
        for database, by in RUNS.items():
            file = Path(folder) / database
            failed |= run(by, file, arguments) != 0
            lines += list(read(file, database))
    print(*table(lines), sep="\n")
    return int(failed)


def run(by: list[str], file: Path, arguments: list[str]) -> int:
    env = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    command = [*by, sys.executable, "-m", "pytest", "--drills", str(file), *arguments]
    return subprocess.run(command, env=env).returncode


def read(file: Path, database: str) -> Iterator[Line]:
    for line in file.read_text().splitlines() if file.exists() else []:
        yield Line(database=database, **json.loads(line))


def table(lines: list[Line]) -> Iterator[str]:
    """By fault: what was done, where, for how long, how it ended, and what was counted."""
    for number, fault in FAULTS.items():
        yield f"{number:>3}. {fault}"
        if number in CANNOT:
            yield f"     cannot be drilled: {CANNOT[number]}"
        of_it = sorted(line for line in lines if line[0] == number)
        for (what, database), same in groupby(of_it, key=lambda line: line[1:3]):
            yield _row(what, database, list(same))
    failed = sum(line.outcome != HELD for line in lines)
    yield f"{len({line.number for line in lines})} faults, {len(lines)} drills, {failed} failed"


def _row(what: str, database: str, runs: list[Line]) -> str:
    """The same drill in several variants is one row."""
    outcome = next((run.outcome for run in runs if run.outcome != HELD), HELD)
    counts = dict.fromkeys(run.counts for run in runs if run.counts)
    times = f"{len(runs)} ×" if len(runs) > 1 else ""
    seconds = f"{sum(run.seconds for run in runs):.0f} s"
    return f"     {what:84} {database:10} {times:>4} {seconds:>6}  {outcome:6} {'; '.join(counts)}".rstrip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
