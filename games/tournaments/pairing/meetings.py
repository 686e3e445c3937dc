"""Count who met whom. A table is a tuple of players in seat order, a round is a tuple of tables."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TypeVar

TablePlayers = tuple[int, ...]  # players, the one in the first seat first
RoundTables = tuple[TablePlayers, ...]
PlayerPair = tuple[int, int]  # the smaller number first

P = TypeVar("P", bound=int | str)  # a player: a number, or a name


def list_pairs(table: Iterable[int]) -> Iterator[PlayerPair]:
    """Yield all pairs of players at a table."""
    return combinations(sorted(table), 2)


def count_meetings(rounds: Iterable[RoundTables]) -> Counter[PlayerPair]:
    """Count how often each pair has shared a table."""
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))


def list_seated_players(tables: Iterable[TablePlayers]) -> list[int]:
    """List everybody who has a seat, table by table; twice, if they sit at two tables."""
    return [player for table in tables for player in table]


def count_companions(rounds: Iterable[RoundTables]) -> dict[int, dict[int, int]]:
    """For each player, count how often they have sat with each of the others."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for (one, other), times in count_meetings(rounds).items():
        found[one][other] = found[other][one] = times
    return found
