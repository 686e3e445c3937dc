"""Tables are tuples of players in seat order, rounds are tuples of tables; who met whom is counted."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TypeVar

Table = tuple[int, ...]  # players, the one in the first seat first
Round = tuple[Table, ...]
Pair = tuple[int, int]  # the smaller number first

P = TypeVar("P", bound=int | str)  # a player: a number, or a name


def pairs(table: Iterable[int]) -> Iterator[Pair]:
    """Everybody at a table with everybody else."""
    return combinations(sorted(table), 2)


def meetings(rounds: Iterable[Round]) -> Counter[Pair]:
    """How often each pair has sat at one table."""
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))


def seated(tables: Iterable[Table]) -> list[int]:
    """Everybody who sits somewhere, table by table; twice, if they sit at two tables."""
    return [player for table in tables for player in table]


def companions(rounds: Iterable[Round]) -> dict[int, dict[int, int]]:
    """With whom each player has sat, and how often."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for (one, other), times in meetings(rounds).items():
        found[one][other] = found[other][one] = times
    return found
