"""People who do not sit at one table: they asked for it, or they live together. Nobody is told which."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import combinations

from games.tournaments.pairing.tables import P

Apart = Mapping[P, Set[P]]  # for each: with whom they do not sit; it goes both ways


def kept_apart(blocks: Iterable[tuple[P, P]], households: Iterable[Iterable[P]] = ()) -> dict[P, set[P]]:
    """From pairs, whoever of the two asked for it, and from households."""
    found: dict[P, set[P]] = defaultdict(set)
    at_home = (pair for people in households for pair in combinations(people, 2))
    for one, other in (*blocks, *at_home):
        if one != other:
            found[one].add(other)
            found[other].add(one)
    return dict(found)


def together(tables: Iterable[Sequence[P]], apart: Apart[P]) -> tuple[tuple[P, P], ...]:
    """The pairs that sit at one table and should not: there was no other way."""
    met = (pair for table in tables for pair in combinations(sorted(table), 2))
    return tuple(sorted((one, other) for one, other in met if other in apart.get(one, ())))
