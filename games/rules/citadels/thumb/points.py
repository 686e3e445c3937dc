"""What a city is worth, reckoned from what lies open."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..districts.table import NEW, TYPE, TYPES, UNIQUE

Lot = tuple[str, int]  # a district and what it costs now


class Stash(NamedTuple):
    """What else counts: gold, cards in hand, cards under the Museum, the crown."""

    gold: int
    cards: int
    museum: int
    crowned: bool


Bonus = Callable[[str, Sequence[Lot], Counter[str], Stash], int]

BONUS: dict[str, Bonus] = {
    "basilica": lambda edition, city, types, stash: sum(cost % 2 for _, cost in city),
    "capitol": lambda edition, city, types, stash: 3 * (max(types.values()) >= 3),
    "dragon_gate": lambda edition, city, types, stash: 2,
    "university": lambda edition, city, types, stash: 2,
    "imperial_treasury": lambda edition, city, types, stash: stash.gold,
    "ivory_tower": lambda edition, city, types, stash: 5 * (types[UNIQUE] == 1),
    "map_room": lambda edition, city, types, stash: stash.cards,
    "museum": lambda edition, city, types, stash: stash.museum,
    "statue": lambda edition, city, types, stash: 5 * stash.crowned,
    "wishing_well": lambda edition, city, types, stash: types[UNIQUE] - (edition != NEW),
}
GHOSTS = ("haunted_quarter", "haunted_city")


def points(edition: str, city: Sequence[Lot], stash: Stash) -> int:
    """The districts, the five types and the extras; not what completing the city brings."""
    types = Counter(TYPE[card] for card, _ in city)
    total = 3 * _has_all_types(city, types)
    for card, cost in city:
        total += cost
        if card in BONUS:
            total += BONUS[card](edition, city, types, stash)
    return total


def _has_all_types(city: Sequence[Lot], types: Counter[str]) -> bool:
    missing = len(TYPES) - len(types)
    if missing != 1:
        return not missing
    ghosts = sum(card in GHOSTS for card, _ in city)
    return ghosts > 0 and types[UNIQUE] > 1
