"""What the bots of a game do, from what a seat sees."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..agenda import P
from ..notation import Move, Offer, RandomBelow
from .base import Capability

MoveChooser = Callable[[Mapping[str, Any], Sequence[Offer], RandomBelow], Move]  # as `choose_move` below


class MoveAdvice(Capability[P]):
    """The choices of the rule-based bot; by default it moves at random and files no orders.

    `sparring` names further ways to play this game. They only play in the arena, so that the rule-based bot
    can be measured against something known.
    """

    sparring: Mapping[str, MoveChooser] = {}
    plans_turns = False  # are the turns so simple to foresee that `suggest_orders` plans them?

    def choose_move(self, view: Mapping[str, Any], offers: Sequence[Offer], below: RandomBelow) -> Move:
        """The move that the bot chooses from what a seat sees."""
        return offers[below(len(offers))].sample(below)

    def suggest_orders(self, view: Mapping[str, Any], below: RandomBelow) -> list[str]:
        """The standing orders that the bot would file now, from what a seat sees; if the game `plans_turns`,
        also the lines of a plan for its next turn."""
        return []
