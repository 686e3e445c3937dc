"""Web, workers, beat and postmaster under one roof: started together, looked after, and ended together.

A child that dies is started again, later and later if it keeps dying. If the keeper itself is killed, the
children go too: on Linux the kernel tells them, elsewhere a watcher does (`watching.py`).
"""

import contextlib
import ctypes
import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import Any

PATIENCE = 10.0  # seconds between asking a child to end and ending it
LOOKS_EVERY = 0.2
LONG_LIFE = 60.0  # who has lived so long did not die of its start
LONGEST_PAUSE = 30.0
PR_SET_PDEATHSIG = 1

Say = Callable[[str], Any]


class Taken(Exception):
    """Somebody else is there already."""


@contextlib.contextmanager
def only_one(lock: Path) -> Iterator[None]:
    """Two keepers of one folder would do everything twice. The lock ends with the process that holds it."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.seek(0)
            raise Taken(file.read().strip()) from error
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield


@contextlib.contextmanager
def announced(note: Path, address: str) -> Iterator[None]:
    """For commands beside the server, which do not know its port."""
    note.write_text(address)
    try:
        yield
    finally:
        note.unlink(missing_ok=True)


def address_of(lock: Path, note: Path) -> str:
    """Of the server that runs from this folder; empty, if there is none."""
    try:
        with lock.open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            return ""
    except BlockingIOError:
        return note.read_text().strip() if note.exists() else ""
    except OSError:
        return ""


def must_be_free(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise Taken(f"{host}:{port}") from error


# --- dying with the keeper


def _prctl() -> Any:
    """The kernel's own way to tie a child to its parent; None where there is none."""
    return ctypes.CDLL(None).prctl if sys.platform == "linux" else None


def _tied(prctl: Any, keeper: int) -> None:
    """Runs in the child, before its program does."""
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != keeper:  # it died in between
        os._exit(1)


class Ties:
    """Children that are started here do not outlive this process."""

    def __init__(self) -> None:
        self.prctl = _prctl()
        self.watcher = None if self.prctl else _watcher()

    def start(self, command: Sequence[str], env: dict[str, str]) -> subprocess.Popen[bytes]:
        """In a session of its own: Ctrl-C reaches the keeper alone, who then ends the children in order."""
        prctl, keeper = self.prctl, os.getpid()
        tie = (lambda: _tied(prctl, keeper)) if prctl else None
        child = subprocess.Popen(command, env=env, start_new_session=True, preexec_fn=tie)  # noqa: PLW1509, S603
        self._tell(f"+{child.pid}")
        return child

    def ended(self, child: subprocess.Popen[bytes]) -> None:
        self._tell(f"-{child.pid}")

    def _tell(self, line: str) -> None:
        if self.watcher and self.watcher.stdin:
            self.watcher.stdin.write(f"{line}\n".encode())
            self.watcher.stdin.flush()


def _watcher() -> subprocess.Popen[bytes]:
    command = [sys.executable, str(Path(__file__).with_name("watching.py"))]
    return subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)  # noqa: S603


# --- the keeper


class Child:
    """A program that should run all the time."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name = name
        self.command = command
        self.process: subprocess.Popen[bytes] | None = None
        self.started = 0.0
        self.deaths = 0  # one after the other
        self.next_start = 0.0

    def pause(self) -> float:
        return min(LONGEST_PAUSE, 0.5 * 2 ** min(self.deaths - 1, 10))


class Keeper:
    """Starts the children, looks after them, and ends them."""

    def __init__(self, children: Sequence[Child], env: dict[str, str], say: Say) -> None:
        self.children = children
        self.env = env
        self.say = say
        self.ties = Ties()
        self.stopping = Event()

    def run(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: self.stopping.set())
        try:
            while not self.stopping.is_set():
                for child in self.children:
                    self._look_after(child)
                self.stopping.wait(LOOKS_EVERY)
        finally:
            self.end()

    def _look_after(self, child: Child) -> None:
        now = time.monotonic()
        if child.process is None:
            if now >= child.next_start:
                child.process, child.started = self.ties.start(child.command, self.env), now
        elif child.process.poll() is not None:
            self._bury(child, child.process, now)

    def _bury(self, child: Child, process: subprocess.Popen[bytes], now: float) -> None:
        self.ties.ended(process)
        _kill_group(process)  # what it leaves behind, such as half of a web server
        child.process = None
        child.deaths = 1 if now - child.started > LONG_LIFE else child.deaths + 1
        child.next_start = now + child.pause()
        self.say(
            f"The {child.name} has ended ({process.returncode}); it starts again in {child.pause():g} s."
        )

    def end(self) -> None:
        """Ask all of them to finish what they are at; end those who do not."""
        running = [child.process for child in self.children if child.process is not None]
        for process in running:
            process.terminate()
        last = time.monotonic() + PATIENCE
        for process in running:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(max(0.0, last - time.monotonic()))
            _kill_group(process)
            process.wait()


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
