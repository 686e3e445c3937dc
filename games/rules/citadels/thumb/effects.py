"""Districts that are used by a move, and the Artist's coins."""

from collections.abc import Sequence

from ...core.notation import Move, Offer, Pick
from . import cities
from .appeal import CARD
from .gathering import need_of_cards, purse
from .rates import FIRST, FREE, LATER, NEVER, Rated
from .sight import Sight
from .worth import affordable, wish

LITTLE = 0.5  # a card that is wanted less than this is as good as useless


def _least_wanted(sight: Sight) -> tuple[float, str]:
    return min((wish(sight, card), card) for card in sight.hand)


def laboratory(sight: Sight, offers: Sequence[Offer]) -> Rated:
    """Gold for a card one would hardly miss."""
    loss, card = _least_wanted(sight)
    gold, have = (2 if sight.new else 1), purse(sight)
    gain = affordable(sight, have + gold) - affordable(sight, have) + sight.coin * gold
    spare = len(sight.hand) > 1 or loss < LITTLE
    return (FREE / 2 if spare and gain > loss + 0.3 else NEVER), Move("laboratory", (card,))


def museum(sight: Sight, offers: Sequence[Offer]) -> Rated:
    """A point for a card: late in the turn, and at last for any but a Secret Vault."""
    loss, card = _least_wanted(sight)
    spare = loss < LITTLE or (loss < 1 and len(sight.useful) > 1)
    if sight.last_turn:
        spare = card != "secret_vault"
    ready = spare and sight.view["turn"]["gathered"]
    return (LATER / 2 if ready else NEVER), Move("museum", (card,))


def smithy(sight: Sight, offers: Sequence[Offer]) -> Rated:
    """Cards for gold: when there is nothing to build, or gold is left over."""
    if sight.gold < 3:
        return NEVER, Move("smithy")
    if not sight.useful:
        return FIRST, Move("smithy")
    gain = need_of_cards(sight) + 2 * CARD * (not sight.last_turn) - 2 * sight.coin
    return (LATER / 2 if gain > 0.8 else NEVER), Move("smithy")


def beautify(sight: Sight, offers: Sequence[Offer]) -> Rated:
    """A gold for a point each, as long as the next building does not wait for it."""
    offer = offers[0]
    if not isinstance(offer, Pick):
        return LATER / 2, next(offer.moves())
    (place,) = (part for part in offer.parts if not isinstance(part, str))
    most = place.most if sight.last_turn else min(place.most, sight.gold - _reserve(sight))
    return (LATER / 2 if most > 0 else NEVER), cities.beautify(sight, offer.pool, max(1, most))


def _reserve(sight: Sight) -> int:
    """The gold that the next turn needs to build something."""
    return max(0, min((sight.price(card) for card in sight.useful), default=2) - 2)
