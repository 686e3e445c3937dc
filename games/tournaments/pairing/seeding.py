"""The first tables: strong and weak mixed by their seeds, and people kept apart who do not sit together.

Seeds come strongest first; without any, they are drawn by lot.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Generic, Literal

from games.tournaments.pairing.apart import Apart, together
from games.tournaments.pairing.lots import dice, drawn
from games.tournaments.pairing.partitions import SHAKEN, Prices, cheapest
from games.tournaments.pairing.tables import P, Round, companions

Spread = Literal["snake", "fold", "pots", "random"]


def first_tables(
    seeds: Sequence[P],
    sizes: Sequence[int],
    *,
    spread: Spread = "snake",
    apart: Apart[P] | None = None,
    seed: str = "",
) -> list[list[P]]:
    """Tables of these sizes. Whoever is kept apart changes places with the next seed possible."""
    dealt = {
        "snake": lambda: snake(seeds, sizes),
        "fold": lambda: fold(seeds, sizes),
        "pots": lambda: pots(seeds, sizes, seed),
        "random": lambda: by_lot(seeds, sizes, seed),
    }[spread]()
    return parted(dealt, seeds, apart or {}, seed)


# --- dealing


def snake(seeds: Sequence[P], sizes: Sequence[int]) -> list[list[P]]:
    """1 2 3, then 6 5 4, then 7 8 9: where the snake ends, the tables stay short."""
    return _dealt(seeds, sizes, turning=True)


def fold(seeds: Sequence[P], sizes: Sequence[int]) -> list[list[P]]:
    """The strongest with the weakest: from both ends in turn, until they meet in the middle."""
    rest, ordered = list(seeds), list[P]()
    for row, width in enumerate(_widths(sizes)):
        take = rest[-width:][::-1] if row % 2 else rest[:width]
        rest = rest[:-width] if row % 2 else rest[width:]
        ordered += take
    return _dealt(ordered, sizes, turning=False)


def pots(seeds: Sequence[P], sizes: Sequence[int], seed: str) -> list[list[P]]:
    """As many pots as seats, by strength; from each pot a lot for every table."""
    rest, ordered = iter(seeds), list[P]()
    for row, width in enumerate(_widths(sizes)):
        ordered += drawn(islice(rest, width), f"{seed}|pot {row + 1}")
    return _dealt(ordered, sizes, turning=False)


def by_lot(seeds: Iterable[P], sizes: Sequence[int], seed: str) -> list[list[P]]:
    """Seeds do not matter."""
    return _dealt(drawn(seeds, seed), sizes, turning=False)


DAY = 24 * 60  # minutes


def by_hour(seeds: Sequence[P], sizes: Sequence[int], hours: Mapping[P, int]) -> list[list[P]]:
    """Those together whose clocks show nearly the same: around the world, from where the groups are closest.

    Whoever has no clock is dealt to all groups alike."""
    idle = [player for player in seeds if player not in hours]
    dealt: list[list[P]] = [idle[group :: len(sizes)] for group in range(len(sizes))]
    living = [player for player in seeds if player in hours]
    widths = [size - len(group) for group, size in zip(dealt, sizes, strict=True)]
    starts = sorted({hours[player] % DAY for player in living}) or [0]
    cut = min((_around(living, widths, hours, start) for start in starts), key=lambda found: found[0])
    return [[*group, *others] for group, others in zip(cut[1], dealt, strict=True)]


def _around(
    players: Iterable[P], widths: Iterable[int], hours: Mapping[P, int], start: int
) -> tuple[int, list[list[P]]]:
    """Groups of these widths from this hour on, behind how far apart the hours in each of them are."""
    after = {player: (hours[player] - start) % DAY for player in players}
    rest = iter(sorted(after, key=after.__getitem__))
    groups = [list(islice(rest, width)) for width in widths]
    return sum(after[group[-1]] - after[group[0]] for group in groups if group), groups


def _widths(sizes: Sequence[int]) -> Iterator[int]:
    """How many tables still have a seat, row by row."""
    return (sum(size > row for size in sizes) for row in range(max(sizes, default=0)))


def _dealt(players: Sequence[P], sizes: Sequence[int], *, turning: bool) -> list[list[P]]:
    """Row by row; the last rows go to as many tables as still have a seat."""
    tables: list[list[P]] = [[] for _ in sizes]
    row, rest = list(tables), iter(players)
    for width in _widths(sizes):
        row = row[:width]
        for table, player in zip(row, rest, strict=False):
            table.append(player)
        if turning:
            row.reverse()
    return tables


# --- keeping apart


def parted(tables: list[list[P]], seeds: Sequence[P], apart: Apart[P], seed: str = "") -> list[list[P]]:
    """The same tables, with as few people as possible together who are kept apart."""
    if not together(tables, apart):
        return tables
    swapped = _swapped(tables, seeds, apart)
    if not (left := len(together(swapped, apart))):
        return swapped
    searched = _searched(swapped, seeds, apart, seed)
    return searched if len(together(searched, apart)) < left else swapped


def _swapped(tables: list[list[P]], seeds: Sequence[P], apart: Apart[P]) -> list[list[P]]:
    """Each of them changes places with the next seed up or down, if both are at ease then."""
    tables = [list(table) for table in tables]
    at = {player: table for table in tables for player in table}
    ranks = {player: rank for rank, player in enumerate(seeds)}
    uneasy = {player for pair in together(tables, apart) for player in pair}
    for one in sorted(uneasy, key=ranks.__getitem__, reverse=True):  # the weaker one gives way
        if _suits(one, at[one], one, apart):
            continue  # another one has left meanwhile
        near = (other for other in _nearest(seeds, ranks[one]) if other in at and at[other] is not at[one])
        other = next(
            (o for o in near if _suits(one, at[o], o, apart) and _suits(o, at[one], one, apart)), None
        )
        if other is not None:
            here, there = at[one], at[other]
            here[here.index(one)], there[there.index(other)] = other, one
            at[one], at[other] = there, here
    return tables


def _suits(player: P, table: Iterable[P], instead: P, apart: Apart[P]) -> bool:
    """May they sit there in this person's place?"""
    others = apart.get(player, ())
    return not any(other in others for other in table if other != instead)


