"""Who acts first at a table. Everybody should sit in each seat equally often, and begin as often as the rest.

As long as all tables have one size, seats are counted. Where sizes differ there are four kinds of seats: the
first, the last, and between them early and late ones; of a kind that has several seats each counts a part.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import count

from games.tournaments.pairing.tables import Round, Table

FIRST, EARLY, LATE, LAST = range(4)
UNIT = (
    60  # what a seat counts that is the only one of its kind: half, a third … a sixth of it are whole numbers
)

Tallies = Mapping[int, Sequence[int]]  # for each player: how much they sat in seats of each kind


@cache
def kinds(size: int, *, alike: bool) -> tuple[int, ...]:
    """For each seat of a table, of which kind it is. Where tables are alike, each seat is its own kind."""
    if alike:
        return tuple(range(size))
    middle = (EARLY if 2 * seat < size else LATE for seat in range(1, size - 1))
    return (FIRST, *middle, LAST)


@cache
def shares(size: int, *, alike: bool) -> tuple[int, ...]:
    """For each seat of a table, how much it counts."""
    found = kinds(size, alike=alike)
    return tuple(UNIT // found.count(kind) for kind in found)


def are_alike(rounds: Iterable[Round]) -> bool:
    """Have all tables the same size?"""
    return len({len(table) for tables in rounds for table in tables}) <= 1


def tallies(rounds: Iterable[Round], *, alike: bool) -> dict[int, list[int]]:
    """How much everybody sat where."""
    rounds = list(rounds)
    columns = max((len(table) for tables in rounds for table in tables), default=0) if alike else LAST + 1
    found: dict[int, list[int]] = defaultdict(lambda: [0] * columns)
    for table in (table for tables in rounds for table in tables):
        seats = zip(table, kinds(len(table), alike=alike), shares(len(table), alike=alike), strict=True)
        for player, kind, share in seats:
            found[player][kind] += share
    return found


# --- one round after the other


def seat_all(tables: Iterable[Sequence[int]], past: Sequence[Round]) -> Round:
    """The same tables in seat order, given who sat where before."""
    unseated = tuple(tuple(table) for table in tables)
    alike = are_alike((*past, unseated))
    sat = tallies(past, alike=alike)
    return tuple(seat(table, sat, alike=alike) for table in unseated)


def seat_in_turn(rounds: Iterable[Iterable[Sequence[int]]]) -> tuple[Round, ...]:
    """One round after the other: where sizes differ that is often more even than all together."""
    found: list[Round] = []
    for tables in rounds:
        found.append(seat_all(tables, found))
    return tuple(found)


def seat(table: Iterable[int], sat: Tallies, *, alike: bool = True) -> Table:
    """The cheapest order: a seat costs the more the more one had it. Of several, small numbers first."""
    players = sorted(table)
    prices = [_prices(sat.get(player), len(players), alike) for player in players]
    to_come = _to_come(prices)
    order, waiting = [], len(to_come) - 1
    for place in range(len(players)):
        here = next(
            who
            for who in range(len(players))
            if waiting & 1 << who and prices[who][place] + to_come[waiting ^ 1 << who] == to_come[waiting]
        )
        order.append(players[here])
        waiting ^= 1 << here
    return tuple(order)


def price(table: Table, sat: Tallies, *, alike: bool = True) -> int:
    """What this order costs; everybody in a seat they never had is one UNIT squared each."""
    return sum(_prices(sat.get(player), len(table), alike)[place] for place, player in enumerate(table))


def _prices(sat: Sequence[int] | None, size: int, alike: bool) -> list[int]:
    """What each seat costs somebody: by how much the square of what they sat there would grow."""
    seats = zip(kinds(size, alike=alike), shares(size, alike=alike), strict=True)
    if sat is None:
        return [share * share for _, share in seats]
    return [share * (2 * sat[kind] + share) for kind, share in seats]


def _to_come(prices: Sequence[Sequence[int]]) -> list[int]:
    """For each set of players, as bits: the least that they cost in the last seats of the table."""
    size = len(prices)
    least = [0]
    for waiting in range(1, 1 << size):
        place = size - waiting.bit_count()
        least.append(
            min(prices[who][place] + least[waiting ^ 1 << who] for who in range(size) if waiting & 1 << who)
        )
    return least


def chosen(table: Table, ranked: Iterable[int], wishes: Mapping[int, Sequence[int]]) -> Table:
    """The first of the ranking has the seat that they want most, the next one what they want most of the
    rest. What nobody has chosen goes to the others, in the order in which they were drawn."""
    taken: dict[int, int] = {}
    for player in ranked:
        free = (place for place in wishes.get(player, ()) if place < len(table) and place not in taken)
        if player in table and (place := next(free, None)) is not None:
            taken[place] = player
    others = (player for player in table if player not in taken.values())
    return tuple(taken[place] if place in taken else next(others) for place in range(len(table)))


# --- whom to seat together


def lacking(sat: Sequence[int] | None, size: int, *, alike: bool = True) -> int:
    """The seats of a table that somebody had least, as bits."""
    found = kinds(size, alike=alike)
    if sat is None:
        return (1 << size) - 1
    least = min(sat[kind] for kind in found)
    return sum(1 << place for place, kind in enumerate(found) if sat[kind] == least)


@lru_cache(maxsize=1 << 16)
def all_fit(wanted: tuple[int, ...]) -> bool:
    """Can each of these have a seat of their own out of those that they lack?"""
    taken: dict[int, int] = {}
    return all(_finds_a_seat(who, wanted, taken, set()) for who in range(len(wanted)))


def _finds_a_seat(who: int, wanted: Sequence[int], taken: dict[int, int], asked: set[int]) -> bool:
    """A free one, or one whose owner finds another."""
    for place in _places(wanted[who]):
        if place not in asked:
            asked.add(place)
            if place not in taken or _finds_a_seat(taken[place], wanted, taken, asked):
                taken[place] = who
                return True
    return False


@cache
def _places(bits: int) -> tuple[int, ...]:
    return tuple(place for place in range(bits.bit_length()) if bits & 1 << place)


# --- a whole schedule at once


def seat_schedule(rounds: Sequence[Round]) -> tuple[Round, ...]:
    """Seats of all rounds together: everybody sits in each seat equally often, or once more.

    Players and tables are the two sides of a graph, seats are colours of its edges. A player of more rounds
    than there are seats counts as several, each of one turn through the seats."""
    seats = max((len(table) for tables in rounds for table in tables), default=0)
    colours = _Colours(seats)
    turns: dict[int, int] = defaultdict(int)
    for number, table in enumerate(table for tables in rounds for table in tables):
        for player in table:
            colours.add((player, turns[player] // seats), number)
            turns[player] += 1
    numbers = count()
    return tuple(tuple(colours.order(next(numbers)) for _ in tables) for tables in rounds)


Half = tuple[int, int]  # a player, and which turn through the seats


class _Colours:
    """Seats for players at tables, such that nobody has one twice and no table gives one away twice."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.of_half: dict[Half, list[int | None]] = defaultdict(
            lambda: [None] * seats
        )  # the table of each seat
        self.of_table: dict[int, list[Half | None]] = defaultdict(lambda: [None] * seats)

    def add(self, half: Half, table: int) -> None:
        """Seat somebody there; others may change seats at their tables for it."""
        mine, theirs = self.of_half[half], self.of_table[table]
        seat = next((seat for seat in range(self.seats) if mine[seat] is None and theirs[seat] is None), None)
        if seat is None:
            seat = mine.index(None)
            self._exchange(table, seat, theirs.index(None))
        mine[seat], theirs[seat] = table, half

    def _exchange(self, table: int, taken: int, free: int) -> None:
        """Free a seat of a table: all on the chain of these two seats that begins there take the other."""
        chain = list(self._chain(table, taken, free))
        for half, at, seat in chain:
            self.of_half[half][seat] = self.of_table[at][seat] = None
        for half, at, seat in chain:
            other = free if seat == taken else taken
            self.of_half[half][other], self.of_table[at][other] = at, half

    def _chain(self, table: int | None, taken: int, free: int) -> Iterator[tuple[Half, int, int]]:
        """Who has the one seat at this table, where they have the other, who has the one there …"""
        while table is not None and (half := self.of_table[table][taken]) is not None:
            yield half, table, taken
            table = self.of_half[half][free]
            if table is not None:
                yield half, table, free

    def order(self, table: int) -> Table:
        """A table's players by their seats; where it is short, they close up."""
        return tuple(half[0] for half in self.of_table[table] if half is not None)
