"""The scale on which the moves of a turn are compared.

High rates set the order of free actions: they come before gathering or right after it. Low rates are
points, in which everything that costs gold competes. Ending the turn rates 0, so lower moves are not made.
"""

from collections.abc import Callable, Sequence

from ...core.notation import Move, Offer, list_moves
from .view import BotView

BEFORE_ALL, FIRST, GATHER, FREE, LATER, END, NEVER = 1000.0, 200.0, 100.0, 60.0, 0.2, 0.0, -1.0

RatedMove = tuple[float, Move]
Rater = Callable[[BotView, Sequence[Offer]], RatedMove]


def rate_fixed(rate: float) -> Rater:
    """Build a rater that gives the first move of an offer this rate."""
    return lambda view, offers: (rate, next(offers[0].moves()))


def rate_first(aim: Callable[[BotView, Sequence[Offer]], Move]) -> Rater:
    """Build a rater for a free action, of which only the target has to be chosen."""
    return lambda view, offers: (FIRST, aim(view, offers))


def rate_each(rate: Callable[[BotView, Move], float]) -> Rater:
    """Build a rater that rates each move by itself and returns the best."""

    def best(view: BotView, offers: Sequence[Offer]) -> RatedMove:
        return max(((rate(view, move), move) for move in list_moves(offers)), key=lambda pair: pair[0])

    return best
