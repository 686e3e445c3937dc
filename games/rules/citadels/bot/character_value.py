"""Estimate what each character is worth to a seat in this round, in points.

The bot knows its own hand; rivals are judged by public information only.
"""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from ..districts.cards import MILITARY, NOBLE, RELIGIOUS, TRADE, TYPE
from .view import BotView

CARD_VALUE = 1.0  # what a card from the deck is worth
CROWN_VALUE = 0.7  # what it is worth to choose first in the next round
EXTRA_DISTRICT_VALUE = 2.0  # what a second or third district in one turn is worth
COMPLETION_VALUE = 4.0  # what it is worth to complete a city in one go


class SeatResources(NamedTuple):
    """The resources of a seat, known for the bot's own and estimated for a rival."""

    seat: str
    gold: int
    hand: int
    useful: float  # cards that can be built
    types: Counter[str]
    left: int  # districts that its city lacks
    affordable_builds: int  # how many of its cards it could pay for
    dearest_affordable: int  # the dearest card it could pay for
    trade: int  # trade cards among those it could pay for


def estimate_resources(sight: BotView, seat: str) -> SeatResources:
    """Compute the bot's own resources exactly, a rival's from public information."""
    player = sight.players[seat]
    types = sight.types(seat)
    school = sum(district["card"] == "school_of_magic" for district in player["city"])
    for kind in (NOBLE, RELIGIOUS, TRADE, MILITARY) if school else ():
        types[kind] += school
    gold, hand, purse = player["gold"], player["hand"], player["gold"] + 2
    if seat != sight.seat:
        builds = min(hand, purse // 3)
        spend = min(purse, 5) if hand else 0
        return SeatResources(
            seat, gold, hand, 0.7 * hand, types, sight.left(seat), builds, spend, builds // 3
        )
    prices = sorted(sight.price(card) for card in sight.buildable_cards)
    spend = max((price for price in prices if price <= purse), default=0)
    builds, trade = (
        _count_affordable(prices, purse),
        sum(TYPE[card] == TRADE for card in sight.buildable_cards),
    )
    return SeatResources(
        seat, gold, hand, len(prices), types, sight.left(seat), builds, spend, min(builds, trade)
    )  # fmt: skip


def _count_affordable(prices: list[int], purse: int) -> int:
    """Count how many of these prices, sorted from the cheapest, can be paid together."""
    count = 0
    for price in prices:
        purse -= price
        if purse < 0:
            break
        count += 1
    return count


def _value_extra_builds(means: SeatResources, limit: int) -> float:
    """What a higher building limit is worth."""
    builds = min(means.affordable_builds, limit)
    if builds < 2:
        return 0
    return EXTRA_DISTRICT_VALUE * (builds - 1) + COMPLETION_VALUE * (1 < means.left <= builds)


def _list_rival_gold(sight: BotView, means: SeatResources) -> list[int]:
    gold = [player["gold"] for seat, player in sight.players.items() if seat != means.seat]
    return sorted(gold, reverse=True)


def _largest_rival_hand(sight: BotView, means: SeatResources) -> int:
    return max(int(player["hand"]) for seat, player in sight.players.items() if seat != means.seat)


def _value_robbery(sight: BotView, means: SeatResources) -> float:
    """The Thief is assumed to hit somebody half of the time, more likely a rich rival."""
    gold = _list_rival_gold(sight, means)
    return 0.25 * gold[0] + 0.25 * sum(gold) / len(gold) + 0.6


def _value_blackmail(sight: BotView, means: SeatResources) -> float:
    return 0.25 * sum(_list_rival_gold(sight, means)[:2]) + 0.8


def _value_magic(sight: BotView, means: SeatResources) -> float:
    """The Magician gets a rival's hand for a poor one, or new cards for useless ones."""
    gain = 0.7 * max(0.0, _largest_rival_hand(sight, means) - means.useful)
    return max(gain, 0.5 * (means.hand - means.useful)) + (1.0 if means.useful < 1 else 0)


def _value_crown(sight: BotView, means: SeatResources) -> float:
    statue = 3 if means.seat == sight.seat and "statue" in sight.city and sight.danger > 1 else 0
    return CROWN_VALUE + statue


def _value_protection(sight: BotView, means: SeatResources) -> float:
    """A Bishop's city is safe from rank 8."""
    return 0.5 + (1.0 if means.left <= 2 else 0.02 * sight.score[means.seat])


def _value_seizure(sight: BotView, means: SeatResources) -> float:
    return 0.3 * min(4, means.gold) + 0.3 * sight.danger


def _value_navigator(sight: BotView, means: SeatResources) -> float:
    """The Navigator gets four gold or cards, but builds nothing this turn."""
    return 3.0 - (2.0 if means.affordable_builds else 0) - (2.0 if means.left <= 2 else 0)


def _value_taxes(sight: BotView, means: SeatResources) -> float:
    if sight.new:
        return 0.9 * float(sight.view["taxes"]) + 1.6
    return 0.35 * len(sight.rivals) + 1.0


CharacterRater = Callable[[BotView, SeatResources], float]

CHARACTER_RATERS: dict[str, CharacterRater] = {
    "assassin": lambda sight, means: 0.8 + 1.2 * sight.danger,
    "witch": lambda sight, means: 3.2 + 0.5 * sight.danger,
    "magistrate": lambda sight, means: 4.5,
    "thief": _value_robbery,
    "spy": lambda sight, means: 0.7 + 0.4 * min(4, _largest_rival_hand(sight, means)),
    "blackmailer": _value_blackmail,
    "magician": _value_magic,
    "wizard": lambda sight, means: 0.9 + min(2.5, 0.3 * means.gold) + 0.1 * _largest_rival_hand(sight, means),
    "seer": lambda sight, means: _value_extra_builds(means, 2),
    "king": lambda sight, means: means.types[NOBLE] + _value_crown(sight, means),
    "emperor": lambda sight, means: means.types[NOBLE] + 1.9,
    "patrician": lambda sight, means: CARD_VALUE * means.types[NOBLE] + _value_crown(sight, means),
    "bishop": lambda sight, means: means.types[RELIGIOUS] + _value_protection(sight, means),
    "abbot": lambda sight, means: means.types[RELIGIOUS] + 1.0,
    "cardinal": lambda sight, means: CARD_VALUE * means.types[RELIGIOUS] + 0.3 * min(3, means.hand) + 0.3,
    "merchant": lambda sight, means: means.types[TRADE] + 1.4,
    "alchemist": lambda sight, means: 0.6 * means.dearest_affordable - 0.6,
    "trader": lambda sight, means: means.types[TRADE] + 0.4 + _value_extra_builds(means, 1 + means.trade),
    "architect": lambda sight, means: 2 * CARD_VALUE + _value_extra_builds(means, 3),
    "navigator": _value_navigator,
    "scholar": lambda sight, means: 1.5 + _value_extra_builds(means, 2),
    "warlord": lambda sight, means: means.types[MILITARY] + 0.6 + 0.7 * sight.danger,
    "diplomat": lambda sight, means: means.types[MILITARY] + 0.6 + 0.3 * sight.danger,
    "marshal": lambda sight, means: means.types[MILITARY] + 1.7 + _value_seizure(sight, means),
    "queen": lambda sight, means: 3.8 / len(sight.rivals),
    "artist": lambda sight, means: 0.2 * min(3, means.gold),
    "tax_collector": _value_taxes,
}


def rate_character(sight: BotView, character: str, means: SeatResources) -> float:
    """What this character is worth to this seat."""
    return CHARACTER_RATERS[character](sight, means)
