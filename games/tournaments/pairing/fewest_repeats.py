"""The fewest repeats that a small field can have, by trying all rounds.

The bounds of `quality` follow from counting alone and cannot always be reached: six people at two tables of
three have at least five repeats in three rounds, and not four.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb

MOST_ROUNDS_TRIED = 60_000  # combinations of rounds
MOST_PARTITIONS = 400  # ways to seat one round
ROUNDS_FROM = 3  # for two rounds the bound is reached anyway


def find_fewest_repeats(sizes: Sequence[Sequence[int]], players: int) -> int | None:
    """Return the fewest repeats with these tables in each round; None where there are too many ways to try.

    Everybody plays in every round, and all rounds have the same tables."""
    first = tuple(sorted(sizes[0], reverse=True)) if sizes else ()
    is_alike = all(tuple(sorted(tables, reverse=True)) == first for tables in sizes)
    if not is_alike or len(sizes) < ROUNDS_FROM or sum(first) != players or len(first) < 2:
        return None
    return _try_all_rounds(first, len(sizes))


@lru_cache(maxsize=256)
def _try_all_rounds(tables: tuple[int, ...], rounds: int) -> int | None:
    """Seat the first round anyhow, and all others in every way."""
    ways = _count_partitions(tables)
    if ways > MOST_PARTITIONS or comb(ways + rounds - 2, rounds - 1) > MOST_ROUNDS_TRIED:
        return None
    masks = [
        _mark_meetings(partition, sum(tables)) for partition in _partition(tuple(range(sum(tables))), tables)
    ]
    most = 0
    for others in combinations_with_replacement(masks, rounds - 1):
        met = masks[0]
        for mask in others:
            met |= mask
        most = max(most, met.bit_count())
    return rounds * sum(comb(size, 2) for size in tables) - most


def _count_partitions(tables: Sequence[int]) -> int:
    """Return in how many ways people can sit at these tables; tables of one size are alike."""
    left, ways, same = sum(tables), 1, 0
    for place, size in enumerate(tables):
        same = same + 1 if place and tables[place - 1] == size else 1
        ways, left = ways * comb(left, size) // same, left - size
    return ways


def _partition(people: tuple[int, ...], tables: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield all ways to seat these people at tables of these sizes, each once."""
    if not tables:
        yield ()
        return
    one, *others = people
    for size in sorted(set(tables)):  # the first of them sits at one of the tables
        rest = list(tables)
        rest.remove(size)
        for beside in combinations(others, size - 1):
            left = tuple(player for player in others if player not in beside)
            for following in _partition(left, tuple(rest)):
                yield ((one, *beside), *following)


def _mark_meetings(partition: Sequence[Sequence[int]], players: int) -> int:
    """Return who meets in a round, one bit for each pair."""
    return sum(1 << (one * players + other) for table in partition for one, other in combinations(table, 2))
