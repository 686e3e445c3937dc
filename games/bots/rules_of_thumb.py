"""A bot that plays as the rules of thumb of its game say."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.core.notation import Move, Offer
from games.rules.core.ruleset import Ruleset


class RulesOfThumbBot:
    """Asks the rules for advice, which see no more than it does; its own dice, as every bot."""

    name = "thumb"
    looks = True

    def __init__(self, rules: Ruleset[Any], seed: int | str | None = None) -> None:
        self.rules = rules
        self.dice = random.Random(seed)

    def choose(self, view: Mapping[str, Any], offers: Sequence[Offer]) -> Move:
        return self.rules.advice(view, offers, self.dice.randrange)
