"""A card as the templates draw it: its name, the mark of its deck, what it costs and does."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from ...core.reader import SeatReader
from ...core.translation import get_translator
from ..cards.card import CARD_SETS, CHARACTER, PRESTIGE, DeckCard
from ..numbers import DECKS
from ..text.deck_marks import DeckMark, build_deck_mark
from ..text.deeds import DeedWriter
from ..text.lexicon import LEXICON


class ActivityCard(msgspec.Struct, frozen=True):
    """An activity card, or some that are equal."""

    slug: str
    name: str
    mark: DeckMark
    level: int
    kind: str
    deed: str  # what it does, in a few words
    price: str
    points: int
    count: int = 1
    effect: str = ""
    note: str = ""  # what it would do now

    @property
    def colour(self) -> str:
        return self.mark.slug

    @property
    def classes(self) -> str:
        """The classes of its sheet."""
        if self.kind in (PRESTIGE, CHARACTER):
            return f"is-{self.colour} is-{self.kind}"
        return f"is-{self.colour}"


class ShownEvent(msgspec.Struct, frozen=True):
    """An event card that somebody has won."""

    slug: str
    name: str
    effect: str


def find_card(reader: SeatReader, slug: str) -> DeckCard:
    """The facts of a card in the set that is played."""
    return CARD_SETS[reader.view["cards"]].cards[slug]


def build_marks(reader: SeatReader, decks: Iterable[str]) -> list[DeckMark]:
    """The marks of these decks in the order of the table, one for each card."""
    return [build_deck_mark(deck, reader.name, reader.language) for deck in sorted(decks, key=DECKS.index)]


def build_card(
    reader: SeatReader, slug: str, count: int = 1, *, effect: str = "", note: str = ""
) -> ActivityCard:
    card = find_card(reader, slug)
    writer = DeedWriter(reader.name, get_translator(reader.language))
    return ActivityCard(
        slug=slug,
        name=str(reader.name(slug)),
        mark=build_deck_mark(card.deck, reader.name, reader.language),
        level=card.level,
        kind=card.kind,
        deed=writer.describe(card),
        price=writer.describe_price(card),
        points=card.points,
        count=count,
        effect=effect,
        note=note,
    )


def build_cards(reader: SeatReader, slugs: Iterable[str]) -> list[ActivityCard]:
    """Cards by kind in the order of their decks, with what each does."""
    counts = Counter(slugs)
    return [
        build_card(reader, slug, counts[slug], effect=LEXICON.effect(slug, reader.language))
        for slug in sorted(counts, key=lambda slug: (DECKS.index(find_card(reader, slug).deck), slug))
    ]


def build_events(reader: SeatReader, slugs: Iterable[str]) -> list[ShownEvent]:
    return [ShownEvent(slug, str(reader.name(slug)), LEXICON.effect(slug, reader.language)) for slug in slugs]
