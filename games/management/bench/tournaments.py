"""How fast large events are drawn and reckoned: 10,000 entrants, tables of four, eight rounds."""

import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

from games.tournaments.pairing import modular, quality, search, swiss
from games.tournaments.pairing.sizes import Shape
from games.tournaments.pairing.tables import Round, meetings
from games.tournaments.standings.ranking import Entrant, Row, standings
from games.tournaments.standings.results import Seat, Table
from games.tournaments.standings.terms import Terms
from games.tournaments.standings.tie_breaks import TIE_BREAKS

from .measure import Measure

FEW, MANY = 1_000, 10_000
ROUNDS = 8
TRIES = 3  # the best one counts: others may use the machine too
SHAPE = Shape(4, 4, 4)
ALL = Terms(tie_breaks=TIE_BREAKS, seed="bench")


def draws() -> Iterator[Measure]:
    """A schedule by arithmetic, and the eighth round of a Swiss with its seats."""
    seconds = _best(lambda: modular.schedule(MANY, 4, ROUNDS))
    yield Measure("modular_10000_s", seconds, "s", "the aim of 1 s", seconds)
    times = {players: _best(_swiss(players)) for players in (FEW, MANY)}
    yield Measure("swiss_round_10000_s", times[MANY], "s", "the aim of 2 s", times[MANY] / 2)
    yield Measure("swiss_growth", times[MANY], "s", "1,000 entrants (aim: 15)", times[MANY] / times[FEW])
    repeats = quality.of([*_played(MANY), _swiss(MANY)().tables], 4).repeats
    yield Measure("swiss_10000_repeats", repeats, "pairs")


def searches() -> Iterator[Measure]:
    """A schedule that is sought as if none were stored: 32 people, eight rounds, fifteen seconds."""
    start = search.scattered([4] * 8, ROUNDS, seed="bench")
    found = search.improved(start, seed="bench", seconds=15, now=time.process_time)
    repeats = quality.repeats(meetings(found))
    yield Measure("search_32_repeats", repeats, "pairs", "the aim of 3", repeats / 3)


def reckonings() -> Iterator[Measure]:
    """The standings with every tie-break there is."""
    times = {players: _best(_standings(players)) for players in (FEW, MANY)}
    yield Measure("standings_10000_s", times[MANY], "s", "the aim of 5 s", times[MANY] / 5)
    yield Measure("standings_growth", times[MANY], "s", "1,000 entrants (aim: 15)", times[MANY] / times[FEW])


def _best(work: Callable[[], object]) -> float:
    """Seconds of processor time."""
    taken = []
    for _ in range(TRIES):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return min(taken)


def _played(players: int) -> tuple[Round, ...]:
    """Seven rounds in which nobody met twice."""
    return modular.raw(players, 4, ROUNDS - 1)


def _swiss(players: int) -> Callable[[], swiss.Pairing]:
    past, chance = _played(players), Random(1)
    points = sorted((Fraction(chance.randint(7, 70)) for _ in range(players)), reverse=True)
    numbers = chance.sample(range(players), players)
    field = [swiss.Entrant(one, rank, points[rank - 1]) for rank, one in enumerate(numbers, 1)]
    return lambda: swiss.pair(field, past, SHAPE, way="strict", seed="bench")


def _standings(players: int) -> Callable[[], tuple[Row, ...]]:
    chance = Random(2)
    drawn = [table for tables in modular.raw(players, 4, ROUNDS) for table in tables]
    tables = [
        Table(number, tuple(Seat(one, chance.randint(8, 35)) for one in seats), round=1)
        for number, seats in enumerate(drawn, 1)
    ]
    entrants = [Entrant(number) for number in range(players)]
    return lambda: standings(tables, (), entrants, ALL)


GROUPS = (draws, searches, reckonings)
