"""The rule book as a Markdown page, with all cards.

The prose is in `texts/rules.<language>.md`, the chapters with the cards in `texts/cards.<language>.md`.
Their tables are filled in from the same data and texts that the game itself uses.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from ...core.lexicon import normalize_text
from ...core.markdown import LIST_ITEM, TableRows, choose_book_language, render_book, split_blocks
from ..cards.card import BASE, BASIC, CARDS, INTRIGUE, list_kingdom_cards
from ..scoring import EMPTY_PILES_TO_END
from ..setup.kingdoms import SEAT_COUNTS, SETS, count_pile
from ..text.lexicon import LEXICON

TEXT_FOLDER = Path(__file__).parent.parent / "texts"
ORDER_WORDS = ("prefer", "always", "plan", "cancel")  # not moves: orders have a page of their own
BASIC_CARDS = tuple(slug for slug, card in CARDS.items() if card.box == BASIC)
KINGDOM_PILES = ("gardens", "smithy")  # one with points, and any other


def render_rulebook(language: str, with_cards: bool = True) -> str:
    """Render the rule book in one language, with or without the chapters of the cards."""
    spoken = choose_book_language(language)
    parts = ("rules", "cards") if with_cards else ("rules",)
    return render_book(TEXT_FOLDER, parts, spoken, DominionRulebook(spoken).tables())


@cache
def list_rulings(language: str) -> Mapping[str, tuple[str, ...]]:
    """The points of the rule book that are about a card: those that have its name in bold."""
    book = render_rulebook(language, with_cards=False)
    points = [
        LIST_ITEM.sub("", block, 1) for block in split_blocks(book.splitlines()) if LIST_ITEM.match(block)
    ]
    named = {slug: f"**{LEXICON.name(slug, language)}**" for slug in CARDS}
    return {slug: tuple(point for point in points if name in point) for slug, name in named.items()}


class DominionRulebook:
    """The rows of all tables of the rule book."""

    def __init__(self, language: str) -> None:
        self.language = language

    def tables(self) -> dict[str, TableRows]:
        """All tables, by the placeholder that they replace."""
        victory, other = (_list_pile_sizes(slug) for slug in KINGDOM_PILES)
        return {
            "basic_piles": self.basic_piles(),
            "victory_pile": [victory],
            "kingdom_pile": [other],
            "empty_piles": [[EMPTY_PILES_TO_END[seats] for seats in SEAT_COUNTS]],
            "sets": self.sets(),
            "verbs": self.verbs(),
            "basic": self.cards(BASIC_CARDS),
            "intrigue": self.cards(self._sort(list_kingdom_cards(INTRIGUE))),
            "base": self.cards(self._sort(list_kingdom_cards(BASE))),
        }

    def basic_piles(self) -> TableRows:
        for slug in BASIC_CARDS:
            yield self._name(slug), *_list_pile_sizes(slug)

    def sets(self) -> TableRows:
        for slug, kingdom in SETS.items():
            yield self._name(slug), ", ".join(map(self._name, self._sort(kingdom.split())))

    def verbs(self) -> TableRows:
        for verb, words, use in LEXICON.describe_verbs(self.language, without=ORDER_WORDS):
            yield f"`{verb}`", ", ".join(words), use

    def cards(self, slugs: Iterable[str]) -> TableRows:
        for slug in slugs:
            types = " – ".join(map(self._name, CARDS[slug].types))
            yield self._name(slug), CARDS[slug].cost, types, LEXICON.effect(slug, self.language)

    def _sort(self, slugs: Iterable[str]) -> list[str]:
        """In alphabetical order, as people look cards up."""
        return sorted(slugs, key=lambda slug: normalize_text(self._name(slug)))

    def _name(self, slug: str) -> str:
        return LEXICON.name(slug, self.language)


def _list_pile_sizes(slug: str) -> Iterator[int]:
    return (count_pile(slug, seats) for seats in SEAT_COUNTS)
