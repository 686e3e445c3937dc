"""Schedules without repeats from the lines of finite planes.

Players stand in columns, one for each seat, as long as there are tables. If the number of tables is a power
of a prime, rows and rounds are elements of a finite field. A table of round r is a line of slope r, and two
players of different columns are on a common line in one round only. Players of one column, who have not met,
play each other when all slopes are used.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product

from games.tournaments.pairing.meetings import RoundTables, TablePlayers


@cache
def build_plane_rounds(groups: int, size: int) -> tuple[RoundTables, ...]:
    """Build one round per slope for this many tables of this size, from a plane or part of one."""
    numbers = find_finite_field(groups) if groups >= size > 1 else None
    if numbers is None:
        return (_build_ordered_round(groups, size),)
    rounds = tuple(_build_parallel_lines(numbers, slope, size) for slope in range(groups))
    return rounds if groups % size else rounds + _build_column_rounds(groups, size)


def _build_ordered_round(groups: int, size: int) -> RoundTables:
    """Build a round with the players in numerical order."""
    return tuple(tuple(range(first, first + size)) for first in range(0, groups * size, size))


def _build_parallel_lines(numbers: "FiniteField", slope: int, size: int) -> RoundTables:
    """Return all lines of one slope, restricted to the first `size` columns."""
    rises = [numbers.times[slope][column] for column in range(size)]
    return tuple(
        tuple(column * numbers.order + numbers.plus[start][rise] for column, rise in enumerate(rises))
        for start in range(numbers.order)
    )


def _build_column_rounds(groups: int, size: int) -> tuple[RoundTables, ...]:
    """Let each column play the schedule for its own number of players."""
    return tuple(
        tuple(_shift_table(table, column * groups) for column in range(size) for table in tables)
        for tables in build_plane_rounds(groups // size, size)
    )


def _shift_table(table: TablePlayers, by: int) -> TablePlayers:
    return tuple(player + by for player in table)


# --- finite fields


class FiniteField:
    """A finite field: the numbers below a power of a prime, with addition and multiplication tables.

    The digits of a number in base of the prime are the coefficients of a polynomial. Products are taken
    modulo another polynomial, of which all but the leading coefficient are given."""

    def __init__(self, prime: int, degree: int, modulus: Sequence[int]) -> None:
        self.order = prime**degree
        self._prime, self._modulus = prime, [-digit % prime for digit in modulus]
        powers = [prime**place for place in range(degree)]
        digits = [tuple(number // power % prime for power in powers) for number in range(self.order)]
        number_of = {places: number for number, places in enumerate(digits)}
        self.plus = [[number_of[self._sum(one, other)] for other in digits] for one in digits]
        self.times = [[number_of[self._product(one, other)] for other in digits] for one in digits]

    def _sum(self, one: Sequence[int], other: Sequence[int], times: int = 1) -> tuple[int, ...]:
        return tuple((mine + times * theirs) % self._prime for mine, theirs in zip(one, other, strict=True))

    def _product(self, one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
        """Multiply digit by digit from the highest; overflow is reduced by the modulus."""
        found = (0,) * len(one)
        for digit in reversed(other):
            shifted = self._sum((0, *found[:-1]), self._modulus, found[-1])
            found = self._sum(shifted, one, digit)
        return found

    def is_field(self) -> bool:
        """Is a product zero only if a factor is? Then this is a field."""
        return all(all(row[1:]) for row in self.times[1:])


@cache
def find_finite_field(order: int) -> FiniteField | None:
    """Return a field of this order; one exists exactly for the powers of primes."""
    prime = next((number for number in range(2, order + 1) if order % number == 0), 0)
    degree = next((power for power in range(1, order) if prime**power >= order), 1)
    if not prime or prime**degree != order:
        return None
    found = (FiniteField(prime, degree, modulus) for modulus in product(range(prime), repeat=degree))
    return next(numbers for numbers in found if numbers.is_field())
