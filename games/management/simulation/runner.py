"""Simulate many games of many people, in each mode of play."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from games.bots.parallel import run_in_parallel
from games.clock.pace import PRESETS, Pace
from games.management.simulation.decisions import Mode, Rules
from games.management.simulation.people import SimulatedHabits, SimulatedPerson, create_person, pick_start
from games.management.simulation.table import SimulatedTable
from games.management.simulation.tally import SimulationTally

# how often a day people look at their mail who choose such a pace; the mean of all of them
LOOKS_PER_DAY = {"brisk": 8.0, "daily": 5.0, "relaxed": 3.0, "correspondence": 1.0}


@dataclass(frozen=True, slots=True)
class Trial:
    """The parameters of a simulation: who plays what, and at which pace."""

    rules: Rules
    seats: int = 5
    people: int = 200
    games: int = 40
    pace: Pace = PRESETS["daily"]
    habits: SimulatedHabits = field(default_factory=SimulatedHabits)
    options: dict[str, Any] = field(default_factory=dict)
    seed: str = "1"


def play_trial(trial: Trial, mode: Mode, processes: int | None = None) -> Iterator[SimulationTally]:
    """Play the games of a trial and yield what was counted in each."""
    return run_in_parallel(partial(play_game, trial, mode), trial.games, processes)


def play_game(trial: Trial, mode: Mode, number: int) -> SimulationTally:
    """Play one game. Where there are fewer people than seats in all games, some play several."""
    seats = {f"Seat{place}": person for place, person in enumerate(_choose_players(trial, number), 1)}
    seed = f"{trial.seed}/{number}"
    table = SimulatedTable(trial.rules, seats, trial.options, trial.pace, mode, seed, pick_start(seed))
    return table.play()


def _choose_players(trial: Trial, number: int) -> list[SimulatedPerson]:
    """Choose the people for the table of this number: all take turns in a random order."""
    order = list(range(trial.people))
    Random(f"{trial.seed}/seats").shuffle(order)
    first = number * trial.seats
    chosen = [order[(first + place) % trial.people] for place in range(trial.seats)]
    return [create_person(f"{trial.seed}/person {person}", trial.habits) for person in chosen]
