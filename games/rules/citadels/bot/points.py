"""Score a city from public information."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..districts.cards import NEW, TYPE, TYPES, UNIQUE

PricedDistrict = tuple[str, int]  # a district and what it costs now


class Holdings(NamedTuple):
    """What else counts for the score: gold, cards in hand, cards under the Museum, the crown."""

    gold: int
    cards: int
    museum: int
    crowned: bool


BonusRule = Callable[[str, Sequence[PricedDistrict], Counter[str], Holdings], int]

BONUS_RULES: dict[str, BonusRule] = {
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
ANY_TYPE_DISTRICTS = ("haunted_quarter", "haunted_city")


def compute_points(edition: str, city: Sequence[PricedDistrict], stash: Holdings) -> int:
    """Add up the districts, the bonus for five types and the extras, but not the bonus for completion."""
    types = Counter(TYPE[card] for card, _ in city)
    total = 3 * _has_all_types(city, types)
    for card, cost in city:
        total += cost
        if card in BONUS_RULES:
            total += BONUS_RULES[card](edition, city, types, stash)
    return total


def _has_all_types(city: Sequence[PricedDistrict], types: Counter[str]) -> bool:
    missing = len(TYPES) - len(types)
    if missing != 1:
        return not missing
    ghosts = sum(card in ANY_TYPE_DISTRICTS for card, _ in city)
    return ghosts > 0 and types[UNIQUE] > 1
