"""Several web processes of one machine count as one, and write down as one."""

import contextlib
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.engine.stands import Stand

ASKED = 24


@pytest.fixture
def address(root: Path, tmp_path: Path) -> Iterator[str]:
    """A web server of three processes, with an empty database; its standard error is in a file."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{probe.getsockname()[1]}"
    with Stand("sqlite", "filesystem").environment(tmp_path) as env, (tmp_path / "said").open("w") as said:
        env.update(DEBUG="1", LOG_FORMAT="json")
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=root, env=env)
        command = ["-m", "gunicorn", "--config", "python:citadels.gunicorn", "--workers", "3", "--bind", host]
        server = subprocess.Popen([sys.executable, *command, "citadels.wsgi"], cwd=root, env=env, stderr=said)
        try:
            yield host
        finally:
            server.terminate()
            server.wait(30)


def read(address: str, path: str) -> str:
    """What stands there, as soon as somebody answers."""
    for _ in range(300):
        link = HTTPConnection(address, timeout=30)
        with contextlib.closing(link), contextlib.suppress(ConnectionRefusedError):
            link.request("GET", path)
            return link.getresponse().read().decode()
        time.sleep(0.1)
    raise AssertionError("nobody answers")


def test_whichever_process_is_asked_tells_the_requests_of_all(address, tmp_path):
    for _ in range(ASKED):
        read(address, "/tables/")
    count = re.compile(r'citadels_http_request_seconds_count\{route="tables",status="2xx"\} (\S+)')
    told = {count.search(read(address, "/metrics"))[1] for _ in range(8)}
    assert told == {f"{ASKED:.1f}"}
    files = list((tmp_path / "metrics").glob("histogram_*.db"))
    assert len(files) > 1  # more than one has answered

    lines = [line for line in (tmp_path / "said").read_text().splitlines() if line.startswith("{")]
    assert sum(json.loads(line).get("route") == "tables" for line in lines) == ASKED
