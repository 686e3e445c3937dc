"""Choose what to trash, alone or for something better."""

from collections.abc import Sequence

from ...core.notation import Move, Offer, list_moves
from ..cards.card import TREASURES
from ..cards.offers import NOTHING
from .card_value import LITTLE_MONEY, value_card, value_gain
from .purchases import value_purse
from .view import DeckView

WORTH_TRASHING = -0.1  # cards worth less are better trashed
WORTH_TWO = -1.8  # the same for two at once


def list_junk(view: DeckView, most: int) -> list[str]:
    """The cards of the hand that the deck is better off without; of Coppers no more than can be spared."""
    junk = [card for card in view.hand if card != "copper" and value_card(view, card) < WORTH_TRASHING]
    junk = sorted(junk, key=lambda card: value_card(view, card))[:most]
    return junk + ["copper"] * _count_spare_coppers(view, most - len(junk))


def _count_spare_coppers(view: DeckView, most: int) -> int:
    """How many Coppers of the hand the deck should lose rather than spend them now."""
    most = min(most, view.hand.count("copper"), max(0, view.money - LITTLE_MONEY))
    bought = value_purse(view, view.purse)

    def gain(count: int) -> float:
        lost = bought - value_purse(view, view.purse - count * view.count_coins("copper"))
        return -count * value_card(view, "copper") - lost

    return max(range(most + 1), key=gain) if most > 0 else 0


def pick_cheapest(view: DeckView, count: int) -> list[str]:
    """The cards of the hand that the deck would miss least."""
    return sorted(view.hand, key=lambda card: value_card(view, card))[:count]


def value_trashing(view: DeckView, count: int) -> float:
    """What it is worth to trash so many cards of the hand, which must be."""
    return -sum(value_card(view, card) for card in pick_cheapest(view, count))


def trash_junk(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Chapel: all junk, four at most."""
    junk = list_junk(view, 4)
    return Move("trash", tuple(junk)) if junk else NOTHING["trash"]


def trash_one(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Masquerade: one card if it is junk."""
    junk = list_junk(view, 1)
    return Move("trash", tuple(junk)) if junk else NOTHING["trash"]


def trash_two(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Trading Post: the least useful."""
    count = min(2, len(view.hand))
    return Move("trash", tuple(pick_cheapest(view, count)))


def is_good_to_trash_two(view: DeckView) -> bool:
    """Steward: are there two cards in hand that the deck should lose?"""
    return len(list_junk(view, 2)) == 2 and value_trashing(view, 2) >= -WORTH_TWO


# --- for something else


def value_exchange(view: DeckView, card: str, more: int, *, exactly: bool = False) -> float:
    """What it is worth to trash the card and gain one that costs more by so much."""
    most = view.cost(card) + more
    least = most if exactly else 0
    gains = (
        value_gain(view, other)
        for other, left in view.supply.items()
        if left and least <= view.costs[other] <= most
    )
    return max(gains, default=0.0) - value_card(view, card)


def trash_for_remodel(view: DeckView, offers: Sequence[Offer]) -> Move:
    return _pick_best_exchange(view, offers, 2)


def trash_for_upgrade(view: DeckView, offers: Sequence[Offer]) -> Move:
    return _pick_best_exchange(view, offers, 1, exactly=True)


def _pick_best_exchange(view: DeckView, offers: Sequence[Offer], more: int, *, exactly: bool = False) -> Move:
    return max(list_moves(offers), key=lambda move: value_exchange(view, move.args[0], more, exactly=exactly))


def trash_for_mine(view: DeckView, offers: Sequence[Offer]) -> Move:
    return max(list_moves(offers), key=lambda move: value_mining(view, move.args[0]))


def value_mining(view: DeckView, card: str) -> float:
    """What it is worth to trash this Treasure and gain the best that costs at most 3 more."""
    most = view.cost(card) + 3
    gains = (
        value_card(view, other) for other in TREASURES if view.supply.get(other) and view.costs[other] <= most
    )
    return max(gains, default=0.0) - value_card(view, card)
