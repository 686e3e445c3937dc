"""The harmless move of a seat whose time has run out.

It must not give a hidden fact away: what it does depends only on what everybody can see,
or is drawn by lot.
"""

from collections.abc import Callable, Sequence

from ..core.notation import Move, Offer
from ..core.rng import Rng
from .position import Game

# In this order: the first verb that is offered. Crown and bewitch are musts of a turn.
PLAIN = ("decline", "conceal", "refuse", "thanks", "end", "gold", "tribute", "take")


def fallback(game: Game, seat: str, offers: Sequence[Offer]) -> Move:
    """Draft: a random card. Turn: take gold, end. Questions: no. A must: any, by lot."""
    for verb in PLAIN:
        same = [offer for offer in offers if offer.verb == verb]
        if same:
            return _by_lot(game, seat)(same)
    if any(offer.verb == "crown" for offer in offers):
        offers = [offer for offer in offers if offer.verb == "crown"]
    return _by_lot(game, seat)(offers)


def _by_lot(game: Game, seat: str) -> Callable[[Sequence[Offer]], Move]:
    """Chance beside the game's own: the same question gets the same answer, and no card is drawn for it."""
    lot = Rng(f"{game.rng.seed}/{game.rng.drawn}/{game.round}/{seat}/{game.called}/{len(game.deck)}")
    return lambda offers: lot.choice(offers).sample(lot.below)
