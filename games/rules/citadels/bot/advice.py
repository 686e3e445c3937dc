"""Entry point of the rule-based bot: the answer to any question of the game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...core.notation import Move, Offer, RandomBelow
from . import reactions
from .resources import choose_gold_or_cards
from .turn import choose_turn_move
from .view import BotView

AnswerRule = Callable[[BotView, Sequence[Offer]], Move]


def _answer_hospital(view: BotView, offers: Sequence[Offer]) -> Move:
    if any(offer.verb == "gold" for offer in offers):
        return Move(choose_gold_or_cards(view))
    return reactions.DECLINE


ANSWER_RULES: dict[str, AnswerRule] = {
    "draft.pick": reactions.pick_character,
    "theater.exchange": reactions.answer_theater,
    "turn": choose_turn_move,
    "turn.keep": reactions.keep_cards,
    "wizard.take": reactions.take_card,
    "seer.give": reactions.give_cards,
    "emperor.tribute": reactions.choose_tribute,
    "lighthouse.search": reactions.choose_searched_card,
    "graveyard.recover": reactions.decide_recovery,
    "blackmailer.bribe": reactions.decide_bribe,
    "blackmailer.reveal": reactions.decide_reveal,
    "magistrate.confiscate": reactions.decide_confiscation,
    "heir.crown": reactions.choose_crowning,
    "bell_tower.announce": reactions.decide_announcement,
    "hospital.gather": _answer_hospital,
}


def choose_move(view: Mapping[str, Any], offers: Sequence[Offer], below: RandomBelow) -> Move:
    """Choose a sensible move, using only what the seat can see."""
    if len(offers) == 1 and isinstance(offers[0], Move):
        return offers[0]
    game_view = BotView(view, below)
    return ANSWER_RULES.get(game_view.question["name"], reactions.choose_any)(game_view, offers)
