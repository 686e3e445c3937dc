"""The reader of a table: one seat's view together with a language and a line width.

A reader has a view and nothing else, so no text made with it can reveal what the seat may not know.
"""

import re
from collections.abc import Iterable, Sequence
from textwrap import TextWrapper
from typing import Any

from ...core.notation import Namer
from ...core.translation import get_translator
from ..characters.card import RANK
from ..districts.cards import COST, TYPE, UNIQUE
from .lexicon import LEXICON

INDENT = "    "
NO_BREAK_SPACE = "\xa0"  # no-break space: keeps two words on one line, replaced after wrapping
SPACE_AFTER_NUMBER = re.compile(r"(?<=\d) ")


class TableReader:
    """A view with the language and the line width to describe it in."""

    def __init__(self, view: dict[str, Any], name: Namer, language: str, width: int) -> None:
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
        if len(words) < 2:
            return words[0] if words else ""
        return self.say("{some} and {last}", some=", ".join(words[:-1]), last=words[-1])

    def line(self, line: str) -> str:
        """A line of notation in the reader's language."""
        return LEXICON.translate_line(line, self.language, self.view["edition"])

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

    # --- characters

    def rank(self, character: str) -> int:
        return RANK[self.view["edition"]][character]

    def holder(self, character: str) -> str | None:
        """The seat that has revealed this character in this round."""
        players = self.view["players"]
        return next((seat for seat in players if character in players[seat]["revealed"]), None)

    # --- districts

    def type_initial(self, kind: str) -> str:
        """The initial that stands for a district type."""
        return str(LEXICON.texts(self.language)["letters"][kind])

    def card(self, slug: str, cost: int | None = None, note: str = "") -> str:
        """A card with the initial of its type and its cost: `Tavern T1`."""
        price = COST[self.view["edition"]][slug] if cost is None else cost
        return f"{self.name(slug)} {self.type_initial(TYPE[slug])}{price}{note}".replace(" ", NO_BREAK_SPACE)

    def cards(self, slugs: Iterable[str]) -> str:
        """List cards from the cheapest to the most expensive."""
        costs = COST[self.view["edition"]]
        return ", ".join(self.card(slug) for slug in sorted(slugs, key=lambda slug: (costs[slug], slug)))

    def effect(self, slug: str) -> str:
        """A card with its effect: `Smithy: For 2 gold you may gain 3 cards, once per turn.`"""
        return f"{self.name(slug)}: {LEXICON.effect(slug, self.language, self.view['edition'])}"

    def effects(self, slugs: Iterable[str]) -> list[str]:
        """The effects of these characters and unique districts, as wrapped lines."""
        able = dict.fromkeys(slug for slug in slugs if TYPE.get(slug, UNIQUE) == UNIQUE)
        return [line for slug in able for line in self.wrap(self.effect(slug), INDENT)]
