"""Rounds for any number of players without repeats, by arithmetic alone.

Players stand in columns, one for each seat, as long as there are tables. In every round column j moves on by
j tables more than column 0, so two people of different columns meet again only if the difference of their
columns times the rounds between comes around the circle of tables. The first seat goes from column to column.
"""

from collections.abc import Sequence
from itertools import count
from math import isqrt

from games.tournaments.pairing.seats import seat_schedule
from games.tournaments.pairing.tables import Round, Table


def is_free_of_repeats(tables: int, size: int, rounds: int) -> bool:
    """Does no difference of columns times a difference of rounds come around?"""
    return all(columns * later % tables for columns in range(1, size) for later in range(1, rounds))


def schedule(players: int, size: int, rounds: int, *, tables: int | None = None) -> tuple[Round, ...] | None:
    """So many rounds without repeats, at tables of this size or one less; none, if this way fails."""
    tables = tables or -(-players // size)
    holes = tables * size - players
    if not 0 <= holes < tables or (holes and size <= 2):
        return None
    if is_free_of_repeats(tables, size, rounds):
        return raw(players, size, rounds, tables=tables)
    if holes or tables % size or not is_free_of_repeats(tables, size, rounds - 1):
        return None
    first = raw(players, size, rounds - 1, tables=tables)
    return seat_schedule((*first, _in_columns(players, size)))


def bent(players: int, size: int, rounds: int, *, tables: int | None = None) -> tuple[Round, ...] | None:
    """For an odd prime number of tables, fewer than seats: repeats must be, but no pair meets three times.

    Columns beyond the number of tables would follow an earlier one all the time. They move by the square of
    the round, and so meet an earlier column again only from one round to one other: as even as can be."""
    tables = tables or -(-players // size)
    suits = 2 < tables < size <= 2 * tables and rounds <= tables and _is_prime(tables)
    if not suits or players <= (size - 1) * tables:
        return None
    return raw(players, size, rounds, tables=tables, turn=tables)


def raw(
    players: int, size: int, rounds: int, *, tables: int | None = None, turn: int | None = None
) -> tuple[Round, ...]:
    """The rounds as the formula gives them, with whatever repeats; columns from `turn` on move by squares."""
    tables, turn = tables or -(-players // size), size if turn is None else turn
    numbers = _numbers(players, size, tables)
    return tuple(
        tuple(_table(number, _moves(later, size, turn), later, tables, numbers) for number in range(tables))
        for later in range(rounds)
    )


def _moves(later: int, size: int, turn: int) -> list[int]:
    """By how many tables each column has moved on."""
    return [
        column * later if column < turn else later * later + (column - turn) * later for column in range(size)
    ]


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, isqrt(number) + 1))


def _numbers(players: int, size: int, tables: int) -> list[int | None]:
    """Who stands at each place, column by column.

    The holes are in the last one, far from each other: then the same people do not meet two of them."""
    start, holes = (size - 1) * tables, size * tables - players
    empty = {start + hole * tables // holes for hole in range(1, holes + 1)} if holes else set()
    numbers = count()
    return [None if place + 1 in empty else next(numbers) for place in range(size * tables)]


def _table(
    number: int, moves: Sequence[int], first: int, tables: int, numbers: Sequence[int | None]
) -> Table:
    """In seat order, which begins with another column each round; where there is a hole, they close up."""
    size = len(moves)
    columns = ((seat - first) % size for seat in range(size))
    found = (numbers[column * tables + (number + moves[column]) % tables] for column in columns)
    return tuple(player for player in found if player is not None)


def _in_columns(players: int, size: int) -> Round:
    """People of one column have never met: where a column fills whole tables, there is one round more."""
    return tuple(tuple(range(start, start + size)) for start in range(0, players, size))
