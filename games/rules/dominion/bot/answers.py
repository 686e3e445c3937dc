"""What the bot answers to the questions of its own Actions, except what to trash."""

from collections.abc import Sequence

from ...core.notation import Move, Offer, list_moves
from ..cards.card import ACTIONS, CARDS, COST, TREASURES, VICTORIES
from ..cards.offers import NOTHING
from .action_play import choose_target, list_others
from .card_value import count_terminals, value_card, value_gain
from .hand_value import pick_idle, rank_hand, value_in_hand
from .purchases import value_purse
from .trash_choice import is_good_to_trash_two, trash_two
from .view import DeckView

LITTLE_HAND = 2.2  # coins below the usual that make a Minion's new hand welcome


# --- gains


def gain_best(view: DeckView, offers: Sequence[Offer]) -> Move:
    """The card that is worth most, nothing if that may be and every card does harm."""
    moves = list_moves(offers)
    best = max((move for move in moves if move != NOTHING["gain"]), key=lambda m: value_gain(view, m.args[0]))
    return best if NOTHING["gain"] not in moves or value_gain(view, best.args[0]) > 0 else NOTHING["gain"]


def gain_with_bonus(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Ironworks: a card, an action or a coin comes with it."""

    def worth(move: Move) -> float:
        card = move.args[0]
        needs_action = bool(view.actions_in_hand) and not view.actions
        bonus = (
            1.5 * (card in ACTIONS and needs_action) + 0.8 * (card in TREASURES) + 0.9 * (card in VICTORIES)
        )
        return value_gain(view, card) + bonus

    return max(list_moves(offers), key=worth)


def gain_treasure(view: DeckView, offers: Sequence[Offer]) -> Move:
    return max(list_moves(offers), key=lambda move: (value_card(view, move.args[0]), move.args))


def gain_loot(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Thief: everything but Copper."""
    loot = [card for card in view.question["cards"] if value_gain(view, card) > 0]
    return Move("gain", tuple(loot)) if loot else NOTHING["gain"]


# --- choices


def choose_pawn(view: DeckView, offers: Sequence[Offer]) -> Move:
    """A card and an action, or coins if there is nothing to play."""
    if view.actions_in_hand or view.actions:
        return Move("choose", ("card", "action"))
    return Move("choose", ("card", "coin"))


def choose_steward(view: DeckView, offers: Sequence[Offer]) -> Move:
    if is_good_to_trash_two(view):
        return trash_two(view, offers)
    with_coins = value_purse(view, view.purse + 2)
    rich = view.money_per_card > 1.15 or (view.actions and view.actions_in_hand)
    return Move("choose", ("cards" if rich and with_coins <= value_purse(view, view.purse + 1) else "coins",))


def choose_minion(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Coins, unless the rest of the hand is poor; the last Minion gets the new hand."""
    if "minion" in view.hand:
        return Move("choose", ("coins",))
    usual = 4 * view.money_per_card
    worth = view.hand_coins + sum(2 for card in view.actions_in_hand if view.actions)
    return Move("choose", ("hand" if usual - worth > LITTLE_HAND else "coins",))


def choose_nobles(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Actions if one is missing for a better card in hand."""
    waiting = [card for card in view.actions_in_hand if count_terminals(card) or card == "nobles"]
    return Move("choose", ("actions" if waiting and not view.actions else "cards",))


def choose_about_deck(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Chancellor: see new cards sooner, unless the deck is known to begin well."""
    top = view.you["deck_top"]
    good = top and sum(value_in_hand(view, card) for card in top) / len(top) > 1.5
    return Move("choose", ("keep" if good else "discard",))


def choose_about_action(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Library: Actions that cannot be played are set aside."""
    return Move("choose", ("keep" if view.actions and view.question["card"] else "aside",))


def choose_target_of_throne(view: DeckView, offers: Sequence[Offer]) -> Move:
    cards = [move.args[0] for move in list_moves(offers)]
    return Move("play", (choose_target(view, cards) or min(cards, key=COST.__getitem__),))


def trash_mining_village(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Trash it if two coins buy something that is worth more than the village."""
    if list_others(view, ""):
        return NOTHING["trash"]
    more = value_purse(view, view.purse + 2) - value_purse(view, view.purse)
    return Move("trash", ("mining_village",)) if more > 4.5 else NOTHING["trash"]


def use_estate(view: DeckView, offers: Sequence[Offer]) -> Move:
    return Move("discard", ("estate",))


# --- the hand


def discard_idle(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Secret Chamber: whatever brings no coins itself."""
    idle = pick_idle(view, view.hand)
    return Move("discard", tuple(idle)) if idle else NOTHING["discard"]


def exchange_idle(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Cellar: what brings less than the average card."""
    idle = pick_idle(view, view.hand)
    if view.money_per_card > 1.2:
        idle += [card for card in view.hand if card == "copper"]
    return Move("discard", tuple(idle)) if idle else NOTHING["discard"]


def put_back_spare(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Courtyard: a card that is better next turn: an Action too many, or money that buys nothing more now."""
    if not view.actions and view.actions_in_hand:
        return Move("topdeck", (max(view.actions_in_hand, key=lambda card: value_in_hand(view, card)),))
    now = value_purse(view, view.purse)
    spare = [
        card
        for card in set(view.hand) & TREASURES
        if value_purse(view, view.purse - view.count_coins(card)) >= now
    ]
    if spare:
        return Move("topdeck", (max(spare, key=lambda card: (CARDS[card].coins, card)),))
    return Move("topdeck", (rank_hand(view, view.hand)[0][1],))


def order_scouted(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Scout: the best on top."""
    revealed = view.players[view.seat]["revealed"]
    return Move("topdeck", tuple(sorted(revealed, key=lambda card: value_in_hand(view, card), reverse=True)))


def name_likely_card(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Wishing Well: the top card if it is known, else what the unseen part of the deck holds most."""
    if view.you["deck_top"]:
        return Move("name", (view.you["deck_top"][0],))
    me = view.players[view.seat]
    left = dict(view.owned)
    for card in (*view.hand, *me["in_play"], *me["set_aside"]):
        left[card] = left.get(card, 0) - 1
    return Move("name", (max(left, key=lambda card: (left[card], value_in_hand(view, card))),))
