"""Choose the next Action to play: first those that keep the turn going, then the best of the others."""

from collections.abc import Callable, Sequence

from ...core.notation import Move
from ..cards.card import ACTIONS, CARDS, TREASURES
from .card_value import RATES, count_terminals, value_point
from .hand_value import pick_idle
from .trash_choice import is_good_to_trash_two, list_junk, value_exchange, value_mining, value_trashing
from .view import DeckView

GOES_ON = 50.0  # Actions that give an action come before all others
NOT_NOW = -1.0
# what is added to Actions that give an action: drawing first, discarding and looking for more last
ORDER = {
    "laboratory": 9.0,
    "market": 8.0,
    "festival": 8.0,
    "village": 7.0,
    "mining_village": 7.0,
    "great_hall": 6.0,
    "spy": 6.5,
    "wishing_well": 6.0,
    "upgrade": 4.0,
    "pawn": 3.0,
    "scout": 2.0,
    "cellar": 1.0,
    "minion": 0.5,
    "shanty_town": 0.0,
}


def choose_action(view: DeckView, cards: Sequence[str]) -> Move | None:
    """The Action to play now; None if none does any good."""
    worth = {card: rate_play(view, card) for card in cards}
    best = max(worth, key=worth.__getitem__, default="")
    return Move("play", (best,)) if best and worth[best] > 0 else None


def rate_play(view: DeckView, card: str) -> float:
    """How good it is to play this Action now."""
    if card in CONDITIONS:
        worth = CONDITIONS[card](view)
        if worth <= 0:
            return NOT_NOW
    else:
        worth = RATES[card].worth
    if keeps_going(view, card):
        return GOES_ON + ORDER.get(card, 0.0)
    drawn = CARDS[card].cards if view.actions > 1 else 0  # a draw first, if what it brings can be played
    return worth + 2 * drawn


def keeps_going(view: DeckView, card: str) -> bool:
    if card == "conspirator":
        return bool(view.view["played"] >= 2)
    return CARDS[card].actions > 0 or card == "pawn"


def list_others(view: DeckView, card: str) -> list[str]:
    """The Actions in hand besides this one."""
    others = list(view.actions_in_hand)
    if card in others:
        others.remove(card)
    return others


# --- conditions: what the play is worth, nothing if it does harm


def _rate_throne_room(view: DeckView) -> float:
    """Best with a good target, and before its target is played. In the end that is another card."""
    target = choose_target(view, [card for card in view.actions_in_hand if card != "throne_room"])
    return GOES_ON + 20 if target else NOT_NOW


def choose_target(view: DeckView, cards: Sequence[str]) -> str:
    """The Action that is best played twice; none if that would do harm."""
    worth = {card: rate_twice(view, card) for card in cards}
    best = max(worth, key=worth.__getitem__, default="")
    return best if best and worth[best] > 0 else ""


def rate_twice(view: DeckView, card: str) -> float:
    if card in CONDITIONS and CONDITIONS[card](view) <= 0:
        return NOT_NOW
    if card in ("throne_room", "cellar", "chapel", "library", "moneylender", "mine"):
        return 0.5
    facts = CARDS[card]
    return RATES[card].worth + 1.5 * facts.cards + 2 * facts.actions * bool(len(view.actions_in_hand) > 2)


def _rate_shanty_town(view: DeckView) -> float:
    others = list_others(view, "shanty_town")
    return 3.0 if not others or any(count_terminals(card) for card in others) else NOT_NOW


def _rate_library(view: DeckView) -> float:
    return 1.4 * (8 - len(view.hand))


def _rate_baron(view: DeckView) -> float:
    if "estate" in view.hand:
        return 6.0
    return 1.0 if value_point(view) > 2 else NOT_NOW


def _rate_remodel(view: DeckView) -> float:
    others = [card for card in view.hand if card != "remodel"]
    return max((value_exchange(view, card, 2) for card in others), default=NOT_NOW) - 0.5


def _rate_upgrade(view: DeckView) -> float:
    """One card more may be drawn, which may be the one to trash."""
    others = [card for card in view.hand if card != "upgrade"]
    return 0.9 + max((value_exchange(view, card, 1, exactly=True) for card in others), default=NOT_NOW)


def _rate_mine(view: DeckView) -> float:
    return max((value_mining(view, card) for card in view.hand if card in TREASURES), default=NOT_NOW)


def _rate_trading_post(view: DeckView) -> float:
    if len(view.hand) < 3:
        return NOT_NOW
    return value_trashing(view, 2) + 3.5


def _rate_secret_chamber(view: DeckView) -> float:
    idle = [card for card in view.hand if card not in ACTIONS and not CARDS[card].coins]
    return 1.2 * len(idle) + len(view.actions_in_hand) - 1


def _rate_cellar(view: DeckView) -> float:
    return float(bool(pick_idle(view, view.hand)))


def _rate_coppersmith(view: DeckView) -> float:
    return 1.2 * view.hand.count("copper")


CONDITIONS: dict[str, Callable[[DeckView], float]] = {
    "throne_room": _rate_throne_room,
    "shanty_town": _rate_shanty_town,
    "library": _rate_library,
    "baron": _rate_baron,
    "remodel": _rate_remodel,
    "upgrade": _rate_upgrade,
    "mine": _rate_mine,
    "trading_post": _rate_trading_post,
    "secret_chamber": _rate_secret_chamber,
    "cellar": _rate_cellar,
    "coppersmith": _rate_coppersmith,
    "chapel": lambda view: 2.0 * len(list_junk(view, 4)),
    "moneylender": lambda view: 4.2 if "copper" in view.hand else NOT_NOW,
    "steward": lambda view: 6.0 if is_good_to_trash_two(view) else 4.0,
}
