"""The effects that cards have, as the data files write them: `income 5`, `draw red 2`, `fight bare`."""

from functools import cache

import msgspec

INCOME, RECRUIT, OTHER, DRAW, DRAW_TWO = "income", "recruit", "other", "draw", "draw_two"
FIGHT, EVENTS, MASS, LAND_TAX, HOUSE_TAX = "fight", "events", "mass", "land_tax", "house_tax"
ANY = "any"
EFFECT_WORDS = frozenset(
    {INCOME, RECRUIT, OTHER, DRAW, DRAW_TWO, FIGHT, EVENTS, MASS, LAND_TAX, HOUSE_TAX}
    | {ANY, "occupied", "coins", "keep_coins", "bare"}
)


class Effect(msgspec.Struct, frozen=True):
    """One effect; fields that it does not have stay at their defaults."""

    text: str  # as it is written
    kind: str
    colour: str = ""  # of the citizen, deck or building; ANY for decks of every colour
    number: int = 0  # deniers, level of the deck, or events
    occupied: bool = False  # `other` may use an occupied building too
    bare: bool = False  # `fight` takes an event without coins rather than one with some
    keeps_coins: bool = False


@cache
def parse_effect(text: str) -> Effect:
    """Parse the text of an effect; ValueError if it is none."""
    kind, *words = text.split()
    if kind in (MASS, LAND_TAX, HOUSE_TAX) and not words:
        return Effect(text, kind)
    if kind in (INCOME, EVENTS) and len(words) == 1:
        return Effect(text, kind, number=_parse_number(words[0]))
    if kind == RECRUIT and len(words) == 2:
        return Effect(text, kind, colour=_parse_colour(words[0], kind), number=_parse_number(words[1]))
    if kind in (DRAW, DRAW_TWO) and len(words) == 2 and words[1] in ("1", "2", "3"):
        return Effect(text, kind, colour=_parse_colour(words[0], kind), number=int(words[1]))
    if kind == OTHER and words and words[1:] in ([], ["occupied"]):
        return Effect(text, kind, colour=_parse_colour(words[0], kind), occupied=len(words) == 2)
    if kind == FIGHT and words in (["coins"], ["coins", "keep_coins"], ["bare"]):
        return Effect(text, kind, bare=words == ["bare"], keeps_coins="keep_coins" in words)
    raise ValueError(f"“{text}” is not an effect")


def _parse_number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 3 and int(word)):
        raise ValueError(f"“{word}” is not a number of an effect")
    return int(word)


def _parse_colour(word: str, kind: str) -> str:
    if word not in ("yellow", "white", "red") and not (kind == DRAW and word == ANY):
        raise ValueError(f"“{word}” is not a colour of an effect")
    return word
