"""What simulated people decide: the moves of the rule-based bot, and the orders that they file in advance.

Decisions use only the view of the seat. To plan a turn, the game is played on in imagined worlds in which all
that the seat cannot know is dealt again; nobody's orders are known there, and rivals make only minimal moves.
"""

from collections.abc import Sequence
from typing import Any, Literal

from games.bots.rule_based_bot import RuleBasedBot
from games.bots.self_play import pick_awaited_seat
from games.rules.core import orders
from games.rules.core.errors import RulesError
from games.rules.core.notation import Move
from games.rules.core.rng import Rng
from games.rules.core.ruleset import Ruleset

Rules = Ruleset[Any]
Mode = Literal["none", "lists", "all"]
MODES: dict[Mode, str] = {
    "none": "without orders",
    "lists": "lists only",
    "all": "all orders and plans",
}
WORLDS = 4  # how many are imagined for a plan
MOST_IMAGINED_MOVES = 120  # moves that are imagined at most
PLAN_START = f"{orders.PLAN} "
MOST_CHOICES = 6  # of one line of a plan


class DecisionMaker:
    """Makes the decisions of one seat."""

    def __init__(self, rules: Rules, seat: str, mode: Mode, seed: str) -> None:
        self.rules = rules
        self.seat = seat
        self.mode = mode
        self.seed = seed
        self.bot = RuleBasedBot(rules, seed)
        self.plans = 0

    def choose(self, position: Any) -> Move:
        """Choose the answer to the seat's open question."""
        view = self.rules.view(position, self.seat)
        return self.bot.choose(view, self.rules.offers(position, self.seat))

    def leave_orders(self, position: Any) -> None:
        """File orders for what can be decided in advance."""
        if self.mode == "none":
            return
        view = self.rules.view(position, self.seat)
        lines = self.rules.advice.suggest_orders(view, self.bot.dice.randrange)
        plan = [line for line in lines if line.startswith(PLAN_START)]
        for line in lines:
            if line not in plan and (self.mode == "all" or line.startswith("prefer ")):
                orders.file_order(self.rules, position, self.seat, line)
        if self.mode == "all":
            self._plan(position, plan if self.rules.advice.plans_turns else None)

    # --- the turn to come

    def _plan(self, position: Any, suggested: Sequence[str] | None) -> None:
        """Replace the plan for the seat's next turn: by what the game suggests, else by imagined turns."""
        if orders.list_plan_lines(self.rules, position, self.seat):
            orders.file_order(self.rules, position, self.seat, "cancel plan")
        for line in self._build_plan_lines(position) if suggested is None else suggested:
            try:
                orders.file_order(self.rules, position, self.seat, line)
            except RulesError:
                return  # what cannot be planned is decided when it comes up

    def _build_plan_lines(self, position: Any) -> list[str]:
        self.plans += 1
        worlds = [self._imagine_world(position, number) for number in range(WORLDS)]
        turns = [turn for world in worlds if (turn := self._imagine_turn(world))]
        return [f"{PLAN_START}{line}" for line in merge_turns(turns)]

    def _imagine_world(self, position: Any, number: int) -> Any:
        return self.rules.deal_again(position, self.seat, Rng(f"{self.seed}/{self.plans}/{number}"))

    def _imagine_turn(self, world: Any) -> list[str]:
        """Play out the seat's next turn in this world; no moves if it is asked something else before."""
        turn: list[str] = []
        for _ in range(MOST_IMAGINED_MOVES):
            if self.rules.over(world):
                break
            seat = pick_awaited_seat(self.rules, world)
            if seat == self.seat and not self.rules.orders.on_turn(world, seat):
                break
            if turn and not self.rules.orders.on_turn(world, self.seat):
                break
            if seat == self.seat:
                move = self.choose(world)
                turn.append(str(move))
            else:
                move = self.rules.fallback(world, seat)
            self.rules.play(world, seat, move)
        return turn


def merge_turns(turns: Sequence[Sequence[str]]) -> list[str]:
    """Merge imagined turns into one plan: moves of the longer turns first, the others as alternatives."""
    turns = sorted(turns, key=len, reverse=True)
    most = max(map(len, turns), default=0)
    lines = [dict.fromkeys(turn[place] for turn in turns if place < len(turn)) for place in range(most)]
    return [orders.OR_SEPARATOR.join([*choices][:MOST_CHOICES]) for choices in lines]
