"""The moves of a turn: a card may be placed, then the best action is taken."""

from collections.abc import Sequence

from ...core.chain_offer import ChainOffer
from ...core.notation import Move, Offer
from ..cards.effects import Effect
from ..district import list_cells_in_line
from ..numbers import BORROWED_CITIZEN, CITIZENS_TO_DRAW, COLOURS
from ..offers import FIGHTER, GATHER, TOP
from ..turn_offers import price_fight
from .card_value import CardValues
from .placement import choose_placement
from .view import TownView

RatedMove = tuple[float, Move]
UNLOCKED = 0.4  # the share of a building's use that counts when gathering sets it free
REPAIRED = 0.5
COIN_ON_EVENT = 0.1  # an event that would strike hard is the better one to take away
DIG = 0.4  # a town crier that may come nearer, once the own district is complete


def choose_turn_move(view: TownView, offers: Sequence[Offer]) -> Move:
    """Place a card if one is worth it, otherwise take the best action."""
    values = CardValues(view)
    if view.view["step"] == "place" and (move := choose_placement(values, offers)):
        return move
    return max(
        (rated for offer in offers if (rated := rate_action(values, offer))), key=lambda rated: rated[0]
    )[1]


def rate_action(values: CardValues, offer: Offer) -> RatedMove | None:
    """What an action is worth; None for one that is none, or that is not worth its borrowed citizens."""
    if isinstance(offer, ChainOffer):
        return None if offer.verb == "place" else _rate_borrowing(values, offer)
    if not isinstance(offer, Move):
        return None
    if offer == GATHER:
        return rate_gathering(values), offer
    args = offer.args
    if offer.verb == "tax":
        return values.value_deniers(int(args[1]) // 2) - values.value_ready(int(args[1])), offer
    if offer.verb == "recruit":
        gain = values.value_citizen(args[0]) + values.value_deniers(-4) - values.value_ready(1)
        return gain, offer
    gain, deniers = RATERS[offer.verb](values, args)
    citizens = _count_needed(values.view, offer.verb, args)[1]
    return gain + values.value_deniers(-deniers) - values.value_ready(citizens), offer


def _rate_draw(values: CardValues, args: Sequence[str]) -> tuple[float, int]:
    """What a draw brings, and the deniers that it costs."""
    deck = args[0] + args[1]
    gain = values.value_top(deck) if args[2] == TOP else values.value_two(deck)
    if values.view.me["complete"] and args[2] != TOP and values.view.decks[deck]["crier"]:
        gain += DIG
    return gain, 0


def _rate_activation(values: CardValues, args: Sequence[str]) -> tuple[float, int]:
    return sum(map(values.value_effect, list_effects(values.view, args[0], args[1]))), 0


def _rate_fight(values: CardValues, args: Sequence[str]) -> tuple[float, int]:
    """What winning an event brings, and the deniers that it costs."""
    event = next(one for one in values.view.view["queue"] if one["event"] == args[0])
    gain = values.value_event() + COIN_ON_EVENT * event["coins"]
    return gain, price_fight(int(args[2]), event["coins"])


RATERS = {"draw": _rate_draw, "activate": _rate_activation, "fight": _rate_fight}


def rate_gathering(values: CardValues) -> float:
    """What it is worth that all citizens are ready again, buildings free, and damage repaired."""
    view = values.view
    count, worth = sum(view.me["aside"].values()), 0.0
    for space in view.district.values():
        count += bool(space["citizen"])
        card = view.cards[space["cards"][0]]
        if (space["citizen"] or space["damaged"]) and card.effect and view.rounds_left:
            worth += UNLOCKED * max(0.0, values.value_effect(card.effect))
        if space["damaged"] and view.rounds_left:
            worth += REPAIRED
    if not any(view.plaza[colour] for colour in COLOURS):
        worth += 1.0 if view.rounds_left else 0.0
    return worth + values.value_ready(count)


def list_effects(view: TownView, slug: str, cell: str) -> list[Effect]:
    """What activating this building brings now, with the characters in its lines."""
    card, times = view.cards[slug], 1
    found = [card.effect] if card.effect else []
    for other in list_cells_in_line(cell):
        space = view.district.get(other)
        if not space or space["damaged"]:
            continue
        character = view.cards[space["cards"][0]]
        if character.twice == card.colour:
            times = 2
        elif character.on_activate and character.on_activate.fits(card):
            found.append(character.on_activate.effect)
    return found * times


# --- borrowing


def _rate_borrowing(values: CardValues, offer: ChainOffer) -> RatedMove | None:
    """The best action with borrowed citizens that own ones cannot do, and whose they are."""
    place = offer.next_place(())
    found: list[tuple[float, str, int]] = []
    for value in place.choices if place else ():
        args = value.split(" ")
        colour, citizens = _count_needed(values.view, offer.verb, args)
        own = values.view.plaza[colour]
        if own < citizens:
            gain, deniers = RATERS[offer.verb](values, args)
            cost = -values.value_deniers(-deniers - BORROWED_CITIZEN * (citizens - own))
            found.append((gain - cost - values.value_ready(own), value, citizens - own))
    if not found or not place:
        return None
    rating, value, missing = max(found)
    lenders = offer.next_place(((value,),))
    if lenders is None:
        return None
    points = values.view.players
    weakest = sorted(lenders.choices, key=lambda seat: points[seat]["points"]["total"])
    return rating, offer.fill({place.name: [value], lenders.name: weakest[:missing]})


def _count_needed(view: TownView, verb: str, args: Sequence[str]) -> tuple[str, int]:
    """The colour and the number of the citizens that this action takes."""
    if verb == "draw":
        return args[0], CITIZENS_TO_DRAW[int(args[1])]
    return (FIGHTER, int(args[2])) if verb == "fight" else (view.cards[args[0]].colour, 1)
