"""Random games of Citadels for the tests: every set-up, the same for the same seed."""

from collections.abc import Iterator

from games.rules.citadels.position import CitadelsGame
from games.rules.citadels.ruleset import CITADELS
from games.rules.core.rng import Rng
from tests.helpers.random_games import NAMES, Moment, play_moments, seen

__all__ = ["NAMES", "Moment", "any_set_up", "finished", "moments", "seen"]


def moments(seed: str, seats: int, options: dict[str, object]) -> Iterator[Moment]:
    """Every question of one random game. The position may be looked at, not changed."""
    return play_moments(CITADELS, seed, seats, options)


def any_set_up(seed: str) -> tuple[int, dict[str, object]]:
    return CITADELS.setup.sample(Rng(f"set-up {seed}"))


def finished(seed: str, seats: int, options: dict[str, object]) -> CitadelsGame:
    """A game played to its end by chance."""
    *_, last = moments(seed, seats, options)
    return last.position
