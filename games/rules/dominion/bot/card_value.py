"""What a card is worth to the bot's deck: as a gain, and as something to keep.

The scale is that of money: a Silver is worth 3, a Gold 6, and a point as much as the nearness of the end
makes it worth. The table of the kingdom cards was measured in the arena: how a player who adds the card to
Treasures fares against one who does not.
"""

from collections.abc import Callable
from typing import NamedTuple

from ..cards.card import ACTIONS, ATTACKS, CARDS, TREASURES, VICTORIES
from .view import DeckView


class Rate(NamedTuple):
    """How good a card is for a deck of Treasures, and of how many copies that holds."""

    worth: float
    most: int = 10


RATES = {
    # one's own money and draws
    "adventurer": Rate(5.9, 1),
    "baron": Rate(4.1, 1),
    "bridge": Rate(3.6, 2),
    "cellar": Rate(1.6, 1),
    "chancellor": Rate(3.3, 1),
    "conspirator": Rate(3.2, 2),
    "coppersmith": Rate(2.5, 1),
    "council_room": Rate(5.3, 3),
    "courtyard": Rate(4.8, 3),
    "feast": Rate(2.4, 1),
    "festival": Rate(2.9),
    "great_hall": Rate(2.0),
    "ironworks": Rate(3.4, 1),
    "laboratory": Rate(5.7),
    "library": Rate(5.2, 3),
    "market": Rate(5.0),
    "mining_village": Rate(2.4, 3),
    "moat": Rate(2.0, 2),
    "nobles": Rate(5.2),
    "pawn": Rate(2.2, 2),
    "scout": Rate(0.5, 1),
    "secret_chamber": Rate(1.0, 1),
    "shanty_town": Rate(2.4, 1),
    "smithy": Rate(4.6, 3),
    "throne_room": Rate(2.4, 1),
    "tribute": Rate(4.6, 2),
    "village": Rate(1.8, 3),
    "wishing_well": Rate(2.2),
    "woodcutter": Rate(2.9, 1),
    "workshop": Rate(2.4, 1),
    # a smaller deck
    "chapel": Rate(2.0, 1),
    "masquerade": Rate(4.9, 2),
    "mine": Rate(4.8, 1),
    "moneylender": Rate(3.2, 1),
    "remodel": Rate(3.6, 1),
    "steward": Rate(4.0, 1),
    "trading_post": Rate(4.8, 1),
    "upgrade": Rate(5.3, 1),
    # at the cost of others
    "bureaucrat": Rate(3.6, 1),
    "militia": Rate(4.5, 2),
    "minion": Rate(5.5),
    "saboteur": Rate(4.4, 1),
    "spy": Rate(2.6, 2),
    "swindler": Rate(4.2, 2),
    "thief": Rate(2.0, 1),
    "torturer": Rate(6.4, 3),
    "witch": Rate(8.5, 2),
}
MONEY = {"copper": -0.6, "silver": 3.0, "gold": 6.0, "harem": 4.6}
PROVINCE, PROVINCE_TOO_SOON = 20.0, 5.9
ENOUGH_MONEY = 16  # coins in the deck, from which on Provinces do not slow it down too much
ENOUGH_PER_CARD = 1.6  # the same for a small deck
ONE_TOO_MANY = -0.2  # what an Action is worth that the deck has enough of
LITTLE_MONEY = 4  # coins in the deck, of which no Copper is spared
POINT_WORTH = ((2, 3.4), (4, 3.1), (6, 2.2))  # gains left at most → what a point is worth
EARLY_POINT_WORTH = 0.4
LATE, LATE_SHARE = 2, 0.5  # gains left at most → what is left of the worth of money and Actions
DEAD_CARD = 3.2  # what a card that does nothing costs in a long game
CARDS_PER_TERMINAL = 10.0  # of a deck in which Actions seldom meet
FLEXIBLE = {"pawn": 0.0, "nobles": 0.4, "ironworks": 0.6, "throne_room": 0.3}  # how terminal these are


def value_point(view: DeckView) -> float:
    """What a point is worth now: little at first, more than money at the end."""
    return next((worth for left, worth in POINT_WORTH if view.gains_left <= left), EARLY_POINT_WORTH)


def value_points(view: DeckView, card: str) -> float:
    """What the points of a card are worth, less what it costs to draw it instead of something useful."""
    dead = DEAD_CARD if view.gains_left > LATE and card not in ACTIONS | TREASURES else 0.0
    return count_points(view, card) * value_point(view) - dead


