"""Entry point of the rule-based bot: the answer to any question of the game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...core.notation import Move, Offer, RandomBelow
from ..turn import PLAY_ALL
from . import answers, attacks, trash_choice
from .action_play import choose_action
from .purchases import choose_buy
from .view import DeckView

AnswerRule = Callable[[DeckView, Sequence[Offer]], Move]


def choose_turn_move(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Actions as long as one does some good, all Treasures, then the buys."""
    playable = [offer.args[0] for offer in offers if isinstance(offer, Move) and offer.verb == "play"]
    if playable and (action := choose_action(view, playable)):
        return action
    return PLAY_ALL if PLAY_ALL in offers else choose_buy(view, offers)


ANSWER_RULES: dict[str, AnswerRule] = {
    "main": choose_turn_move,
    "baron": answers.use_estate,
    "bureaucrat": attacks.put_victory_card_back,
    "cellar": answers.exchange_idle,
    "chancellor": answers.choose_about_deck,
    "chapel": trash_choice.trash_junk,
    "courtyard": answers.put_back_spare,
    "feast": answers.gain_best,
    "ironworks": answers.gain_with_bonus,
    "library": answers.choose_about_action,
    "masquerade.pass": attacks.pass_worst,
    "masquerade.trash": trash_choice.trash_one,
    "militia": attacks.discard_down,
    "mine.gain": answers.gain_treasure,
    "mine.trash": trash_choice.trash_for_mine,
    "mining_village": answers.trash_mining_village,
    "minion": answers.choose_minion,
    "nobles": answers.choose_nobles,
    "pawn": answers.choose_pawn,
    "react": attacks.react,
    "react.topdeck": attacks.put_back_two,
    "remodel.gain": answers.gain_best,
    "remodel.trash": trash_choice.trash_for_remodel,
    "saboteur": answers.gain_best,
    "scout": answers.order_scouted,
    "secret_chamber": answers.discard_idle,
    "spy": attacks.judge_top_card,
    "steward": answers.choose_steward,
    "swindler": attacks.give_worst,
    "thief.gain": answers.gain_loot,
    "thief.trash": attacks.steal_best,
    "throne_room": answers.choose_target_of_throne,
    "torturer": attacks.suffer,
    "trading_post": trash_choice.trash_two,
    "upgrade.gain": answers.gain_best,
    "upgrade.trash": trash_choice.trash_for_upgrade,
    "wishing_well": answers.name_likely_card,
    "workshop": answers.gain_best,
}


def choose_move(view: Mapping[str, Any], offers: Sequence[Offer], below: RandomBelow) -> Move:
    """Choose a sensible move, using only what the seat can see."""
    if len(offers) == 1 and isinstance(offers[0], Move):
        return offers[0]
    table = DeckView(view)
    return ANSWER_RULES[table.question["name"]](table, offers)
