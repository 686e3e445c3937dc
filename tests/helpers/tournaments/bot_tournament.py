"""Events that play themselves: bots enter, and tables end with scores that a test chooses."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from accounts import server_time
from games.models import Game
from games.statistics import game_result
from games.tournaments.director import collect_results, director
from games.tournaments.entries import registration
from games.tournaments.models import Tournament
from games.tournaments.settings import StageSettings
from games.tournaments.setup import lifecycle
from tests.helpers.tournaments.open_tournament import event

Scores = Callable[[int, int], int]  # of a game, and the number of a seat in it


def by_chance(seed: int) -> Scores:
    return lambda game, seat: Random(f"{seed}/{game}/{seat}").randint(8, 30)


def begun(entrants: int, *stages: StageSettings, **plan: Any) -> Tournament:
    """So many bots, and the event has begun."""
    made = event(*stages, **{"least": 2, "most": 200, "check_in_hours": 0} | plan)
    registration.add_bots(made.pk, made.owner, entrants)
    return lifecycle.begin_tournament_now(made.pk, made.owner)


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> Callable[[Scores], None]:
    """Let games end with these scores, without being played."""

    def patch(scores: Scores) -> None:
        real = game_result.compute_game_result

        def reckon(game_id: int, **more: Any) -> game_result.GameResult:
            found = real(game_id, **more)
            points = [scores(game_id, line.number) for line in found.seats]
            return replace(found, seats=tuple(_with(line, points) for line in found.seats))

        monkeypatch.setattr(collect_results.game_result, "compute_game_result", reckon)

    return patch


def _with(line: game_result.SeatResult, points: Sequence[int]) -> game_result.SeatResult:
    own = points[line.number]
    return replace(line, score=own, place=1 + sum(other > own for other in points))


def end_games() -> int:
    """All games that run are over; returns how many."""
    running = Game.objects.filter(state=Game.State.RUNNING)
    return running.update(state=Game.State.OVER, ended_at=server_time.now())


def play_out(tournament: Tournament, most: int = 60) -> Tournament:
    """Until the event is over, or nothing happens any more."""
    for _ in range(most):
        taken = director.run_due_steps(tournament.pk)
        found = Tournament.objects.get(pk=tournament.pk)
        if found.is_over or not (taken + end_games()):
            return found
    raise AssertionError("it never ends")
