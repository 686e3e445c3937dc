"""A bar that shows how far a long command is: on a terminal, and nowhere else."""

from typing import Protocol

WIDTH = 30
ERASE = "\r\x1b[K"


class Stream(Protocol):
    def write(self, text: str, /, *, ending: str) -> object: ...
    def isatty(self) -> bool: ...
    def flush(self) -> None: ...


class Bar:
    """So many things to do; what is done is shown on one line, which is written over."""

    def __init__(self, stream: Stream, total: int) -> None:
        self.stream, self.total, self.done = stream, total, 0
        self.is_seen = stream.isatty()

    def show(self, text: str) -> None:
        """What is being done now."""
        full = WIDTH * self.done // max(self.total, 1)
        self._write(f"{ERASE}[{'#' * full}{'.' * (WIDTH - full)}] {self.done}/{self.total} {text}")

    def step(self) -> None:
        """One more is done; the line is free for others."""
        self.done += 1
        self._write(ERASE)

    def _write(self, text: str) -> None:
        if self.is_seen:
            self.stream.write(text, ending="")
            self.stream.flush()
