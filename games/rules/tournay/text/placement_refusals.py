"""Why a card cannot be placed: the step of the turn, the hand, the cost, or the space."""

from collections.abc import Sequence

from ...core.chain_offer import ChainOffer
from ...core.sentences import Voice
from ..cards.card import CARD_COST, CITIZEN_COST, DENIERS, DeckCard, card_set
from ..district import NEIGHBOURS, fits_frame, is_free
from ..numbers import CARD_COST_DENIERS
from ..placement import can_pay, offer_to_place
from ..position import ACT, CELLS, FIRST_CELL, TournayGame


def explain_unplaced(game: TournayGame, seat: str, args: Sequence[str], voice: Voice) -> str | None:
    """Why this card cannot be placed like this; None if there is nothing to add."""
    facts, say = card_set(game), voice.speak.say
    if game.step == ACT:
        return say("A card is placed before the action, and only one in a turn: take an action.")
    slug = next((word for word in args if word in facts.cards or word in facts.events), "")
    if not slug:
        return None
    name, player = voice.name(slug), game.players[seat]
    if slug in facts.events:
        return say("{card} is an event card: it is laid only as a rampart, when an event strikes.", card=name)
    if slug not in player.hand:
        return say("You do not hold {card}.", card=name)
    card = facts.cards[slug]
    if not can_pay(player, card):
        return _explain_cost(game, seat, card, voice)
    cell = next((word for word in args if word in CELLS), "")
    if not cell:
        return _show_line(game, seat, slug, voice)
    if card.payment == DENIERS and len(args) > 2:
        return say("{card} costs only money: name its space and nothing more.", card=name)
    if card.payment == DENIERS:
        return _explain_cell(game, seat, card, cell, voice)
    return _explain_payment(game, seat, card, args, voice)


def _explain_cost(game: TournayGame, seat: str, card: DeckCard, voice: Voice) -> str:
    player, say, name = game.players[seat], voice.speak.say, voice.name(card.slug)
    if card.payment == CITIZEN_COST:
        citizen = voice.name(f"{card.colour}_citizen")
        return say("{card} costs a {citizen}, and you have none.", card=name, citizen=citizen)
    if card.payment == CARD_COST:
        if player.deniers >= CARD_COST_DENIERS:
            return say("{card} also costs a card, and you have no other.", card=name)
        return say(
            "{card} costs {cost} deniers and a card, and you have {deniers}.",
            card=name,
            cost=CARD_COST_DENIERS,
            deniers=player.deniers,
        )
    return voice.speak.count(
        "{card} costs {n} denier, and you have {deniers}.",
        "{card} costs {n} deniers, and you have {deniers}.",
        card.cost,
        card=name,
        deniers=player.deniers,
    )


def _explain_payment(
    game: TournayGame, seat: str, card: DeckCard, args: Sequence[str], voice: Voice
) -> str | None:
    """The card costs something that has to be named, or what is named cannot be paid, or leaves no room."""
    word = "discard" if card.payment == CARD_COST else "give"
    if word not in args or len(args) < 4:
        return _show_line(game, seat, card.slug, voice)
    payment = " ".join(args[args.index(word) + 1 :])
    offer = next(_list_offers(game, seat, card.slug), None)
    if offer is None:
        return None
    ways = [read for move in offer.moves() if (read := offer.read(move))]
    name = " ".join(map(voice.name, payment.split()))
    if payment not in {paid for _, (paid,) in ways}:
        return voice.speak.say(
            "{card} cannot be paid for with “{payment}”.", card=voice.name(card.slug), payment=name
        )
    return voice.speak.say(
        "After paying with “{payment}”, {card} cannot lie there.", card=voice.name(card.slug), payment=name
    )


def _list_offers(game: TournayGame, seat: str, slug: str) -> "filter[ChainOffer]":
    offers = (offer for offer in offer_to_place(game, seat) if isinstance(offer, ChainOffer))
    return filter(lambda offer: offer.fixed == (slug,), offers)


def _show_line(game: TournayGame, seat: str, slug: str, voice: Voice) -> str | None:
    """How the line is written, by an example."""
    offer = next(_list_offers(game, seat, slug), None)
    if offer is None:
        return voice.speak.say("There is no space for {card}.", card=voice.name(slug))
    line = voice.line(str(next(offer.moves())))
    if card_set(game).cards[slug].payment == DENIERS:
        return voice.speak.say("Say where it goes, such as “{line}”.", line=line)
    return voice.speak.say("Say where it goes and how you pay, such as “{line}”.", line=line)


def _explain_cell(game: TournayGame, seat: str, card: DeckCard, cell: str, voice: Voice) -> str | None:
    district, say = game.players[seat].district, voice.speak.say
    if not district:
        return say("The first card of a district goes on {cell}.", cell=FIRST_CELL)
    if cell in district:
        if not is_free(district[cell]):
            return say("A card with a citizen, a grey token or damage on it cannot be covered.")
        return say("A card can only be covered by one of its own colour.")
    if not fits_frame({cell[0], *(one[0] for one in district)}, {cell[1], *(one[1] for one in district)}):
        return say("A district is at most three spaces wide and three high.")
    if not any(other in district for other in NEIGHBOURS[cell]):
        return say("A card goes next to another one, above, below, left or right of it.")
    return None
