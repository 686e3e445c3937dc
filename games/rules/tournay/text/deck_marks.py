"""The mark of a deck, which stands for the colour and the level of its cards."""

import msgspec

from ...core.notation import Namer

NUMERALS = {1: "I", 2: "II", 3: "III"}


class DeckMark(msgspec.Struct, frozen=True):
    """The mark of a deck: the shape of its colour by slug, and the numeral of its level."""

    slug: str
    name: str
    sign: str


def build_deck_mark(deck: str, name: Namer) -> DeckMark:
    return DeckMark(deck[:-1], str(name(deck)), NUMERALS[int(deck[-1])])
