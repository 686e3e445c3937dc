"""Rate the moves of rank 3 on rivals' hands. The Wizard's choice of a card is in reactions.py."""

from collections.abc import Sequence

from ...core.notation import Move, Offer, list_moves
from .card_value import value_affordable, value_in_hand
from .resources import expected_gold
from .scale import FIRST, FREE, LATER, NEVER, RatedMove
from .view import BotView


def _value_hand(view: BotView) -> float:
    return sum(min(2.5, value_in_hand(view, card)) for card in view.hand)


def rate_swap(view: BotView, offers: Sequence[Offer]) -> RatedMove:
    """Swap hands with the most promising rival, after building from the bot's own hand if possible."""

    def rate(move: Move) -> float:
        known = view.known_hand(move.args[0])
        if known is None:
            theirs = 1.2 * float(view.players[move.args[0]]["hand"])
        else:
            theirs = sum(min(2.5, value_in_hand(view, card)) for card in known)
        return theirs * (1 + 0.1 * view.stake(move.args[0]))

    best = max(list_moves(offers), key=rate)
    return _rate_card_exchange(view, rate(best) - _value_hand(view) - 1), best


def rate_redraw(view: BotView, offers: Sequence[Offer]) -> RatedMove:
    junk = tuple(card for card in view.hand if value_in_hand(view, card) < 0.6)
    move = Move("redraw", junk or (view.hand[0],))
    return _rate_card_exchange(view, 0.6 * len(junk) if junk else -1), move


def _rate_card_exchange(view: BotView, gain: float) -> float:
    """Rate an exchange of cards: at once if nothing can be built, else at the end of the turn."""
    if gain <= 0:
        return NEVER
    amount = 0 if view.view["turn"]["gathered"] else 2
    return (
        LATER / 4 + gain / 100 if value_affordable(view, expected_gold(view) + amount) > 0 else FIRST + gain
    )


def rate_look(view: BotView, offers: Sequence[Offer]) -> RatedMove:
    """Look at the most promising hand, but only after gathering: the card may be built at once."""
    if not view.view["turn"]["gathered"]:
        return NEVER, next(offers[0].moves())
    full = {seat: view.players[seat]["hand"] + view.stake(seat) for seat in view.rivals}
    return FREE, max(list_moves(offers), key=lambda move: full[move.args[0]])
