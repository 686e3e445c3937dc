"""Fields of entrants, small Swiss tournaments, and slow, simple ways to check what clever code has found."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from hypothesis import strategies as st

from games.tournaments.pairing.formats import swiss
from games.tournaments.pairing.formats.swiss import Pairing, SwissEntrant
from games.tournaments.pairing.lots import compute_lot
from games.tournaments.pairing.meetings import RoundTables
from games.tournaments.pairing.table_sizes import TableShape
from games.tournaments.standings.points import TEN

shapes = st.sampled_from(
    [
        TableShape(4, 3, 5),
        TableShape(3, 3, 3),
        TableShape(3, 2, 4),
        TableShape(4, 3, 5, long_first=True),
        TableShape(5, 4, 6),
        TableShape(2, 2, 3),
    ]
)
seeds = st.text("abc", min_size=1, max_size=4)


def standing(
    order: Sequence[int], points: Mapping[int, Fraction | int], **more: object
) -> list[SwissEntrant]:
    """Entrants ranked in this order."""
    return [SwissEntrant(number, rank, points[number], **more) for rank, number in enumerate(order, 1)]  # type: ignore[arg-type]


def ranked(points: Mapping[int, Fraction | int], byes: Mapping[int, int], seed: str) -> list[SwissEntrant]:
    """By points, then by lot."""
    order = sorted(points, key=lambda number: (-points[number], compute_lot(seed, number)))
    return [
        SwissEntrant(number, rank, points[number], byes.get(number, 0))
        for rank, number in enumerate(order, 1)
    ]


def sets(tables: Iterable[Iterable[int]]) -> set[frozenset[int]]:
    return {frozenset(table) for table in tables}


def play(
    numbers: Iterable[int], shape: TableShape, rounds: int, seed: str, **options: object
) -> Iterator[tuple[list[SwissEntrant], list[RoundTables], Pairing]]:
    """A Swiss tournament whose games go by lot: each time who stands where, what was played, what is next."""
    points: Counter[int] = Counter(dict.fromkeys(numbers, 0))
    byes: Counter[int] = Counter()
    past: list[RoundTables] = []
    for number in range(rounds):
        entrants = ranked(points, byes, seed)
        pairing = swiss.pair_next_round(entrants, list(past), shape, seed=seed, **options)  # type: ignore[arg-type]
        yield entrants, list(past), pairing
        past.append(pairing.tables)
        byes.update(pairing.byes)
        points.update(dict.fromkeys(pairing.byes, 5))
        for table in pairing.tables:
            finish = sorted(table, key=lambda player: compute_lot(f"{seed}|{number}", player))
            points.update(dict(zip(finish, TEN[len(table)], strict=True)))


def partitions(people: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to part a few people into tables of these sizes, written as simply as possible."""
    if not people:
        yield []
        return
    for size in sorted(set(sizes)):
        rest_of_sizes = list(sizes)
        rest_of_sizes.remove(size)
        for others in combinations(people[1:], size - 1):
            rest = [one for one in people[1:] if one not in others]
            for tables in partitions(rest, rest_of_sizes):
                yield [(people[0], *others), *tables]
