"""Swiss pods: people with like points, who have not met.

Those who sit out are chosen first, then the tables, then the seats. Of all partitions into tables the
cheapest is taken. A pair costs the square of the difference of their points, and the square of a win for each
time they have met: a repeat is as bad as seating two people one whole win apart. Strictly, repeats come
first, and points decide between equals. Nobody sits down to the very same table again, if that can be helped.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, islice
from math import lcm
from typing import Literal

from games.tournaments.pairing import quality
from games.tournaments.pairing.apart import Apart, together
from games.tournaments.pairing.lots import dice, drawn
from games.tournaments.pairing.partitions import Prices, cheapest
from games.tournaments.pairing.seats import lacking, seat, tallies
from games.tournaments.pairing.seeding import Spread, first_tables
from games.tournaments.pairing.sizes import Shape
from games.tournaments.pairing.tables import Round, companions, meetings, pairs

Way = Literal["strict", "weighted"]

STRICT_FROM = 32  # people: in smaller fields strictness tears the points apart
BYES_TRIED = 1_200  # people times choices of who sits out, when the usual one does not keep people apart
FINE = 1_000_000  # parts of a point, where fractions have no small common denominator
WINNER = 10  # points of a win at a table of four


@dataclass(frozen=True, slots=True)
class Entrant:
    """Where somebody stands before the round."""

    number: int
    rank: int  # by points, tie-breaks and lot; 1 is the best
    points: Fraction | int = 0
    byes: int = 0
    active: bool = True  # has neither withdrawn nor been put out


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round: tables in seat order, the best first and, from the second round on, short ones last."""

    tables: Round
    byes: tuple[int, ...] = ()
    together: tuple[tuple[int, int], ...] = ()  # could not be kept apart


@dataclass(frozen=True, slots=True)
class Price:
    """What a round costs."""

    repeats: int
    spread: Fraction
    cost: Fraction


def rounds(players: int, size: int) -> int:
    """Enough to find the best one, and two more."""
    winners, needed = 1, 2
    while winners < players:
        winners, needed = winners * size, needed + 1
    return needed


def usual(players: int) -> Way:
    return "strict" if players >= STRICT_FROM else "weighted"


def opening(
    entrants: Iterable[Entrant],
    shape: Shape,
    *,
    spread: Spread = "snake",
    apart: Apart[int] | None = None,
    seed: str = "",
) -> Pairing:
    """The first round, by seeds, the ranks. Nobody has sat anywhere yet: seats are drawn by lot."""
    active, apart = in_order(entrants), apart or {}
    sizes = shape.split(len(active))

    def paired(byes: tuple[int, ...]) -> Pairing:
        seeds = [one.number for one in active if one.number not in byes]
        tables = first_tables(seeds, sizes.tables, spread=spread, apart=apart, seed=seed)
        return Pairing(tuple(tuple(drawn(table, seed)) for table in tables), byes, together(tables, apart))

    return _with_the_best_byes(active, sizes.byes, paired)


def pair(
    entrants: Iterable[Entrant],
    past: Sequence[Round],
    shape: Shape,
    *,
    way: Way | None = None,
    winner: Fraction | int = WINNER,
    apart: Apart[int] | None = None,
    seed: str = "",
) -> Pairing:
    """The next round. `past` are the tables that were played, in seat order."""
    active = in_order(entrants)
    field = _Field(active, past, shape, way or usual(len(active)), winner, apart or {}, seed)
    return _with_the_best_byes(active, shape.split(len(active)).byes, field.paired)


def several(
    entrants: Iterable[Entrant],
    past: Sequence[Round],
    shape: Shape,
    tables_each: int,
    *,
    way: Way | None = None,
    winner: Fraction | int = WINNER,
    apart: Apart[int] | None = None,
    seed: str = "",
) -> tuple[Pairing, ...]:
    """Several tables for everybody at the same time: for the second one the first counts as played."""
    entrants, made = list(entrants), list[Pairing]()
    for _ in range(tables_each):
        played = (*past, *(pairing.tables for pairing in made))
        made.append(pair(entrants, played, shape, way=way, winner=winner, apart=apart, seed=seed))
        out = set(made[-1].byes)
        entrants = [replace(one, byes=one.byes + (one.number in out)) for one in entrants]
    return tuple(made)


def price(
    tables: Round, entrants: Iterable[Entrant], past: Iterable[Round], winner: Fraction | int = WINNER
) -> Price:
    """What these tables cost, before anything is made strict or kept apart."""
    points, met = {one.number: one.points for one in entrants}, meetings(past)
    repeats = sum(met[pair] for table in tables for pair in pairs(table))
    spread = quality.spread(tables, points)
    return Price(repeats, spread, repeats * Fraction(winner) ** 2 + spread)


