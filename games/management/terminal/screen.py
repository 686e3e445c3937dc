"""Output and input of a terminal; a pipe works too."""

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Mapping
from textwrap import TextWrapper
from typing import Any

with contextlib.suppress(ImportError):  # where it exists, typed lines can be edited and recalled
    import readline  # noqa: F401

WIDEST, NARROWEST = 80, 40
PROMPT = "> "
MARGIN = 5  # for the numbers of a list
NO_BREAK_SPACE = "\xa0"
SPACE_AFTER_NUMBER = re.compile(r"(?<=\d) ")  # a number stays with what it counts
BOLD, DIM, RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def find_terminal_width() -> int:
    """Return the width of the terminal, within limits that are comfortable to read."""
    columns = shutil.get_terminal_size((WIDEST, 24)).columns
    return max(NARROWEST, min(WIDEST, columns))


def may_style(out: Any, environment: Mapping[str, str] = os.environ) -> bool:
    """May output be styled? Only on a terminal, and not against the user's wish (no-color.org)."""
    return bool(out.isatty() and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb")


class Screen:
    """Prints text that fits into the width, and reads what somebody types."""

    def __init__(self, out: Any, width: int, colour: bool) -> None:
        self.out = out
        self.width = width
        self.colour = colour

    # --- out

    def bold(self, text: str) -> str:
        return f"{BOLD}{text}{RESET}" if self.colour else text

    def dim(self, text: str) -> str:
        return f"{DIM}{text}{RESET}" if self.colour else text

    def line(self, text: str = "") -> None:
        self.out.write(text)

    def rule(self) -> None:
        self.line()
        self.line(self.dim("-" * self.width))

    def wrap_text(self, text: str, indent: str = "", first: str | None = None) -> list[str]:
        wrapper = TextWrapper(
            self.width,
            initial_indent=indent if first is None else first,
            subsequent_indent=indent,
            break_on_hyphens=False,
            break_long_words=False,  # a path or a hash in two pieces is of no use
        )
        return [
            line.replace(NO_BREAK_SPACE, " ")
            for line in wrapper.wrap(SPACE_AFTER_NUMBER.sub(NO_BREAK_SPACE, text))
        ]

    def say(self, text: str, indent: str = "", first: str | None = None) -> None:
        """Print a paragraph, wrapped into lines."""
        for line in self.wrap_text(text, indent, first):
            self.line(line)

    def entry(self, number: int, text: str) -> None:
        """Print a numbered line of a list."""
        self.say(text, " " * MARGIN, first=f"{number:3}  ")

    def title(self, text: str) -> None:
        for line in self.wrap_text(text):
            self.line(self.bold(line))

    def page(self, lines: list[str]) -> None:
        """Print lines unchanged where they fit, else wrapped; titles, which are all in capitals, are bold."""
        for line in lines:
            if len(line) > self.width:
                self.say(line)
            else:
                self.line(self.bold(line) if _is_title(line) else line)

    # --- in

    def ask(self) -> str:
        """Read the next line that somebody types; raise EOFError at the end of the input."""
        self.out.flush()
        line = input(PROMPT)
        if not sys.stdin.isatty():
            self.line(line[: self.width])  # input from a pipe is not visible otherwise
        return line


def _is_title(line: str) -> bool:
    words = line.split(",")[0].split()
    return len(words) > 1 and "".join(words).isupper()


def capitalize_first(text: str) -> str:
    return text[:1].upper() + text[1:]
