"""Orders that the bot files in advance: answers to others, what to buy, and the Actions of its next hand."""

from collections.abc import Iterable, Mapping
from typing import Any

from ...core.notation import RandomBelow
from ..cards.card import ACTIONS, CARDS, COST, TREASURES, VICTORIES
from .action_play import choose_action
from .advice import ANSWER_RULES
from .card_value import value_card, value_gain
from .hand_value import value_in_hand
from .view import DeckView

ASK_ONLY_OTHERS = {"bureaucrat", "militia", "saboteur", "torturer"}
PLANNED_ANSWERS = {  # card → what the plan answers to its question
    "mining_village": "trash none",
    "minion": "choose coins",
    "pawn": "choose card action",
}
ASKING = {step.partition(".")[0] for step in ANSWER_RULES} - ASK_ONLY_OTHERS - set(PLANNED_ANSWERS)
LEAST_GAIN = 1.0  # Actions that are worth less are left out of the list of what to buy

# card of the kingdom → orders that are useful then
ORDERS_BY_CARD = {
    "moat": ("always reveal moat",),
    "secret_chamber": ("always decline without secret_chamber",),
    "torturer": ("always choose discard",),
}


def suggest_orders(view: Mapping[str, Any], below: RandomBelow) -> list[str]:
    """An order for each question that this kingdom asks out of turn; what to buy; a plan for the hand."""
    table = DeckView(_imagine_turn(view))
    kingdom = view["kingdom"]
    answers = [order for card in kingdom for order in ORDERS_BY_CARD.get(card, ())]
    lists = [line for card in kingdom for line in _list_preferences(table, card)]
    orders = [*dict.fromkeys([*lists, *answers]), _list_buys(table), "always treasures", "always end"]
    return orders if view["turn"] == table.seat else [*orders, *_plan_actions(table)]


def _imagine_turn(view: Mapping[str, Any]) -> dict[str, Any]:
    """The table at the beginning of the seat's next turn, if nothing happens before."""
    costs = {card: COST[card] for card in view["supply"]}
    turn = {"actions": 1, "buys": 1, "coins": 0, "played": 0, "reduction": 0, "copper_bonus": 0}
    return {**view, **turn, "costs": costs}


# --- questions out of turn


def _list_preferences(table: DeckView, card: str) -> list[str]:
    """The list that answers what this card asks the others."""
    kinds = sorted({*table.supply, *table.owned})
    by_hand = sorted(kinds, key=lambda kind: value_in_hand(table, kind))
    by_worth = sorted(kinds, key=lambda kind: value_card(table, kind))
    lists: dict[str, tuple[str, Iterable[str]]] = {
        "militia": ("discard", by_hand),
        "torturer": ("discard", by_hand),
        "masquerade": ("pass", by_worth),
        "bureaucrat": ("topdeck", [kind for kind in by_hand if kind in VICTORIES]),
        "saboteur": ("gain", [*(one for one in by_worth[::-1] if value_gain(table, one) > 0), "none"]),
    }
    if card not in lists:
        return []
    verb, cards = lists[card]
    return [f"prefer {verb} {' '.join(cards)}"]


# --- the next turn


def _list_buys(table: DeckView) -> str:
    """What to buy, the best first; of each Action one more at most, since the list is soon written again."""
    worth = {card: value_gain(table, card) for card, left in table.supply.items() if left}
    wanted = [card for card in worth if worth[card] > (LEAST_GAIN if card in ACTIONS else 0)]
    words = []
    for card in sorted(wanted, key=worth.__getitem__, reverse=True):
        words += [card, "upto", f"{table.count(card) + 1}"] if card in ACTIONS else [card]
    return f"prefer buy {' '.join([*words, 'end'])}"


def _plan_actions(table: DeckView) -> list[str]:
    """Lines for the Actions in hand, up to the first whose question has to wait for what it shows."""
    lines, hand, actions = list[str](), list(table.hand), 1
    while actions and (playable := sorted(ACTIONS.intersection(hand))):
        moment = {**table.view, "actions": actions, "played": len(lines), "you": {**table.you, "hand": hand}}
        move = choose_action(DeckView(moment), playable)
        if move is None:
            money = not TREASURES.isdisjoint(hand)
            return [*lines, "plan treasures"] if money else lines
        card = move.args[0]
        lines.append(f"plan {move}")
        if card in ASKING:
            break
        if card in PLANNED_ANSWERS:
            lines.append(f"plan {PLANNED_ANSWERS[card]}")
        hand.remove(card)
        actions += CARDS[card].actions - 1 + (card == "pawn")
    return lines
