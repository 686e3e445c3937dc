"""Offers that several cards make: cards of the hand, and cards of the supply by their cost."""

from collections.abc import Iterator

from ...core.notation import Move, Offer
from ..position import DominionGame
from .card import COST, TREASURES

NOTHING: dict[str, Move] = {verb: Move(verb, ("none",)) for verb in ("discard", "trash", "gain")}


def offer_to_gain(
    game: DominionGame, most: int, least: int = 0, *, treasures: bool = False
) -> Iterator[Move]:
    """Offer every card of the supply that costs between `least` and `most` now."""
    reduction = game.reduction
    for card, left in game.supply.items():
        if left and least <= max(0, COST[card] - reduction) <= most and (not treasures or card in TREASURES):
            yield Move("gain", (card,))


def can_gain(game: DominionGame, most: int, least: int = 0, *, treasures: bool = False) -> bool:
    return any(True for _ in offer_to_gain(game, most, least, treasures=treasures))


def offer_to_trash(cards: list[str]) -> Iterator[Offer]:
    """Offer each kind among these cards to be trashed."""
    return (Move("trash", (card,)) for card in dict.fromkeys(cards))
