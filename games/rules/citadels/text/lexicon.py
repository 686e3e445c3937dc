"""The names, effects and vocabulary of Citadels in every language, loaded from `texts/`."""

from collections.abc import Mapping, Set
from functools import cache
from pathlib import Path

from ...core.lexicon import ANY_LANGUAGE, Lexicon
from ..districts.cards import COST

LEXICON = Lexicon(Path(__file__).parent.parent / "texts")


@cache
def find_ambiguous_spellings(edition: str) -> Mapping[str, frozenset[str]]:
    """For districts of other editions, find the spellings that mean a district of this edition.

    Hungarian rule books, for instance, call both the 2016 Necropolis and the classic Graveyard “Temető”."""
    here = {spelling for slug in COST[edition] for spelling in LEXICON.spellings(slug, ANY_LANGUAGE)}
    elsewhere = {slug for costs in COST.values() for slug in costs} - COST[edition].keys()
    shared = {slug: frozenset(LEXICON.spellings(slug, ANY_LANGUAGE) & here) for slug in elsewhere}
    return {slug: spellings for slug, spellings in shared.items() if spellings}


# how people write the usual 2 gold or cards of gathering → the 3 of a Gold Mine or an Observatory
_THREE_FOR_TWO = {"2": "3", "two": "three", "ket": "harom", "dva": "tri", "dvije": "tri"}


def spell_with_amount(spellings: Set[str], amount: int) -> set[str]:
    """The spellings with another amount: “2 aranyat” becomes “3 aranyat” where gathering brings three."""
    if amount == 2:
        return set()
    changed = (
        " ".join(_THREE_FOR_TWO.get(word, word) for word in spelling.split()) for spelling in spellings
    )
    return {spelling for spelling in changed if spelling not in spellings}
