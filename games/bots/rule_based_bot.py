"""The rule-based bot, which plays by the heuristics of each game."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.core.notation import Move, Offer
from games.rules.core.ruleset import Ruleset


class RuleBasedBot:
    """Plays what the ruleset advises from the bot's own view; has its own random numbers."""

    name = "rule_based"
    needs_view = True

    def __init__(self, rules: Ruleset[Any], seed: int | str | None = None) -> None:
        self.rules = rules
        self.dice = random.Random(seed)

    def choose(self, view: Mapping[str, Any], offers: Sequence[Offer]) -> Move:
        return self.rules.advice.choose_move(view, offers, self.dice.randrange)
