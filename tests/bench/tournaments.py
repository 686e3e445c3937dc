"""Benchmark pairing and standings of large tournaments: 10,000 entrants, tables of four, eight rounds."""

import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

from games.tournaments.pairing import quality
from games.tournaments.pairing.formats import swiss
from games.tournaments.pairing.meetings import RoundTables, count_meetings
from games.tournaments.pairing.schedules import modular, search
from games.tournaments.pairing.table_sizes import TableShape
from games.tournaments.standings.ranking import RankedEntrant, StandingsRow, rank_entrants
from games.tournaments.standings.results import FinishedSeat, FinishedTable
from games.tournaments.standings.scoring_terms import ScoringTerms
from games.tournaments.standings.tie_breaks import TIE_BREAKS
from tests.bench.measure import Measurement

FEW, MANY = 1_000, 10_000
ROUNDS = 8
TRIES = 3  # the best one counts: others may use the machine too
SHAPE = TableShape(4, 4, 4)
ALL_TERMS = ScoringTerms(tie_breaks=TIE_BREAKS, seed="bench")


def measure_pairing() -> Iterator[Measurement]:
    """Measure a schedule by modular arithmetic, and pairing the eighth round of a Swiss with its seats."""
    seconds = _time_best(lambda: modular.build_schedule(MANY, 4, ROUNDS))
    yield Measurement("modular_10000_s", seconds, "s", "the aim of 1 s", seconds)
    times = {players: _time_best(_prepare_swiss(players)) for players in (FEW, MANY)}
    yield Measurement("swiss_round_10000_s", times[MANY], "s", "the aim of 2 s", times[MANY] / 2)
    yield Measurement("swiss_growth", times[MANY], "s", "1,000 entrants (aim: 15)", times[MANY] / times[FEW])
    repeats = quality.compute_quality([*_build_past_rounds(MANY), _prepare_swiss(MANY)().tables], 4).repeats
    yield Measurement("swiss_10000_repeats", repeats, "pairs")


def measure_search() -> Iterator[Measurement]:
    """Measure the search for a schedule as if none were stored: 32 people, eight rounds, fifteen seconds."""
    start = search.build_random_schedule([4] * 8, ROUNDS, seed="bench")
    found = search.improve_schedule(start, seed="bench", seconds=15, now=time.process_time)
    repeats = quality.count_repeats(count_meetings(found))
    yield Measurement("search_32_repeats", repeats, "pairs", "the aim of 3", repeats / 3)


def measure_standings() -> Iterator[Measurement]:
    """Measure computing the standings with every tie-break."""
    times = {players: _time_best(_prepare_standings(players)) for players in (FEW, MANY)}
    yield Measurement("standings_10000_s", times[MANY], "s", "the aim of 5 s", times[MANY] / 5)
    yield Measurement(
        "standings_growth", times[MANY], "s", "1,000 entrants (aim: 15)", times[MANY] / times[FEW]
    )


def _time_best(work: Callable[[], object]) -> float:
    """Return the shortest of several tries, in seconds of processor time."""
    taken = []
    for _ in range(TRIES):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return min(taken)


def _build_past_rounds(players: int) -> tuple[RoundTables, ...]:
    """Build seven rounds in which nobody met twice."""
    return modular.build_raw_rounds(players, 4, ROUNDS - 1)


def _prepare_swiss(players: int) -> Callable[[], swiss.Pairing]:
    past, chance = _build_past_rounds(players), Random(1)
    points = sorted((Fraction(chance.randint(7, 70)) for _ in range(players)), reverse=True)
    numbers = chance.sample(range(players), players)
    field = [swiss.SwissEntrant(one, rank, points[rank - 1]) for rank, one in enumerate(numbers, 1)]
    return lambda: swiss.pair_next_round(field, past, SHAPE, way="strict", seed="bench")


def _prepare_standings(players: int) -> Callable[[], tuple[StandingsRow, ...]]:
    chance = Random(2)
    drawn = [table for tables in modular.build_raw_rounds(players, 4, ROUNDS) for table in tables]
    tables = [
        FinishedTable(number, tuple(FinishedSeat(one, chance.randint(8, 35)) for one in seats), round=1)
        for number, seats in enumerate(drawn, 1)
    ]
    entrants = [RankedEntrant(number) for number in range(players)]
    return lambda: rank_entrants(tables, (), entrants, ALL_TERMS)


GROUPS = (measure_pairing, measure_search, measure_standings)
