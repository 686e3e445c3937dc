"""What the rules of thumb say to a question."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...core.notation import Below, Move, Offer
from . import answers
from .gathering import gold_or_cards
from .sight import Sight
from .turn import take_turn

Answer = Callable[[Sight, Sequence[Offer]], Move]


def _hospital(sight: Sight, offers: Sequence[Offer]) -> Move:
    if any(offer.verb == "gold" for offer in offers):
        return Move(gold_or_cards(sight))
    return answers.DECLINE


ANSWERS: dict[str, Answer] = {
    "draft.pick": answers.pick,
    "theater.exchange": answers.theater,
    "turn": take_turn,
    "turn.keep": answers.keep,
    "wizard.take": answers.take,
    "seer.give": answers.give,
    "emperor.tribute": answers.tribute,
    "lighthouse.search": answers.search,
    "graveyard.recover": answers.recover,
    "blackmailer.bribe": answers.bribe,
    "blackmailer.reveal": answers.reveal,
    "magistrate.confiscate": answers.confiscate,
    "heir.crown": answers.crown,
    "bell_tower.announce": answers.announce,
    "hospital.gather": _hospital,
}


def advice(view: Mapping[str, Any], offers: Sequence[Offer], below: Below) -> Move:
    """The move that a sensible player would make who sees just this."""
    if len(offers) == 1 and isinstance(offers[0], Move):
        return offers[0]
    sight = Sight(view, below)
    return ANSWERS.get(sight.asked["name"], answers.any_of)(sight, offers)
