"""Rate the moves that use a district, and the Artist's coins."""

from collections.abc import Sequence

from ...core.notation import Move, Offer, PickOffer
from . import attacks_on_cities
from .card_value import value_affordable, value_in_hand
from .character_value import CARD_VALUE
from .resources import expected_gold, value_next_card
from .scale import FIRST, FREE, LATER, NEVER, RatedMove
from .view import BotView

USELESS_BELOW = 0.5  # a card that is wanted less than this is as good as useless


def _find_least_wanted_card(view: BotView) -> tuple[float, str]:
    return min((value_in_hand(view, card), card) for card in view.hand)


def rate_laboratory(view: BotView, offers: Sequence[Offer]) -> RatedMove:
    """Discard a card for gold if it would hardly be missed."""
    loss, card = _find_least_wanted_card(view)
    gold, have = (2 if view.new else 1), expected_gold(view)
    gain = value_affordable(view, have + gold) - value_affordable(view, have) + view.gold_value * gold
    spare = len(view.hand) > 1 or loss < USELESS_BELOW
    return (FREE / 2 if spare and gain > loss + 0.3 else NEVER), Move("laboratory", (card,))


def rate_museum(view: BotView, offers: Sequence[Offer]) -> RatedMove:
    """Put a spare card under the Museum after gathering; in the last turn any card but a Secret Vault."""
    loss, card = _find_least_wanted_card(view)
    spare = loss < USELESS_BELOW or (loss < 1 and len(view.buildable_cards) > 1)
    if view.last_turn:
        spare = card != "secret_vault"
    ready = spare and view.view["turn"]["gathered"]
    return (LATER / 2 if ready else NEVER), Move("museum", (card,))


def rate_smithy(view: BotView, offers: Sequence[Offer]) -> RatedMove:
    """Buy cards when there is nothing to build, or when gold is left over."""
    if view.gold < 3:
        return NEVER, Move("smithy")
    if not view.buildable_cards:
        return FIRST, Move("smithy")
    gain = value_next_card(view) + 2 * CARD_VALUE * (not view.last_turn) - 2 * view.gold_value
    return (LATER / 2 if gain > 0.8 else NEVER), Move("smithy")


def rate_beautify(view: BotView, offers: Sequence[Offer]) -> RatedMove:
    """Spend a gold per point, as long as the next district does not need it."""
    offer = offers[0]
    if not isinstance(offer, PickOffer):
        return LATER / 2, next(offer.moves())
    (place,) = (part for part in offer.parts if not isinstance(part, str))
    most = place.most if view.last_turn else min(place.most, view.gold - _gold_for_next_turn(view))
    return (LATER / 2 if most > 0 else NEVER), attacks_on_cities.choose_beautify(
        view, offer.pool, max(1, most)
    )


def _gold_for_next_turn(view: BotView) -> int:
    """The gold that the next turn needs to build something."""
    return max(0, min((view.price(card) for card in view.buildable_cards), default=2) - 2)
