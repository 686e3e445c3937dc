"""Many games of many people, in each of the ways to play them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from games.bots.spread import spread
from games.clock.pace import PRESETS, Pace
from games.management.pacing.minds import Mode, Rules
from games.management.pacing.people import Habits, Somebody, first_day, somebody
from games.management.pacing.table import Table
from games.management.pacing.tally import Tally

# how often people look at their mail who sit down at such a table; the mean of all of them
LOOKS = {"brisk": 8.0, "daily": 5.0, "relaxed": 3.0, "correspondence": 1.0}


@dataclass(frozen=True, slots=True)
class Trial:
    """Who plays what, and how fast."""

    rules: Rules
    seats: int = 5
    people: int = 200
    games: int = 40
    pace: Pace = PRESETS["daily"]
    habits: Habits = field(default_factory=Habits)
    options: dict[str, Any] = field(default_factory=dict)
    seed: str = "1"


def play_all(trial: Trial, mode: Mode, processes: int | None = None) -> Iterator[Tally]:
    """The games of a trial, one after the other."""
    return spread(partial(play_game, trial, mode), trial.games, processes)


def play_game(trial: Trial, mode: Mode, number: int) -> Tally:
    """One game. Where there are fewer people than seats in all games, some play several."""
    seats = {f"Seat{place}": person for place, person in enumerate(_players(trial, number), 1)}
    seed = f"{trial.seed}/{number}"
    table = Table(trial.rules, seats, trial.options, trial.pace, mode, seed, first_day(seed))
    return table.play()


def _players(trial: Trial, number: int) -> list[Somebody]:
    """Who sits at the table of this number: all people in a random order, again and again."""
    order = list(range(trial.people))
    Random(f"{trial.seed}/seats").shuffle(order)
    first = number * trial.seats
    chosen = [order[(first + place) % trial.people] for place in range(trial.seats)]
    return [somebody(f"{trial.seed}/person {person}", trial.habits) for person in chosen]
