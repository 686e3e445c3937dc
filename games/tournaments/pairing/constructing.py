"""The longest schedules in which nobody meets anybody twice, from the construction that gives most rounds."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.tournaments.pairing import quality, search
from games.tournaments.pairing.doubling import doubled
from games.tournaments.pairing.planes import lines
from games.tournaments.pairing.seats import seat_schedule
from games.tournaments.pairing.starters import PATIENCE, turned
from games.tournaments.pairing.tables import Round, meetings

# where it is proved that there are fewer rounds than there would be new people for: OEIS A107431
FEWER = {(4, 3): 4, (5, 4): 5, (6, 5): 6, (6, 6): 3}


@dataclass(frozen=True, slots=True)
class Made:
    """Rounds in seat order, and how they were made: enough to make them again."""

    rounds: tuple[Round, ...]
    how: str


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to try: what chance hangs on, tables that a search looks at, and swaps, if all else fails."""

    seed: str = "1"
    patience: int = PATIENCE
    swaps: int = 0


def possible(groups: int, size: int) -> int:
    """More rounds without repeats cannot be for so many tables of this size; these can, up to 32 players."""
    return FEWER.get((groups, size), quality.most_rounds(groups * size, size))


def longest(groups: int, size: int, effort: Effort, tell: Callable[[int], None] | None = None) -> Made:
    """As many rounds as we can make. Whoever wants to know is told how many are sought just now."""
    best = max(_at_once(groups, size, effort), key=lambda made: len(made.rounds))
    for rounds in range(possible(groups, size), len(best.rounds), -1):
        if tell:
            tell(rounds)
        if found := _sought(groups, size, rounds, effort):
            best = found
            break
    return Made(seat_schedule(best.rounds), best.how)


def _at_once(groups: int, size: int, effort: Effort) -> Iterator[Made]:
    """What needs little search, or none."""
    yield Made(lines(groups, size), "lines of a plane")
    if groups == 2 * size > 4 and (rounds := doubled(size, seed=effort.seed)):
        yield Made(rounds, f"two planes doubled, seed {effort.seed}")


def _sought(groups: int, size: int, rounds: int, effort: Effort) -> Made | None:
    seed = effort.seed
    if found := turned(groups, size, rounds, seed=seed, patience=effort.patience):
        return Made(found.rounds, f"{rounds // found.turn} sought and turned {found.turn} times, seed {seed}")
    if effort.swaps:
        start = search.scattered([size] * groups, rounds, seed=seed)
        tried = search.improved(start, seed=seed, steps=effort.swaps)
        if not quality.repeats(meetings(tried)):
            return Made(tried, f"{effort.swaps} swaps, seed {seed}")
    return None
