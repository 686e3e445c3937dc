"""Choose table sizes when the number of players does not divide evenly."""

from dataclasses import dataclass

SizeCost = tuple[int, int, int]  # seats off the preferred size, long tables, unevenness
BestSplits = list[tuple[SizeCost, int] | None]  # for each number of seats: the cost, and the last table


@dataclass(frozen=True, slots=True)
class TableSizes:
    """The size of each table, the largest first, and how many players sit out."""

    tables: tuple[int, ...]
    byes: int = 0


@dataclass(frozen=True, slots=True)
class TableShape:
    """Which tables a tournament allows: the preferred size, and the smallest and largest one."""

    size: int = 4
    least: int = 3
    most: int = 5
    long_first: bool = False  # prefer tables one larger to tables one smaller

    def __post_init__(self) -> None:
        if not 2 <= self.least <= self.size <= self.most:
            raise ValueError(
                "a table has at least two seats, and the wanted size lies between least and most"
            )

    def split(self, players: int) -> TableSizes:
        """Return table sizes for this many players. Somebody sits out only if there is no other way."""
        if players < 0:
            raise ValueError("there are no fewer than no players")
        ways = (self._with_long, self._with_short) if self.long_first else (self._with_short, self._with_long)
        return next((found for way in ways if (found := way(players))), None) or self._find_nearest_sizes(
            players
        )

    def _with_short(self, players: int) -> TableSizes | None:
        tables = -(-players // self.size)
        short = tables * self.size - players
        if short > tables or (short and self.size - 1 < self.least):
            return None
        return TableSizes((self.size,) * (tables - short) + (self.size - 1,) * short)

    def _with_long(self, players: int) -> TableSizes | None:
        tables, long = divmod(players, self.size)
        if long > tables or (long and self.size + 1 > self.most):
            return None
        return TableSizes((self.size + 1,) * long + (self.size,) * (tables - long))

    def _find_nearest_sizes(self, players: int) -> TableSizes:
        """Minimize byes, then the distance from the preferred size; among equals prefer even sizes."""
        best: BestSplits = [((0, 0, 0), 0)]
        for seats in range(1, players + 1):
            best.append(min(self._list_last_tables(best, seats), default=None))
        full = max(seats for seats, found in enumerate(best) if found)
        return TableSizes(_trace_tables(best, full), players - full)

    def _list_last_tables(self, best: BestSplits, seats: int) -> list[tuple[SizeCost, int]]:
        sizes = range(self.least, min(self.most, seats) + 1)
        return [(self._add_cost(rest[0], size), size) for size in sizes if (rest := best[seats - size])]

    def _add_cost(self, price: SizeCost, size: int) -> SizeCost:
        away = abs(size - self.size)
        return price[0] + away, price[1] + (size > self.size), price[2] + away * away


def _trace_tables(best: BestSplits, seats: int) -> tuple[int, ...]:
    """Walk back through the best choices to the tables that fill this many seats."""
    found = []
    while seats and (step := best[seats]):
        found.append(step[1])
        seats -= step[1]
    return tuple(sorted(found, reverse=True))
