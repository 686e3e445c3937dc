"""What people decide: their moves by the rules of thumb, and the orders that they leave behind.

A mind gets the view of its seat. To plan a turn it imagines how the game goes on, in worlds in which all that
the seat cannot know is dealt afresh: nobody's orders are known there, and rivals do only what is harmless.
"""

from collections.abc import Sequence
from typing import Any, Literal

from games.bots.rules_of_thumb import RulesOfThumbBot
from games.rules.core import orders
from games.rules.core.errors import RulesError
from games.rules.core.notation import Move
from games.rules.core.rng import Rng
from games.rules.core.ruleset import Ruleset

Rules = Ruleset[Any]
Mode = Literal["none", "lists", "all"]
MODES: dict[Mode, str] = {
    "none": "without orders",
    "lists": "draft lists only",
    "all": "all orders and plans",
}
WORLDS = 4  # imagined for a plan
FAR = 120  # moves that are imagined at most
MOST_CHOICES = 6  # of one line of a plan


class Mind:
    """Who plays one seat."""

    def __init__(self, rules: Rules, seat: str, mode: Mode, seed: str) -> None:
        self.rules = rules
        self.seat = seat
        self.mode = mode
        self.seed = seed
        self.bot = RulesOfThumbBot(rules, seed)
        self.plans = 0

    def choose(self, position: Any) -> Move:
        """The answer to what the seat is asked now."""
        view = self.rules.view(position, self.seat)
        return self.bot.choose(view, self.rules.offers(position, self.seat))

    def leave_orders(self, position: Any) -> None:
        """File what can be decided by now."""
        if self.mode == "none":
            return
        view = self.rules.view(position, self.seat)
        for line in self.rules.advised_orders(view, self.bot.dice.randrange):
            if self.mode == "all" or line.startswith("prefer "):
                orders.file(self.rules, position, self.seat, line)
        if self.mode == "all":
            self._plan(position)

    # --- the turn to come

    def _plan(self, position: Any) -> None:
        """A new plan in place of the old one."""
        if orders.plan(self.rules, position, self.seat):
            orders.file(self.rules, position, self.seat, "cancel plan")
        for line in self._lines(position):
            try:
                orders.file(self.rules, position, self.seat, f"plan {line}")
            except RulesError:
                return  # what cannot be written ahead is decided when it comes

    def _lines(self, position: Any) -> list[str]:
        self.plans += 1
        worlds = [self._world(position, number) for number in range(WORLDS)]
        return merged([turn for world in worlds if (turn := self._imagined(world))])

    def _world(self, position: Any, number: int) -> Any:
        return self.rules.deal_again(position, self.seat, Rng(f"{self.seed}/{self.plans}/{number}"))

    def _imagined(self, world: Any) -> list[str]:
        """The moves of the seat's next turn in this world; none, if it is asked something else before it."""
        turn: list[str] = []
        for _ in range(FAR):
            if self.rules.over(world):
                break
            seat = self.rules.awaits(world)[0]
            if seat == self.seat and not self.rules.on_turn(world, seat):
                break
            if turn and not self.rules.on_turn(world, self.seat):
                break
            if seat == self.seat:
                move = self.choose(world)
                turn.append(str(move))
            else:
                move = self.rules.fallback(world, seat)
            self.rules.play(world, seat, move)
        return turn


def merged(turns: Sequence[Sequence[str]]) -> list[str]:
    """One plan out of several: what the longer turns do comes first, the others' moves are alternatives."""
    turns = sorted(turns, key=len, reverse=True)
    most = max(map(len, turns), default=0)
    lines = [dict.fromkeys(turn[place] for turn in turns if place < len(turn)) for place in range(most)]
    return [orders.OR.join([*choices][:MOST_CHOICES]) for choices in lines]
