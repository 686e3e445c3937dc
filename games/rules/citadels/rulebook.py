"""The rules as a page for people, with all cards.

What is told in sentences stands in `texts/rules.<language>.md`, the chapters of the cards in
`texts/cards.<language>.md`; the tables in them are filled from the same tables and texts that the
game is played with.
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from string import Template

from ..core.lexicon import Lexicon, plain
from ..core.speech import LANGUAGES
from .characters.card import RANK
from .districts.table import BASIC, BONUS_PURPLE, CLASSIC, COST, EDITIONS, NEW, TYPE, UNIQUE_CARDS
from .draft import FACE_UP
from .options import BASE_CAST, PRESETS

TEXTS = Path(__file__).parent / "texts"
BONUS_SIGN = "\\*"  # a bare star would begin italics
ORDER_WORDS = ("prefer", "always", "cancel")  # not moves: they have a page of their own

Cells = Iterable[object]


def rulebook(lexicon: Lexicon, language: str, with_cards: bool = True) -> str:
    """The whole page in one language, or what comes before the cards."""
    spoken = language if language in LANGUAGES else "en"
    parts = ("rules", "cards") if with_cards else ("rules",)
    texts = [(TEXTS / f"{part}.{spoken}.md").read_text("utf-8") for part in parts]
    return Template("\n".join(texts)).substitute(Rulebook(lexicon, spoken).tables())


class Rulebook:
    """The tables of the page, row by row."""

    def __init__(self, lexicon: Lexicon, language: str) -> None:
        self.lexicon = lexicon
        self.language = language

    def tables(self) -> dict[str, str]:
        """All tables, under the names by which the page calls for them."""
        tables = {"draft": draft_rows(), "presets": self.presets(), "verbs": self.verbs()}
        for edition in EDITIONS:
            tables[f"characters_{edition}"] = self.characters(edition)
            tables[f"basic_{edition}"] = self.basic(edition)
            tables[f"unique_{edition}"] = self.unique(edition)
        return {name: "\n".join(map(_row, rows)) for name, rows in tables.items()}

    def characters(self, edition: str) -> Iterable[Cells]:
        """By rank; within a rank those of the base game first."""
        for slug, rank in sorted(RANK[edition].items(), key=lambda entry: entry[1]):
            name = self._name(slug, edition) + _bonus(edition, slug not in BASE_CAST)
            yield rank, name, self._effect(slug, edition)

    def basic(self, edition: str) -> Iterable[Cells]:
        for slug, count in Counter(BASIC[edition]).items():
            kind = self.lexicon.name(TYPE[slug], self.language)
            yield self._name(slug, edition), kind, COST[edition][slug], count

    def unique(self, edition: str) -> Iterable[Cells]:
        """By the alphabet, as somebody looks a card up."""
        counts = Counter(UNIQUE_CARDS[edition])
        for slug in sorted(counts, key=lambda slug: plain(self._name(slug, edition))):
            name = self._name(slug, edition) + _bonus(edition, slug in BONUS_PURPLE)
            yield name, COST[edition][slug], counts[slug], self._effect(slug, edition)

    def presets(self) -> Iterable[Cells]:
        for slug, preset in PRESETS.items():
            cast = self._names(preset.characters)
            if preset.ninth:
                cast += f" ({self._name(preset.ninth, NEW)})"
            yield self.lexicon.name(slug, self.language), cast, self._names(preset.districts)

    def verbs(self) -> Iterable[Cells]:
        for verb, entry in self.lexicon.texts(self.language)["verbs"].items():
            if verb not in ORDER_WORDS:
                yield f"`{verb}`", ", ".join(entry["words"]), entry["help"]

    def _name(self, slug: str, edition: str) -> str:
        return self.lexicon.name(slug, self.language, edition)

    def _names(self, slugs: Iterable[str]) -> str:
        return ", ".join(self._name(slug, NEW) for slug in slugs)

    def _effect(self, slug: str, edition: str) -> str:
        return self.lexicon.effect(slug, self.language, edition)


def draft_rows() -> Iterable[Cells]:
    """Four players and more; with fewer each chooses twice, which the page tells in words (D4, D5)."""
    for players in range(4, 9):
        for cast in (8, 9):
            if players < cast:
                faceup = FACE_UP.get((players, cast), 0)
                first = cast - faceup - 1
                # the last of seven or eight has the card face down to choose from as well (D7)
                choices = [max(first - picked, 2) for picked in range(players)]
                yield players, cast, faceup, 1, ", ".join(map(str, choices))


def _bonus(edition: str, is_bonus: bool) -> str:
    return BONUS_SIGN if edition == CLASSIC and is_bonus else ""


def _row(cells: Cells) -> str:
    return f"| {' | '.join(map(str, cells))} |"
