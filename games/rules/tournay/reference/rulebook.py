"""The rule book as a Markdown page, with all cards.

The prose is in `texts/rules.<language>.md`, the chapters with the cards in `texts/cards.<language>.md`.
Their tables are filled in from the same data and texts that the game itself uses.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from ...core.lexicon import alphabetical_key
from ...core.markdown import LIST_ITEM, TableRows, choose_book_language, render_book, split_blocks
from ..cards.card import OWN_SET, DeckCard
from ..numbers import COLOURS, LEVELS
from ..position import TOWN_CRIER
from ..text.lexicon import LEXICON
from .certainty import describe_cost, is_published, list_doubtful_rules

TEXT_FOLDER = Path(__file__).parent.parent / "texts"
ORDER_WORDS = ("prefer", "always", "plan", "cancel")  # not moves: orders have a page of their own
PRESTIGE_LEVEL = LEVELS[-1]


def render_rulebook(language: str, with_cards: bool = True) -> str:
    """Render the rule book in one language, with or without the chapters of the cards."""
    spoken = choose_book_language(language)
    parts = ("rules", "cards") if with_cards else ("rules",)
    return render_book(TEXT_FOLDER, parts, spoken, TournayRulebook(spoken).tables())


@cache
def list_rulings(language: str) -> Mapping[str, tuple[str, ...]]:
    """The points of the rule book that are about a card: those that have its name in bold."""
    book = render_rulebook(language, with_cards=False)
    points = [
        LIST_ITEM.sub("", block, 1) for block in split_blocks(book.splitlines()) if LIST_ITEM.match(block)
    ]
    named = {
        slug: f"**{LEXICON.name(slug, language)}**" for slug in (*OWN_SET.cards, *OWN_SET.events, TOWN_CRIER)
    }
    return {slug: tuple(point for point in points if name in point) for slug, name in named.items()}


class TournayRulebook:
    """The rows of all tables of the rule book."""

    def __init__(self, language: str) -> None:
        self.language = language

    def tables(self) -> dict[str, TableRows]:
        """All tables, by the placeholder that they replace."""
        return {
            "published": self.published(),
            "doubtful": list_doubtful_rules(self.language),
            "verbs": self.verbs(),
            "level1": self.cards(1),
            "level2": self.cards(2),
            "level3": self.prestige(),
            "events": self.events(),
        }

    def published(self) -> TableRows:
        """What is known of levels I and II, and of the events."""
        for level in LEVELS[:-1]:
            known = [card.slug for card in self._of_level(level) if is_published(card.source)]
            yield self._name(f"level{level}"), self._list(known)
        events = [slug for slug, event in OWN_SET.events.items() if is_published(event.source)]
        yield self._name("event"), self._list(events)

    def verbs(self) -> TableRows:
        for verb, words, use in LEXICON.describe_verbs(self.language, without=ORDER_WORDS):
            yield f"`{verb}`", ", ".join(words), use

    def cards(self, level: int) -> TableRows:
        for card in self._of_level(level):
            kind = self._name(card.kind)
            yield self._name(card.slug), self._name(card.colour), kind, card.copies, self._effect(card.slug)

    def prestige(self) -> TableRows:
        for card in self._of_level(PRESTIGE_LEVEL):
            cost = describe_cost(card, self.language)
            yield self._name(card.slug), self._name(card.colour), cost, card.copies, self._effect(card.slug)

    def events(self) -> TableRows:
        for slug in sorted(OWN_SET.events, key=self._alphabetical_place):
            yield self._name(slug), self._effect(slug)

    def _of_level(self, level: int) -> Iterator[DeckCard]:
        """The cards of a level by colour, each colour in alphabetical order."""
        found = [card for card in OWN_SET.cards.values() if card.level == level]
        yield from sorted(
            found, key=lambda card: (COLOURS.index(card.colour), self._alphabetical_place(card.slug))
        )

    def _alphabetical_place(self, slug: str) -> tuple[list[tuple[str, str]], str]:
        return alphabetical_key(self._name(slug), self.language)

    def _list(self, slugs: Iterable[str]) -> str:
        return ", ".join(self._name(slug) for slug in slugs)

    def _name(self, slug: str) -> str:
        return LEXICON.name(slug, self.language)

    def _effect(self, slug: str) -> str:
        return LEXICON.effect(slug, self.language)
