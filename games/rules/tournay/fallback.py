"""The minimal move that is made for a seat whose time has run out (rule page, L5)."""

from collections.abc import Sequence

from ..core.notation import Move, Offer, RandomBelow
from ..core.rng import Rng
from .offers import GATHER, SKIP
from .position import TournayGame
from .town_crier import ENDURE, RAMPART

MINIMAL_MOVES = (GATHER, SKIP)  # the first of these that is offered is played


def choose_minimal_move(game: TournayGame, seat: str, offers: Sequence[Offer]) -> Move:
    """The minimal move for a seat; what is left to chance depends on the game's seed alone."""
    dice = Rng(f"{game.rng.seed}/{game.rng.drawn}/{game.round}/{seat}/fallback")
    return pick_minimal_move(offers, dice.below)


def pick_minimal_move(offers: Sequence[Offer], below: RandomBelow) -> Move:
    """Gather, skip or endure; what is kept, dropped, laid down or damaged is left to chance."""
    for move in MINIMAL_MOVES:
        if move in offers:
            return move
    left = [offer for offer in offers if offer.verb == ENDURE] or [
        offer for offer in offers if offer.verb != RAMPART
    ]
    return left[below(len(left))].sample(below)
