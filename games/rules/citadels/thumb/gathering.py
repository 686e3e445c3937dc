"""Gold or cards?"""

from ..districts.table import MILITARY, NOBLE, RELIGIOUS, TRADE, TYPE
from .sight import Sight
from .worth import affordable

NEED = (4.2, 1.1, 0.9, 0.3)  # what a card is worth to somebody with 0, 1, 2 or more to build
RICH = 1.4  # and how much more to somebody who can pay for all of them
SPARE = 0.4  # how much of its worth a gold keeps then
SOON = 0.5  # how much of a build in the next turn counts already in this one
INCOME = {
    "king": NOBLE,
    "emperor": NOBLE,
    "patrician": NOBLE,
    "bishop": RELIGIOUS,
    "abbot": RELIGIOUS,
    "cardinal": RELIGIOUS,
    "merchant": TRADE,
    "trader": TRADE,
    "warlord": MILITARY,
    "diplomat": MILITARY,
    "marshal": MILITARY,
}
IN_CARDS = ("patrician", "cardinal")


def income_of(sight: Sight) -> int:
    """How many districts one's character will collect for, if it has not yet."""
    kind = INCOME.get(sight.called)
    if kind is None or "income" in sight.used:
        return 0
    return sum(TYPE[card] == kind for card in sight.city) + ("school_of_magic" in sight.city)


def purse(sight: Sight) -> int:
    """The gold one will have in this turn without gathering any."""
    gold = sight.gold
    if sight.called not in IN_CARDS:
        gold += income_of(sight)
    if sight.called == "merchant" and not (sight.view["turn"]["gathered"] or "bonus" in sight.used):
        gold += 1
    return gold


def need_of_cards(sight: Sight) -> float:
    """What the next card is worth."""
    useful = len(sight.useful)
    if sight.last_turn:
        return 2.0 if not useful else 0.2 + ("map_room" in sight.city)
    return NEED[min(useful, 3)] * (RICH if _is_rich(sight) else 1)


def _is_rich(sight: Sight) -> bool:
    """Could one pay for everything one has to build?"""
    return sum(sight.price(card) for card in sight.useful) <= purse(sight)


def gold_or_cards(sight: Sight) -> str:
    """The word for gathering that is better now."""
    if not sight.view["deck"]:
        return "gold"
    amount = 3 if "gold_mine" in sight.city else 2
    have = purse(sight)
    gold = affordable(sight, have + amount) - affordable(sight, have)
    gold += sight.coin * amount * (SPARE if _is_rich(sight) and sight.hand else 1)
    if not sight.last_round:
        gold += SOON * (affordable(sight, have + amount + 2) - affordable(sight, have + 2))
    drawn = 3 if "observatory" in sight.city else 2
    kept = 1 if "library" not in sight.city else drawn if sight.new else 2
    cards = need_of_cards(sight) * (1 + 0.6 * (kept - 1)) * (1 + 0.15 * (drawn - 2))
    return "cards" if cards > gold else "gold"
