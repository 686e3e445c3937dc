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


def count_expected_income(view: BotView) -> int:
    """Count the districts that the bot's character can still collect income for in this turn."""
    kind = INCOME_TYPE.get(view.called)
    if kind is None or "income" in view.used:
        return 0
    return sum(TYPE[card] == kind for card in view.city) + ("school_of_magic" in view.city)


def expected_gold(view: BotView) -> int:
    """The gold that will be available in this turn without gathering any."""
    gold = view.gold
    if view.called not in PAID_IN_CARDS:
        gold += count_expected_income(view)
    if view.called == "merchant" and not (view.view["turn"]["gathered"] or "bonus" in view.used):
        gold += 1
    return gold


def value_next_card(view: BotView) -> float:
    """What the next card is worth."""
    useful = len(view.buildable_cards)
    if view.last_turn:
        return 2.0 if not useful else 0.2 + ("map_room" in view.city)
    return NEXT_CARD_VALUES[min(useful, 3)] * (RICH_FACTOR if _can_afford_hand(view) else 1)


def _can_afford_hand(view: BotView) -> bool:
    """Can the bot pay for every buildable card in its hand?"""
    return sum(view.price(card) for card in view.buildable_cards) <= expected_gold(view)


def choose_gold_or_cards(view: BotView) -> str:
    """Return the better way to gather now, `gold` or `cards`."""
    if not view.view["deck"]:
        return "gold"
    amount = 3 if "gold_mine" in view.city else 2
    have = expected_gold(view)
    gold = value_affordable(view, have + amount) - value_affordable(view, have)
    gold += view.gold_value * amount * (SPARE_GOLD_FACTOR if _can_afford_hand(view) and view.hand else 1)
    if not view.last_round:
        gold += NEXT_TURN_FACTOR * (
            value_affordable(view, have + amount + 2) - value_affordable(view, have + 2)
        )
    drawn = 3 if "observatory" in view.city else 2
    kept = 1 if "library" not in view.city else drawn if view.new else 2
    cards = value_next_card(view) * (1 + 0.6 * (kept - 1)) * (1 + 0.15 * (drawn - 2))
    return "cards" if cards > gold else "gold"
