"""Rank 3 and the hands of others; the Wizard's choice itself is in answers.py."""

from collections.abc import Sequence

from ...core.notation import Move, Offer
from .gathering import purse
from .rates import FIRST, FREE, LATER, NEVER, Rated, moves_of
from .sight import Sight
from .worth import affordable, wish


def _hand_worth(sight: Sight) -> float:
    return sum(min(2.5, wish(sight, card)) for card in sight.hand)


def swap(sight: Sight, offers: Sequence[Offer]) -> Rated:
    """Another hand for one's own, after building out of it if it is good for that."""

    def rate(move: Move) -> float:
        known = sight.known_hand(move.args[0])
        if known is None:
            theirs = 1.2 * float(sight.players[move.args[0]]["hand"])
        else:
            theirs = sum(min(2.5, wish(sight, card)) for card in known)
        return theirs * (1 + 0.1 * sight.stake(move.args[0]))

    best = max(moves_of(offers), key=rate)
    return _exchange_of_cards(sight, rate(best) - _hand_worth(sight) - 1), best


def redraw(sight: Sight, offers: Sequence[Offer]) -> Rated:
    junk = tuple(card for card in sight.hand if wish(sight, card) < 0.6)
    move = Move("redraw", junk or (sight.hand[0],))
    return _exchange_of_cards(sight, 0.6 * len(junk) if junk else -1), move


def _exchange_of_cards(sight: Sight, gain: float) -> float:
    """At once if there is nothing to build, else at the end of the turn."""
    if gain <= 0:
        return NEVER
    amount = 0 if sight.view["turn"]["gathered"] else 2
    return LATER / 4 + gain / 100 if affordable(sight, purse(sight) + amount) > 0 else FIRST + gain


def look(sight: Sight, offers: Sequence[Offer]) -> Rated:
    """With the gold in hand: the card may be built at once."""
    if not sight.view["turn"]["gathered"]:
        return NEVER, next(offers[0].moves())
    full = {seat: sight.players[seat]["hand"] + sight.stake(seat) for seat in sight.rivals}
    return FREE, max(moves_of(offers), key=lambda move: full[move.args[0]])
