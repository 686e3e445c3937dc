"""First-round tables: strong and weak players are mixed by their seeds, and unwanted pairs are separated.

Seeds come strongest first; without any, they are drawn by lot.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Generic, Literal

from games.tournaments.pairing.avoidances import AvoidanceMap, find_unwanted_pairs
from games.tournaments.pairing.lots import create_random, order_by_lot
from games.tournaments.pairing.meetings import P, RoundTables, count_companions
from games.tournaments.pairing.optimizer import SHAKE_LIMIT, SeatingCosts, find_cheapest_tables

SeedingMethod = Literal["snake", "fold", "pots", "random"]


def build_first_tables(
    seeds: Sequence[P],
    sizes: Sequence[int],
    *,
    spread: SeedingMethod = "snake",
    apart: AvoidanceMap[P] | None = None,
    seed: str = "",
) -> list[list[P]]:
    """Build tables of these sizes. Players of an unwanted pair swap with the nearest possible seed."""
    dealt = {
        "snake": lambda: deal_in_snake(seeds, sizes),
        "fold": lambda: deal_in_fold(seeds, sizes),
        "pots": lambda: deal_from_pots(seeds, sizes, seed),
        "random": lambda: deal_by_lot(seeds, sizes, seed),
    }[spread]()
    return separate_players(dealt, seeds, apart or {}, seed)


# --- dealing


def deal_in_snake(seeds: Sequence[P], sizes: Sequence[int]) -> list[list[P]]:
    """Deal seeds to and fro: 1 2 3, then 6 5 4, then 7 8 9. Short tables are where the snake ends."""
    return deal_rows(seeds, sizes, turning=True)


def deal_in_fold(seeds: Sequence[P], sizes: Sequence[int]) -> list[list[P]]:
    """Mix the strongest with the weakest: deal rows from both ends in turn until they meet in the middle."""
    rest, ordered = list(seeds), list[P]()
    for row, width in enumerate(_list_row_widths(sizes)):
        take = rest[-width:][::-1] if row % 2 else rest[:width]
        rest = rest[:-width] if row % 2 else rest[width:]
        ordered += take
    return deal_rows(ordered, sizes, turning=False)


def deal_from_pots(seeds: Sequence[P], sizes: Sequence[int], seed: str) -> list[list[P]]:
    """Split seeds by strength into one pot per seat; each table gets one player of each pot by lot."""
    rest, ordered = iter(seeds), list[P]()
    for row, width in enumerate(_list_row_widths(sizes)):
        ordered += order_by_lot(islice(rest, width), f"{seed}|pot {row + 1}")
    return deal_rows(ordered, sizes, turning=False)


def deal_by_lot(seeds: Iterable[P], sizes: Sequence[int], seed: str) -> list[list[P]]:
    """Deal players by lot, regardless of their seeds."""
    return deal_rows(order_by_lot(seeds, seed), sizes, turning=False)


MINUTES_PER_DAY = 24 * 60  # minutes


def deal_by_hour(seeds: Sequence[P], sizes: Sequence[int], hours: Mapping[P, int]) -> list[list[P]]:
    """Group players whose local times are close, cutting the day where the groups become most compact.

    Players without a known time are spread evenly over all groups."""
    idle = [player for player in seeds if player not in hours]
    dealt: list[list[P]] = [idle[group :: len(sizes)] for group in range(len(sizes))]
    living = [player for player in seeds if player in hours]
    widths = [size - len(group) for group, size in zip(dealt, sizes, strict=True)]
    starts = sorted({hours[player] % MINUTES_PER_DAY for player in living}) or [0]
    cut = min(
        (_cut_around_clock(living, widths, hours, start) for start in starts), key=lambda found: found[0]
    )
    return [[*group, *others] for group, others in zip(cut[1], dealt, strict=True)]


def _cut_around_clock(
    players: Iterable[P], widths: Iterable[int], hours: Mapping[P, int], start: int
) -> tuple[int, list[list[P]]]:
    """Cut players into groups of these widths from this time on; return also how far their times differ."""
    after = {player: (hours[player] - start) % MINUTES_PER_DAY for player in players}
    rest = iter(sorted(after, key=after.__getitem__))
    groups = [list(islice(rest, width)) for width in widths]
    return sum(after[group[-1]] - after[group[0]] for group in groups if group), groups


def _list_row_widths(sizes: Sequence[int]) -> Iterator[int]:
    """Yield, row by row, how many tables still have a seat."""
    return (sum(size > row for size in sizes) for row in range(max(sizes, default=0)))


def deal_rows(players: Sequence[P], sizes: Sequence[int], *, turning: bool) -> list[list[P]]:
    """Deal players row by row; the last rows go only to the tables that still have a seat."""
    tables: list[list[P]] = [[] for _ in sizes]
    row, rest = list(tables), iter(players)
    for width in _list_row_widths(sizes):
        row = row[:width]
        for table, player in zip(row, rest, strict=False):
            table.append(player)
        if turning:
            row.reverse()
    return tables


# --- separating unwanted pairs


def separate_players(
    tables: list[list[P]], seeds: Sequence[P], apart: AvoidanceMap[P], seed: str = ""
) -> list[list[P]]:
    """Return the same tables with as few unwanted pairs as possible."""
    if not find_unwanted_pairs(tables, apart):
        return tables
    swapped = _swap_with_nearest(tables, seeds, apart)
    if not (left := len(find_unwanted_pairs(swapped, apart))):
        return swapped
    searched = _search_separation(swapped, seeds, apart, seed)
    return searched if len(find_unwanted_pairs(searched, apart)) < left else swapped


def _swap_with_nearest(tables: list[list[P]], seeds: Sequence[P], apart: AvoidanceMap[P]) -> list[list[P]]:
    """Swap each player of an unwanted pair with the nearest seed, if neither has an unwanted partner then."""
    tables = [list(table) for table in tables]
    at = {player: table for table in tables for player in table}
    ranks = {player: rank for rank, player in enumerate(seeds)}
    uneasy = {player for pair in find_unwanted_pairs(tables, apart) for player in pair}
    for one in sorted(uneasy, key=ranks.__getitem__, reverse=True):  # the weaker player moves
        if _may_sit(one, at[one], one, apart):
            continue  # the other player has moved away meanwhile
        near = (
            other
            for other in _list_nearest_seeds(seeds, ranks[one])
            if other in at and at[other] is not at[one]
        )
        other = next(
            (o for o in near if _may_sit(one, at[o], o, apart) and _may_sit(o, at[one], one, apart)), None
        )
        if other is not None:
            here, there = at[one], at[other]
            here[here.index(one)], there[there.index(other)] = other, one
            at[one], at[other] = there, here
    return tables


def _may_sit(player: P, table: Iterable[P], instead: P, apart: AvoidanceMap[P]) -> bool:
    """May this player take the other one's place at this table?"""
    others = apart.get(player, ())
    return not any(other in others for other in table if other != instead)


