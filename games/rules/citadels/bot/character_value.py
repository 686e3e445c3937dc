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
    districts_left: int  # districts that its city lacks
    affordable_builds: int  # how many of its cards it could pay for
    dearest_affordable: int  # the dearest card it could pay for
    trade: int  # trade cards among those it could pay for


def estimate_resources(view: BotView, seat: str) -> SeatResources:
    """Compute the bot's own resources exactly, a rival's from public information."""
    player = view.players[seat]
    types = view.types(seat)
    school = sum(district["card"] == "school_of_magic" for district in player["city"])
    for kind in (NOBLE, RELIGIOUS, TRADE, MILITARY) if school else ():
        types[kind] += school
    gold, hand, purse = player["gold"], player["hand"], player["gold"] + 2
    if seat != view.seat:
        builds = min(hand, purse // 3)
        spend = min(purse, 5) if hand else 0
        return SeatResources(
            seat, gold, hand, 0.7 * hand, types, view.districts_left(seat), builds, spend, builds // 3
        )
    prices = sorted(view.price(card) for card in view.buildable_cards)
    spend = max((price for price in prices if price <= purse), default=0)
    builds, trade = (
        _count_affordable(prices, purse),
        sum(TYPE[card] == TRADE for card in view.buildable_cards),
    )
    return SeatResources(
        seat, gold, hand, len(prices), types, view.districts_left(seat), builds, spend, min(builds, trade)
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
    return EXTRA_DISTRICT_VALUE * (builds - 1) + COMPLETION_VALUE * (1 < means.districts_left <= builds)


def _list_rival_gold(view: BotView, means: SeatResources) -> list[int]:
    gold = [player["gold"] for seat, player in view.players.items() if seat != means.seat]
    return sorted(gold, reverse=True)


def _largest_rival_hand(view: BotView, means: SeatResources) -> int:
    return max(int(player["hand"]) for seat, player in view.players.items() if seat != means.seat)


def _value_robbery(view: BotView, means: SeatResources) -> float:
    """The Thief is assumed to hit somebody half of the time, more likely a rich rival."""
    gold = _list_rival_gold(view, means)
    return 0.25 * gold[0] + 0.25 * sum(gold) / len(gold) + 0.6


def _value_blackmail(view: BotView, means: SeatResources) -> float:
    return 0.25 * sum(_list_rival_gold(view, means)[:2]) + 0.8


def _value_magic(view: BotView, means: SeatResources) -> float:
    """The Magician gets a rival's hand for a poor one, or new cards for useless ones."""
    gain = 0.7 * max(0.0, _largest_rival_hand(view, means) - means.useful)
    return max(gain, 0.5 * (means.hand - means.useful)) + (1.0 if means.useful < 1 else 0)


def _value_crown(view: BotView, means: SeatResources) -> float:
    statue = 3 if means.seat == view.seat and "statue" in view.city and view.danger > 1 else 0
    return CROWN_VALUE + statue


def _value_protection(view: BotView, means: SeatResources) -> float:
    """A Bishop's city is safe from rank 8."""
    return 0.5 + (1.0 if means.districts_left <= 2 else 0.02 * view.score[means.seat])


def _value_seizure(view: BotView, means: SeatResources) -> float:
    return 0.3 * min(4, means.gold) + 0.3 * view.danger


def _value_navigator(view: BotView, means: SeatResources) -> float:
    """The Navigator gets four gold or cards, but builds nothing this turn."""
    return 3.0 - (2.0 if means.affordable_builds else 0) - (2.0 if means.districts_left <= 2 else 0)


def _value_taxes(view: BotView, means: SeatResources) -> float:
    if view.new:
        return 0.9 * float(view.view["taxes"]) + 1.6
    return 0.35 * len(view.rivals) + 1.0


CharacterRater = Callable[[BotView, SeatResources], float]

CHARACTER_RATERS: dict[str, CharacterRater] = {
    "assassin": lambda view, means: 0.8 + 1.2 * view.danger,
    "witch": lambda view, means: 3.2 + 0.5 * view.danger,
    "magistrate": lambda view, means: 4.5,
    "thief": _value_robbery,
    "spy": lambda view, means: 0.7 + 0.4 * min(4, _largest_rival_hand(view, means)),
    "blackmailer": _value_blackmail,
    "magician": _value_magic,
    "wizard": lambda view, means: 0.9 + min(2.5, 0.3 * means.gold) + 0.1 * _largest_rival_hand(view, means),
    "seer": lambda view, means: _value_extra_builds(means, 2),
    "king": lambda view, means: means.types[NOBLE] + _value_crown(view, means),
    "emperor": lambda view, means: means.types[NOBLE] + 1.9,
    "patrician": lambda view, means: CARD_VALUE * means.types[NOBLE] + _value_crown(view, means),
    "bishop": lambda view, means: means.types[RELIGIOUS] + _value_protection(view, means),
    "abbot": lambda view, means: means.types[RELIGIOUS] + 1.0,
    "cardinal": lambda view, means: CARD_VALUE * means.types[RELIGIOUS] + 0.3 * min(3, means.hand) + 0.3,
    "merchant": lambda view, means: means.types[TRADE] + 1.4,
    "alchemist": lambda view, means: 0.6 * means.dearest_affordable - 0.6,
    "trader": lambda view, means: means.types[TRADE] + 0.4 + _value_extra_builds(means, 1 + means.trade),
    "architect": lambda view, means: 2 * CARD_VALUE + _value_extra_builds(means, 3),
    "navigator": _value_navigator,
    "scholar": lambda view, means: 1.5 + _value_extra_builds(means, 2),
    "warlord": lambda view, means: means.types[MILITARY] + 0.6 + 0.7 * view.danger,
    "diplomat": lambda view, means: means.types[MILITARY] + 0.6 + 0.3 * view.danger,
    "marshal": lambda view, means: means.types[MILITARY] + 1.7 + _value_seizure(view, means),
    "queen": lambda game_view, means: 3.8 / len(game_view.rivals),
    "artist": lambda view, means: 0.2 * min(3, means.gold),
    "tax_collector": _value_taxes,
}


def rate_character(view: BotView, character: str, means: SeatResources) -> float:
    """What this character is worth to this seat."""
    return CHARACTER_RATERS[character](view, means)
