"""The minimal move that is made for a seat whose time has run out.

It must not give away a hidden fact, so it depends only on what everybody can see, or is random.
"""

from collections.abc import Sequence

from ..core.notation import Move, Offer
from .actions import derive_rng
from .position import CitadelsGame

# The first of these that is offered is played. Not listed are crown and bewitch, which a turn may demand.
MINIMAL_VERBS = ("decline", "conceal", "refuse", "thanks", "end", "gold", "tribute", "take")


def choose_minimal_move(game: CitadelsGame, seat: str, offers: Sequence[Offer]) -> Move:
    """Choose a random card in the draft, gold and then the end in a turn, "no" to a question.

    Where the rules demand a choice, choose at random."""
    dice = derive_rng(game, seat, "fallback")
    must = [offer for offer in offers if offer.verb == "crown"]
    for verb in MINIMAL_VERBS:
        same = [offer for offer in offers if offer.verb == verb]
        if same:
            return dice.choice(same).sample(dice.below)
    return dice.choice(must or offers).sample(dice.below)
