"""The mark of a deck, which stands for the colour and the level of its cards."""

import msgspec

from ...core.notation import Namer
from .lexicon import LEXICON

NUMERALS = {1: "I", 2: "II", 3: "III"}


class DeckMark(msgspec.Struct, frozen=True):
    """The mark of a deck: the shape and letter of its colour, and the numeral of its level."""

    slug: str
    name: str
    letter: str
    sign: str


def build_deck_mark(deck: str, name: Namer, language: str) -> DeckMark:
    colour, level = deck[:-1], int(deck[-1])
    return DeckMark(colour, str(name(deck)), str(LEXICON.texts(language)["letters"][colour]), NUMERALS[level])