def in_order(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Those who still play, by rank."""
    return sorted((one for one in entrants if one.active), key=lambda one: (one.rank, one.number))


# --- who sits out


def sitting_out(active: Sequence[Entrant], byes: int) -> tuple[int, ...]:
    """The lowest of those who have had the fewest byes."""
    return tuple(one.number for one in _by_turn(active)[:byes])


def _by_turn(active: Sequence[Entrant]) -> list[Entrant]:
    return sorted(active, key=lambda one: (one.byes, -one.rank, -one.number))


def _with_the_best_byes(
    active: Sequence[Entrant], byes: int, paired: Callable[[tuple[int, ...]], Pairing]
) -> Pairing:
    """Whoever's turn it is sits out; somebody else, if only that keeps people apart."""
    made = paired(sitting_out(active, byes))
    if not (made.together and byes):
        return made
    turns = [one.number for one in _by_turn(active)]
    for others in islice(combinations(turns, byes), 1, BYES_TRIED // len(active)):
        made = min(made, paired(others), key=lambda pairing: len(pairing.together))
        if not made.together:
            break
    return made


# --- who sits together


class _Field:
    """What is the same for every choice of those who sit out."""

    def __init__(
        self,
        active: Sequence[Entrant],
        past: Sequence[Round],
        shape: Shape,
        way: Way,
        winner: Fraction | int,
        apart: Apart[int],
        seed: str,
    ) -> None:
        self.active, self.past, self.shape, self.way = active, past, shape, way
        self.winner, self.apart, self.seed = winner, apart, seed
        self.met = companions(past)
        self.sizes = shape.split(len(active)).tables
        self.alike = len({*self.sizes, *(len(table) for tables in past for table in tables)}) == 1
        self.sat = tallies(past, alike=self.alike)
        self.before = {frozenset(table) for tables in past for table in tables}
        self.short = Counter(
            one for tables in past for table in tables if len(table) < shape.size for one in table
        )

    def paired(self, byes: tuple[int, ...]) -> Pairing:
        ranked = [one for one in self.active if one.number not in byes]
        if not self.sizes:
            return Pairing((), byes)
        numbers = sorted(one.number for one in ranked)
        index = {number: place for place, number in enumerate(numbers)}
        order = [index[number] for number in self._order(ranked)]
        found = cheapest(order, self.sizes, self._prices(ranked, numbers), dice(self.seed, len(self.past)))
        places = {place: rank for rank, place in enumerate(order)}
        found.sort(key=lambda table: (-len(table), min(places[one] for one in table)))
        people = ([numbers[one] for one in table] for table in found)
        tables = tuple(seat(table, self.sat, alike=self.alike) for table in people)
        return Pairing(tables, byes, together(tables, self.apart))

    def _order(self, ranked: Sequence[Entrant]) -> list[int]:
        """By rank, but last those whose turn it is at short tables: the lowest who were there least."""
        chairs = sum(size for size in self.sizes if size < self.shape.size)
        turns = sorted(ranked, key=lambda one: (self.short[one.number], -one.rank, -one.number))
        last = {one.number for one in turns[:chairs]}
        numbers = [one.number for one in ranked]
        return [one for one in numbers if one not in last] + [one for one in numbers if one in last]

    def _prices(self, ranked: Sequence[Entrant], numbers: Sequence[int]) -> Prices:
        """Each rule costs more than all after it together: apart, turns at short tables, no table that there
        was before, repeats if strict, points."""
        points, win = _whole({one.number: one.points for one in ranked}, self.winner)
        most_pairs = len(numbers) * max(self.shape.most, self.shape.size)
        spread = most_pairs * (max(points.values()) - min(points.values()) + 1) ** 2
        repeat = spread + 1 if self.way == "strict" else win * win
        times = max((max(others.values()) for others in self.met.values() if others), default=0)
        again = spread + repeat * times * most_pairs + 1
        turn = again * (len(self.sizes) + 1)
        block = turn * (1 + len(numbers) * (1 + max(self.short.values(), default=0)))
        index = {number: place for place, number in enumerate(numbers)}
        least = min(self.short[one] for one in numbers)
        return Prices(
            points=[points[one] for one in numbers],
            beside=[
                _beside(self.met.get(one, {}), self.apart.get(one, ()), index, repeat, block)
                for one in numbers
            ],
            turn=[turn * (self.short[one] - least) for one in numbers],
            lacking=[lacking(self.sat.get(one), self.sizes[0], alike=self.alike) for one in numbers],
            size=self.shape.size,
            chair=min(points.values()) - 1,  # below the last one, so that it settles there and nowhere else
            hard=repeat if self.way == "strict" else block,
            before={frozenset(index[one] for one in table) for table in self.before if table <= index.keys()},
            again=again,
        )


def _beside(
    met: Mapping[int, int], apart: Collection[int], index: Mapping[int, int], repeat: int, block: int
) -> dict[int, int]:
    """What it costs somebody to sit with others again, or with those from whom they are kept apart."""
    found = {index[other]: repeat * times for other, times in met.items() if other in index}
    return found | {index[other]: block for other in apart if other in index}


def _whole(points: Mapping[int, Fraction | int], winner: Fraction | int) -> tuple[dict[int, int], int]:
    """In a unit that makes them all whole; a fine one, if there is none that is small."""
    values = {*points.values(), winner}
    unit = min(FINE, lcm(*{value.denominator for value in values}))
    return {number: round(value * unit) for number, value in points.items()}, round(winner * unit)
