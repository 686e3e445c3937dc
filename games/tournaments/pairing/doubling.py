"""Twice as many players as a plane has points, and twice as many rounds: ten for 32 players at tables of 4.

Every point of the plane becomes two players, twins, and every line becomes two tables: one of each pair of
twins sits at the first, the other one at the second. The lines of another plane on the same points make as
many rounds again. Two points are then on two lines, and their four players all meet, and nobody twice, if
equal twins sit together on one of these lines and unequal ones on the other. Who has to sit at which table
of a line follows from equations modulo 2, one for each pair of points.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, count
from random import Random

from games.tournaments.pairing.lots import dice
from games.tournaments.pairing.planes import lines
from games.tournaments.pairing.tables import Pair, Round, Table, pairs

TRIALS = 100  # with other second planes; of those for tables of four one in six will do
SWAPS = 3_000  # of two points, before one is given up
SELDOM = 0.02  # so often a swap is kept though it makes it worse

Twins = list[list[int]]  # for each line, which twin of each of its points sits at the first table


def doubled(size: int, *, seed: str) -> tuple[Round, ...] | None:
    """Twice as many tables as they have seats; none, if there is no plane or no second one was found."""
    plane = lines(size, size)
    if len(plane) <= size:
        return None
    chance = dice(seed, "doubled", size)
    for _ in range(TRIALS):
        both = plane + _another(plane, chance)
        if twins := _twins([line for parallel in both for line in parallel]):
            return _unfolded(both, twins)
    return None


def _unfolded(planes: Iterable[Round], twins: Twins) -> tuple[Round, ...]:
    """Each line as two tables. The twins of point 0 are 0 and 1, those of point 1 are 2 and 3, and so on."""
    first = iter(twins)
    return tuple(
        tuple(table for line in parallel for table in _both_tables(line, next(first))) for parallel in planes
    )


def _both_tables(line: Table, first: Iterable[int]) -> list[Table]:
    seats = list(zip(line, first, strict=True))
    return [tuple(2 * point + (twin ^ table) for point, twin in seats) for table in (0, 1)]


# --- another plane


def _another(plane: tuple[Round, ...], chance: Random) -> tuple[Round, ...]:
    """The same plane on shuffled points.

    Three points that are on one line in both could not be seated. So points are swapped until there are none
    such, or for as long as it makes sense."""
    all_lines = [line for parallel in plane for line in parallel]
    line_of = {pair: number for number, line in enumerate(all_lines) for pair in pairs(line)}
    points = list(range(len(plane[0]) ** 2))
    chance.shuffle(points)
    bad = _in_line(all_lines, line_of, points)
    for _ in range(SWAPS if bad else 0):
        one, other = chance.sample(range(len(points)), 2)
        points[one], points[other] = points[other], points[one]
        after = _in_line(all_lines, line_of, points)
        if after > bad and chance.random() >= SELDOM:
            points[one], points[other] = points[other], points[one]
            continue
        bad = after
        if not bad:
            break
    return tuple(tuple(tuple(points[point] for point in line) for line in parallel) for parallel in plane)


def _in_line(lines: Iterable[Table], line_of: Mapping[Pair, int], points: Sequence[int]) -> int:
    """How many pairs on lines of the shuffled plane are, in the other one, on one line with such a pair."""
    found = 0
    for line in lines:
        there = [line_of[pair] for pair in pairs(points[point] for point in line)]
        found += len(there) - len(set(there))
    return found


# --- who sits at which table of a line


def _twins(lines: Sequence[Table]) -> Twins | None:
    """Of two points on two lines: equal twins together on one of them, unequal ones on the other."""
    numbers = count()
    unknown = [{point: 1 << next(numbers) for point in line} for line in lines]
    unequal = 1 << next(numbers)
    equations: dict[Pair, int] = defaultdict(lambda: unequal)
    for line in unknown:
        for one, other in combinations(sorted(line), 2):
            equations[one, other] ^= line[one] ^ line[other]
    found = _solution(equations.values(), unequal)
    if found is None:
        return None
    return [[int(found & bit > 0) for bit in line.values()] for line in unknown]


def _solution(equations: Iterable[int], one: int) -> int | None:
    """The unknowns that are 1, as bits. An equation has the bits of its unknowns, and `one` for the sum 1."""
    rows: dict[int, int] = {}  # each by an unknown that is in no other row
    for equation in equations:
        rest = _reduced(equation, rows)
        if rest == one:
            return None
        if first := rest & -rest:
            rows = {unknown: row ^ rest if row & first else row for unknown, row in rows.items()}
            rows[first] = rest
    return sum(unknown for unknown, row in rows.items() if row & one)


def _reduced(equation: int, rows: Mapping[int, int]) -> int:
    for unknown, row in rows.items():
        if equation & unknown:
            equation ^= row
    return equation
