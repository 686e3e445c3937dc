"""Rate the moves of rank 3 on rivals' hands. The Wizard's choice of a card is in reactions.py."""

from collections.abc import Sequence

from ...core.notation import Move, Offer
from .card_value import value_affordable, value_in_hand
from .resources import expected_gold
from .scale import FIRST, FREE, LATER, NEVER, RatedMove, list_moves
from .view import BotView


def _value_hand(sight: BotView) -> float:
    return sum(min(2.5, value_in_hand(sight, card)) for card in sight.hand)


def rate_swap(sight: BotView, offers: Sequence[Offer]) -> RatedMove:
    """Swap hands with the most promising rival, after building from the bot's own hand if possible."""

    def rate(move: Move) -> float:
        known = sight.known_hand(move.args[0])
        if known is None:
            theirs = 1.2 * float(sight.players[move.args[0]]["hand"])
        else:
            theirs = sum(min(2.5, value_in_hand(sight, card)) for card in known)
        return theirs * (1 + 0.1 * sight.stake(move.args[0]))

    best = max(list_moves(offers), key=rate)
    return _rate_card_exchange(sight, rate(best) - _value_hand(sight) - 1), best


def rate_redraw(sight: BotView, offers: Sequence[Offer]) -> RatedMove:
    junk = tuple(card for card in sight.hand if value_in_hand(sight, card) < 0.6)
    move = Move("redraw", junk or (sight.hand[0],))
    return _rate_card_exchange(sight, 0.6 * len(junk) if junk else -1), move


def _rate_card_exchange(sight: BotView, gain: float) -> float:
    """Rate an exchange of cards: at once if nothing can be built, else at the end of the turn."""
    if gain <= 0:
        return NEVER
    amount = 0 if sight.view["turn"]["gathered"] else 2
    return (
        LATER / 4 + gain / 100 if value_affordable(sight, expected_gold(sight) + amount) > 0 else FIRST + gain
    )


def rate_look(sight: BotView, offers: Sequence[Offer]) -> RatedMove:
    """Look at the most promising hand, but only after gathering: the card may be built at once."""
    if not sight.view["turn"]["gathered"]:
        return NEVER, next(offers[0].moves())
    full = {seat: sight.players[seat]["hand"] + sight.stake(seat) for seat in sight.rivals}
    return FREE, max(list_moves(offers), key=lambda move: full[move.args[0]])
