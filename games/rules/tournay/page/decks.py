"""The nine decks as a rack, each with its open top, and the citizens of the supply."""

import msgspec

from ...core.reader import SeatReader
from ..numbers import CITIZENS_TO_DRAW, COLOURS, LEVELS
from ..text.deck_marks import NUMERALS, DeckMark, build_deck_mark
from .cards import ActivityCard, build_card
from .citizens import CitizenGroup, build_group


class DeckFace(msgspec.Struct, frozen=True):
    """A deck as everybody sees it."""

    slug: str
    mark: DeckMark
    size: int
    top: ActivityCard | None  # the card that lies open on it
    has_crier: bool
    bottom: list[str]  # names of the cards that the reader knows to lie at its bottom, the lowest last


class DeckRow(msgspec.Struct, frozen=True):
    """The decks of one level, and how many citizens a card of theirs takes."""

    numeral: str
    citizens: int
    decks: list[DeckFace]


class DeckRack(msgspec.Struct, frozen=True):
    """All decks by level, and the supply of citizens above them."""

    supply: list[CitizenGroup]
    rows: list[DeckRow]


def build_rack(reader: SeatReader) -> DeckRack:
    return DeckRack(
        supply=[build_group(reader, colour, reader.view["supply"][colour]) for colour in COLOURS],
        rows=[_build_row(reader, level) for level in LEVELS],
    )


def _build_row(reader: SeatReader, level: int) -> DeckRow:
    faces = [_build_face(reader, f"{colour}{level}") for colour in COLOURS]
    return DeckRow(NUMERALS[level], CITIZENS_TO_DRAW[level], faces)


def _build_face(reader: SeatReader, deck: str) -> DeckFace:
    seen = reader.view["decks"][deck]
    known = reader.own.get("known_decks", {}).get(deck, ())
    return DeckFace(
        slug=deck,
        mark=build_deck_mark(deck, reader.name, reader.language),
        size=seen["size"],
        top=build_card(reader, seen["up"]) if seen["up"] else None,
        has_crier=seen["crier"],
        bottom=[str(reader.name(card)) for card in known if card],
    )
