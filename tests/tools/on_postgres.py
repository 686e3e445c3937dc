"""Run a command on a real PostgreSQL: `python -m tests.tools.on_postgres pytest tests/play`."""

import os
import subprocess
import sys

from tests.tools import postgres


def main(command: list[str]) -> int:
    with postgres.find_or_start_server() as url:
        return subprocess.run(command, env={**os.environ, "DATABASE_URL": url}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
