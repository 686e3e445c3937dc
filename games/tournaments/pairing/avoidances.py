"""Players who should not share a table, because one of them asked for it or because they live together.

The reason is never shown to anybody.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import combinations

from games.tournaments.pairing.meetings import P

AvoidanceMap = Mapping[P, Set[P]]  # player -> players they should not share a table with; symmetric


def build_avoidances(
    blocks: Iterable[tuple[P, P]], households: Iterable[Iterable[P]] = ()
) -> dict[P, set[P]]:
    """Combine pairs (whichever of the two asked) and households into one symmetric map."""
    found: dict[P, set[P]] = defaultdict(set)
    at_home = (pair for people in households for pair in combinations(people, 2))
    for one, other in (*blocks, *at_home):
        if one != other:
            found[one].add(other)
            found[other].add(one)
    return dict(found)


def find_unwanted_pairs(tables: Iterable[Sequence[P]], apart: AvoidanceMap[P]) -> tuple[tuple[P, P], ...]:
    """List the pairs that share a table although they should not, because nothing better was possible."""
    met = (pair for table in tables for pair in combinations(sorted(table), 2))
    return tuple(sorted((one, other) for one, other in met if other in apart.get(one, ())))