def count_points(view: DeckView, card: str) -> float:
    """How many points another card of this kind brings."""
    if card == "duke":
        return view.count("duchy") + 0.5 * (view.gains_left > 3)
    if card == "gardens":
        return (view.deck_size + view.gains_left) // 10
    if card == "duchy":
        return 3 + view.count("duke")
    return CARDS[card].points


def value_card(view: DeckView, card: str) -> float:
    """What it is worth to have this card in the deck."""
    worth = value_use(view, card)
    if CARDS[card].points or card in VICTORIES:
        worth += value_points(view, card)
    return worth


def value_use(view: DeckView, card: str) -> float:
    """What a card is worth for what it does, in the turns that are left."""
    worth = MONEY.get(card, 0.0)
    if card in RATES:
        worth = RATES[card].worth
    if card in USES:
        worth *= USES[card](view)
    return worth * LATE_SHARE if view.gains_left <= LATE else worth


def value_gain(view: DeckView, card: str) -> float:
    """What it is worth to gain another card of this kind."""
    worth = value_card(view, card)
    if card == "province":
        is_early = view.money <= ENOUGH_MONEY and view.gains_left > 6
        return PROVINCE_TOO_SOON if is_early and view.money_per_card < ENOUGH_PER_CARD else PROVINCE
    if card not in ACTIONS or card in VICTORIES:
        return worth
    if view.count(card) >= RATES[card].most:
        return ONE_TOO_MANY
    return worth if has_room_for(view, card) else 0.4 * worth


def has_room_for(view: DeckView, card: str) -> bool:
    """Can the deck play one more of this Action? Weaker ones that it holds do not count."""
    need = count_terminals(card)
    if not need:
        return True
    rivals = (other for other in view.owned if other in RATES and RATES[other].worth > RATES[card].worth - 1)
    held = sum(count_terminals(other) * view.count(other) for other in rivals)
    spare = sum((CARDS[other].actions - 1) * n for other, n in view.owned.items() if CARDS[other].actions > 1)
    return held + need <= view.deck_size / CARDS_PER_TERMINAL + spare


def count_terminals(card: str) -> float:
    """How much of an action the card takes away: 1 for an Action that gives none back."""
    if card not in ACTIONS or CARDS[card].actions:
        return 0.0
    return FLEXIBLE.get(card, 1.0)


# --- cards that depend on the deck


def _count_junk(view: DeckView) -> int:
    return view.count("curse") + view.count("estate") * (view.gains_left > 4)


def _use_with_junk(view: DeckView) -> float:
    return min(1.0, _count_junk(view) / 2)


def _use_with_junk_and_copper(view: DeckView) -> float:
    return min(1.0, (_count_junk(view) + max(0, view.count("copper") - 3)) / 4)


def _use_with_copper(view: DeckView) -> float:
    return min(1.0, view.count("copper") / 6)


def _use_with_estates(view: DeckView) -> float:
    return min(1.0, view.count("estate") / 3)


def _use_with_actions(view: DeckView) -> float:
    others = sum(n for card, n in view.owned.items() if card in ACTIONS and card != "throne_room")
    return min(1.6, others / 3)


def _use_against_treasures(view: DeckView) -> float:
    return 1.0 + 0.15 * (len(view.seats) - 2)


def _use_for_curses(view: DeckView) -> float:
    return min(1.0, 0.35 + view.supply["curse"] / 6)


def _use_between_terminals(view: DeckView) -> float:
    """A village helps who holds more Actions than he can play."""
    held = sum(count_terminals(card) * n for card, n in view.owned.items())
    return 1.4 if held >= 2 else 1.0


def _use_against_attacks(view: DeckView) -> float:
    return 1.25 if not ATTACKS.isdisjoint(view.supply) else 1.0


USES: dict[str, Callable[[DeckView], float]] = {
    "chapel": _use_with_junk_and_copper,
    "steward": _use_with_junk_and_copper,
    "masquerade": lambda view: 0.8 + 0.2 * _use_with_junk(view),
    "trading_post": _use_with_junk_and_copper,
    "upgrade": lambda view: 0.7 + 0.3 * _use_with_junk(view),
    "remodel": lambda view: 0.7 + 0.3 * _use_with_junk(view),
    "moneylender": _use_with_copper,
    "coppersmith": _use_with_copper,
    "baron": _use_with_estates,
    "throne_room": _use_with_actions,
    "witch": _use_for_curses,
    "torturer": lambda view: 0.7 + 0.3 * _use_for_curses(view),
    "thief": _use_against_treasures,
    "moat": _use_against_attacks,
    "village": _use_between_terminals,
    "mining_village": _use_between_terminals,
    "shanty_town": _use_between_terminals,
}
