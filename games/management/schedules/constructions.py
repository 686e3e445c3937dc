"""Build the longest schedules in which nobody meets anybody twice.

Several constructions are tried, and the one that yields the most rounds wins.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.management.schedules.doubled_planes import double_planes
from games.management.schedules.planes import build_plane_rounds
from games.management.schedules.starters import DEFAULT_PATIENCE, build_cyclic_schedule
from games.tournaments.pairing import quality
from games.tournaments.pairing.meetings import count_meetings
from games.tournaments.pairing.schedules import search
from games.tournaments.pairing.schedules.stored import ConstructedSchedule
from games.tournaments.pairing.seat_order import seat_schedule

# (tables, seats): fewer rounds than the counting bound allows, as is proved: OEIS A107431
PROVEN_ROUND_LIMITS = {(4, 3): 4, (5, 4): 5, (6, 5): 6, (6, 6): 3}


@dataclass(frozen=True, slots=True)
class SearchEffort:
    """How hard to try: the random seed, how many tables a search examines, and swaps as a last resort."""

    seed: str = "1"
    patience: int = DEFAULT_PATIENCE
    swaps: int = 0


def count_possible_rounds(groups: int, size: int) -> int:
    """Return an upper bound for the number of rounds without repeats; up to 32 players it is reached."""
    return PROVEN_ROUND_LIMITS.get((groups, size), quality.compute_max_rounds(groups * size, size))


def build_longest_schedule(
    groups: int, size: int, effort: SearchEffort, tell: Callable[[int], None] | None = None
) -> ConstructedSchedule:
    """Build as many rounds as we can. `tell` is called with the number of rounds that is being tried."""
    best = max(_build_directly(groups, size, effort), key=lambda made: len(made.rounds))
    for rounds in range(count_possible_rounds(groups, size), len(best.rounds), -1):
        if tell:
            tell(rounds)
        if found := _search_schedule(groups, size, rounds, effort):
            best = found
            break
    return ConstructedSchedule(seat_schedule(best.rounds), best.origin)


def _build_directly(groups: int, size: int, effort: SearchEffort) -> Iterator[ConstructedSchedule]:
    """Yield the schedules that need little or no search."""
    yield ConstructedSchedule(build_plane_rounds(groups, size), "lines of a plane")
    if groups == 2 * size > 4 and (rounds := double_planes(size, seed=effort.seed)):
        yield ConstructedSchedule(rounds, f"two planes doubled, seed {effort.seed}")


def _search_schedule(groups: int, size: int, rounds: int, effort: SearchEffort) -> ConstructedSchedule | None:
    """Search for a schedule of exactly this many rounds; return None if none is found."""
    seed = effort.seed
    if found := build_cyclic_schedule(groups, size, rounds, seed=seed, patience=effort.patience):
        return ConstructedSchedule(
            found.rounds, f"{rounds // found.turn} sought and turned {found.turn} times, seed {seed}"
        )
    if effort.swaps:
        start = search.build_random_schedule([size] * groups, rounds, seed=seed)
        tried = search.improve_schedule(start, seed=seed, steps=effort.swaps)
        if not quality.count_repeats(count_meetings(tried)):
            return ConstructedSchedule(tried, f"{effort.swaps} swaps, seed {seed}")
    return None
