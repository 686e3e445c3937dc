"""Cyclic designs: everybody meets everybody else equally often and sits in each seat once.

A difference set is the first table; each further table adds one to all its numbers, modulo the number of
players. Every difference of two of the numbers occurs equally often, and therefore every pair of players.
"""

from games.tournaments.pairing.meetings import RoundTables, TablePlayers

# (players, seats): the first table, in seat order
DIFFERENCE_SETS: dict[tuple[int, int], tuple[int, ...]] = {
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


def find_design(players: int, size: int) -> RoundTables | None:
    """Return all tables, with everybody at `size` of them; None if no design is known for these numbers."""
    if size >= 2 and players == size + 1:
        return build_cyclic_tables(
            players, tuple(range(1, players))
        )  # everybody is absent from exactly one table
    differences = DIFFERENCE_SETS.get((players, size))
    return build_cyclic_tables(players, differences) if differences else None


def build_cyclic_tables(players: int, first: TablePlayers) -> RoundTables:
    """Build one table per player by shifting the first table."""
    return tuple(tuple((start + one) % players for one in first) for start in range(players))
