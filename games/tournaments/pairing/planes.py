"""Schedules without repeats from the lines of finite planes.

Players stand in columns, one for each seat, as long as there are tables. Where the number of tables is a
power of a prime, rows and rounds can be added, multiplied and divided. A table of round r is a line of slope
r, and two people of different columns are on one line in one round only. Those of one column, who have not
met, play among themselves when the lines are used up.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product

from games.tournaments.pairing.tables import Round, Table


@cache
def lines(groups: int, size: int) -> tuple[Round, ...]:
    """As many rounds for so many tables of this size as there are slopes: planes, and parts of them."""
    numbers = numbers_below(groups) if groups >= size > 1 else None
    if numbers is None:
        return (_in_order(groups, size),)
    rounds = tuple(_parallel(numbers, slope, size) for slope in range(groups))
    return rounds if groups % size else rounds + _within_columns(groups, size)


def _in_order(groups: int, size: int) -> Round:
    return tuple(tuple(range(first, first + size)) for first in range(0, groups * size, size))


def _parallel(numbers: "Numbers", slope: int, size: int) -> Round:
    """All lines of one slope, in the first so many columns."""
    rises = [numbers.times[slope][column] for column in range(size)]
    return tuple(
        tuple(column * numbers.order + numbers.plus[start][rise] for column, rise in enumerate(rises))
        for start in range(numbers.order)
    )


def _within_columns(groups: int, size: int) -> tuple[Round, ...]:
    """Each column plays the schedule for its own number of people."""
    return tuple(
        tuple(_moved(table, column * groups) for column in range(size) for table in tables)
        for tables in lines(groups // size, size)
    )


def _moved(table: Table, by: int) -> Table:
    return tuple(player + by for player in table)


# --- finite fields


class Numbers:
    """Those below a power of a prime, with their sums and products.

    Their digits in base of the prime are those of a polynomial. Products are taken modulo another one, of
    which all but the highest digit are given."""

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
        """From the highest digit down: what is carried over the end comes back by the modulus."""
        found = (0,) * len(one)
        for digit in reversed(other):
            shifted = self._sum((0, *found[:-1]), self._modulus, found[-1])
            found = self._sum(shifted, one, digit)
        return found

    def can_be_divided(self) -> bool:
        """Is a product zero only if a factor is?"""
        return all(all(row[1:]) for row in self.times[1:])


@cache
def numbers_below(order: int) -> Numbers | None:
    """A field of so many numbers: there is one for each power of a prime, and no other."""
    prime = next((number for number in range(2, order + 1) if order % number == 0), 0)
    degree = next((power for power in range(1, order) if prime**power >= order), 1)
    if not prime or prime**degree != order:
        return None
    found = (Numbers(prime, degree, modulus) for modulus in product(range(prime), repeat=degree))
    return next(numbers for numbers in found if numbers.can_be_divided())
