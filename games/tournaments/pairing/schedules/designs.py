"""Designs of groups: tables at which everybody meets everybody of the group equally often.

Some have as many games for everybody as a table has seats (`cyclic`). The others have fewer or more: ten
people at tables of four play six games each, and every pair meets twice. Most are built by rotation: all
players but perhaps one stand in a circle, and a few base tables move around it. Each is counted in the tests.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from games.tournaments.pairing.meetings import RoundTables, TablePlayers
from games.tournaments.pairing.schedules import cyclic
from games.tournaments.pairing.seat_order import seat_schedule
from games.tournaments.pairing.table_sizes import TableShape

BaseTable = tuple[int | None, ...]  # None is the player in the middle, who does not move

# (players, seats): base tables. Found by search; one that comes back to itself is not turned any further.
BASE_TABLES: dict[tuple[int, int], tuple[BaseTable, ...]] = {
    (5, 3): ((0, 1, 2), (0, 1, 3)),
    (6, 3): ((None, 0, 1), (0, 1, 3)),
    (9, 3): ((None, 0, 4), (0, 1, 3)),
    (13, 3): ((0, 1, 4), (0, 2, 7)),
    (15, 3): ((0, 1, 4), (0, 2, 8), (0, 5, 10)),
    (8, 4): ((None, 0, 1, 3), (0, 1, 2, 4)),
    (9, 4): ((0, 1, 2, 4), (0, 1, 4, 6)),
    (16, 4): ((None, 0, 5, 10), (0, 1, 3, 7)),
    (9, 5): ((0, 1, 2, 3, 5), (0, 1, 3, 5, 6)),
    (10, 5): ((None, 0, 1, 2, 4), (0, 1, 3, 5, 6)),
    (25, 5): ((None, 0, 6, 12, 18), (0, 1, 3, 11, 20)),
    (9, 6): ((None, 0, 1, 2, 3, 5), (0, 1, 2, 4, 5, 6)),
    (12, 6): ((0, 1, 2, 3, 5, 7), (0, 1, 3, 6, 7, 9), (0, 1, 4, 5, 8, 9)),
    (13, 6): ((0, 1, 2, 3, 5, 9), (0, 1, 3, 6, 7, 11)),
    (13, 7): ((0, 1, 2, 3, 4, 7, 9), (0, 1, 2, 4, 5, 8, 10)),
    (14, 7): ((None, 0, 1, 2, 3, 5, 9), (0, 1, 2, 4, 7, 9, 10)),
}

GAMES_PER_SEAT = 2  # a design may ask for so many times the usual games, which are one for each seat
FEWEST_GAMES_TRIED = 8  # where tables are small, a design may ask for so many games anyway


@dataclass(frozen=True, slots=True)
class GroupDesign:
    """All tables of a group in which everybody meets everybody equally often."""

    tables: RoundTables
    games: int  # of each player
    meetings: int  # of each pair

    @property
    def size(self) -> int:
        """Seats of each table."""
        return len(self.tables[0])


@lru_cache(maxsize=1024)
def find_group_design(players: int, shape: TableShape) -> GroupDesign | None:
    """Find the design closest to the usual number of games and to the usual table.

    None if we know none, and for a group that is no more than one table."""
    if players <= shape.size:
        return None
    most = max(GAMES_PER_SEAT * shape.size, FEWEST_GAMES_TRIED)
    known = (find_design(players, size) for size in range(shape.least, shape.most + 1))
    fitting = [one for one in known if one is not None and one.games <= most]
    return min(
        fitting,
        key=lambda one: (abs(one.games - shape.size), abs(one.size - shape.size), one.games),
        default=None,
    )


@lru_cache(maxsize=1024)
def find_design(players: int, size: int) -> GroupDesign | None:
    """Return the design with the fewest games that we know for tables of this size."""
    tables = _build_tables(players, size)
    if not tables:
        return None
    games = len(tables) * size // players
    return GroupDesign(tables, games, games * (size - 1) // (players - 1))


def _build_tables(players: int, size: int) -> RoundTables:
    """Return the tables of a design in seat order; none if we know no design."""
    if (known := cyclic.find_design(players, size)) is not None:
        return known
    if size == 2 and players > size:
        return _seat_evenly(_list_duels(players))
    if (base := BASE_TABLES.get((players, size))) is not None:
        found = tuple(_turn_tables(players, base))
        is_seated = len(found) == len(base) * players  # then everybody has each seat of each base table once
        return found if is_seated else _seat_evenly(found)
    return _seat_evenly(SPECIAL_DESIGNS.get((players, size), lambda: ())())


def _seat_evenly(tables: Iterable[TablePlayers]) -> RoundTables:
    """Seat everybody in each seat equally often, or once more."""
    [seated] = seat_schedule((tuple(tables),))
    return seated


def _list_duels(players: int) -> list[TablePlayers]:
    """List all pairs, ordered so that people can play most of them side by side."""
    return sorted(combinations(range(players), 2), key=lambda pair: (sum(pair) % players, pair))


def _turn_tables(players: int, base: Iterable[BaseTable]) -> Iterator[TablePlayers]:
    """Yield the base tables, moved around the circle until they come back to themselves."""
    for table in base:
        circle = players - (None in table or any(None in other for other in base))
        seen: set[frozenset[int]] = set()
        for turn in range(circle):
            seated = tuple(players - 1 if one is None else (one + turn) % circle for one in table)
            if frozenset(seated) not in seen:
                seen.add(frozenset(seated))
                yield seated


# --- designs with a construction of their own


def _build_tables_of_edges() -> list[TablePlayers]:
    """Ten players at tables of four: they are the lines between five points.

    A table is the four lines that meet in a point, or a triangle and the line of the other two points."""
    lines = list(combinations(range(5), 2))
    number = {line: player for player, line in enumerate(lines)}
    stars = [tuple(number[line] for line in lines if point in line) for point in range(5)]
    triangles = []
    for apart in lines:
        others = [point for point in range(5) if point not in apart]
        triangles.append((number[apart], *(number[line] for line in combinations(others, 2))))
    return [*stars, *triangles]


def _build_complements() -> list[TablePlayers]:
    """Ten players at tables of six: whoever does not sit at a table of four."""
    return [tuple(one for one in range(10) if one not in table) for table in _build_tables_of_edges()]


def _build_tables_of_crosses() -> list[TablePlayers]:
    """Sixteen players at tables of six: they stand in a square, and a table is a row and a column without the
    square where they cross."""
    return [
        tuple(one for one in range(16) if one != cross and (one // 4 == cross // 4 or one % 4 == cross % 4))
        for cross in range(16)
    ]


SPECIAL_DESIGNS = {
    (10, 4): _build_tables_of_edges,
    (10, 6): _build_complements,
    (16, 6): _build_tables_of_crosses,
}
