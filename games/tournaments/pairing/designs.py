"""Schedules in which everybody meets everybody equally often and sits in each seat once: cyclic designs.

A few numbers, the difference set, make the first table; each further table has all of them moved on by one.
Every difference of two of the numbers comes up equally often, and therefore every pair of players.
"""

from games.tournaments.pairing.tables import Round, Table

# players and seats: the first table, in seat order
DIFFERENCES: dict[tuple[int, int], tuple[int, ...]] = {
    (7, 3): (0, 1, 3),
    (7, 4): (0, 3, 5, 6),
    (11, 5): (1, 3, 4, 5, 9),
    (11, 6): (0, 2, 6, 7, 8, 10),
    (13, 4): (0, 1, 3, 9),
    (15, 7): (0, 1, 2, 4, 5, 8, 10),
    (15, 8): (3, 6, 7, 9, 11, 12, 13, 14),
    (21, 5): (3, 6, 7, 12, 14),
    (31, 6): (1, 5, 11, 24, 25, 27),
    (57, 8): (0, 1, 3, 13, 32, 36, 43, 52),
}


def design(players: int, size: int) -> Round | None:
    """All tables, everybody at `size` of them; none, if we know of no design for these numbers."""
    if size >= 2 and players == size + 1:
        return cyclic(players, tuple(range(1, players)))  # everybody misses one table
    differences = DIFFERENCES.get((players, size))
    return cyclic(players, differences) if differences else None


def cyclic(players: int, first: Table) -> Round:
    """One table for each player, all alike."""
    return tuple(tuple((start + one) % players for one in first) for start in range(players))
