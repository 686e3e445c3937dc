"""Double a finite plane: twice as many players as it has points, and twice as many rounds.

For example ten rounds for 32 players at tables of four. Every point of the plane becomes two players, called
twins, and every line becomes two tables: one twin of each point sits at the first, the other at the second.
The lines of another plane on the same points make as many rounds again. Any two points are then on two lines.
Their four players all meet, and nobody twice, if equal twins sit together on one of these lines and unequal
twins on the other. Who sits at which table of a line follows from equations modulo 2, one per pair of points.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, count
from random import Random

from games.management.schedules.planes import build_plane_rounds
from games.tournaments.pairing.lots import create_random
from games.tournaments.pairing.meetings import PlayerPair, RoundTables, TablePlayers, list_pairs

MAX_TRIALS = 100  # second planes that are tried; for tables of four one in six works
MAX_POINT_SWAPS = 3_000  # of two points, before a second plane is given up
WORSE_SWAP_CHANCE = 0.02  # chance that a swap is kept although it makes things worse

TwinChoices = list[list[int]]  # for each line: which twin of each point sits at the first table


def double_planes(size: int, *, seed: str) -> tuple[RoundTables, ...] | None:
    """Build rounds with twice as many tables as seats; None without a plane, or if no second one is found."""
    plane = build_plane_rounds(size, size)
    if len(plane) <= size:
        return None
    chance = create_random(seed, "doubled", size)
    for _ in range(MAX_TRIALS):
        both = plane + _find_second_plane(plane, chance)
        if twins := _choose_twins([line for parallel in both for line in parallel]):
            return _expand_lines(both, twins)
    return None


def _expand_lines(planes: Iterable[RoundTables], twins: TwinChoices) -> tuple[RoundTables, ...]:
    """Turn each line into two tables. The twins of point n are the players 2n and 2n + 1."""
    first = iter(twins)
    return tuple(
        tuple(table for line in parallel for table in _split_line(line, next(first))) for parallel in planes
    )


def _split_line(line: TablePlayers, first: Iterable[int]) -> list[TablePlayers]:
    """Return the two tables of a line, given which twin of each point sits at the first."""
    seats = list(zip(line, first, strict=True))
    return [tuple(2 * point + (twin ^ table) for point, twin in seats) for table in (0, 1)]


# --- another plane


def _find_second_plane(plane: tuple[RoundTables, ...], chance: Random) -> tuple[RoundTables, ...]:
    """Return the same plane with its points shuffled.

    Three points that share a line in both planes could not be seated. So points are swapped until there are
    no such points, or until the limit of swaps is reached."""
    all_lines = [line for parallel in plane for line in parallel]
    line_of = {pair: number for number, line in enumerate(all_lines) for pair in list_pairs(line)}
    points = list(range(len(plane[0]) ** 2))
    chance.shuffle(points)
    bad = _count_shared_lines(all_lines, line_of, points)
    for _ in range(MAX_POINT_SWAPS if bad else 0):
        one, other = chance.sample(range(len(points)), 2)
        points[one], points[other] = points[other], points[one]
        after = _count_shared_lines(all_lines, line_of, points)
        if after > bad and chance.random() >= WORSE_SWAP_CHANCE:
            points[one], points[other] = points[other], points[one]
            continue
        bad = after
        if not bad:
            break
    return tuple(tuple(tuple(points[point] for point in line) for line in parallel) for parallel in plane)


def _count_shared_lines(
    lines: Iterable[TablePlayers], line_of: Mapping[PlayerPair, int], points: Sequence[int]
) -> int:
    """Count the pairs of each shuffled line that share their line of the first plane with another pair."""
    found = 0
    for line in lines:
        there = [line_of[pair] for pair in list_pairs(points[point] for point in line)]
        found += len(there) - len(set(there))
    return found


# --- which twin sits at which table of a line


def _choose_twins(lines: Sequence[TablePlayers]) -> TwinChoices | None:
    """Choose twins so that two points on two lines have equal twins together on one, unequal on the other."""
    numbers = count()
    unknown = [{point: 1 << next(numbers) for point in line} for line in lines]
    unequal = 1 << next(numbers)
    equations: dict[PlayerPair, int] = defaultdict(lambda: unequal)
    for line in unknown:
        for one, other in combinations(sorted(line), 2):
            equations[one, other] ^= line[one] ^ line[other]
    found = _solve_equations(equations.values(), unequal)
    if found is None:
        return None
    return [[int(found & bit > 0) for bit in line.values()] for line in unknown]


def _solve_equations(equations: Iterable[int], one: int) -> int | None:
    """Solve linear equations modulo 2; return the unknowns that are 1, as bits, or None.

    An equation has the bits of its unknowns, and the bit `one` if their sum is 1."""
    rows: dict[int, int] = {}  # keyed by an unknown that is in no other row
    for equation in equations:
        rest = _reduce_equation(equation, rows)
        if rest == one:
            return None
        if first := rest & -rest:
            rows = {unknown: row ^ rest if row & first else row for unknown, row in rows.items()}
            rows[first] = rest
    return sum(unknown for unknown, row in rows.items() if row & one)


def _reduce_equation(equation: int, rows: Mapping[int, int]) -> int:
    """Eliminate from an equation the unknowns that already have a row."""
    for unknown, row in rows.items():
        if equation & unknown:
            equation ^= row
    return equation
