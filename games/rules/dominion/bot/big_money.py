"""A sparring partner: pure big money. It buys nothing but Treasures and points, and never an Action."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.notation import Move, Offer, RandomBelow
from ..fallback import pick_minimal_move
from ..turn import END, PLAY_ALL
from .view import DeckView

ENOUGH_MONEY = 18  # coins in the deck, from which on Provinces are bought


def choose_move(view: Mapping[str, Any], offers: Sequence[Offer], below: RandomBelow) -> Move:
    """Play all Treasures and buy the best that money can buy; answer all else with the least."""
    table = DeckView(view)
    if table.question["name"] != "main":
        return pick_minimal_move(table.question["name"], offers, below)
    if PLAY_ALL in offers:
        return PLAY_ALL
    buys = (Move("buy", (card,)) for card in _list_wanted(table))
    return next((move for move in buys if move in offers), END)


def _list_wanted(table: DeckView) -> list[str]:
    """What is worth buying now, the best first: points late, as is known to be best for big money."""
    left = table.gains_left
    wanted = [
        ("province", table.money > ENOUGH_MONEY),
        ("duchy", left <= 4),
        ("estate", left <= 2),
        ("gold", True),
        ("duchy", left <= 6),
        ("silver", True),
    ]
    return [card for card, is_wanted in wanted if is_wanted]
