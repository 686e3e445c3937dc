"""The reader of a table of Citadels: the reader of the core, with characters and districts."""

from collections.abc import Iterable

from ...core.reader import INDENT, NO_BREAK_SPACE, SeatReader
from ..characters.card import RANK
from ..districts.cards import COST, TYPE, UNIQUE
from .lexicon import LEXICON


class TableReader(SeatReader):
    """A view with the language and the line width to describe it in."""

    def line(self, line: str) -> str:
        """A line of notation in the reader's language."""
        return LEXICON.translate_line(line, self.language, self.view["edition"])

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
