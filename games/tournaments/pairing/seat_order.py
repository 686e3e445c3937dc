"""Decide the seat order at tables: everybody should have each seat, and above all the first, equally often.

If all tables have the same size, seats themselves are counted. Where sizes differ, four kinds of seats are
counted: first, early, late and last; if a table has several seats of a kind, each counts as a fraction.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import count

from games.tournaments.pairing.meetings import RoundTables, TablePlayers

FIRST, EARLY, LATE, LAST = range(4)
SEAT_UNIT = 60  # weight of a seat that is the only one of its kind; divisible by 2 to 6

SeatTallies = Mapping[int, Sequence[int]]  # player -> how much they sat in seats of each kind


@cache
def list_seat_kinds(size: int, *, alike: bool) -> tuple[int, ...]:
    """Return the kind of each seat of a table. If all tables have one size, each seat is its own kind."""
    if alike:
        return tuple(range(size))
    middle = (EARLY if 2 * seat < size else LATE for seat in range(1, size - 1))
    return (FIRST, *middle, LAST)


@cache
def list_seat_shares(size: int, *, alike: bool) -> tuple[int, ...]:
    """Return how much each seat of a table counts."""
    found = list_seat_kinds(size, alike=alike)
    return tuple(SEAT_UNIT // found.count(kind) for kind in found)


def have_equal_sizes(rounds: Iterable[RoundTables]) -> bool:
    """Do all tables have the same size?"""
    return len({len(table) for tables in rounds for table in tables}) <= 1


def tally_seats(rounds: Iterable[RoundTables], *, alike: bool) -> dict[int, list[int]]:
    """Count how much each player sat in seats of each kind."""
    rounds = list(rounds)
    columns = max((len(table) for tables in rounds for table in tables), default=0) if alike else LAST + 1
    found: dict[int, list[int]] = defaultdict(lambda: [0] * columns)
    for table in (table for tables in rounds for table in tables):
        seats = zip(
            table,
            list_seat_kinds(len(table), alike=alike),
            list_seat_shares(len(table), alike=alike),
            strict=True,
        )
        for player, kind, share in seats:
            found[player][kind] += share
    return found


# --- one round after the other


def seat_round(tables: Iterable[Sequence[int]], past: Sequence[RoundTables]) -> RoundTables:
    """Put the players of all tables into seat order, given the rounds already played."""
    unseated = tuple(tuple(table) for table in tables)
    alike = have_equal_sizes((*past, unseated))
    sat = tally_seats(past, alike=alike)
    return tuple(seat_table(table, sat, alike=alike) for table in unseated)


def seat_rounds_in_turn(rounds: Iterable[Iterable[Sequence[int]]]) -> tuple[RoundTables, ...]:
    """Seat one round after the other; with unequal sizes that is often fairer than all rounds at once."""
    found: list[RoundTables] = []
    for tables in rounds:
        found.append(seat_round(tables, found))
    return tuple(found)


def seat_table(table: Iterable[int], sat: SeatTallies, *, alike: bool = True) -> TablePlayers:
    """Find the cheapest seat order of a table; a seat costs more the more a player has had it.

    Among equally cheap orders the one with small player numbers first wins."""
    players = sorted(table)
    prices = [_compute_seat_costs(sat.get(player), len(players), alike) for player in players]
    to_come = _compute_remaining_costs(prices)
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


def compute_seating_cost(table: TablePlayers, sat: SeatTallies, *, alike: bool = True) -> int:
    """Return what a seat order costs; a seat that a player never had costs one unit squared."""
    return sum(
        _compute_seat_costs(sat.get(player), len(table), alike)[place] for place, player in enumerate(table)
    )


def _compute_seat_costs(sat: Sequence[int] | None, size: int, alike: bool) -> list[int]:
    """Return what each seat costs a player: by how much the square of their tally for it would grow."""
    seats = zip(list_seat_kinds(size, alike=alike), list_seat_shares(size, alike=alike), strict=True)
    if sat is None:
        return [share * share for _, share in seats]
    return [share * (2 * sat[kind] + share) for kind, share in seats]


def _compute_remaining_costs(prices: Sequence[Sequence[int]]) -> list[int]:
    """For each set of players, as bits, return the least they can cost in the last seats of the table."""
    size = len(prices)
    least = [0]
    for waiting in range(1, 1 << size):
        place = size - waiting.bit_count()
        least.append(
            min(prices[who][place] + least[waiting ^ 1 << who] for who in range(size) if waiting & 1 << who)
        )
    return least


def assign_chosen_seats(
    table: TablePlayers, ranked: Iterable[int], preferences: Mapping[int, Sequence[int]]
) -> TablePlayers:
    """Give seats by choice: the first of the ranking gets their favourite, the next the best that is left.

    Seats that nobody chose go to the other players in their order at the table."""
    taken: dict[int, int] = {}
    for player in ranked:
        free = (place for place in preferences.get(player, ()) if place < len(table) and place not in taken)
        if player in table and (place := next(free, None)) is not None:
            taken[place] = player
    others = (player for player in table if player not in taken.values())
    return tuple(taken[place] if place in taken else next(others) for place in range(len(table)))


# --- which players suit one table


def find_lacking_seats(sat: Sequence[int] | None, size: int, *, alike: bool = True) -> int:
    """Return the seats of a table that a player has had least, as bits."""
    found = list_seat_kinds(size, alike=alike)
    if sat is None:
        return (1 << size) - 1
    least = min(sat[kind] for kind in found)
    return sum(1 << place for place, kind in enumerate(found) if sat[kind] == least)


@lru_cache(maxsize=1 << 16)
def can_all_fit(wanted: tuple[int, ...]) -> bool:
    """Can every player get a seat of their own among those that they lack?"""
    taken: dict[int, int] = {}
    return all(_try_to_seat(who, wanted, taken, set()) for who in range(len(wanted)))


def _try_to_seat(who: int, wanted: Sequence[int], taken: dict[int, int], asked: set[int]) -> bool:
    """Give a player a free seat, or one whose owner can move to another; return whether that worked."""
    for place in _list_set_bits(wanted[who]):
        if place not in asked:
            asked.add(place)
            if place not in taken or _try_to_seat(taken[place], wanted, taken, asked):
                taken[place] = who
                return True
    return False


@cache
def _list_set_bits(bits: int) -> tuple[int, ...]:
    """List the positions of the set bits."""
    return tuple(place for place in range(bits.bit_length()) if bits & 1 << place)


# --- a whole schedule at once


def seat_schedule(rounds: Sequence[RoundTables]) -> tuple[RoundTables, ...]:
    """Seat all rounds together so that everybody has each seat equally often, or once more.

    Players and tables are the two sides of a bipartite graph, and seats are the colours of its edges. A
    player with more rounds than seats counts as several, one for each cycle through the seats."""
    seats = max((len(table) for tables in rounds for table in tables), default=0)
    colours = _SeatColouring(seats)
    turns: dict[int, int] = defaultdict(int)
    for number, table in enumerate(table for tables in rounds for table in tables):
        for player in table:
            colours.add((player, turns[player] // seats), number)
            turns[player] += 1
    numbers = count()
    return tuple(tuple(colours.order(next(numbers)) for _ in tables) for tables in rounds)


PlayerCycle = tuple[int, int]  # a player, and which cycle through the seats


class _SeatColouring:
    """An edge colouring: no player has a seat twice in a cycle, and no table gives a seat away twice."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.of_half: dict[PlayerCycle, list[int | None]] = defaultdict(
            lambda: [None] * seats
        )  # the table of each seat
        self.of_table: dict[int, list[PlayerCycle | None]] = defaultdict(lambda: [None] * seats)

    def add(self, half: PlayerCycle, table: int) -> None:
        """Seat a player at a table; others may change seats to make room."""
        mine, theirs = self.of_half[half], self.of_table[table]
        seat = next((seat for seat in range(self.seats) if mine[seat] is None and theirs[seat] is None), None)
        if seat is None:
            seat = mine.index(None)
            self._exchange(table, seat, theirs.index(None))
        mine[seat], theirs[seat] = table, half

    def _exchange(self, table: int, taken: int, free: int) -> None:
        """Free a seat of a table by exchanging two seats along the chain that starts there."""
        chain = list(self._chain(table, taken, free))
        for half, at, seat in chain:
            self.of_half[half][seat] = self.of_table[at][seat] = None
        for half, at, seat in chain:
            other = free if seat == taken else taken
            self.of_half[half][other], self.of_table[at][other] = at, half

    def _chain(self, table: int | None, taken: int, free: int) -> Iterator[tuple[PlayerCycle, int, int]]:
        """Follow the chain: who has the one seat here, where they have the other, who has the one there …"""
        while table is not None and (half := self.of_table[table][taken]) is not None:
            yield half, table, taken
            table = self.of_half[half][free]
            if table is not None:
                yield half, table, free

    def order(self, table: int) -> TablePlayers:
        """Return a table's players in seat order; at a short table they close up."""
        return tuple(half[0] for half in self.of_table[table] if half is not None)
