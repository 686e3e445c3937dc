"""The names, effects and words of Citadels in our languages; the texts are in `texts/`."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ..core.lexicon import ANY, Lexicon
from .districts.table import COST

LEXICON = Lexicon(Path(__file__).parent / "texts")


@cache
def taken_names(edition: str) -> Mapping[str, frozenset[str]]:
    """Districts that are not in this edition → their spellings that mean one of this edition: the Hungarian
    rule books call both the Necropolis of 2016 and the classic Graveyard “Temető”."""
    here = {spelling for slug in COST[edition] for spelling in LEXICON.spellings(slug, ANY)}
    elsewhere = {slug for costs in COST.values() for slug in costs} - COST[edition].keys()
    shared = {slug: frozenset(LEXICON.spellings(slug, ANY) & here) for slug in elsewhere}
    return {slug: spellings for slug, spellings in shared.items() if spellings}


# how the two that everybody gathers are written, and the three of a Gold Mine or an Observatory
_THREE = {"2": "3", "two": "three", "ket": "harom", "dva": "tri", "dvije": "tri"}


def counted(spellings: set[str], amount: int) -> set[str]:
    """The same with this amount: “2 aranyat” where a city gathers three is “3 aranyat”."""
    if amount == 2:
        return set()
    changed = (" ".join(_THREE.get(word, word) for word in spelling.split()) for spelling in spellings)
    return {spelling for spelling in changed if spelling not in spellings}
