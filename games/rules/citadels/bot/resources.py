"""Decide whether to gather gold or cards."""

from ..districts.cards import MILITARY, NOBLE, RELIGIOUS, TRADE, TYPE
from .card_value import value_affordable
from .view import BotView

NEXT_CARD_VALUES = (
    4.2,
    1.1,
    0.9,
    0.3,
)  # what one more card is worth with 0, 1, 2, or 3 and more cards to build
RICH_FACTOR = 1.4  # factor on that value if all of them can be paid for
SPARE_GOLD_FACTOR = 0.4  # factor on the value of gold in the same case
NEXT_TURN_FACTOR = 0.5  # share of the next turn's build that counts already now
INCOME_TYPE = {
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
PAID_IN_CARDS = ("patrician", "cardinal")


def count_expected_income(sight: BotView) -> int:
    """Count the districts that the bot's character can still collect income for in this turn."""
    kind = INCOME_TYPE.get(sight.called)
    if kind is None or "income" in sight.used:
        return 0
    return sum(TYPE[card] == kind for card in sight.city) + ("school_of_magic" in sight.city)


def expected_gold(sight: BotView) -> int:
    """The gold that will be available in this turn without gathering any."""
    gold = sight.gold
    if sight.called not in PAID_IN_CARDS:
        gold += count_expected_income(sight)
    if sight.called == "merchant" and not (sight.view["turn"]["gathered"] or "bonus" in sight.used):
        gold += 1
    return gold


def value_next_card(sight: BotView) -> float:
    """What the next card is worth."""
    useful = len(sight.buildable_cards)
    if sight.last_turn:
        return 2.0 if not useful else 0.2 + ("map_room" in sight.city)
    return NEXT_CARD_VALUES[min(useful, 3)] * (RICH_FACTOR if _can_afford_hand(sight) else 1)


def _can_afford_hand(sight: BotView) -> bool:
    """Can the bot pay for every buildable card in its hand?"""
    return sum(sight.price(card) for card in sight.buildable_cards) <= expected_gold(sight)


def choose_gold_or_cards(sight: BotView) -> str:
    """Return the better way to gather now, `gold` or `cards`."""
    if not sight.view["deck"]:
        return "gold"
    amount = 3 if "gold_mine" in sight.city else 2
    have = expected_gold(sight)
    gold = value_affordable(sight, have + amount) - value_affordable(sight, have)
    gold += sight.coin * amount * (SPARE_GOLD_FACTOR if _can_afford_hand(sight) and sight.hand else 1)
    if not sight.last_round:
        gold += NEXT_TURN_FACTOR * (
            value_affordable(sight, have + amount + 2) - value_affordable(sight, have + 2)
        )
    drawn = 3 if "observatory" in sight.city else 2
    kept = 1 if "library" not in sight.city else drawn if sight.new else 2
    cards = value_next_card(sight) * (1 + 0.6 * (kept - 1)) * (1 + 0.15 * (drawn - 2))
    return "cards" if cards > gold else "gold"
