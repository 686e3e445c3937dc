"""What the bot answers to the questions of effects and events, and what it keeps and drops."""

from collections.abc import Sequence

from ...core.notation import Move, Offer, PickOffer, list_moves
from ..cards.card import LEVY
from ..offers import SKIP, TOP
from .card_value import CardValues
from .placement import choose_placement
from .view import TownView

CROWDED = 3  # cards in hand from which an event card is better used than held


def keep_best(view: TownView, offers: Sequence[Offer]) -> Move:
    values = CardValues(view)
    return max(list_moves(offers), key=lambda move: values.value(move.args[0]))


def drop_worst(view: TownView, offers: Sequence[Offer]) -> Move:
    values = CardValues(view)

    def worth(card: str) -> float:
        return values.value_event_held() if card in view.events else values.value(card)

    held = sorted([*view.hand, *view.me["events"]], key=worth)
    return Move("drop", tuple(held[: view.question["count"]]))


def place_last(view: TownView, offers: Sequence[Offer]) -> Move:
    return choose_placement(CardValues(view), offers) or SKIP


# --- effects that can be carried out in several ways


def draw_best(view: TownView, offers: Sequence[Offer]) -> Move:
    values = CardValues(view)

    def worth(move: Move) -> float:
        if move == SKIP:
            return 0.0
        deck = move.args[0] + move.args[1]
        return values.value_top(deck) if move.args[2] == TOP else values.value_two(deck)

    return max(list_moves(offers), key=worth)


def fight_richest(view: TownView, offers: Sequence[Offer]) -> Move:
    """The event with the most coins: it would strike hardest, and may bring them."""
    coins = {event["event"]: event["coins"] for event in view.view["queue"]}
    moves = [move for move in list_moves(offers) if move != SKIP]
    if CardValues(view).value_event() <= 0:
        return SKIP
    return max(moves, key=lambda move: coins[move.args[0]])


def use_best_of_others(view: TownView, offers: Sequence[Offer]) -> Move:
    values = CardValues(view)

    def worth(move: Move) -> float:
        effect = None if move == SKIP else view.cards[move.args[1]].effect
        return values.value_effect(effect) if effect else 0.0

    return max(list_moves(offers), key=worth)


def set_off_worst(view: TownView, offers: Sequence[Offer]) -> Move:
    """Only events that harm the others more than they please them."""
    offer = next(offer for offer in offers if isinstance(offer, PickOffer))
    harmful = [event for event in offer.pool if _rate_harm(view, event) > 0]
    harmful.sort(key=lambda event: _rate_harm(view, event), reverse=True)
    return Move("events", tuple(harmful[: view.question["most"]])) if harmful else SKIP


def _rate_harm(view: TownView, event: str) -> int:
    """How much the event does to the others, less what it brings them."""
    outcome: dict[str, int] = next(one["outcome"] for one in view.view["queue"] if one["event"] == event)
    others = sum(number for seat, number in outcome.items() if seat != view.seat)
    return outcome[view.seat] - others if view.events[event].is_favour else others


# --- events


def suffer(view: TownView, offers: Sequence[Offer]) -> Move:
    """Lay a rampart if it saves something or makes room in the hand, otherwise suffer as little as can be."""
    asked = view.question
    if asked["ramparts"] and _is_rampart_worth_it(view):
        return Move("rampart", (asked["ramparts"][0], asked["event"]))
    if asked["citizens"]:
        return Move("lay", tuple(choose_citizens(view, asked["coins"])))
    if asked["cells"]:
        return Move("damage", tuple(rank_cells(view, asked["cells"])[: asked["coins"]]))
    return Move("endure", (asked["event"],))


def _is_rampart_worth_it(view: TownView) -> bool:
    if "tour_henry_viii" in view.titles or view.hand_size > CROWDED:
        return True
    event = view.events[view.question["event"]]
    if not view.question["hurts"] or not view.rounds_left:
        return False
    return event.family != LEVY or view.deniers > 0


def choose_citizens(view: TownView, count: int) -> list[str]:
    """Ready citizens of the colour that has most of them, one after the other."""
    ready, chosen = dict(view.plaza), list[str]()
    for _ in range(count):
        colour = max(ready, key=lambda one: ready[one])
        ready[colour] -= 1
        chosen.append(colour)
    return chosen


def rank_cells(view: TownView, cells: Sequence[str]) -> list[str]:
    """The cells whose card is missed least, first."""
    values = CardValues(view)

    def worth(cell: str) -> float:
        card = view.cards[view.district[cell]["cards"][0]]
        return values.value_use(card.effect) if card.effect else values.value_character(card)

    return sorted(cells, key=worth)
