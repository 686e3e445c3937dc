"""Several web processes of one machine count as one, and write down as one."""

import contextlib
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.helpers.processes.environments import Stand
from tests.helpers.time_limits import PATIENCE

ASKED, AT_ONCE = 24, 3
TOKEN = "0123456789abcdef"
GUNICORN = "-m gunicorn --config python:citadels.gunicorn --workers 3"


@pytest.fixture
def address(root: Path, tmp_path: Path) -> Iterator[str]:
    """A web server of three processes, with an empty database; its standard error is in a file."""
    with Stand("sqlite", "filesystem").environment(tmp_path) as env, (tmp_path / "said").open("w") as said:
        env.update(DEBUG="1", LOG_FORMAT="json", METRICS_TOKEN=TOKEN)
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=root, env=env)
        # whoever calls before the processes are there waits in the line of the socket
        with socket.create_server(("127.0.0.1", 0)) as listener:
            command = [*GUNICORN.split(), "--bind", f"fd://{listener.fileno()}", "citadels.wsgi"]
            server = subprocess.Popen(
                [sys.executable, *command], cwd=root, env=env, stderr=said, pass_fds=[listener.fileno()]
            )
            host = f"127.0.0.1:{listener.getsockname()[1]}"
        try:
            yield host
        finally:
            server.terminate()
            server.wait(PATIENCE)


def read(address: str, path: str) -> str:
    """What stands there."""
    with contextlib.closing(HTTPConnection(address, timeout=PATIENCE)) as link:
        link.request("GET", path, headers={"Authorization": f"Bearer {TOKEN}"})
        return link.getresponse().read().decode()


def ask_until_two_answer(address: str, answered: Callable[[], int]) -> int:
    """Three ask at once, again and again, until more than one process has answered. How many have asked?"""
    asked, last = 0, time.monotonic() + PATIENCE
    with ThreadPoolExecutor(AT_ONCE) as readers:
        while asked < ASKED or answered() < 2:
            assert time.monotonic() < last, "one process answers everybody"
            asked += len(list(readers.map(read, [address] * AT_ONCE, ["/tables/"] * AT_ONCE)))
    return asked


def test_whichever_process_is_asked_tells_the_requests_of_all(address, tmp_path):
    asked = ask_until_two_answer(address, lambda: len(list((tmp_path / "metrics").glob("histogram_*.db"))))
    count = re.compile(r'citadels_http_request_seconds_count\{route="tables",status="2xx"\} (\S+)')
    told = {count.search(read(address, "/metrics"))[1] for _ in range(8)}
    assert told == {f"{asked:.1f}"}
    lines = [line for line in (tmp_path / "said").read_text().splitlines() if line.startswith("{")]
    assert sum(json.loads(line).get("route") == "tables" for line in lines) == asked
