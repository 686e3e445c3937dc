"""Which card the bot places, where, and how it pays."""

from collections.abc import Iterable

from ...core.chain_offer import ChainOffer
from ...core.notation import Move, Offer
from ..actions import ASIDE, PLAZA
from ..cards.card import BUILDING, CHARACTER, DENIERS, DeckCard
from ..cards.effects import MASS
from ..district import is_in_line
from ..placement import CELL, HAND
from .card_value import FILLED, CardValues
from .resource_value import READY

LEAST_GAIN = 0.2  # a card that is worth less is kept for later
TOO_EARLY = 30.0  # so that the game is not ended before the bot is well ahead
IN_LINE = 0.1  # for each round that is left: what a character and its card bring in line
FREED = 0.6  # a building that is free again


def choose_placement(values: CardValues, offers: Iterable[Offer]) -> Move | None:
    """The best card to place now; None if none is worth it."""
    placing = [offer for offer in offers if isinstance(offer, ChainOffer) and offer.verb == "place"]
    placing.sort(key=lambda offer: values.value(offer.fixed[0]), reverse=True)
    best, move = LEAST_GAIN, None
    for offer in placing:
        rating, found = rate_placement(values, offer)
        if rating > best:
            best, move = rating, found
    return move


def rate_placement(values: CardValues, offer: ChainOffer) -> tuple[float, Move]:
    """The best place for a card and the best payment, with what they are worth together."""
    card = values.view.cards[offer.fixed[0]]
    place = offer.next_place(())
    cells = place.choices if place else ()
    rating, cell = max((rate_cell(values, card, cell), cell) for cell in cells)
    rating += values.value(card.slug) - (0.0 if values.view.is_full else FILLED)
    if cell not in values.view.district and values.view.would_end_too_early(card):
        rating -= TOO_EARLY
    if values.view.is_full:
        rating += values.cover_loss(card.colour)
    if card.payment == DENIERS:
        return rating, offer.fill({CELL: [cell]})
    payment = offer.next_place(((cell,),))
    if payment is None:
        return rating, offer.fill({CELL: [cell]})
    loss, paid = min((rate_payment(values, card, value), value) for value in payment.choices)
    return rating - loss, offer.fill({CELL: [cell], payment.name: [paid]})


# --- the place


def rate_cell(values: CardValues, card: DeckCard, cell: str) -> float:
    """What this place is worth: the cards in its lines, and what it covers."""
    view, found = values.view, 0.0
    left = min(values.view.rounds_left, 12)
    for other, space in view.district.items():
        facts = view.cards[space["cards"][0]]
        if other == cell:
            found -= values.value_covered(facts)
        elif is_in_line(cell, other):
            found += rate_pair(facts, card, left) + rate_pair(card, facts, left)
            if facts.on_place and facts.on_place.fits(card) and not space["damaged"]:
                found += values.value_effect(facts.on_place.effect)
    return found if cell in view.district else found + FILLED


def rate_pair(character: DeckCard, card: DeckCard, left: float) -> float:
    """What a character brings for a card in its line, as often as that is likely to be activated."""
    if character.kind != CHARACTER or card.kind != BUILDING or card.effect is None:
        return 0.0
    if character.twice == card.colour:
        return 0.0 if card.effect.kind == MASS else 2.5 * IN_LINE * left
    if character.on_activate and character.on_activate.fits(card):
        return IN_LINE * left * (0.7 + 0.3 * character.on_activate.effect.number)
    return 0.0


# --- the payment


def rate_payment(values: CardValues, card: DeckCard, value: str) -> float:
    """What is lost by paying so, over what the value of the card takes off anyway."""
    words = value.split(" ")
    if len(words) > 1:
        return _rate_discard(values, words[0], words[2]) - 1.0
    return _rate_gift(value)


def _rate_discard(values: CardValues, slug: str, source: str) -> float:
    if source == HAND:
        return max(0.0, values.value(slug)) + 0.1
    card, cards = values.view.cards[slug], values.view.district[source]["cards"]
    if slug != cards[0]:
        return float(card.points)
    lost = card.points + values.value_covered(card)
    return lost + (FILLED + 1.0 if len(cards) == 1 else 0.0)


def _rate_gift(source: str) -> float:
    """A citizen on a building leaves it free; one beside the plaza is of no use now."""
    if source == PLAZA:
        return READY
    return 0.0 if source == ASIDE else -FREED
