"""Games of a tournament come to their end at once, played by bots in memory or not played at all."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from random import Random

from accounts import server_time
from games.bots.arena import BOTS
from games.bots.self_play import play_to_end
from games.models import Game
from games.play.lobby.tables import DEFAULT_BOT
from games.rules import registry
from games.statistics import game_result
from games.tournaments.director import director
from games.tournaments.models import Tournament, TournamentTable
from tests.helpers.tables import position, put

# --- played by bots


def finish(game: Game, now: datetime | None = None) -> None:
    """As if everybody had played on; always the same way from the same deal."""
    rules, found = registry.get(game.ruleset), position(game)
    play_to_end(rules, found, {seat: BOTS[DEFAULT_BOT](rules, f"{game.seed}/{seat}") for seat in found.seats})
    put(game, found)
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER, ended_at=now or server_time.now())


def list_running_tables(tournament: Tournament) -> list[TournamentTable]:
    found = tournament.tables.filter(state=TournamentTable.State.STARTED, game__state=Game.State.RUNNING)
    return list(found.select_related("game").order_by("number"))


def finish_all(tournament: Tournament, now: datetime | None = None) -> int:
    """Every table that runs ends, and the director takes it from there; how many were there?"""
    tables = list_running_tables(tournament)
    for table in tables:
        assert table.game is not None
        finish(table.game, now)
    director.run_due_steps(tournament.pk, now)
    return len(tables)


def finish_tournament(tournament: Tournament) -> Tournament:
    """Every table has come to its end, and with the last one the tournament."""
    while finish_all(tournament):
        pass
    found = Tournament.objects.get(pk=tournament.pk)
    assert found.state == Tournament.State.FINISHED
    return found


# --- not played: they end with scores that the fixture `scored` has been given

Scores = Callable[[int, int], int]  # of a game, and the number of a seat in it


def by_chance(seed: int) -> Scores:
    return lambda game, seat: Random(f"{seed}/{game}/{seat}").randint(8, 30)


def change_points(line: game_result.SeatResult, points: Sequence[int]) -> game_result.SeatResult:
    own = points[line.number]
    return replace(line, score=own, place=1 + sum(other > own for other in points))


def end_games() -> int:
    """All games that run are over; returns how many."""
    running = Game.objects.filter(state=Game.State.RUNNING)
    return running.update(state=Game.State.OVER, ended_at=server_time.now())


def play_out(tournament: Tournament, most: int = 60) -> Tournament:
    """Until the tournament is over, or nothing happens any more."""
    for _ in range(most):
        taken = director.run_due_steps(tournament.pk)
        found = Tournament.objects.get(pk=tournament.pk)
        if found.is_over or not (taken + end_games()):
            return found
    raise AssertionError("it never ends")
