"""Servers that are measured, each in a process of its own."""

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

from games.management.bench import load


def server(application: str, workers: int) -> AbstractContextManager[int]:
    """gunicorn as the house runs it."""

    def command(port: int) -> list[str]:
        bind = ["--bind", f"127.0.0.1:{port}", "--workers", str(workers)]
        return ["gunicorn", application, *bind, "--no-control-socket", "--log-level", "warning"]

    def ask(port: int) -> None:
        load.Browser(port, [load.get("/", "")], 200)()

    return running(command, ask)  # the port is open before the application is loaded: ready is who answers


@contextlib.contextmanager
def running(command: Callable[[int], list[str]], ask: Callable[[int], object]) -> Iterator[int]:
    """A module of Python on a free port, ready once it can be asked."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", *command(port)], stdout=subprocess.DEVNULL
    )
    try:
        _wait_for(port, ask)
        yield port
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(port: int, ask: Callable[[int], object]) -> None:
    for _ in range(200):
        with contextlib.suppress(OSError):
            ask(port)
            return
        time.sleep(0.1)
    raise RuntimeError("the server did not start")
