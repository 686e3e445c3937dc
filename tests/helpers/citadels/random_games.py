"""Random games of Citadels for the tests: every set-up, the same for the same seed."""

from collections.abc import Iterator
from typing import NamedTuple

from games.rules.citadels.position import CitadelsGame
from games.rules.citadels.ruleset import CITADELS
from games.rules.core.events import Event
from games.rules.core.notation import Move
from games.rules.core.rng import Rng

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")


class Moment(NamedTuple):
    """A position in which somebody is asked, and the move that will be made."""

    position: CitadelsGame
    seat: str
    move: Move
    number: int


def moments(seed: str, seats: int, options: dict[str, object]) -> Iterator[Moment]:
    """Every question of one random game. The position may be looked at, not changed."""
    rng = Rng(f"moments {seed}")
    position, _ = CITADELS.new(NAMES[:seats], options, seed)
    for number in range(20_000):
        if CITADELS.over(position):
            return
        (seat,) = CITADELS.awaits(position)
        move = rng.choice(CITADELS.offers(position, seat)).sample(rng.below)
        yield Moment(position, seat, move, number)
        CITADELS.play(position, seat, move)
    raise AssertionError("the game does not end")


def any_set_up(seed: str) -> tuple[int, dict[str, object]]:
    return CITADELS.setup.sample(Rng(f"set-up {seed}"))


def finished(seed: str, seats: int, options: dict[str, object]) -> CitadelsGame:
    """A game played to its end by chance."""
    *_, last = moments(seed, seats, options)
    return last.position


def seen(events: list[Event], seat: str | None) -> list[dict[str, object]]:
    return [event.seen_by(seat) for event in events]
