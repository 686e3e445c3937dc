"""A bot that plays random moves, used for simple opponents and by the fuzzer."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.core.notation import Move, Offer


class RandomBot:
    """Chooses all offers equally often. It has its own random numbers, so those of the game stay the same."""

    name = "random"
    needs_view = False

    def __init__(self, seed: int | str | None = None) -> None:
        self.dice = random.Random(seed)

    def choose(self, view: Mapping[str, Any], offers: Sequence[Offer]) -> Move:
        return self.dice.choice(offers).sample(self.dice.randrange)
