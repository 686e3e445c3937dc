"""Start the servers that are measured, each in a process of its own."""

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

from tests.bench import load


def run_gunicorn(application: str, workers: int) -> AbstractContextManager[int]:
    """Run an application with gunicorn, as the site does."""

    def command(port: int) -> list[str]:
        bind = ["--bind", f"127.0.0.1:{port}", "--workers", str(workers)]
        return ["gunicorn", application, *bind, "--no-control-socket", "--log-level", "warning"]

    def ask(port: int) -> None:
        load.LoadClient(port, [load.build_get("/", "")], 200)()

    return run_module(command, ask)  # the port is open before the application is loaded: wait for an answer


@contextlib.contextmanager
def run_module(command: Callable[[int], list[str]], ask: Callable[[int], object]) -> Iterator[int]:
    """Run a Python module on a free port, and yield the port once the module answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-m", *command(port)], stdout=subprocess.DEVNULL)
    try:
        _wait_until_ready(port, ask)
        yield port
    finally:
        process.terminate()
        process.wait(20)


def _wait_until_ready(port: int, ask: Callable[[int], object]) -> None:
    for _ in range(200):
        with contextlib.suppress(OSError):
            ask(port)
            return
        time.sleep(0.1)
    raise RuntimeError("the server did not start")
