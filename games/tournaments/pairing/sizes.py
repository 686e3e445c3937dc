"""How many people sit at each table when the entrants do not divide evenly."""

from dataclasses import dataclass

Price = tuple[int, int, int]  # seats away from the wanted size, long tables, unevenness
Best = list[tuple[Price, int] | None]  # for each number of seats: the price, and the last table


@dataclass(frozen=True, slots=True)
class Sizes:
    """Seats of each table, the largest first, and how many people sit out."""

    tables: tuple[int, ...]
    byes: int = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """What tables an event has: the size that is wanted, and what is still a table."""

    size: int = 4
    least: int = 3
    most: int = 5
    long_first: bool = False  # tables one larger rather than tables one smaller

    def __post_init__(self) -> None:
        if not 2 <= self.least <= self.size <= self.most:
            raise ValueError(
                "a table has at least two seats, and the wanted size lies between least and most"
            )

    def split(self, players: int) -> Sizes:
        """The tables for so many. Somebody sits out only if there is no other way."""
        if players < 0:
            raise ValueError("there are no fewer than no players")
        ways = (self._with_long, self._with_short) if self.long_first else (self._with_short, self._with_long)
        return next((found for way in ways if (found := way(players))), None) or self._as_near_as_possible(
            players
        )

    def _with_short(self, players: int) -> Sizes | None:
        tables = -(-players // self.size)
        short = tables * self.size - players
        if short > tables or (short and self.size - 1 < self.least):
            return None
        return Sizes((self.size,) * (tables - short) + (self.size - 1,) * short)

    def _with_long(self, players: int) -> Sizes | None:
        tables, long = divmod(players, self.size)
        if long > tables or (long and self.size + 1 > self.most):
            return None
        return Sizes((self.size + 1,) * long + (self.size,) * (tables - long))

    def _as_near_as_possible(self, players: int) -> Sizes:
        """As few byes as can be, then as near to the wanted size; of equals the most even one."""
        best: Best = [((0, 0, 0), 0)]
        for seats in range(1, players + 1):
            best.append(min(self._last_tables(best, seats), default=None))
        full = max(seats for seats, found in enumerate(best) if found)
        return Sizes(_traced(best, full), players - full)

    def _last_tables(self, best: Best, seats: int) -> list[tuple[Price, int]]:
        sizes = range(self.least, min(self.most, seats) + 1)
        return [(self._dearer(rest[0], size), size) for size in sizes if (rest := best[seats - size])]

    def _dearer(self, price: Price, size: int) -> Price:
        away = abs(size - self.size)
        return price[0] + away, price[1] + (size > self.size), price[2] + away * away


def _traced(best: Best, seats: int) -> tuple[int, ...]:
    """The tables that led to so many seats."""
    found = []
    while seats and (step := best[seats]):
        found.append(step[1])
        seats -= step[1]
    return tuple(sorted(found, reverse=True))
