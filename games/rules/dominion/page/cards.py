"""A card as the templates draw it: its name, the marks of its types, its cost of the moment."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from ...core.notation import Namer
from ...core.reader import SeatReader
from ..cards.card import ACTION, ATTACK, BASIC, CARDS, COST, CURSE, REACTION, TREASURE, VICTORY
from ..text.card_notes import describe_card_now
from ..text.lexicon import LEXICON

TYPES = (ACTION, TREASURE, VICTORY, ATTACK, REACTION, CURSE)


class TypeMark(msgspec.Struct, frozen=True):
    """The mark of a card type: a shape by its slug, and the letter on it."""

    slug: str
    name: str
    letter: str


class ShownCard(msgspec.Struct, frozen=True):
    """Cards of one kind that lie together."""

    slug: str
    name: str
    marks: list[TypeMark]
    cost: int
    count: int = 1
    effect: str = ""
    note: str = ""  # what it would do now

    @property
    def kind(self) -> str:
        """The classes of its sheet: the first type, and the second one if there is one."""
        first, *rest = (mark.slug for mark in self.marks)
        return " ".join([f"is-{first}", *(f"and-{second}" for second in rest)])

    @property
    def is_kingdom(self) -> bool:
        """Is it a kingdom card, whose effect not everybody knows by heart?"""
        return CARDS[self.slug].box != BASIC


def build_mark(kind: str, name: Namer, language: str) -> TypeMark:
    return TypeMark(kind, str(name(kind)), str(LEXICON.texts(language)["letters"][kind]))


def build_marks(card: str, name: Namer, language: str) -> list[TypeMark]:
    return [build_mark(kind, name, language) for kind in CARDS[card].types]


def build_card(
    reader: SeatReader, slug: str, count: int = 1, *, effect: str = "", note: str = ""
) -> ShownCard:
    """A card with what it costs now."""
    name, language = reader.name, reader.language
    cost = max(0, COST[slug] - reader.view["reduction"])
    marks = build_marks(slug, name, language)
    return ShownCard(slug, str(name(slug)), marks, cost, count, effect, note)


def build_cards(reader: SeatReader, slugs: Iterable[str]) -> list[ShownCard]:
    """Cards by kind, in the order of their first copies."""
    return [build_card(reader, slug, count) for slug, count in Counter(slugs).items()]


def build_hand(reader: SeatReader) -> list[ShownCard]:
    """The reader's hand by kind, Actions first and Victory cards last, with what each card does."""
    counts = Counter(reader.own.get("hand", ()))
    return [
        build_card(
            reader,
            slug,
            counts[slug],
            effect=LEXICON.effect(slug, reader.language),
            note=describe_card_now(reader, slug),
        )
        for slug in sorted(counts, key=rank_in_hand)
    ]


def rank_in_hand(slug: str) -> tuple[int, int, str]:
    """A sort key: Actions, Treasures, Victory cards, Curses; in each the most expensive first."""
    return TYPES.index(CARDS[slug].types[0]), -COST[slug], slug
