"""Somebody who looks at a table: what there is to see, and in which words it is told.

A reader has a view and nothing else, so no text made with it can tell what the seat may not know.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import TextWrapper
from typing import Any

from ..core.lexicon import Lexicon
from ..core.notation import Namer
from ..core.speech import tongue
from .characters.card import RANK
from .districts.table import COST, TYPE, UNIQUE

TEXTS = Lexicon(Path(__file__).parent / "texts")
INDENT = "    "
TIE = "\xa0"  # holds two words together until the lines are broken
AFTER_A_NUMBER = re.compile(r"(?<=\d) ")


class Reader:
    """A view with the language and the width in which it is to be told."""

    def __init__(self, view: dict[str, Any], name: Namer, language: str, width: int) -> None:
        self.view = view
        self.name = name
        self.language = language
        self.width = width
        self.say = tongue(language).say
        self.count = tongue(language).count
        self.own: dict[str, Any] = view.get("you", {})
        self.me: str | None = self.own.get("seat")

    # --- lines

    def wrap(self, text: str, indent: str = "", first: str | None = None) -> list[str]:
        """The text in lines that fit; a number stays with what it counts, and what is tied together."""
        wrapper = TextWrapper(
            self.width,
            initial_indent=indent if first is None else first,
            subsequent_indent=indent,
            break_on_hyphens=False,
        )
        return [line.replace(TIE, " ") for line in wrapper.wrap(AFTER_A_NUMBER.sub(TIE, text))]

    # --- words

    def listed(self, words: Sequence[str]) -> str:
        """`A, B and C`"""
        if len(words) < 2:
            return words[0] if words else ""
        return self.say("{some} and {last}", some=", ".join(words[:-1]), last=words[-1])

    def line(self, line: str) -> str:
        """A line of the notation as this reader would write it."""
        return TEXTS.line(line, self.language, self.view["edition"])

    def named(self, slugs: Iterable[str]) -> str:
        return self.listed([self.name(slug) for slug in slugs])

    def who(self, seat: str) -> str:
        """A seat in the middle of a sentence."""
        return self.say("you") if seat == self.me else seat

    def clockwise(self) -> list[str]:
        """The seats, the reader first."""
        seats: list[str] = self.view["seats"]
        place = seats.index(self.me) if self.me else 0
        return seats[place:] + seats[:place]

    # --- characters

    def rank(self, character: str) -> int:
        return RANK[self.view["edition"]][character]

    def holder(self, character: str) -> str | None:
        """Who has shown this character in this round."""
        players = self.view["players"]
        return next((seat for seat in players if character in players[seat]["revealed"]), None)

    # --- districts

    def letter(self, kind: str) -> str:
        return str(TEXTS.texts(self.language)["letters"][kind])

    def card(self, slug: str, cost: int | None = None, note: str = "") -> str:
        """`Tavern T1`"""
        price = COST[self.view["edition"]][slug] if cost is None else cost
        return f"{self.name(slug)} {self.letter(TYPE[slug])}{price}{note}".replace(" ", TIE)

    def cards(self, slugs: Iterable[str]) -> str:
        """Cards from the cheapest to the dearest."""
        costs = COST[self.view["edition"]]
        return ", ".join(self.card(slug) for slug in sorted(slugs, key=lambda slug: (costs[slug], slug)))

    def effect(self, slug: str) -> str:
        """`Smithy: For 2 gold you may gain 3 cards, once per turn.`"""
        return f"{self.name(slug)}: {TEXTS.effect(slug, self.language, self.view['edition'])}"

    def effects(self, slugs: Iterable[str]) -> list[str]:
        """What these characters and the unique ones of these districts do."""
        able = dict.fromkeys(slug for slug in slugs if TYPE.get(slug, UNIQUE) == UNIQUE)
        return [line for slug in able for line in self.wrap(self.effect(slug), INDENT)]
