"""Benchmark the rules: decisions, and copying and storing positions."""

import copy
import json
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import partial
from statistics import median
from typing import Any

import msgspec

from games.rules.citadels.ruleset import CITADELS
from games.rules.core.rng import Rng
from tests.bench.measure import SLICES, Measurement, time_per_call

SEATS = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
GAMES_IN_A_SLICE = 12
VARIED_GAMES = 120
PEER_BYTES = 2700  # the JSON of the best public engine for the same table


def measure_decisions() -> Iterator[Measurement]:
    """Measure whole random four-seat games: list the offers, take one of them, play it."""
    _play_random_game(0, 4, {})  # warms up: what is set up only once does not count
    slices = [_time_games(number) for number in range(SLICES)]
    per_game = median(seconds / GAMES_IN_A_SLICE for seconds, _ in slices)
    per_decision = median(seconds / moves for seconds, moves in slices)
    yield Measurement("citadels_games_per_second", 1 / per_game, "games/s")
    yield Measurement(
        "citadels_us_per_decision", per_decision * 1e6, "µs", "the aim of 30 µs", per_decision * 1e6 / 30
    )


def _time_games(number: int) -> tuple[float, int]:
    start = time.process_time()
    moves = sum(
        _play_random_game(number * GAMES_IN_A_SLICE + game, 4, {}) for game in range(GAMES_IN_A_SLICE)
    )
    return time.process_time() - start, moves


def _play_random_game(seed: int, seats: int, options: Mapping[str, Any], stop: int = 10**6) -> int:
    return sum(1 for _ in _play_random_moves(seed, seats, options, stop))


def _play_random_moves(seed: int, seats: int, options: Mapping[str, Any], stop: int = 10**6) -> Iterator[Any]:
    chance = random.Random(seed).random
    position, _ = CITADELS.new(SEATS[:seats], options, f"bench {seed}")
    for _ in range(stop):
        if CITADELS.over(position):
            return
        seat = CITADELS.awaits(position)[0]
        offers = CITADELS.offers(position, seat)
        offer = offers[int(chance() * len(offers))]
        CITADELS.play(position, seat, offer.sample(lambda n: int(chance() * n)))
        yield position


def measure_positions() -> Iterator[Measurement]:
    """Measure copying and storing a four-seat position in the middle of a game."""
    *_, position = _play_random_moves(1, 4, {}, stop=130)
    ours, deep = time_per_call(partial(CITADELS.copy, position), partial(copy.deepcopy, position))
    yield Measurement(
        "position_copy_us", ours * 1e6, "µs", "copy.deepcopy of the same position (aim: 0.067)", ours / deep
    )
    stored = CITADELS.dump(position)
    yield Measurement(
        "position_bytes", len(stored), "bytes", f"{PEER_BYTES} bytes of a peer", len(stored) / PEER_BYTES
    )
    plain = msgspec.to_builtins(position)
    ours, theirs = time_per_call(
        lambda: CITADELS.load(CITADELS.dump(position)), lambda: json.loads(json.dumps(plain))
    )
    yield Measurement("position_round_trip_us", ours * 1e6, "µs", "json on plain dicts", ours / theirs)


def measure_questions() -> Iterator[Measurement]:
    """Measure random set-ups of both editions: no question may be much slower than the average."""
    spent: dict[str, list[float]] = defaultdict(list)
    rng = Rng("bench set-ups")
    for game in range(VARIED_GAMES):
        _time_questions(spent, game, *CITADELS.setup.sample(rng))
    every = [seconds for times in spent.values() for seconds in times]
    average = sum(every) / len(every)
    means = {name: sum(times) / len(times) for name, times in spent.items() if len(times) >= 30}
    slowest = max(means, key=lambda name: means[name])
    yield Measurement("citadels_us_per_decision_varied", average * 1e6, "µs")
    yield Measurement(
        "citadels_slowest_question_us", means[slowest] * 1e6, "µs",
        f"the average decision; the slowest is {slowest}", means[slowest] / average,
    )  # fmt: skip


def _time_questions(spent: dict[str, list[float]], seed: int, seats: int, options: Mapping[str, Any]) -> None:
    chance = random.Random(seed).random
    clock = time.perf_counter
    position, _ = CITADELS.new(SEATS[:seats], options, f"varied {seed}")
    while not CITADELS.over(position):
        seat = CITADELS.awaits(position)[0]
        start = clock()
        offers = CITADELS.offers(position, seat)
        listed = clock()
        move = offers[int(chance() * len(offers))].sample(lambda n: int(chance() * n))
        asked = f"{position.agenda[-1][0].name} {position.called}".strip()
        again = clock()
        CITADELS.play(position, seat, move)
        spent[asked].append(clock() - again + listed - start)


GROUPS = (measure_decisions, measure_positions, measure_questions)