def _list_nearest_seeds(seeds: Sequence[P], rank: int) -> Iterator[P]:
    """Yield the other seeds, the nearest first."""
    for away in range(1, len(seeds)):
        yield from (seeds[place] for place in (rank + away, rank - away) if 0 <= place < len(seeds))


def _search_separation(
    tables: list[list[P]], seeds: Sequence[P], apart: AvoidanceMap[P], seed: str
) -> list[list[P]]:
    """Separate players by a longer search; in small fields also keep players of like strength apart."""
    players = [player for table in tables for player in table]
    index = {player: place for place, player in enumerate(players)}
    block = len(players) ** 2
    beside = [{index[o]: block for o in apart.get(player, ()) if o in index} for player in players]
    if len(players) <= SHAKE_LIMIT:
        _add_band_costs(beside, [index[player] for player in seeds if player in index], len(tables))
    none = [0] * len(players)
    sizes = [len(table) for table in tables]
    prices = SeatingCosts(
        none,
        beside,
        short_table_costs=none,
        wanted_seats=none,
        size=min(sizes),
        empty_seat_points=0,
        forbidden_cost=block,
    )
    found = find_cheapest_tables(range(len(players)), sizes, prices, create_random(seed, "apart"))
    return [[players[one] for one in table] for table in found]


def _add_band_costs(beside: list[dict[int, int]], ranked: Sequence[int], width: int) -> None:
    """Make it cost a little if two players of the same row of the deal share a table."""
    for start in range(0, len(ranked), width):
        band = ranked[start : start + width]
        for one in band:
            beside[one] = {other: 1 for other in band if other != one} | beside[one]


# --- players for the numbers of a schedule


def assign_numbers(
    players: Iterable[P], rounds: Sequence[RoundTables], apart: AvoidanceMap[P] | None = None, seed: str = ""
) -> list[P]:
    """Assign players to schedule numbers by lot, then exchange numbers to avoid unwanted meetings."""
    numbers = _NumberAssignment(order_by_lot(players, seed), rounds, apart or {})
    while numbers.exchange_all():
        pass
    return numbers.order


class _NumberAssignment(Generic[P]):
    """Players and the schedule numbers that they have at the moment."""

    def __init__(self, order: list[P], rounds: Sequence[RoundTables], apart: AvoidanceMap[P]) -> None:
        self.order, self.apart, self.met = order, apart, count_companions(rounds)
        self.number = {player: number for number, player in enumerate(order)}

    def exchange_all(self) -> bool:
        """Let every player with unwanted meetings exchange numbers once; return whether anybody did."""
        uneasy = [player for player in self.order if player in self.apart and self._count_unwanted(player)]
        return sum(map(self._exchange, uneasy)) > 0

    def _count_unwanted(self, player: P) -> int:
        """Count the unwanted partners that a player would meet."""
        met = self.met.get(self.number[player], {})
        return sum(self.number[other] in met for other in self.apart.get(player, ()) if other in self.number)

    def _exchange(self, player: P) -> bool:
        """Exchange numbers with whom it helps most, or with the first who removes all unwanted meetings."""
        best, partner = 0, player
        for other in self.order:
            before = self._count_unwanted(player) + self._count_unwanted(other)
            self._swap(player, other)
            change = self._count_unwanted(player) + self._count_unwanted(other) - before
            clean = change < 0 and not self._count_unwanted(player)
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


def replace_numbers(rounds: Iterable[RoundTables], order: Sequence[int]) -> tuple[RoundTables, ...]:
    """Replace the numbers of a schedule by the players who were assigned to them."""
    return tuple(tuple(tuple(order[one] for one in table) for table in tables) for tables in rounds)
