"""Events that play themselves: bots enter, and tables end with scores that a test chooses."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.models import Game
from games.play import reckoning as door
from games.play import times
from games.tournaments import directing, enrolling, gathering, setting_up
from games.tournaments.models import Tournament
from games.tournaments.plan import StagePlan
from tests.tournaments.entering import event

Scores = Callable[[int, int], int]  # of a game, and the number of a seat in it


def by_chance(seed: int) -> Scores:
    return lambda game, seat: Random(f"{seed}/{game}/{seat}").randint(8, 30)


def begun(entrants: int, *stages: StagePlan, **plan: Any) -> Tournament:
    """So many bots, and the event has begun."""
    made = event(*stages, **{"least": 2, "most": 200, "check_in_hours": 0} | plan)
    enrolling.add_bots(made.pk, made.owner, entrants)
    return setting_up.begin_now(made.pk, made.owner)


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> Callable[[Scores], None]:
    """Let games end with these scores, without being played."""

    def patch(scores: Scores) -> None:
        real = door.reckon

        def reckon(game_id: int, **more: Any) -> door.Reckoning:
            found = real(game_id, **more)
            points = [scores(game_id, line.number) for line in found.lines]
            return replace(found, lines=tuple(_with(line, points) for line in found.lines))

        monkeypatch.setattr(gathering.door, "reckon", reckon)

    return patch


def _with(line: door.Line, points: Sequence[int]) -> door.Line:
    own = points[line.number]
    return replace(line, score=own, place=1 + sum(other > own for other in points))


def end_games() -> int:
    """All games that run are over; returns how many."""
    running = Game.objects.filter(state=Game.State.RUNNING)
    return running.update(state=Game.State.OVER, ended_at=times.now())


def play_out(tournament: Tournament, most: int = 60) -> Tournament:
    """Until the event is over, or nothing happens any more."""
    for _ in range(most):
        taken = directing.direct(tournament.pk)
        found = Tournament.objects.get(pk=tournament.pk)
        if found.is_over or not (taken + end_games()):
            return found
    raise AssertionError("it never ends")
