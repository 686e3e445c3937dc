"""The best schedule for a field whose rounds do not depend on results, from wherever it can be had.

Players are numbers from 0 on; `seeding.numbered` says who has which. A design is one round in which everybody
sits at several tables; otherwise everybody sits at one table of each round, or sits out.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from games.tournaments.pairing import modular, quality, search, stored, swiss
from games.tournaments.pairing.designs import design
from games.tournaments.pairing.lots import drawn
from games.tournaments.pairing.quality import Quality
from games.tournaments.pairing.seats import are_alike, seat_in_turn, seat_schedule
from games.tournaments.pairing.sizes import Shape
from games.tournaments.pairing.tables import Round

Origin = Literal["design", "modular", "stored", "search"]

SMALL = 200  # players: in larger fields the formula fits, or repeats are few
STEPS = 4_000  # swaps that a search tries for each seat of a schedule
ENOUGH = 3  # meetings of a pair; more are worse than any number of repeats of others
MOST_STEPS = 1_500_000  # some four seconds


@dataclass(frozen=True, slots=True)
class Schedule:
    """Who meets whom, where it came from, and how good it is."""

    rounds: tuple[Round, ...]
    origin: Origin
    quality: Quality


def best(
    players: int,
    shape: Shape,
    rounds: int,
    *,
    seed: str = "",
    steps: int | None = None,
    seconds: float | None = None,
) -> Schedule:
    """So many games for everybody; searched for only if nothing good is known.

    The search takes as many steps as the field is worth, or as are given, and the same ones each time; or it
    takes so many seconds, and then it may find another schedule the next time."""
    found = []
    for origin, known in _known(players, shape, rounds):
        if known is not None:
            found.append(_judged(known, origin, shape))
            if found[-1].quality.short <= 1:
                return found[-1]
    sought = [_round_by_round(players, shape, rounds, seed)]
    if players <= SMALL:
        if steps is None and seconds is None:
            steps = min(MOST_STEPS, STEPS * players * rounds)
        sought.append(search.improved(sought[0], seed=seed, steps=steps, seconds=seconds))
    return min([*found, *(_judged(rounds, "search", shape) for rounds in sought)], key=_order)


def _judged(rounds: tuple[Round, ...], origin: Origin, shape: Shape) -> Schedule:
    seated = _seated(rounds, origin)
    return Schedule(seated, origin, quality.of(seated, shape.size))


def _order(schedule: Schedule) -> tuple[bool, int, int, int, int]:
    """Nobody twice at a short table before all were once; then no table twice, few repeats, and not of one
    pair; seats."""
    found = schedule.quality
    tables = Counter(frozenset(table) for tables in schedule.rounds for table in tables)
    again = tables.total() - len(tables)
    return found.short > 1, again, max(ENOUGH, found.most_meetings), found.repeats, found.seats_apart


# --- what stands ready


def _known(players: int, shape: Shape, rounds: int) -> Iterator[tuple[Origin, tuple[Round, ...] | None]]:
    """Where a schedule may be had without a search, the best place first."""
    if rounds == shape.size and (tables := design(players, shape.size)):
        yield "design", (tables,)
    sizes = shape.split(players)
    if sizes.byes or not sizes.tables or rounds < 1 or sizes.tables[0] - sizes.tables[-1] > 1:
        return
    number, size = len(sizes.tables), sizes.tables[0]
    yield "modular", modular.schedule(players, size, rounds, tables=number)
    yield "stored", stored.schedule(number, size, rounds, empty=number * size - players)
    yield "modular", modular.bent(players, size, rounds, tables=number)
    if shape.least < size:
        yield "modular", modular.schedule(players, size, rounds, tables=number + 1)  # more tables are short


# --- what is sought


def _round_by_round(players: int, shape: Shape, rounds: int, seed: str) -> tuple[Round, ...]:
    """As in a Swiss event in which everybody has the same points."""
    found: list[Round] = []
    out: Counter[int] = Counter()
    for number in range(rounds):
        order = drawn(range(players), f"{seed}|round {number + 1}")
        entrants = [swiss.Entrant(one, rank, byes=out[one]) for rank, one in enumerate(order)]
        pairing = swiss.pair(entrants, found, shape, way="strict", seed=seed)
        found.append(pairing.tables)
        out.update(pairing.byes)
    return tuple(found)


# --- seats


def _seated(rounds: tuple[Round, ...], origin: Origin) -> tuple[Round, ...]:
    """Seats as even as we can; formulas and the file bring theirs along, and a search brings none."""
    ways = [rounds] if origin != "search" else []
    if origin == "search" or not (are_alike(rounds) or len(rounds[0]) > SMALL):
        ways += [seat_schedule(rounds), seat_in_turn(rounds)]
    return min(ways, key=quality.seats_apart)
