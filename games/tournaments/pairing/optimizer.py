"""Find the cheapest partition of players into tables, given what it costs to seat two of them together.

Small fields are searched exhaustively. Larger ones are split along the ranking and then improved by swaps of
two players; medium ones, where repeats are hard to avoid, are also shuffled and improved many times.
Ties in cost are settled by which players still lack which seat.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from random import Random

from games.tournaments.pairing.meetings import TablePlayers
from games.tournaments.pairing.seat_order import can_all_fit

TableLists = list[list[int]]
Partition = tuple[tuple[int, ...], ...]

EXHAUSTIVE_LIMIT = 12  # players: up to here every partition is tried
SHAKE_LIMIT = 128  # players: up to here it pays to shuffle and improve again
SHAKE_BUDGET = 3_000  # players times trials
NEARBY_TABLES = 12  # tables up and down the ranking that are searched for a swap
MAX_FAR_TABLES = 100  # tables with a forbidden pair, for which all tables are searched for a swap
MAX_SEAT_SWAPS = 75_000  # swaps at most to find players who lack different seats
LOOKAHEAD = 32  # players down the ranking that are considered for a table


@dataclass(frozen=True, slots=True)
class SeatingCosts:
    """What tables cost. Players are numbers from 0 on.

    A pair costs the square of the difference of their points, plus a penalty of its own. At a table smaller
    than `size`, empty seats count as players with few points, so that short tables sink to the bottom."""

    points: Sequence[int]
    pair_penalties: Sequence[dict[int, int]]  # for each player: extra cost of sitting with these others
    short_table_costs: Sequence[int]  # for each player: cost of sitting at a short table
    wanted_seats: Sequence[int]  # for each player: the seats they have had least, as bits
    size: int
    empty_seat_points: int
    forbidden_cost: int  # a pair that costs this much beyond its points is forbidden
    past_tables: Set[frozenset[int]] = frozenset()  # tables of earlier rounds
    repeated_table_cost: int = 0  # what it costs to have one of them again

    def compute_pair_costs(self, one: int, others: Iterable[int]) -> list[int]:
        """Return what it costs a player to sit with each of the others."""
        points, own, beside = self.points, self.points[one], self.pair_penalties[one].get
        return [(own - points[other]) ** 2 + beside(other, 0) for other in others]

    def compute_own_cost(self, one: int, seats: int) -> int:
        """Return what a player costs at a table of this size, whoever else is there."""
        empty = self.size - seats
        return (
            self.short_table_costs[one] + empty * (self.points[one] - self.empty_seat_points) ** 2
            if empty > 0
            else 0
        )

    def compute_table_cost(self, people: Sequence[int]) -> int:
        """Return what a table costs in total."""
        together = sum(sum(self.compute_pair_costs(one, people[:place])) for place, one in enumerate(people))
        return together + sum(self.compute_own_cost(one, len(people)) for one in people)

    def compute_repeat_cost(self, people: Iterable[int]) -> int:
        """Return the cost if exactly these players have shared a table before."""
        return self.repeated_table_cost if frozenset(people) in self.past_tables else 0

    def compute_total(self, tables: Iterable[Sequence[int]]) -> int:
        return sum(map(self.compute_table_cost, tables))

    def find_worst_penalty(self, people: Sequence[int]) -> int:
        """Return the highest cost at a table that a swap might remove, points aside."""
        pairs = max(
            (self.pair_penalties[one].get(other, 0) for one, other in combinations(people, 2)), default=0
        )
        return (
            max(pairs, *(self.short_table_costs[one] for one in people)) if len(people) < self.size else pairs
        )

    def can_seat(self, people: Iterable[int]) -> bool:
        """Can each of these players get one of the seats that they have had least?"""
        return can_all_fit(tuple(sorted(self.wanted_seats[one] for one in people)))


def find_cheapest_tables(
    order: Sequence[int], sizes: Sequence[int], prices: SeatingCosts, dice: Random
) -> TableLists:
    """Find tables of these sizes, which come largest first; `order` is the ranking."""
    if len(order) <= EXHAUSTIVE_LIMIT:
        return _search_all_partitions(sorted(order), sizes, prices)
    starts = (_pick_tables(order, sizes, prices), split_ranking(order, sizes))
    hall = TableOptimizer(min(starts, key=prices.compute_total), prices)
    if len(order) <= SHAKE_LIMIT:
        hall.improve(range(len(sizes)), len(sizes))
        hall.shake(dice, SHAKE_BUDGET // len(order))
    else:
        hall.improve(hall.list_costly_tables(1), NEARBY_TABLES)
        hall.improve(hall.list_costly_tables(prices.forbidden_cost)[:MAX_FAR_TABLES], len(sizes))
    hall.improve_seats()
    hall.avoid_past_tables()
    return hall.tables


# --- all partitions


def _search_all_partitions(people: Sequence[int], sizes: Sequence[int], prices: SeatingCosts) -> TableLists:
    """Try all partitions and return the cheapest; among equals the lexicographically smallest."""
    price = cache(lambda table: prices.compute_table_cost(table) + prices.compute_repeat_cost(table))
    best: tuple[int, Partition] | None = None

    def seek(rest: tuple[int, ...], left: tuple[int, ...], paid: int, tables: Partition) -> None:
        nonlocal best
        if best and paid > best[0]:
            return
        if not rest:
            best = min(best, (paid, tables)) if best else (paid, tables)
        for table, others, sizes in _list_first_tables(rest, left):
            seek(others, sizes, paid + price(table), (*tables, table))

    seek(tuple(people), tuple(sizes), 0, ())
    return [list(table) for table in best[1]] if best else []


def _list_first_tables(
    rest: tuple[int, ...], sizes: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]:
    """Yield each table the first remaining player may join, with the players and sizes that are left."""
    for size in sorted(set(sizes)):
        place = sizes.index(size)
        for others in combinations(rest[1:], size - 1):
            remaining = tuple(one for one in rest[1:] if one not in others)
            yield (rest[0], *others), remaining, sizes[:place] + sizes[place + 1 :]


# --- down the ranking


def split_ranking(order: Sequence[int], sizes: Sequence[int]) -> TableLists:
    """Cut the ranking into tables, one after the other."""
    rest = iter(order)
    return [[next(rest) for _ in range(size)] for size in sizes]


def _pick_tables(order: Sequence[int], sizes: Sequence[int], prices: SeatingCosts) -> TableLists:
    """Fill tables down the ranking, but skip players who would add a cost if a better fit follows soon after.

    Players whose turn it is at the short tables, the last in the order, stay there."""
    full = [size for size in sizes if size >= prices.size]
    short, seats = sizes[len(full) :], sum(full)
    return _pick_in_order(order[:seats], full, prices) + _pick_in_order(order[seats:], short, prices)


def _pick_in_order(order: Sequence[int], sizes: Sequence[int], prices: SeatingCosts) -> TableLists:
    rest = iter(order)
    waiting, tables = list(islice(rest, LOOKAHEAD)), []  # next in the ranking; refilled as players are taken
    for size in sizes:
        table: list[int] = []
        while len(table) < size:
            table.append(waiting.pop(_find_best_fit(table, waiting, prices) if table else 0))
            waiting.extend(islice(rest, 1))
        tables.append(table)
    return tables


def _find_best_fit(table: Sequence[int], waiting: Sequence[int], prices: SeatingCosts) -> int:
    """Find who adds the least cost beyond points, then is closest in points, then fits a free seat."""
    top = prices.points[waiting[0]]
    best = None
    for place, one in enumerate(waiting):
        beside = prices.pair_penalties[one].get
        suits = (sum(beside(other, 0) for other in table), abs(top - prices.points[one]))
        key = (*suits, not prices.can_seat((*table, one)), place)
        if best is None or key < best:
            best = key
        if best[:3] == (0, 0, False):
            break
    return best[3] if best else 0


# --- improvement by swaps


class TableOptimizer:
    """Tables whose players swap places as long as that lowers the cost."""

    def __init__(self, tables: TableLists, prices: SeatingCosts) -> None:
        self.tables, self.prices = tables, prices
        self.costs: list[list[int]] = [[] for _ in tables]  # of each player, at the table where they sit
        self.table_costs = [0] * len(tables)
        for number in range(len(tables)):
            self._compute_costs(number)

    def compute_total(self) -> int:
        return sum(self.table_costs)

    def list_costly_tables(self, dear: int) -> list[int]:
        """List the tables that have a cost of at least `dear`."""
        return [
            number
            for number, people in enumerate(self.tables)
            if self.prices.find_worst_penalty(people) >= dear
        ]

    def improve(self, numbers: Iterable[int], reach: int) -> None:
        """Improve these tables, and those that change meanwhile, until no swap within reach helps."""
        queue = dict.fromkeys(numbers)
        while queue:
            number = next(iter(queue))
            del queue[number]
            other, mine, theirs = self._best_swap(number, reach)
            if other != number:
                self._swap(number, mine, other, theirs)
                queue |= dict.fromkeys((number, other))

    def shake(self, dice: Random, times: int) -> None:
        """Make a few random swaps, improve, and keep the result unless it costs more; repeat."""
        best, price = [list(people) for people in self.tables], self.compute_total()
        for _ in range(times if len(self.tables) > 1 else 0):
            if not price:
                break
            self.improve(self._shuffle(dice), len(self.tables))
            if (now := self.compute_total()) <= price:
                best, price = [list(people) for people in self.tables], now
            else:
                self._restore(best)

    def improve_seats(self) -> None:
        """Make swaps that give players the seats they lack, where that costs nothing."""
        unfit = (number for number, people in enumerate(self.tables) if not self.prices.can_seat(people))
        for number in islice(unfit, MAX_SEAT_SWAPS // (2 * NEARBY_TABLES * self.prices.size**2)):
            self._find_seats(number)

    def avoid_past_tables(self) -> None:
        """Change every table that has sat together before, as cheaply as possible."""
        repeated = self.prices.compute_repeat_cost
        for number in [number for number, people in enumerate(self.tables) if repeated(people)]:
            swaps = (
                (swap, other)
                for other in self._list_tables_within(number, len(self.tables))
                for swap in self._swaps(number, other)
            )
            new = (found for found in swaps if not any(map(repeated, self._preview_swap(number, *found))))
            (change, mine, theirs), other = min(
                new, default=((self.prices.repeated_table_cost, 0, 0), number)
            )
            if change < self.prices.repeated_table_cost:
                self._swap(number, mine, other, theirs)

    def _compute_costs(self, number: int) -> None:
        """Compute what a table costs, in all and for each player. Sitting with oneself costs nothing."""
        people = self.tables[number]
        beside = [sum(self.prices.compute_pair_costs(one, people)) for one in people]
        alone = [self.prices.compute_own_cost(one, len(people)) for one in people]
        self.costs[number] = [with_others + cost for with_others, cost in zip(beside, alone, strict=True)]
        self.table_costs[number] = sum(beside) // 2 + sum(alone)

    def _best_swap(self, number: int, reach: int) -> tuple[int, int, int]:
        """Return the other table and both places of the best swap; the table itself if no swap helps."""
        best, found = 0, (number, 0, 0)
        for other in self._list_tables_within(number, reach):
            change, mine, theirs = min(self._swaps(number, other))
            if change < best:
                best, found = change, (other, mine, theirs)
        return found

    def _list_tables_within(self, number: int, reach: int) -> list[int]:
        """List the other tables at most `reach` places up or down the ranking."""
        first, last = max(0, number - reach), min(len(self.tables), number + reach + 1)
        return [*range(first, number), *range(number + 1, last)]

    def _swaps(self, number: int, other: int) -> Iterator[tuple[int, int, int]]:
        """Yield how each swap of two tables changes the cost. The two who swap do not meet afterwards."""
        here, there = self.tables[number], self.tables[other]
        across = [self.prices.compute_pair_costs(one, there) for one in here]
        leaving, coming = self._compute_savings(number, len(there)), self._compute_savings(other, len(here))
        coming = [
            sum(column) - saved for column, saved in zip(zip(*across, strict=True), coming, strict=True)
        ]
        for mine, row in enumerate(across):
            going = sum(row) - leaving[mine]
            for theirs, price in enumerate(row):
                yield going + coming[theirs] - 2 * price, mine, theirs

    def _compute_savings(self, number: int, seats: int) -> list[int]:
        """Return what each player saves by leaving a table, less their cost at one of the other size."""
        if seats >= self.prices.size:
            return self.costs[number]
        people = zip(self.tables[number], self.costs[number], strict=True)
        return [cost - self.prices.compute_own_cost(one, seats) for one, cost in people]

    def _swap(self, number: int, mine: int, other: int, theirs: int) -> None:
        here, there = self.tables[number], self.tables[other]
        here[mine], there[theirs] = there[theirs], here[mine]
        self._compute_costs(number)
        self._compute_costs(other)

    def _shuffle(self, dice: Random) -> list[int]:
        """Make two or three random swaps; return the tables that changed."""
        touched = []
        for _ in range(dice.randint(2, 3)):
            one, other = dice.sample(range(len(self.tables)), 2)
            self._swap(
                one, dice.randrange(len(self.tables[one])), other, dice.randrange(len(self.tables[other]))
            )
            touched += [one, other]
        return touched

    def _restore(self, tables: TableLists) -> None:
        """Restore these tables."""
        for number, people in enumerate(tables):
            if people != self.tables[number]:
                self.tables[number] = list(people)
                self._compute_costs(number)

    def _find_seats(self, number: int) -> None:
        """Make this table fit by a swap that costs nothing and does not spoil another table."""
        for other in self._list_tables_within(number, NEARBY_TABLES):
            fitted = self.prices.can_seat(self.tables[other])
            for change, mine, theirs in self._swaps(number, other):
                if change <= 0 and self._would_fit(number, mine, other, theirs, both=fitted):
                    self._swap(number, mine, other, theirs)
                    return

    def _would_fit(self, number: int, mine: int, other: int, theirs: int, *, both: bool) -> bool:
        one, another = self._preview_swap(number, (0, mine, theirs), other)
        return self.prices.can_seat(one) and (not both or self.prices.can_seat(another))

    def _preview_swap(
        self, number: int, swap: tuple[int, int, int], other: int
    ) -> tuple[TablePlayers, TablePlayers]:
        """Return two tables as they would be after a swap."""
        _change, mine, theirs = swap
        here, there = self.tables[number], self.tables[other]
        return (
            (*here[:mine], there[theirs], *here[mine + 1 :]),
            (*there[:theirs], here[mine], *there[theirs + 1 :]),
        )
