"""The rule book as a Markdown page, with all cards.

The prose is in `texts/rules.<language>.md`, the chapters with the cards in `texts/cards.<language>.md`.
Their tables are filled in from the same data and texts that the game itself uses.
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from ...core.lexicon import Lexicon, normalize_text
from ...core.markdown import TableRows, choose_book_language, render_book
from ..characters.card import RANK
from ..districts.cards import BASIC_DECK, BONUS_PURPLE, CLASSIC, COST, EDITIONS, NEW, TYPE, UNIQUE_CARDS
from ..draft_sizes import FACE_UP_CARDS
from ..setup.options import BASE_CAST, PRESETS

TEXT_FOLDER = Path(__file__).parent.parent / "texts"
BONUS_SIGN = "\\*"  # escaped: a bare star would begin italics
ORDER_WORDS = ("prefer", "always", "cancel")  # not moves: orders have a page of their own


def render_rulebook(lexicon: Lexicon, language: str, with_cards: bool = True) -> str:
    """Render the rule book in one language, with or without the chapters of the cards."""
    spoken = choose_book_language(language)
    parts = ("rules", "cards") if with_cards else ("rules",)
    return render_book(TEXT_FOLDER, parts, spoken, Rulebook(lexicon, spoken).tables())


class Rulebook:
    """The rows of all tables of the rule book."""

    def __init__(self, lexicon: Lexicon, language: str) -> None:
        self.lexicon = lexicon
        self.language = language

    def tables(self) -> dict[str, TableRows]:
        """All tables, by the placeholder that they replace."""
        tables: dict[str, TableRows] = {
            "draft": list_draft_rows(),
            "presets": self.presets(),
            "verbs": self.verbs(),
        }
        for edition in EDITIONS:
            tables[f"characters_{edition}"] = self.characters(edition)
            tables[f"basic_{edition}"] = self.basic(edition)
            tables[f"unique_{edition}"] = self.unique(edition)
        return tables

    def characters(self, edition: str) -> TableRows:
        """Rows by rank; within a rank those of the base game first."""
        for slug, rank in sorted(RANK[edition].items(), key=lambda entry: entry[1]):
            name = self._name(slug, edition) + _bonus_sign(edition, slug not in BASE_CAST)
            yield rank, name, self._effect(slug, edition)

    def basic(self, edition: str) -> TableRows:
        for slug, count in Counter(BASIC_DECK[edition]).items():
            kind = self.lexicon.name(TYPE[slug], self.language)
            yield self._name(slug, edition), kind, COST[edition][slug], count

    def unique(self, edition: str) -> TableRows:
        """Rows in alphabetical order, as people look cards up."""
        counts = Counter(UNIQUE_CARDS[edition])
        for slug in sorted(counts, key=lambda slug: normalize_text(self._name(slug, edition))):
            name = self._name(slug, edition) + _bonus_sign(edition, slug in BONUS_PURPLE)
            yield name, COST[edition][slug], counts[slug], self._effect(slug, edition)

    def presets(self) -> TableRows:
        for slug, preset in PRESETS.items():
            cast = self._names(preset.characters)
            if preset.ninth:
                cast += f" ({self._name(preset.ninth, NEW)})"
            yield self.lexicon.name(slug, self.language), cast, self._names(preset.districts)

    def verbs(self) -> TableRows:
        for verb, words, use in self.lexicon.describe_verbs(self.language, without=ORDER_WORDS):
            yield f"`{verb}`", ", ".join(words), use

    def _name(self, slug: str, edition: str) -> str:
        return self.lexicon.name(slug, self.language, edition)

    def _names(self, slugs: Iterable[str]) -> str:
        return ", ".join(self._name(slug, NEW) for slug in slugs)

    def _effect(self, slug: str, edition: str) -> str:
        return self.lexicon.effect(slug, self.language, edition)


def list_draft_rows() -> TableRows:
    """Draft sizes for four or more players; the prose explains the draft for two and three (D4, D5)."""
    for players in range(4, 9):
        for cast in (8, 9):
            if players < cast:
                faceup = FACE_UP_CARDS.get((players, cast), 0)
                first = cast - faceup - 1
                # the last of seven or eight players may also take the face-down card (D7)
                choices = [max(first - picked, 2) for picked in range(players)]
                yield players, cast, faceup, 1, ", ".join(map(str, choices))


def _bonus_sign(edition: str, is_bonus: bool) -> str:
    return BONUS_SIGN if edition == CLASSIC and is_bonus else ""
