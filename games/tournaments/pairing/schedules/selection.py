"""Find the best schedule for a field whose rounds do not depend on results, from all available sources.

Players are numbers from 0 on; the first-round seeding assigns people to them. A design is one round in which
everybody sits at several tables; otherwise everybody sits at one table of each round, or sits out.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from games.tournaments.pairing import quality
from games.tournaments.pairing.formats import swiss
from games.tournaments.pairing.lots import order_by_lot
from games.tournaments.pairing.meetings import RoundTables
from games.tournaments.pairing.quality import PairingQuality
from games.tournaments.pairing.schedules import modular, search, stored
from games.tournaments.pairing.schedules.cyclic import find_design
from games.tournaments.pairing.seat_order import have_equal_sizes, seat_rounds_in_turn, seat_schedule
from games.tournaments.pairing.table_sizes import TableShape

ScheduleOrigin = Literal["design", "modular", "stored", "search"]

MAX_SEARCHED_PLAYERS = 200  # players: in larger fields the formula works, or repeats are few
STEPS_PER_SEAT = 4_000  # swaps a search tries for each seat of a schedule
TOLERATED_MEETINGS = 3  # meetings of one pair; more are worse than any number of other repeats
MAX_STEPS = 1_500_000  # about four seconds


@dataclass(frozen=True, slots=True)
class Schedule:
    """The rounds, where they came from, and how good they are."""

    rounds: tuple[RoundTables, ...]
    origin: ScheduleOrigin
    quality: PairingQuality


def find_best_schedule(
    players: int,
    shape: TableShape,
    rounds: int,
    *,
    seed: str = "",
    steps: int | None = None,
    seconds: float | None = None,
) -> Schedule:
    """Find a schedule with this many games for everybody; search only if nothing good is known.

    A search takes a number of steps that depends on the field, or the given number, and is then reproducible.
    With `seconds` it is limited by time instead, and may find another schedule next time."""
    found = []
    for origin, known in _list_known_schedules(players, shape, rounds):
        if known is not None:
            found.append(_rate_schedule(known, origin, shape))
            if found[-1].quality.short <= 1:
                return found[-1]
    sought = [_pair_round_by_round(players, shape, rounds, seed)]
    if players <= MAX_SEARCHED_PLAYERS:
        if steps is None and seconds is None:
            steps = min(MAX_STEPS, STEPS_PER_SEAT * players * rounds)
        sought.append(search.improve_schedule(sought[0], seed=seed, steps=steps, seconds=seconds))
    return min([*found, *(_rate_schedule(rounds, "search", shape) for rounds in sought)], key=_quality_key)


def _rate_schedule(rounds: tuple[RoundTables, ...], origin: ScheduleOrigin, shape: TableShape) -> Schedule:
    seated = _assign_seats(rounds, origin)
    return Schedule(seated, origin, quality.compute_quality(seated, shape.size))


def _quality_key(schedule: Schedule) -> tuple[bool, int, int, int, int]:
    """Sort key of a schedule, the best first.

    By fairness at short tables, then tables that sit together again, then the most meetings of one pair if
    there are too many, then repeats, then seats."""
    found = schedule.quality
    tables = Counter(frozenset(table) for tables in schedule.rounds for table in tables)
    again = tables.total() - len(tables)
    return (
        found.short > 1,
        again,
        max(TOLERATED_MEETINGS, found.most_meetings),
        found.repeats,
        found.seats_apart,
    )


# --- known schedules


def _list_known_schedules(
    players: int, shape: TableShape, rounds: int
) -> Iterator[tuple[ScheduleOrigin, tuple[RoundTables, ...] | None]]:
    """Yield schedules that need no search, the preferred source first."""
    if rounds == shape.size and (tables := find_design(players, shape.size)):
        yield "design", (tables,)
    sizes = shape.split(players)
    if sizes.byes or not sizes.tables or rounds < 1 or sizes.tables[0] - sizes.tables[-1] > 1:
        return
    number, size = len(sizes.tables), sizes.tables[0]
    yield "modular", modular.build_schedule(players, size, rounds, tables=number)
    yield "stored", stored.find_schedule(number, size, rounds, empty=number * size - players)
    yield "modular", modular.build_quadratic_schedule(players, size, rounds, tables=number)
    if shape.least < size:
        yield "modular", modular.build_schedule(players, size, rounds, tables=number + 1)  # more short tables


# --- search


def _pair_round_by_round(players: int, shape: TableShape, rounds: int, seed: str) -> tuple[RoundTables, ...]:
    """Pair round after round as in a Swiss tournament in which everybody has the same points."""
    found: list[RoundTables] = []
    out: Counter[int] = Counter()
    for number in range(rounds):
        order = order_by_lot(range(players), f"{seed}|round {number + 1}")
        entrants = [swiss.SwissEntrant(one, rank, byes=out[one]) for rank, one in enumerate(order)]
        pairing = swiss.pair_next_round(entrants, found, shape, way="strict", seed=seed)
        found.append(pairing.tables)
        out.update(pairing.byes)
    return tuple(found)


# --- seats


def _assign_seats(rounds: tuple[RoundTables, ...], origin: ScheduleOrigin) -> tuple[RoundTables, ...]:
    """Make seats as even as possible; formulas and the stored file bring good seats, a search brings none."""
    ways = [rounds] if origin != "search" else []
    if origin == "search" or not (have_equal_sizes(rounds) or len(rounds[0]) > MAX_SEARCHED_PLAYERS):
        ways += [seat_schedule(rounds), seat_rounds_in_turn(rounds)]
    return min(ways, key=quality.compute_seat_imbalance)
