"""The scale on which the moves of a turn are compared.

The high rates say "first this": what is free comes before gathering or right after it. The low
ones are points, and what costs gold competes in them. Ending the turn is 0.
"""

from collections.abc import Callable, Sequence

from ...core.notation import Move, Offer
from .sight import Sight

POLITE, FIRST, GATHER, FREE, LATER, END, NEVER = 1000.0, 200.0, 100.0, 60.0, 0.2, 0.0, -1.0

Rated = tuple[float, Move]
Rater = Callable[[Sight, Sequence[Offer]], Rated]


def moves_of(offers: Sequence[Offer]) -> list[Move]:
    return [move for offer in offers for move in offer.moves()]


def always(rate: float) -> Rater:
    return lambda sight, offers: (rate, next(offers[0].moves()))


def aimed(aim: Callable[[Sight, Sequence[Offer]], Move]) -> Rater:
    """Free, and only the target is to be chosen."""
    return lambda sight, offers: (FIRST, aim(sight, offers))


def each(rate: Callable[[Sight, Move], float]) -> Rater:
    """The best of the moves, each rated by itself."""

    def best(sight: Sight, offers: Sequence[Offer]) -> Rated:
        return max(((rate(sight, move), move) for move in moves_of(offers)), key=lambda pair: pair[0])

    return best
