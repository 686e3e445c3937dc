"""Games of an event come to their end at once: played by bots in memory, and put on the table."""

from datetime import datetime

from accounts import server_time
from games.bots.arena import BOTS
from games.bots.self_play import play_to_end
from games.models import Game
from games.play.lobby.tables import DEFAULT_BOT
from games.rules import registry
from games.tournaments.director import director
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.results import standings_cache
from tests.helpers.tables import position, put
from tests.helpers.tournaments.running_tournament import booked, cup, play


def finish(game: Game, now: datetime | None = None) -> None:
    """As if everybody had played on; always the same way from the same deal."""
    rules, found = registry.get(game.ruleset), position(game)
    play_to_end(rules, found, {seat: BOTS[DEFAULT_BOT](rules, f"{game.seed}/{seat}") for seat in found.seats})
    put(game, found)
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER, ended_at=now or server_time.now())


def running(tournament: Tournament) -> list[TournamentTable]:
    found = tournament.tables.filter(state=TournamentTable.State.STARTED, game__state=Game.State.RUNNING)
    return list(found.select_related("game").order_by("number"))


def finish_all(tournament: Tournament, now: datetime | None = None) -> int:
    """Every table that runs ends, and the director takes it from there; how many were there?"""
    tables = running(tournament)
    for table in tables:
        assert table.game is not None
        finish(table.game, now)
    director.run_due_steps(tournament.pk, now)
    return len(tables)


def reckoned(tournament: Tournament) -> Tournament:
    """With the copies that pages read."""
    with booked(tournament) as transaction:
        standings_cache.refresh_standings(transaction)
    return Tournament.objects.get(pk=tournament.pk)


def played() -> Tournament:
    """P1 and P6 win; P2 and P5 are level in everything until P2 turns out closer to the winner."""
    found = cup()
    play(found, 1, 30, 25, 20, 10)
    play(found, 2, 25, 40, 20, 10)
    return reckoned(found)
