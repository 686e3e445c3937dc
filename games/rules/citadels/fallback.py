"""The harmless move of a seat whose time has run out.

It must not give a hidden fact away: what it does depends only on what everybody can see,
or is drawn by lot.
"""

from collections.abc import Sequence

from ..core.notation import Move, Offer
from .position import Game
from .words import lot

# In this order: the first verb that is offered. Crown and bewitch are musts of a turn.
PLAIN = ("decline", "conceal", "refuse", "thanks", "end", "gold", "tribute", "take")


def fallback(game: Game, seat: str, offers: Sequence[Offer]) -> Move:
    """Draft: a random card. Turn: take gold, end. Questions: no. A must: any, by lot."""
    dice = lot(game, seat, "fallback")
    must = [offer for offer in offers if offer.verb == "crown"]
    for verb in PLAIN:
        same = [offer for offer in offers if offer.verb == verb]
        if same:
            return dice.choice(same).sample(dice.below)
    return dice.choice(must or offers).sample(dice.below)
