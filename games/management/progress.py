"""A progress bar for long commands; it is shown on a terminal only."""

from typing import Protocol

BAR_WIDTH = 30
ERASE_LINE = "\r\x1b[K"


class ProgressStream(Protocol):
    def write(self, text: str, /, *, ending: str) -> object: ...
    def isatty(self) -> bool: ...
    def flush(self) -> None: ...


class ProgressBar:
    """A progress bar over a known number of tasks, on one line that is overwritten."""

    def __init__(self, stream: ProgressStream, total: int) -> None:
        self.stream, self.total, self.done = stream, total, 0
        self.is_visible = stream.isatty()

    def show(self, text: str) -> None:
        """Show what is being done now."""
        full = BAR_WIDTH * self.done // max(self.total, 1)
        self._write(f"{ERASE_LINE}[{'#' * full}{'.' * (BAR_WIDTH - full)}] {self.done}/{self.total} {text}")

    def step(self) -> None:
        """Count one more task as done and clear the line for other output."""
        self.done += 1
        self._write(ERASE_LINE)

    def _write(self, text: str) -> None:
        if self.is_visible:
            self.stream.write(text, ending="")
            self.stream.flush()
