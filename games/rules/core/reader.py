"""The reader of a table: one seat's view together with a language and a line width.

A reader has a view and nothing else, so no text made with it can reveal what the seat may not know. It
expects a view to have `seats` (clockwise), `awaits` (whom the game waits for) and, for a seat, `you` with
its `seat`.
"""

import re
from collections.abc import Iterable, Sequence
from textwrap import TextWrapper
from typing import Any

from .notation import Namer
from .translation import get_translator

INDENT = "    "
NO_BREAK_SPACE = "\xa0"  # no-break space: keeps two words on one line, replaced after wrapping
SPACE_AFTER_NUMBER = re.compile(r"(?<=\d) ")


def describe_wait(names: Sequence[str], language: str) -> str:
    """Say whom the game is waiting for."""
    speak = get_translator(language)
    return speak.say("Waiting for {seats}.", seats=speak.join_words(names))


class SeatReader:
    """A view with the language and the line width to describe it in."""

    def __init__(self, view: dict[str, Any], name: Namer, language: str, width: int = 72) -> None:
        self.view = view
        self.name = name
        self.language = language
        self.width = width
        self.say = get_translator(language).say
        self.count = get_translator(language).count
        self.own: dict[str, Any] = view.get("you", {})
        self.me: str | None = self.own.get("seat")

    # --- lines

    def wrap(self, text: str, indent: str = "", first: str | None = None) -> list[str]:
        """Wrap text into lines. A number stays on one line with what it counts."""
        wrapper = TextWrapper(
            self.width,
            initial_indent=indent if first is None else first,
            subsequent_indent=indent,
            break_on_hyphens=False,
        )
        return [
            line.replace(NO_BREAK_SPACE, " ")
            for line in wrapper.wrap(SPACE_AFTER_NUMBER.sub(NO_BREAK_SPACE, text))
        ]

    # --- words

    def join_words(self, words: Sequence[str]) -> str:
        """Join words as `A, B and C`."""
        return get_translator(self.language).join_words(words)

    def join_names(self, slugs: Iterable[str]) -> str:
        return self.join_words([self.name(slug) for slug in slugs])

    def name_seat(self, seat: str) -> str:
        """The name of a seat within a sentence: “you” for the reader."""
        return self.say("you") if seat == self.me else seat

    def list_seats_clockwise(self) -> list[str]:
        """The seats clockwise, the reader first."""
        seats: list[str] = self.view["seats"]
        place = seats.index(self.me) if self.me else 0
        return seats[place:] + seats[:place]

    def describe_wait(self) -> str:
        """Say whom the game is waiting for, or that it is over."""
        if not self.view["awaits"]:
            return self.say("The game is over.")
        return describe_wait(self.view["awaits"], self.language)


def join_paragraphs(paragraphs: Iterable[Iterable[str]]) -> list[str]:
    """The lines of a table's text: its paragraphs, with an empty line between two."""
    return [line for paragraph in paragraphs for line in (*paragraph, "")][:-1]