def _nearest(seeds: Sequence[P], rank: int) -> Iterator[P]:
    """The other seeds, the nearest first."""
    for away in range(1, len(seeds)):
        yield from (seeds[place] for place in (rank + away, rank - away) if 0 <= place < len(seeds))


def _searched(tables: list[list[P]], seeds: Sequence[P], apart: Apart[P], seed: str) -> list[list[P]]:
    """By trying much more; in small fields it is also seen to that nobody meets their own strength."""
    players = [player for table in tables for player in table]
    index = {player: place for place, player in enumerate(players)}
    block = len(players) ** 2
    beside = [{index[o]: block for o in apart.get(player, ()) if o in index} for player in players]
    if len(players) <= SHAKEN:
        _add_bands(beside, [index[player] for player in seeds if player in index], len(tables))
    none = [0] * len(players)
    sizes = [len(table) for table in tables]
    prices = Prices(none, beside, turn=none, lacking=none, size=min(sizes), chair=0, hard=block)
    found = cheapest(range(len(players)), sizes, prices, dice(seed, "apart"))
    return [[players[one] for one in table] for table in found]


def _add_bands(beside: list[dict[int, int]], ranked: Sequence[int], width: int) -> None:
    """Two of one row of the deal at one table cost a little."""
    for start in range(0, len(ranked), width):
        band = ranked[start : start + width]
        for one in band:
            beside[one] = {other: 1 for other in band if other != one} | beside[one]


# --- people for the numbers of a schedule


def numbered(
    players: Iterable[P], rounds: Sequence[Round], apart: Apart[P] | None = None, seed: str = ""
) -> list[P]:
    """Who gets which number, by lot; then numbers are exchanged as long as fewer meet who are kept apart."""
    numbers = _Numbers(drawn(players, seed), rounds, apart or {})
    while numbers.exchanged():
        pass
    return numbers.order


class _Numbers(Generic[P]):
    """People and the numbers that they have for the moment."""

    def __init__(self, order: list[P], rounds: Sequence[Round], apart: Apart[P]) -> None:
        self.order, self.apart, self.met = order, apart, companions(rounds)
        self.number = {player: number for number, player in enumerate(order)}

    def exchanged(self) -> bool:
        """Let everybody who is uneasy exchange numbers once; did anybody?"""
        uneasy = [player for player in self.order if player in self.apart and self._uneasy(player)]
        return sum(map(self._exchange, uneasy)) > 0

    def _uneasy(self, player: P) -> int:
        """How many of those they are kept apart from they would meet."""
        met = self.met.get(self.number[player], {})
        return sum(self.number[other] in met for other in self.apart.get(player, ()) if other in self.number)

    def _exchange(self, player: P) -> bool:
        """With whom it helps most; with the first with whom it helps entirely."""
        best, partner = 0, player
        for other in self.order:
            before = self._uneasy(player) + self._uneasy(other)
            self._swap(player, other)
            change = self._uneasy(player) + self._uneasy(other) - before
            clean = change < 0 and not self._uneasy(player)
            self._swap(player, other)
            if change < best:
                best, partner = change, other
            if clean:
                break
        self._swap(player, partner)
        return partner != player

    def _swap(self, one: P, other: P) -> None:
        mine, theirs = self.number[one], self.number[other]
        self.number[one], self.number[other] = theirs, mine
        self.order[mine], self.order[theirs] = other, one


def people(rounds: Iterable[Round], order: Sequence[int]) -> tuple[Round, ...]:
    """A schedule with the people who were given its numbers."""
    return tuple(tuple(tuple(order[one] for one in table) for table in tables) for tables in rounds)
