"""The cheapest way to part people into tables, when it is known what it costs to seat two of them together.

Small fields are searched through to the end. Larger ones are parted down the ranking and then mended by swaps
of two people; the middling ones, where repeats are hard to avoid, are shaken and mended again many times.
What costs the same either way is settled by who still lacks which seat.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from random import Random

from games.tournaments.pairing.seats import all_fit
from games.tournaments.pairing.tables import Table

Tables = list[list[int]]
Parted = tuple[tuple[int, ...], ...]

SEARCHED = 12  # people: up to here every partition is looked at
SHAKEN = 128  # people: up to here it is worth to try again from somewhere near
SHAKES = 3_000  # people times trials
NEAR = 12  # tables up and down the ranking among which a swap is sought
FAR = 100  # tables with something that must not be, for which one is sought everywhere
LOOKED_AT = 75_000  # swaps at most, to find people who lack different seats
AHEAD = 32  # people down the ranking among whom a table looks for somebody who suits


@dataclass(frozen=True, slots=True)
class Prices:
    """What tables cost. People are numbers from 0 on.

    A pair costs the square of the difference of their points, and what is said in `beside`. At a table
    smaller than `size` empty chairs count as people with `chair` points, so it sinks down the ranking."""

    points: Sequence[int]
    beside: Sequence[dict[int, int]]  # for each: what it costs to sit with these others
    turn: Sequence[int]  # for each: what it costs to sit at a short table
    lacking: Sequence[int]  # for each: the seats they had least, as bits
    size: int
    chair: int
    hard: int  # a pair that costs so much beyond its points must not be
    before: Set[frozenset[int]] = frozenset()  # tables that there were
    again: int = 0  # what it costs to have one of them once more

    def with_each(self, one: int, others: Iterable[int]) -> list[int]:
        """What it costs somebody to sit with each of these."""
        points, own, beside = self.points, self.points[one], self.beside[one].get
        return [(own - points[other]) ** 2 + beside(other, 0) for other in others]

    def alone(self, one: int, seats: int) -> int:
        """What somebody costs at a table of this size, whoever else is there."""
        empty = self.size - seats
        return self.turn[one] + empty * (self.points[one] - self.chair) ** 2 if empty > 0 else 0

    def table(self, people: Sequence[int]) -> int:
        together = sum(sum(self.with_each(one, people[:place])) for place, one in enumerate(people))
        return together + sum(self.alone(one, len(people)) for one in people)

    def repeated(self, people: Iterable[int]) -> int:
        """What it costs that these very people have sat together before."""
        return self.again if frozenset(people) in self.before else 0

    def total(self, tables: Iterable[Sequence[int]]) -> int:
        return sum(map(self.table, tables))

    def worst(self, people: Sequence[int]) -> int:
        """The dearest thing at a table that a swap might mend, points apart."""
        pairs = max((self.beside[one].get(other, 0) for one, other in combinations(people, 2)), default=0)
        return max(pairs, *(self.turn[one] for one in people)) if len(people) < self.size else pairs

    def fit(self, people: Iterable[int]) -> bool:
        """Can each of these have a seat that they had least?"""
        return all_fit(tuple(sorted(self.lacking[one] for one in people)))


def cheapest(order: Sequence[int], sizes: Sequence[int], prices: Prices, dice: Random) -> Tables:
    """Tables of these sizes, the large ones first; `order` is the ranking."""
    if len(order) <= SEARCHED:
        return _searched(sorted(order), sizes, prices)
    starts = (_picked(order, sizes, prices), cut(order, sizes))
    hall = Hall(min(starts, key=prices.total), prices)
    if len(order) <= SHAKEN:
        hall.mend(range(len(sizes)), len(sizes))
        hall.shake(dice, SHAKES // len(order))
    else:
        hall.mend(hall.troubled(1), NEAR)
        hall.mend(hall.troubled(prices.hard)[:FAR], len(sizes))
    hall.settle()
    hall.renew()
    return hall.tables


# --- all partitions


def _searched(people: Sequence[int], sizes: Sequence[int], prices: Prices) -> Tables:
    """The cheapest; of several the one whose sorted tables come first when they are compared one by one."""
    price = cache(lambda table: prices.table(table) + prices.repeated(table))
    best: tuple[int, Parted] | None = None

    def seek(rest: tuple[int, ...], left: tuple[int, ...], paid: int, tables: Parted) -> None:
        nonlocal best
        if best and paid > best[0]:
            return
        if not rest:
            best = min(best, (paid, tables)) if best else (paid, tables)
        for table, others, sizes in _first_tables(rest, left):
            seek(others, sizes, paid + price(table), (*tables, table))

    seek(tuple(people), tuple(sizes), 0, ())
    return [list(table) for table in best[1]] if best else []


def _first_tables(
    rest: tuple[int, ...], sizes: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]:
    """Each table at which the first of the rest may sit, and the people and the sizes that it leaves over."""
    for size in sorted(set(sizes)):
        place = sizes.index(size)
        for others in combinations(rest[1:], size - 1):
            remaining = tuple(one for one in rest[1:] if one not in others)
            yield (rest[0], *others), remaining, sizes[:place] + sizes[place + 1 :]


# --- down the ranking


def cut(order: Sequence[int], sizes: Sequence[int]) -> Tables:
    """One table after the other."""
    rest = iter(order)
    return [[next(rest) for _ in range(size)] for size in sizes]


def _picked(order: Sequence[int], sizes: Sequence[int], prices: Prices) -> Tables:
    """One table after the other too, but passing over those it would pay for, if somebody suits soon after.

    Those whose turn it is at the short tables, the last in the order, stay there."""
    full = [size for size in sizes if size >= prices.size]
    short, seats = sizes[len(full) :], sum(full)
    return _pick(order[:seats], full, prices) + _pick(order[seats:], short, prices)


def _pick(order: Sequence[int], sizes: Sequence[int], prices: Prices) -> Tables:
    rest = iter(order)
    waiting, tables = list(islice(rest, AHEAD)), []  # those next in the ranking; as many come after as go
    for size in sizes:
        table: list[int] = []
        while len(table) < size:
            table.append(waiting.pop(_first_that_suits(table, waiting, prices) if table else 0))
            waiting.extend(islice(rest, 1))
        tables.append(table)
    return tables


def _first_that_suits(table: Sequence[int], waiting: Sequence[int], prices: Prices) -> int:
    """Who costs least beyond points, then is no further away, then takes nobody's seat."""
    top = prices.points[waiting[0]]
    best = None
    for place, one in enumerate(waiting):
        beside = prices.beside[one].get
        suits = (sum(beside(other, 0) for other in table), abs(top - prices.points[one]))
        key = (*suits, not prices.fit((*table, one)), place)
        if best is None or key < best:
            best = key
        if best[:3] == (0, 0, False):
            break
    return best[3] if best else 0


