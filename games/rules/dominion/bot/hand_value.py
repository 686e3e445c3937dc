"""What a card in hand is worth in the next turn of one's own, and which cards would be missed least."""

from collections.abc import Sequence

from ..cards.card import ACTIONS, CARDS, TREASURES
from .card_value import RATES, count_terminals
from .view import DeckView

DEAD_ACTION = 0.2  # what an Action is worth for which there will be no action


def value_in_hand(view: DeckView, card: str) -> float:
    """What it is worth to hold this card, in coins."""
    if card in TREASURES:
        return float(view.count_coins(card))
    if card in ACTIONS:
        return 0.4 + RATES[card].worth / 2
    return -0.5 if card == "curse" else 0.0


def rank_hand(view: DeckView, hand: Sequence[str]) -> list[tuple[float, str]]:
    """The cards with their worth, the least first; one terminal Action too many would not be played."""
    ranked = sorted(((value_in_hand(view, card), card) for card in hand), reverse=True)
    actions = 1 + sum(max(0, CARDS[card].actions - 1) for card in hand)
    for place, (_worth, card) in enumerate(ranked):
        if count_terminals(card) > 0.5:
            actions -= 1
            if actions < 0:
                ranked[place] = (DEAD_ACTION, card)
    return sorted(ranked)


def pick_worst(view: DeckView, hand: Sequence[str], count: int) -> list[str]:
    """The cards of the hand that will be missed least."""
    return [card for _worth, card in rank_hand(view, hand)[:count]]


def pick_idle(view: DeckView, hand: Sequence[str]) -> list[str]:
    """The cards that do nothing for the rest of this turn: no money, and no action left to play them."""
    return [card for card in hand if card not in TREASURES and not (view.actions and card in ACTIONS)]
