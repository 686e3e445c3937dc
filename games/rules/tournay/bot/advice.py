"""Entry point of the rule-based bot: the answer to any question of the game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...core.notation import Move, Offer, RandomBelow
from . import answers
from .turn import choose_turn_move
from .view import TownView

AnswerRule = Callable[[TownView, Sequence[Offer]], Move]

ANSWER_RULES: dict[str, AnswerRule] = {
    "turn": choose_turn_move,
    "keep": answers.keep_best,
    "drop": answers.drop_worst,
    "last_card": answers.place_last,
    "draw": answers.draw_best,
    "fight": answers.fight_richest,
    "other": answers.use_best_of_others,
    "events": answers.set_off_worst,
    "suffer": answers.suffer,
}


def choose_move(view: Mapping[str, Any], offers: Sequence[Offer], below: RandomBelow) -> Move:
    """Choose a sensible move, using only what the seat can see."""
    if len(offers) == 1 and isinstance(offers[0], Move):
        return offers[0]
    table = TownView(view)
    return ANSWER_RULES[table.question["name"]](table, offers)
