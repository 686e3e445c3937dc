"""Real processes, for tests: wait for a fact, list a family, take a port."""

import socket
import time
from collections.abc import Callable
from pathlib import Path

from tests.helpers.time_limits import PATIENCE


def wait_for(what: Callable[[], object], seconds: float = PATIENCE) -> object:
    """Look again and again until it is so. How long that takes says nothing but how busy the machine is."""
    last = time.monotonic() + seconds
    while time.monotonic() < last:
        if found := what():
            return found
        time.sleep(0.2)
    raise AssertionError("it did not come about")


def is_alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False


def children(pid: int) -> list[int]:
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def family(pid: int) -> list[int]:
    return [one for child in children(pid) for one in (child, *family(child))]


def child_called(pid: int, word: str) -> int:
    """The child whose command line has this word."""
    found = [one for one in children(pid) if word in Path(f"/proc/{one}/cmdline").read_text().split("\0")]
    return found[0] if found else 0


class Port:
    """A port of this machine that nobody else is given for as long as this is open.

    It is bound, and nobody listens there: whoever asks for this very port may have it all the same, as web
    servers do, and whoever asks for any port is given another one.
    """

    def __init__(self) -> None:
        self._held = socket.socket()
        self._held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._held.bind(("127.0.0.1", 0))
        self.number: int = self._held.getsockname()[1]

    def close(self) -> None:
        self._held.close()
