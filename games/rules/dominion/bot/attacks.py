"""What the bot does to others by its Attacks, and how it answers theirs."""

from collections.abc import Sequence

from ...core.notation import Move, Offer, list_moves
from ..card_play import DECLINE
from ..cards.card import COST
from .card_value import value_card
from .hand_value import pick_worst, rank_hand, value_in_hand
from .view import DeckView

DEAR_DISCARD = 2.2  # coins: who would have to discard more than that rather takes a Curse
DISCARDING = ("militia", "torturer")


# --- one's own


def judge_top_card(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Spy: away with one's own bad cards and with the good ones of others."""
    target = view.question["target"]
    (card,) = view.players[target]["revealed"]
    good = value_in_hand(view, card) > min(1.0, view.money_per_card)
    return Move("keep" if good == (target == view.seat) else "discard", (target,))


def steal_best(view: DeckView, offers: Sequence[Offer]) -> Move:
    return max(list_moves(offers), key=lambda move: (COST[move.args[1]], move.args))


def give_worst(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Swindler: what the victim wants least."""
    return min(list_moves(offers), key=lambda move: (value_card(view, move.args[1]), move.args))


# --- those of others


def react(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Reveal whatever there is: a Moat first."""
    return next((move for move in list_moves(offers) if move != DECLINE), DECLINE)


def put_back_two(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Secret Chamber: save good cards from being discarded; else let the Attack find bad ones."""
    ranked = [card for _worth, card in rank_hand(view, view.hand)]
    count = min(2, len(ranked))
    if view.question["attack"] in DISCARDING and len(ranked) > 4:
        return Move("topdeck", tuple(reversed(ranked[-5:-3])))
    return Move("topdeck", tuple(ranked[:count]))


def discard_down(view: DeckView, offers: Sequence[Offer]) -> Move:
    return Move("discard", tuple(pick_worst(view, view.hand, len(view.hand) - 3)))


def suffer(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Torturer: two bad cards, or a Curse if there are none left or the hand is too good."""
    if not view.hand or not view.supply["curse"]:
        return Move("choose", ("curse",))
    lost = rank_hand(view, view.hand)[:2]
    if sum(worth for worth, _card in lost) > DEAR_DISCARD:
        return Move("choose", ("curse",))
    return Move("discard", tuple(card for _worth, card in lost))


def put_victory_card_back(view: DeckView, offers: Sequence[Offer]) -> Move:
    return min(list_moves(offers), key=lambda move: value_in_hand(view, move.args[0]))


def pass_worst(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Masquerade: what the deck will miss least."""
    return min(list_moves(offers), key=lambda move: value_card(view, move.args[0]))
