"""A bot that plays anything: the opponent of first games and the workhorse of the fuzzer."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.core.notation import Move, Offer


class RandomBot:
    """Takes each offer as often as any other; its own dice, so the game's chance stays untouched."""

    name = "random"
    looks = False

    def __init__(self, seed: int | str | None = None) -> None:
        self.dice = random.Random(seed)

    def choose(self, view: Mapping[str, Any], offers: Sequence[Offer]) -> Move:
        return self.dice.choice(offers).sample(self.dice.randrange)
