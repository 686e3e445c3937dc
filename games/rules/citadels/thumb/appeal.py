"""How much each character would bring a seat in this round, in points.

For one's own seat the hand is known; of a rival only what lies open is reckoned with.
"""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from ..districts.table import MILITARY, NOBLE, RELIGIOUS, TRADE, TYPE
from .sight import Sight

CARD = 1.0  # what a card from the deck is worth
CROWN = 0.7  # what it is worth to choose first in the next round
MORE = 2.0  # what a second or third district in one turn is worth
FINISH = 4.0  # what it is worth to complete a city in one go


class Means(NamedTuple):
    """What a seat has to work with."""

    seat: str
    gold: int
    hand: int
    useful: float  # cards that can be built
    types: Counter[str]
    left: int  # districts that its city lacks
    builds: int  # how many of its cards it could pay for
    spend: int  # the dearest card it could pay for
    trade: int  # trade cards among those it could pay for


def means_of(sight: Sight, seat: str) -> Means:
    """One's own means exactly, a rival's as far as they lie open."""
    player = sight.players[seat]
    types = sight.types(seat)
    school = sum(district["card"] == "school_of_magic" for district in player["city"])
    for kind in (NOBLE, RELIGIOUS, TRADE, MILITARY) if school else ():
        types[kind] += school
    gold, hand, purse = player["gold"], player["hand"], player["gold"] + 2
    if seat != sight.seat:
        builds = min(hand, purse // 3)
        spend = min(purse, 5) if hand else 0
        return Means(seat, gold, hand, 0.7 * hand, types, sight.left(seat), builds, spend, builds // 3)
    prices = sorted(sight.price(card) for card in sight.useful)
    spend = max((price for price in prices if price <= purse), default=0)
    builds, trade = _payable(prices, purse), sum(TYPE[card] == TRADE for card in sight.useful)
    return Means(
        seat, gold, hand, len(prices), types, sight.left(seat), builds, spend, min(builds, trade)
    )  # fmt: skip


def _payable(prices: list[int], purse: int) -> int:
    """How many of these, the cheapest first, can be paid for."""
    count = 0
    for price in prices:
        purse -= price
        if purse < 0:
            break
        count += 1
    return count


def _more(means: Means, limit: int) -> float:
    """What a higher building limit is worth."""
    builds = min(means.builds, limit)
    if builds < 2:
        return 0
    return MORE * (builds - 1) + FINISH * (1 < means.left <= builds)


def _richest(sight: Sight, means: Means) -> list[int]:
    gold = [player["gold"] for seat, player in sight.players.items() if seat != means.seat]
    return sorted(gold, reverse=True)


def _most_cards(sight: Sight, means: Means) -> int:
    return max(int(player["hand"]) for seat, player in sight.players.items() if seat != means.seat)


def _robbing(sight: Sight, means: Means) -> float:
    """Half of the time the Thief hits somebody, and rather a rich one."""
    gold = _richest(sight, means)
    return 0.25 * gold[0] + 0.25 * sum(gold) / len(gold) + 0.6


def _blackmail(sight: Sight, means: Means) -> float:
    return 0.25 * sum(_richest(sight, means)[:2]) + 0.8


def _conjuring(sight: Sight, means: Means) -> float:
    """Somebody else's hand instead of a poor one, or new cards for bad ones."""
    gain = 0.7 * max(0.0, _most_cards(sight, means) - means.useful)
    return max(gain, 0.5 * (means.hand - means.useful)) + (1.0 if means.useful < 1 else 0)


def _crown(sight: Sight, means: Means) -> float:
    statue = 3 if means.seat == sight.seat and "statue" in sight.city and sight.danger > 1 else 0
    return CROWN + statue


def _shelter(sight: Sight, means: Means) -> float:
    """A Bishop's city is safe from rank 8."""
    return 0.5 + (1.0 if means.left <= 2 else 0.02 * sight.score[means.seat])


def _seizing(sight: Sight, means: Means) -> float:
    return 0.3 * min(4, means.gold) + 0.3 * sight.danger


def _no_building(sight: Sight, means: Means) -> float:
    """Four gold or cards, but the turn's district is lost."""
    return 3.0 - (2.0 if means.builds else 0) - (2.0 if means.left <= 2 else 0)


def _taxes(sight: Sight, means: Means) -> float:
    if sight.new:
        return 0.9 * float(sight.view["taxes"]) + 1.6
    return 0.35 * len(sight.rivals) + 1.0


Appeal = Callable[[Sight, Means], float]

APPEAL: dict[str, Appeal] = {
    "assassin": lambda sight, means: 0.8 + 1.2 * sight.danger,
    "witch": lambda sight, means: 3.2 + 0.5 * sight.danger,
    "magistrate": lambda sight, means: 4.5,
    "thief": _robbing,
    "spy": lambda sight, means: 0.7 + 0.4 * min(4, _most_cards(sight, means)),
    "blackmailer": _blackmail,
    "magician": _conjuring,
    "wizard": lambda sight, means: 0.9 + min(2.5, 0.3 * means.gold) + 0.1 * _most_cards(sight, means),
    "seer": lambda sight, means: _more(means, 2),
    "king": lambda sight, means: means.types[NOBLE] + _crown(sight, means),
    "emperor": lambda sight, means: means.types[NOBLE] + 1.9,
    "patrician": lambda sight, means: CARD * means.types[NOBLE] + _crown(sight, means),
    "bishop": lambda sight, means: means.types[RELIGIOUS] + _shelter(sight, means),
    "abbot": lambda sight, means: means.types[RELIGIOUS] + 1.0,
    "cardinal": lambda sight, means: CARD * means.types[RELIGIOUS] + 0.3 * min(3, means.hand) + 0.3,
    "merchant": lambda sight, means: means.types[TRADE] + 1.4,
    "alchemist": lambda sight, means: 0.6 * means.spend - 0.6,
    "trader": lambda sight, means: means.types[TRADE] + 0.4 + _more(means, 1 + means.trade),
    "architect": lambda sight, means: 2 * CARD + _more(means, 3),
    "navigator": _no_building,
    "scholar": lambda sight, means: 1.5 + _more(means, 2),
    "warlord": lambda sight, means: means.types[MILITARY] + 0.6 + 0.7 * sight.danger,
    "diplomat": lambda sight, means: means.types[MILITARY] + 0.6 + 0.3 * sight.danger,
    "marshal": lambda sight, means: means.types[MILITARY] + 1.7 + _seizing(sight, means),
    "queen": lambda sight, means: 3.8 / len(sight.rivals),
    "artist": lambda sight, means: 0.2 * min(3, means.gold),
    "tax_collector": _taxes,
}


def appeal(sight: Sight, character: str, means: Means) -> float:
    """What this character is worth to this seat."""
    return APPEAL[character](sight, means)
