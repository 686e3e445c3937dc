"""Fields of entrants, small Swiss events, and slow and simple ways to check what clever code has found."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from hypothesis import strategies as st

from games.tournaments.pairing import swiss
from games.tournaments.pairing.lots import lot
from games.tournaments.pairing.sizes import Shape
from games.tournaments.pairing.swiss import Entrant, Pairing
from games.tournaments.pairing.tables import Round
from games.tournaments.standings.points import TEN

shapes = st.sampled_from(
    [
        Shape(4, 3, 5),
        Shape(3, 3, 3),
        Shape(3, 2, 4),
        Shape(4, 3, 5, long_first=True),
        Shape(5, 4, 6),
        Shape(2, 2, 3),
    ]
)
seeds = st.text("abc", min_size=1, max_size=4)


def standing(order: Sequence[int], points: Mapping[int, Fraction | int], **more: object) -> list[Entrant]:
    """Entrants ranked in this order."""
    return [Entrant(number, rank, points[number], **more) for rank, number in enumerate(order, 1)]  # type: ignore[arg-type]


def ranked(points: Mapping[int, Fraction | int], byes: Mapping[int, int], seed: str) -> list[Entrant]:
    """By points, then by lot."""
    order = sorted(points, key=lambda number: (-points[number], lot(seed, number)))
    return [
        Entrant(number, rank, points[number], byes.get(number, 0)) for rank, number in enumerate(order, 1)
    ]


def sets(tables: Iterable[Iterable[int]]) -> set[frozenset[int]]:
    return {frozenset(table) for table in tables}


def play(
    numbers: Iterable[int], shape: Shape, rounds: int, seed: str, **options: object
) -> Iterator[tuple[list[Entrant], list[Round], Pairing]]:
    """A Swiss event whose games go by lot: each time who stands where, what was played, what is next."""
    points: Counter[int] = Counter(dict.fromkeys(numbers, 0))
    byes: Counter[int] = Counter()
    past: list[Round] = []
    for number in range(rounds):
        entrants = ranked(points, byes, seed)
        pairing = swiss.pair(entrants, list(past), shape, seed=seed, **options)  # type: ignore[arg-type]
        yield entrants, list(past), pairing
        past.append(pairing.tables)
        byes.update(pairing.byes)
        points.update(dict.fromkeys(pairing.byes, 5))
        for table in pairing.tables:
            finish = sorted(table, key=lambda player: lot(f"{seed}|{number}", player))
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
