"""Swiss pairing for tables of several players: similar points, and players who have not met.

First byes are chosen, then tables, then seats. Of all partitions into tables the cheapest is taken. A pair
costs the square of the difference of their points, and the square of a win for each time they have met: a
repeat is as bad as seating two players one whole win apart. With the strict policy, avoiding repeats comes
first and points decide between equals. No table sits together again if that can be avoided.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, islice
from math import lcm
from typing import Literal

from games.tournaments.pairing import quality
from games.tournaments.pairing.avoidances import AvoidanceMap, find_unwanted_pairs
from games.tournaments.pairing.first_round import SeedingMethod, build_first_tables
from games.tournaments.pairing.lots import create_random, order_by_lot
from games.tournaments.pairing.meetings import RoundTables, count_companions, count_meetings, list_pairs
from games.tournaments.pairing.optimizer import SeatingCosts, find_cheapest_tables
from games.tournaments.pairing.seat_order import find_lacking_seats, seat_table, tally_seats
from games.tournaments.pairing.table_sizes import TableShape

RepeatPolicy = Literal["strict", "weighted"]

STRICT_FROM = 32  # players: in smaller fields strictness seats players with very different points
BYE_SEARCH_BUDGET = 1_200  # players times choices of byes, tried if the usual choice leaves unwanted pairs
POINT_PRECISION = 1_000_000  # units per point if the fractions have no small common denominator
WIN_POINTS = 10  # points of a win at a table of four


@dataclass(frozen=True, slots=True)
class SwissEntrant:
    """A player's situation before the round."""

    number: int
    rank: int  # by points, tie-breaks and lot; 1 is the best
    points: Fraction | int = 0
    byes: int = 0
    active: bool = True  # neither withdrawn nor removed


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round: tables in seat order, the best first and, from the second round on, short ones last."""

    tables: RoundTables
    byes: tuple[int, ...] = ()
    unwanted_pairs: tuple[tuple[int, int], ...] = ()  # unwanted pairs that could not be separated


@dataclass(frozen=True, slots=True)
class RoundCost:
    """What a round costs."""

    repeats: int
    spread: Fraction
    cost: Fraction


def count_rounds(players: int, size: int) -> int:
    """Return enough rounds to find the best player, plus two."""
    winners, needed = 1, 2
    while winners < players:
        winners, needed = winners * size, needed + 1
    return needed


def choose_repeat_policy(players: int) -> RepeatPolicy:
    return "strict" if players >= STRICT_FROM else "weighted"


def pair_first_round(
    entrants: Iterable[SwissEntrant],
    shape: TableShape,
    *,
    spread: SeedingMethod = "snake",
    apart: AvoidanceMap[int] | None = None,
    seed: str = "",
) -> Pairing:
    """Pair the first round by seeds, which are the ranks; seats are drawn by lot."""
    active, apart = list_active(entrants), apart or {}
    sizes = shape.split(len(active))

    def paired(byes: tuple[int, ...]) -> Pairing:
        seeds = [one.number for one in active if one.number not in byes]
        tables = build_first_tables(seeds, sizes.tables, spread=spread, apart=apart, seed=seed)
        return Pairing(
            tuple(tuple(order_by_lot(table, seed)) for table in tables),
            byes,
            find_unwanted_pairs(tables, apart),
        )

    return _pair_with_best_byes(active, sizes.byes, paired)


def pair_next_round(
    entrants: Iterable[SwissEntrant],
    past: Sequence[RoundTables],
    shape: TableShape,
    *,
    way: RepeatPolicy | None = None,
    winner: Fraction | int = WIN_POINTS,
    apart: AvoidanceMap[int] | None = None,
    seed: str = "",
) -> Pairing:
    """Pair the next round. `past` are the tables already played, in seat order."""
    active = list_active(entrants)
    field = _SwissField(
        active, past, shape, way or choose_repeat_policy(len(active)), winner, apart or {}, seed
    )
    return _pair_with_best_byes(active, shape.split(len(active)).byes, field.pair_round)


def pair_several_tables(
    entrants: Iterable[SwissEntrant],
    past: Sequence[RoundTables],
    shape: TableShape,
    tables_each: int,
    *,
    way: RepeatPolicy | None = None,
    winner: Fraction | int = WIN_POINTS,
    apart: AvoidanceMap[int] | None = None,
    seed: str = "",
) -> tuple[Pairing, ...]:
    """Pair several tables for everybody at the same time; for the second the first counts as played."""
    entrants, made = list(entrants), list[Pairing]()
    for _ in range(tables_each):
        played = (*past, *(pairing.tables for pairing in made))
        made.append(pair_next_round(entrants, played, shape, way=way, winner=winner, apart=apart, seed=seed))
        out = set(made[-1].byes)
        entrants = [replace(one, byes=one.byes + (one.number in out)) for one in entrants]
    return tuple(made)


def compute_round_cost(
    tables: RoundTables,
    entrants: Iterable[SwissEntrant],
    past: Iterable[RoundTables],
    winner: Fraction | int = WIN_POINTS,
) -> RoundCost:
    """Compute what these tables cost, without strictness and avoidances."""
    points, met = {one.number: one.points for one in entrants}, count_meetings(past)
    repeats = sum(met[pair] for table in tables for pair in list_pairs(table))
    spread = quality.compute_spread(tables, points)
    return RoundCost(repeats, spread, repeats * Fraction(winner) ** 2 + spread)


def list_active(entrants: Iterable[SwissEntrant]) -> list[SwissEntrant]:
    """List those who still play, by rank."""
    return sorted((one for one in entrants if one.active), key=lambda one: (one.rank, one.number))


# --- who sits out


def choose_byes(active: Sequence[SwissEntrant], byes: int) -> tuple[int, ...]:
    """Choose who gets a bye: the lowest ranked of those with the fewest byes."""
    return tuple(one.number for one in _sort_for_byes(active)[:byes])


def _sort_for_byes(active: Sequence[SwissEntrant]) -> list[SwissEntrant]:
    return sorted(active, key=lambda one: (one.byes, -one.rank, -one.number))


def _pair_with_best_byes(
    active: Sequence[SwissEntrant], byes: int, paired: Callable[[tuple[int, ...]], Pairing]
) -> Pairing:
    """Give byes to those whose turn it is; to others only if that separates unwanted pairs."""
    made = paired(choose_byes(active, byes))
    if not (made.unwanted_pairs and byes):
        return made
    turns = [one.number for one in _sort_for_byes(active)]
    for others in islice(combinations(turns, byes), 1, BYE_SEARCH_BUDGET // len(active)):
        made = min(made, paired(others), key=lambda pairing: len(pairing.unwanted_pairs))
        if not made.unwanted_pairs:
            break
    return made


# --- who sits together


class _SwissField:
    """Everything that is the same for every choice of byes."""

    def __init__(
        self,
        active: Sequence[SwissEntrant],
        past: Sequence[RoundTables],
        shape: TableShape,
        way: RepeatPolicy,
        winner: Fraction | int,
        apart: AvoidanceMap[int],
        seed: str,
    ) -> None:
        self.active, self.past, self.shape, self.way = active, past, shape, way
        self.winner, self.apart, self.seed = winner, apart, seed
        self.met = count_companions(past)
        self.sizes = shape.split(len(active)).tables
        self.alike = len({*self.sizes, *(len(table) for tables in past for table in tables)}) == 1
        self.sat = tally_seats(past, alike=self.alike)
        self.before = {frozenset(table) for tables in past for table in tables}
        self.short = Counter(
            one for tables in past for table in tables if len(table) < shape.size for one in table
        )

    def pair_round(self, byes: tuple[int, ...]) -> Pairing:
        """Pair the round for this choice of byes."""
        ranked = [one for one in self.active if one.number not in byes]
        if not self.sizes:
            return Pairing((), byes)
        numbers = sorted(one.number for one in ranked)
        index = {number: place for place, number in enumerate(numbers)}
        order = [index[number] for number in self._order(ranked)]
        found = find_cheapest_tables(
            order, self.sizes, self._compute_costs(ranked, numbers), create_random(self.seed, len(self.past))
        )
        places = {place: rank for rank, place in enumerate(order)}
        found.sort(key=lambda table: (-len(table), min(places[one] for one in table)))
        people = ([numbers[one] for one in table] for table in found)
        tables = tuple(seat_table(table, self.sat, alike=self.alike) for table in people)
        return Pairing(tables, byes, find_unwanted_pairs(tables, self.apart))

    def _order(self, ranked: Sequence[SwissEntrant]) -> list[int]:
        """Sort by rank, but last put those due at short tables: the lowest ranked who were there least."""
        chairs = sum(size for size in self.sizes if size < self.shape.size)
        turns = sorted(ranked, key=lambda one: (self.short[one.number], -one.rank, -one.number))
        last = {one.number for one in turns[:chairs]}
        numbers = [one.number for one in ranked]
        return [one for one in numbers if one not in last] + [one for one in numbers if one in last]

    def _compute_costs(self, ranked: Sequence[SwissEntrant], numbers: Sequence[int]) -> SeatingCosts:
        """Weigh the rules so that each costs more than all after it together.

        They are: avoidances, turns at short tables, no table again, repeats if strict, points."""
        points, win = _scale_points({one.number: one.points for one in ranked}, self.winner)
        most_pairs = len(numbers) * max(self.shape.most, self.shape.size)
        spread = most_pairs * (max(points.values()) - min(points.values()) + 1) ** 2
        repeat = spread + 1 if self.way == "strict" else win * win
        times = max((max(others.values()) for others in self.met.values() if others), default=0)
        again = spread + repeat * times * most_pairs + 1
        turn = again * (len(self.sizes) + 1)
        block = turn * (1 + len(numbers) * (1 + max(self.short.values(), default=0)))
        index = {number: place for place, number in enumerate(numbers)}
        least = min(self.short[one] for one in numbers)
        return SeatingCosts(
            points=[points[one] for one in numbers],
            pair_penalties=[
                _compute_pair_costs(self.met.get(one, {}), self.apart.get(one, ()), index, repeat, block)
                for one in numbers
            ],
            short_table_costs=[turn * (self.short[one] - least) for one in numbers],
            wanted_seats=[
                find_lacking_seats(self.sat.get(one), self.sizes[0], alike=self.alike) for one in numbers
            ],
            size=self.shape.size,
            empty_seat_points=min(points.values())
            - 1,  # below the last player, so that short tables end up there
            forbidden_cost=repeat if self.way == "strict" else block,
            past_tables={
                frozenset(index[one] for one in table) for table in self.before if table <= index.keys()
            },
            repeated_table_cost=again,
        )


def _compute_pair_costs(
    met: Mapping[int, int], apart: Collection[int], index: Mapping[int, int], repeat: int, block: int
) -> dict[int, int]:
    """Return what it costs a player to sit with former opponents and with those they should avoid."""
    found = {index[other]: repeat * times for other, times in met.items() if other in index}
    return found | {index[other]: block for other in apart if other in index}


def _scale_points(points: Mapping[int, Fraction | int], winner: Fraction | int) -> tuple[dict[int, int], int]:
    """Scale points to integers by their common denominator, or by a fine unit if that is too large."""
    values = {*points.values(), winner}
    unit = min(POINT_PRECISION, lcm(*{value.denominator for value in values}))
    return {number: round(value * unit) for number, value in points.items()}, round(winner * unit)
