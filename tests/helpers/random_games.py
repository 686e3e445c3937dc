"""Random games for tests that look at every question of a game, whatever game it is."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from games.rules.core.events import Event
from games.rules.core.notation import Move
from games.rules.core.rng import Rng
from games.rules.core.ruleset import Ruleset

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")


class Moment(NamedTuple):
    """A position in which somebody is asked, and the move that will be made."""

    position: Any
    seat: str
    move: Move
    number: int


def play_moments(
    rules: Ruleset[Any], seed: str, seats: int, options: Mapping[str, object]
) -> Iterator[Moment]:
    """Every question of one random game. The position may be looked at, not changed."""
    rng = Rng(f"moments {seed}")
    position, _ = rules.new(NAMES[:seats], options, seed)
    for number in range(20_000):
        if rules.over(position):
            return
        asked = rules.awaits(position)
        seat = asked[0] if len(asked) == 1 else rng.choice(asked)
        move = rng.choice(rules.offers(position, seat)).sample(rng.below)
        yield Moment(position, seat, move, number)
        rules.play(position, seat, move)
    raise AssertionError("the game does not end")


def seen(events: list[Event], seat: str | None) -> list[dict[str, object]]:
    return [event.seen_by(seat) for event in events]
