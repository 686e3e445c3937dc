"""The bots that play by rules of each game: the rule-based bot, and sparring partners for it."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.core.capabilities.advice import MoveChooser
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


class SparringBot:
    """Plays one of the other ways that a game knows, from the bot's own view."""

    needs_view = True

    def __init__(self, name: str, choose_move: MoveChooser, seed: int | str | None = None) -> None:
        self.name = name
        self.choose_move = choose_move
        self.dice = random.Random(seed)

    def choose(self, view: Mapping[str, Any], offers: Sequence[Offer]) -> Move:
        return self.choose_move(view, offers, self.dice.randrange)
