"""Rounds without repeats for any number of players, by modular arithmetic alone.

Players stand in columns, one for each seat, as long as there are tables. In every round column j moves on by
j tables. Two players of different columns meet again only if the difference of their columns times the number
of rounds between is a multiple of the number of tables. The first seat goes from column to column.
"""

from collections.abc import Sequence
from itertools import count
from math import isqrt

from games.tournaments.pairing.meetings import RoundTables, TablePlayers
from games.tournaments.pairing.seat_order import seat_schedule


def is_free_of_repeats(tables: int, size: int, rounds: int) -> bool:
    """Is no difference of columns times a difference of rounds a multiple of the number of tables?"""
    return all(columns * later % tables for columns in range(1, size) for later in range(1, rounds))


def build_schedule(
    players: int, size: int, rounds: int, *, tables: int | None = None
) -> tuple[RoundTables, ...] | None:
    """Build rounds without repeats at tables of this size or one smaller; None if this method fails."""
    tables = tables or -(-players // size)
    holes = tables * size - players
    if not 0 <= holes < tables or (holes and size <= 2):
        return None
    if is_free_of_repeats(tables, size, rounds):
        return build_raw_rounds(players, size, rounds, tables=tables)
    if holes or tables % size or not is_free_of_repeats(tables, size, rounds - 1):
        return None
    first = build_raw_rounds(players, size, rounds - 1, tables=tables)
    return seat_schedule((*first, _build_column_round(players, size)))


def build_quadratic_schedule(
    players: int, size: int, rounds: int, *, tables: int | None = None
) -> tuple[RoundTables, ...] | None:
    """Build rounds in which no pair meets three times, for fewer tables than seats at each.

    The number of tables must be an odd prime. Repeats are unavoidable there. Columns beyond the number of
    tables would follow an earlier column all the time, so they move by the square of the round and meet each
    earlier column again in one other round only."""
    tables = tables or -(-players // size)
    suits = 2 < tables < size <= 2 * tables and rounds <= tables and _is_prime(tables)
    if not suits or players <= (size - 1) * tables:
        return None
    return build_raw_rounds(players, size, rounds, tables=tables, turn=tables)


def build_raw_rounds(
    players: int, size: int, rounds: int, *, tables: int | None = None, turn: int | None = None
) -> tuple[RoundTables, ...]:
    """Build the rounds that the formula gives, repeats included; columns from `turn` on move by squares."""
    tables, turn = tables or -(-players // size), size if turn is None else turn
    numbers = _number_places(players, size, tables)
    return tuple(
        tuple(
            _build_table(number, _compute_shifts(later, size, turn), later, tables, numbers)
            for number in range(tables)
        )
        for later in range(rounds)
    )


def _compute_shifts(later: int, size: int, turn: int) -> list[int]:
    """Return by how many tables each column has moved on."""
    return [
        column * later if column < turn else later * later + (column - turn) * later for column in range(size)
    ]


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, isqrt(number) + 1))


def _number_places(players: int, size: int, tables: int) -> list[int | None]:
    """List the player at each place, column by column.

    Holes are in the last column, far from each other, so that the same players do not meet two of them."""
    start, holes = (size - 1) * tables, size * tables - players
    empty = {start + hole * tables // holes for hole in range(1, holes + 1)} if holes else set()
    numbers = count()
    return [None if place + 1 in empty else next(numbers) for place in range(size * tables)]


def _build_table(
    number: int, moves: Sequence[int], first: int, tables: int, numbers: Sequence[int | None]
) -> TablePlayers:
    """Return a table in seat order, which starts with another column each round; holes are closed up."""
    size = len(moves)
    columns = ((seat - first) % size for seat in range(size))
    found = (numbers[column * tables + (number + moves[column]) % tables] for column in columns)
    return tuple(player for player in found if player is not None)


def _build_column_round(players: int, size: int) -> RoundTables:
    """Build one more round within the columns: players of one column have never met."""
    return tuple(tuple(range(start, start + size)) for start in range(0, players, size))