# --- mending by swaps


class Hall:
    """Tables whose people change places as long as that makes them cheaper."""

    def __init__(self, tables: Tables, prices: Prices) -> None:
        self.tables, self.prices = tables, prices
        self.costs: list[list[int]] = [[] for _ in tables]  # of each person, at the table where they sit
        self.paid = [0] * len(tables)
        for number in range(len(tables)):
            self._reckon(number)

    def price(self) -> int:
        return sum(self.paid)

    def troubled(self, dear: int) -> list[int]:
        """The tables with something so dear."""
        return [number for number, people in enumerate(self.tables) if self.prices.worst(people) >= dear]

    def mend(self, numbers: Iterable[int], reach: int) -> None:
        """Work through these tables, and those that change meanwhile, until no swap within reach saves."""
        queue = dict.fromkeys(numbers)
        while queue:
            number = next(iter(queue))
            del queue[number]
            other, mine, theirs = self._best_swap(number, reach)
            if other != number:
                self._swap(number, mine, other, theirs)
                queue |= dict.fromkeys((number, other))

    def shake(self, dice: Random, times: int) -> None:
        """Swap a few at random, mend, and keep it unless it has become dearer."""
        best, price = [list(people) for people in self.tables], self.price()
        for _ in range(times if len(self.tables) > 1 else 0):
            if not price:
                break
            self.mend(self._shuffle(dice), len(self.tables))
            if (now := self.price()) <= price:
                best, price = [list(people) for people in self.tables], now
            else:
                self._put(best)

    def settle(self) -> None:
        """Swap for the sake of the seats, where that costs nothing."""
        unfit = (number for number, people in enumerate(self.tables) if not self.prices.fit(people))
        for number in islice(unfit, LOOKED_AT // (2 * NEAR * self.prices.size**2)):
            self._find_seats(number)

    def renew(self) -> None:
        """Change every table that there was before, as cheaply as that can be."""
        repeated = self.prices.repeated
        for number in [number for number, people in enumerate(self.tables) if repeated(people)]:
            swaps = (
                (swap, other)
                for other in self._within(number, len(self.tables))
                for swap in self._swaps(number, other)
            )
            new = (found for found in swaps if not any(map(repeated, self._swapped(number, *found))))
            (change, mine, theirs), other = min(new, default=((self.prices.again, 0, 0), number))
            if change < self.prices.again:
                self._swap(number, mine, other, theirs)

    def _reckon(self, number: int) -> None:
        """What each costs at a table, and what it costs itself. Nobody costs anything beside themselves."""
        people = self.tables[number]
        beside = [sum(self.prices.with_each(one, people)) for one in people]
        alone = [self.prices.alone(one, len(people)) for one in people]
        self.costs[number] = [with_others + cost for with_others, cost in zip(beside, alone, strict=True)]
        self.paid[number] = sum(beside) // 2 + sum(alone)

    def _best_swap(self, number: int, reach: int) -> tuple[int, int, int]:
        """With which table, and who with whom; with the table itself, if no swap saves anything."""
        best, found = 0, (number, 0, 0)
        for other in self._within(number, reach):
            change, mine, theirs = min(self._swaps(number, other))
            if change < best:
                best, found = change, (other, mine, theirs)
        return found

    def _within(self, number: int, reach: int) -> list[int]:
        first, last = max(0, number - reach), min(len(self.tables), number + reach + 1)
        return [*range(first, number), *range(number + 1, last)]

    def _swaps(self, number: int, other: int) -> Iterator[tuple[int, int, int]]:
        """What each swap between two tables changes. A pair that swaps does not sit together afterwards."""
        here, there = self.tables[number], self.tables[other]
        across = [self.prices.with_each(one, there) for one in here]
        leaving, coming = self._moving(number, len(there)), self._moving(other, len(here))
        coming = [
            sum(column) - saved for column, saved in zip(zip(*across, strict=True), coming, strict=True)
        ]
        for mine, row in enumerate(across):
            going = sum(row) - leaving[mine]
            for theirs, price in enumerate(row):
                yield going + coming[theirs] - 2 * price, mine, theirs

    def _moving(self, number: int, seats: int) -> list[int]:
        """What each of a table saves where they sit, less what a table of the other size costs them."""
        if seats >= self.prices.size:
            return self.costs[number]
        people = zip(self.tables[number], self.costs[number], strict=True)
        return [cost - self.prices.alone(one, seats) for one, cost in people]

    def _swap(self, number: int, mine: int, other: int, theirs: int) -> None:
        here, there = self.tables[number], self.tables[other]
        here[mine], there[theirs] = there[theirs], here[mine]
        self._reckon(number)
        self._reckon(other)

    def _shuffle(self, dice: Random) -> list[int]:
        """Two or three swaps at random."""
        touched = []
        for _ in range(dice.randint(2, 3)):
            one, other = dice.sample(range(len(self.tables)), 2)
            self._swap(
                one, dice.randrange(len(self.tables[one])), other, dice.randrange(len(self.tables[other]))
            )
            touched += [one, other]
        return touched

    def _put(self, tables: Tables) -> None:
        """Back to these."""
        for number, people in enumerate(tables):
            if people != self.tables[number]:
                self.tables[number] = list(people)
                self._reckon(number)

    def _find_seats(self, number: int) -> None:
        """Make this table fit by a swap that costs nothing and does not spoil another one."""
        for other in self._within(number, NEAR):
            fitted = self.prices.fit(self.tables[other])
            for change, mine, theirs in self._swaps(number, other):
                if change <= 0 and self._would_fit(number, mine, other, theirs, both=fitted):
                    self._swap(number, mine, other, theirs)
                    return

    def _would_fit(self, number: int, mine: int, other: int, theirs: int, *, both: bool) -> bool:
        one, another = self._swapped(number, (0, mine, theirs), other)
        return self.prices.fit(one) and (not both or self.prices.fit(another))

    def _swapped(self, number: int, swap: tuple[int, int, int], other: int) -> tuple[Table, Table]:
        """Two tables as they would be."""
        _change, mine, theirs = swap
        here, there = self.tables[number], self.tables[other]
        return (
            (*here[:mine], there[theirs], *here[mine + 1 :]),
            (*there[:theirs], here[mine], *there[theirs + 1 :]),
        )
