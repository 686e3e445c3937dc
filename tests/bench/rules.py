"""Benchmark the rules: decisions, and copying and storing positions."""

import copy
import json
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from statistics import median
from typing import Any

import msgspec

from games.rules.citadels.ruleset import CITADELS
from games.rules.core.rng import Rng
from games.rules.core.ruleset import Ruleset
from games.rules.dominion.ruleset import DOMINION
from games.rules.tournay.ruleset import TOURNAY
from tests.bench.measure import SLICES, Measurement, time_per_call

SEATS = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
GAMES_IN_A_SLICE = 12
VARIED_GAMES = 120
PEER_BYTES = 2700  # the JSON of the best public engine for the same table


Rules = Ruleset[Any]
BOTH_BOXES = {"boxes": ["intrigue", "base"]}  # a random kingdom


GAMES: tuple[tuple[Rules, dict[str, Any]], ...] = ((CITADELS, {}), (DOMINION, BOTH_BOXES), (TOURNAY, {}))


def measure_decisions() -> Iterator[Measurement]:
    """Measure whole random four-seat games: list the offers, take one of them, play it."""
    for rules, options in GAMES:
        _play_random_game(rules, 0, 4, options)  # warms up: what is set up only once does not count
    slices = [[_time_games(rules, number, options) for rules, options in GAMES] for number in range(SLICES)]
    citadels, *others = (list(timed) for timed in zip(*slices, strict=True))
    ours = _per_decision(citadels)
    yield Measurement("citadels_games_per_second", _games_per_second(citadels), "games/s")
    yield Measurement("citadels_us_per_decision", ours * 1e6, "µs", "the aim of 30 µs", ours * 1e6 / 30)
    for (rules, _), timed in zip(GAMES[1:], others, strict=True):
        theirs, slug = _per_decision(timed), rules.slug
        yield Measurement(f"{slug}_games_per_second", _games_per_second(timed), "games/s")
        yield Measurement(
            f"{slug}_us_per_decision", theirs * 1e6, "µs", "the same of Citadels (aim: 1.6)", theirs / ours
        )


TimedGames = tuple[float, int]  # seconds, moves


def _games_per_second(slices: Sequence[TimedGames]) -> float:
    return 1 / median(seconds / GAMES_IN_A_SLICE for seconds, _ in slices)


def _per_decision(slices: Sequence[TimedGames]) -> float:
    return median(seconds / moves for seconds, moves in slices)


def _time_games(rules: Rules, number: int, options: Mapping[str, Any]) -> TimedGames:
    start = time.process_time()
    games = range(number * GAMES_IN_A_SLICE, (number + 1) * GAMES_IN_A_SLICE)
    moves = sum(_play_random_game(rules, game, 4, options) for game in games)
    return time.process_time() - start, moves


def _play_random_game(rules: Rules, seed: int, seats: int, options: Mapping[str, Any]) -> int:
    return sum(1 for _ in _play_random_moves(rules, seed, seats, options))


def _play_random_moves(
    rules: Rules, seed: int, seats: int, options: Mapping[str, Any], stop: int = 10**6
) -> Iterator[Any]:
    chance = random.Random(seed).random
    position, _ = rules.new(SEATS[:seats], options, f"bench {seed}")
    for _ in range(stop):
        if rules.over(position):
            return
        seat = rules.awaits(position)[0]
        offers = rules.offers(position, seat)
        offer = offers[int(chance() * len(offers))]
        rules.play(position, seat, offer.sample(lambda n: int(chance() * n)))
        yield position


def measure_positions() -> Iterator[Measurement]:
    """Measure copying and storing a four-seat position in the middle of a game."""
    *_, position = _play_random_moves(CITADELS, 1, 4, {}, stop=130)
    ours, deep = time_per_call(partial(CITADELS.copy, position), partial(copy.deepcopy, position))
    yield Measurement(
        "position_copy_us", ours * 1e6, "µs", "copy.deepcopy of the same position (aim: 0.067)", ours / deep
    )
    stored = CITADELS.dump(position)
    yield Measurement(
        "position_bytes", len(stored), "bytes", f"{PEER_BYTES} bytes of a peer", len(stored) / PEER_BYTES
    )
    for rules, options in GAMES[1:]:
        *_, middle = _play_random_moves(rules, 1, 4, options, stop=200)
        theirs = len(rules.dump(middle))
        yield Measurement(
            f"{rules.slug}_position_bytes", theirs, "bytes", "the aim of 3500 bytes", theirs / 3500
        )
    plain = msgspec.to_builtins(position)
    ours, theirs = time_per_call(
        lambda: CITADELS.load(CITADELS.dump(position)), lambda: json.loads(json.dumps(plain))
    )
    yield Measurement("position_round_trip_us", ours * 1e6, "µs", "json on plain dicts", ours / theirs)


def measure_questions() -> Iterator[Measurement]:
    """Measure random set-ups of every kind: no question may be much slower than the average."""
    for rules, _ in GAMES:
        spent: dict[str, list[float]] = defaultdict(list)
        rng = Rng("bench set-ups")
        for game in range(VARIED_GAMES):
            _time_questions(rules, spent, game, *rules.setup.sample(rng))
        yield from _compare_questions(rules.slug, spent)


def _compare_questions(slug: str, spent: Mapping[str, list[float]]) -> Iterator[Measurement]:
    every = [seconds for times in spent.values() for seconds in times]
    average = sum(every) / len(every)
    means = {name: sum(times) / len(times) for name, times in spent.items() if len(times) >= 30}
    slowest = max(means, key=lambda name: means[name])
    yield Measurement(f"{slug}_us_per_decision_varied", average * 1e6, "µs")
    yield Measurement(
        f"{slug}_slowest_question_us", means[slowest] * 1e6, "µs",
        f"the average decision; the slowest is {slowest}", means[slowest] / average,
    )  # fmt: skip


def _time_questions(
    rules: Rules, spent: dict[str, list[float]], seed: int, seats: int, options: Mapping[str, Any]
) -> None:
    chance = random.Random(seed).random
    clock = time.process_time
    position, _ = rules.new(SEATS[:seats], options, f"varied {seed}")
    while not rules.over(position):
        seat = rules.awaits(position)[0]
        start = clock()
        offers = rules.offers(position, seat)
        listed = clock()
        move = offers[int(chance() * len(offers))].sample(lambda n: int(chance() * n))
        asked = f"{position.agenda[-1][0].name} {getattr(position, 'called', '')}".strip()
        again = clock()
        rules.play(position, seat, move)
        spent[asked].append(clock() - again + listed - start)


GROUPS = (measure_decisions, measure_positions, measure_questions)
