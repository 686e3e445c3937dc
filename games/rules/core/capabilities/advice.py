"""What the rule-based bot does, from what a seat sees."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..agenda import P
from ..notation import Move, Offer, RandomBelow
from .base import Capability


class MoveAdvice(Capability[P]):
    """The choices of the rule-based bot; by default it moves at random and files no orders."""

    def choose_move(self, view: Mapping[str, Any], offers: Sequence[Offer], below: RandomBelow) -> Move:
        """The move that the bot chooses from what a seat sees."""
        return offers[below(len(offers))].sample(below)

    def suggest_orders(self, view: Mapping[str, Any], below: RandomBelow) -> list[str]:
        """The standing orders that the bot would file now, from what a seat sees."""
        return []
