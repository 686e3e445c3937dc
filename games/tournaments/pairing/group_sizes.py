"""Split a field into groups in which everybody meets everybody, as far as that can be.

First come splits with the fewest people in groups for which there is no design; among them groups close to
the wanted size, with as many games as usual, at tables of the usual size.
"""

from collections.abc import Iterator
from functools import lru_cache

from games.tournaments.pairing.schedules.designs import find_group_design
from games.tournaments.pairing.table_sizes import TableShape

SplitCost = tuple[int, int, int, int]  # people who sit out, people in uneven groups, oddness, groups
BestSplits = list[tuple[SplitCost, int] | None]  # for each number of people: the cost, and the last group

NEAREST_SIZES = 2  # groups may differ from the wanted size by so much, or by a third of it
GAME_WEIGHT = 12  # a game more or less is as bad as so many square steps away from the wanted size
TABLE_WEIGHT = 4  # a seat more or less at the tables


@lru_cache(maxsize=4096)
def split_into_groups(players: int, wanted: int, shape: TableShape) -> tuple[int, ...]:
    """Return the size of each group, the largest first. Everybody is in one."""
    sizes = _list_possible_sizes(wanted, shape)
    if players < sizes.start or _fits_one_group(players, wanted, shape):
        return (players,)
    best: BestSplits = [((0, 0, 0, 0), 0)]
    prices = {size: _compute_cost(size, wanted, shape) for size in sizes}
    for people in range(1, players + 1):
        ways = (
            (_add(rest[0], prices[size]), size)
            for size in sizes
            if size <= people and (rest := best[people - size])
        )
        best.append(min(ways, default=None))
    return tuple(sorted(_trace_groups(best, players), reverse=True))


def _list_possible_sizes(wanted: int, shape: TableShape) -> range:
    """Return the sizes near the wanted one; there are enough of them for any field."""
    away = max(NEAREST_SIZES, wanted // 3)
    least = max(wanted - away, min(wanted, shape.size + 1))
    return range(least, max(wanted + away, 2 * least - 1) + 1)


def _fits_one_group(players: int, wanted: int, shape: TableShape) -> bool:
    """Tell whether all can meet all in one group, with no more games than usual."""
    design = find_group_design(players, shape) if players < 2 * wanted else None
    return design is not None and design.games <= _count_usual_games(wanted, shape)


def _count_usual_games(wanted: int, shape: TableShape) -> int:
    """Return how many games everybody has in a group of the wanted size."""
    design = find_group_design(wanted, shape)
    return design.games if design else shape.size


def _compute_cost(size: int, wanted: int, shape: TableShape) -> SplitCost:
    """Return what one group of this size costs."""
    design, step = find_group_design(size, shape), (size - wanted) ** 2
    if not meets_evenly(size, shape):
        return shape.split(size).byes, size, size * step, 1
    games = abs(design.games - _count_usual_games(wanted, shape)) if design else 0
    seats = abs(design.size - shape.size) if design else abs(size - shape.size)
    return 0, 0, size * (step + GAME_WEIGHT * games + TABLE_WEIGHT * seats), 1


def meets_evenly(size: int, shape: TableShape) -> bool:
    """Tell whether everybody in a group of this size can meet everybody equally often."""
    return find_group_design(size, shape) is not None or len(shape.split(size).tables) <= 1


def _add(one: SplitCost, other: SplitCost) -> SplitCost:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def _trace_groups(best: BestSplits, players: int) -> Iterator[int]:
    """Walk back through the best choices."""
    while players and (step := best[players]):
        yield step[1]
        players -= step[1]
