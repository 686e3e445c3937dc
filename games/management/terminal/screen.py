"""Lines out and lines in: a terminal, or the two ends of a pipe."""

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Mapping
from textwrap import TextWrapper
from typing import Any

with contextlib.suppress(ImportError):  # where there is one, lines can be edited and called back
    import readline  # noqa: F401

WIDEST, NARROWEST = 80, 40
PROMPT = "> "
MARGIN = 5  # for the numbers of a list
TIE = "\xa0"
AFTER_A_NUMBER = re.compile(r"(?<=\d) ")  # a number stays with what it counts
BOLD, DIM, RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def width_of() -> int:
    """As wide as the terminal, but not wider than people like to read."""
    columns = shutil.get_terminal_size((WIDEST, 24)).columns
    return max(NARROWEST, min(WIDEST, columns))


def may_colour(out: Any, environment: Mapping[str, str] = os.environ) -> bool:
    """Only for eyes, and only if they do not mind (no-color.org)."""
    return bool(out.isatty() and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb")


class Screen:
    """Writes what fits into the width and reads what somebody types."""

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

    def wrapped(self, text: str, indent: str = "", first: str | None = None) -> list[str]:
        wrapper = TextWrapper(
            self.width,
            initial_indent=indent if first is None else first,
            subsequent_indent=indent,
            break_on_hyphens=False,
            break_long_words=False,  # a path or a hash in two pieces is of no use
        )
        return [line.replace(TIE, " ") for line in wrapper.wrap(AFTER_A_NUMBER.sub(TIE, text))]

    def say(self, text: str, indent: str = "", first: str | None = None) -> None:
        """A paragraph, broken into lines."""
        for line in self.wrapped(text, indent, first):
            self.line(line)

    def entry(self, number: int, text: str) -> None:
        """A line of a list."""
        self.say(text, " " * MARGIN, first=f"{number:3}  ")

    def title(self, text: str) -> None:
        for line in self.wrapped(text):
            self.line(self.bold(line))

    def page(self, lines: list[str]) -> None:
        """Lines as they are, where they fit; titles, which are all in capitals, stand out."""
        for line in lines:
            if len(line) > self.width:
                self.say(line)
            else:
                self.line(self.bold(line) if _is_title(line) else line)

    # --- in

    def ask(self) -> str:
        """The next line that somebody types; EOFError if nobody will type any more."""
        self.out.flush()
        line = input(PROMPT)
        if not sys.stdin.isatty():
            self.line(line[: self.width])  # what comes through a pipe is not seen otherwise
        return line


def _is_title(line: str) -> bool:
    words = line.split(",")[0].split()
    return len(words) > 1 and "".join(words).isupper()


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
