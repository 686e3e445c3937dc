"""A process supervisor: runs web server, workers, beat and postmaster, and stops them together.

A child that dies is restarted, with growing delays if it keeps dying. If the supervisor itself is killed, its
children end too: on Linux the kernel signals them, elsewhere a separate watcher process does.
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

STOP_SECONDS = 10.0  # seconds between asking a child to stop and killing it
CHECK_INTERVAL = 0.2
STABLE_SECONDS = 60.0  # seconds; a child that ran longer did not fail at its start
LONGEST_RESTART_DELAY = 30.0
PR_SET_PDEATHSIG = 1

Reporter = Callable[[str], Any]


class AlreadyInUse(Exception):
    """The folder or the port is already in use."""


@contextlib.contextmanager
def hold_lock(lock: Path) -> Iterator[None]:
    """Hold the lock of a folder: two supervisors would do everything twice. It ends with the process."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.seek(0)
            raise AlreadyInUse(file.read().strip()) from error
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield


@contextlib.contextmanager
def publish_address(note: Path, address: str) -> Iterator[None]:
    """Note the server's address in a file, for other commands that do not know its port."""
    note.write_text(address)
    try:
        yield
    finally:
        note.unlink(missing_ok=True)


def find_running_address(lock: Path, note: Path) -> str:
    """Return the address of the server that runs from this folder; empty if there is none."""
    try:
        with lock.open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            return ""
    except BlockingIOError:
        return note.read_text().strip() if note.exists() else ""
    except OSError:
        return ""


def require_free_port(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise AlreadyInUse(f"{host}:{port}") from error


# --- ending with the supervisor


def _find_prctl() -> Any:
    """Return the Linux call that ties a child to its parent; None on other systems."""
    return ctypes.CDLL(None).prctl if sys.platform == "linux" else None


def _die_with_parent(prctl: Any, keeper: int) -> None:
    """Let the kernel end this process with its parent. Runs in the child, before its program does."""
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != keeper:  # the parent died in between
        os._exit(1)


class ProcessLauncher:
    """Starts children that do not outlive this process."""

    def __init__(self) -> None:
        self.prctl = _find_prctl()
        self.watcher = None if self.prctl else _start_watchdog()

    def start(self, command: Sequence[str], env: dict[str, str]) -> subprocess.Popen[bytes]:
        """Start a child in its own session: Ctrl-C reaches only the supervisor, which stops all in order."""
        prctl, keeper = self.prctl, os.getpid()
        tie = (lambda: _die_with_parent(prctl, keeper)) if prctl else None
        child = subprocess.Popen(command, env=env, start_new_session=True, preexec_fn=tie)  # noqa: PLW1509, S603
        self._notify_watchdog(f"+{child.pid}")
        return child

    def forget(self, child: subprocess.Popen[bytes]) -> None:
        self._notify_watchdog(f"-{child.pid}")

    def _notify_watchdog(self, line: str) -> None:
        if self.watcher and self.watcher.stdin:
            self.watcher.stdin.write(f"{line}\n".encode())
            self.watcher.stdin.flush()


def _start_watchdog() -> subprocess.Popen[bytes]:
    command = [sys.executable, str(Path(__file__).with_name("watchdog.py"))]
    return subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)  # noqa: S603


# --- the supervisor


class SupervisedProcess:
    """A program that should always be running."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name = name
        self.command = command
        self.process: subprocess.Popen[bytes] | None = None
        self.started = 0.0
        self.failures_in_a_row = 0  # in a row
        self.next_start = 0.0

    def restart_delay(self) -> float:
        return min(LONGEST_RESTART_DELAY, 0.5 * 2 ** min(self.failures_in_a_row - 1, 10))


class Supervisor:
    """Starts the children, restarts those that die, and stops them all at the end."""

    def __init__(self, children: Sequence[SupervisedProcess], env: dict[str, str], say: Reporter) -> None:
        self.children = children
        self.env = env
        self.report = say
        self.launcher = ProcessLauncher()
        self.stopping = Event()

    def run(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: self.stopping.set())
        try:
            while not self.stopping.is_set():
                for child in self.children:
                    self._check_child(child)
                self.stopping.wait(CHECK_INTERVAL)
        finally:
            self.stop_all()

    def _check_child(self, child: SupervisedProcess) -> None:
        now = time.monotonic()
        if child.process is None:
            if now >= child.next_start:
                child.process, child.started = self.launcher.start(child.command, self.env), now
        elif child.process.poll() is not None:
            self._handle_exit(child, child.process, now)

    def _handle_exit(self, child: SupervisedProcess, process: subprocess.Popen[bytes], now: float) -> None:
        self.launcher.forget(process)
        _kill_group(process)  # what it leaves behind, such as workers of the web server
        child.process = None
        child.failures_in_a_row = 1 if now - child.started > STABLE_SECONDS else child.failures_in_a_row + 1
        delay = child.restart_delay()
        child.next_start = now + delay
        self.report(f"The {child.name} has ended ({process.returncode}); it starts again in {delay:g} s.")

    def stop_all(self) -> None:
        """Ask all children to finish what they are doing; kill those that take too long."""
        running = [child.process for child in self.children if child.process is not None]
        for process in running:
            process.terminate()
        last = time.monotonic() + STOP_SECONDS
        for process in running:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(max(0.0, last - time.monotonic()))
            _kill_group(process)
            process.wait()


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
