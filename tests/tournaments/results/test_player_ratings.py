"""Ratings out of finished games: each once, leavers last but not again and again, bots not at all."""

from dataclasses import replace

import pytest

from accounts import server_time
from games.models import Game
from games.play.lobby import arranged_games
from games.play.lobby.arranged_games import Arrangement
from games.statistics import game_result
from games.tournaments.models import RatedGame, Rating
from games.tournaments.results import player_ratings
from games.tournaments.standings.ratings import NEW_PLAYER
from tests.helpers.factories import UserFactory

pytestmark = pytest.mark.django_db

RECKON = game_result.compute_game_result


@pytest.fixture
def people():
    return [UserFactory() for _ in range(4)]


def over(people, monkeypatch, *, places=(1, 2, 3, 4), left=(), bots=0) -> Game:
    """A game that has ended so."""
    seats = [*(one.pk for one in people), *["rule_based"] * bots]
    game = arranged_games.start_arranged_game(
        Arrangement(key=f"g{Game.objects.count()}", name="G", ruleset="citadels", seats=seats)
    )
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER, ended_at=server_time.now())
    real = RECKON(game.pk)
    lines = tuple(
        replace(line, place=place, played_by="bot" if line.number in left else line.played_by)
        for line, place in zip(real.seats, places, strict=False)
    )
    monkeypatch.setattr(
        player_ratings.game_result, "compute_game_result", lambda game_id: replace(real, seats=lines)
    )
    return game


def strengths(people) -> list[float]:
    return [round(player_ratings.load_strength(one, "citadels").mu, 4) for one in people]


def test_a_finished_game_is_reckoned_with_once(people, monkeypatch):
    over(people, monkeypatch)
    assert player_ratings.rate_due_games() == 1
    assert strengths(people) == [27.7953, 26.5529, 24.6894, 20.9624]
    assert player_ratings.rate_due_games() == 0
    assert RatedGame.objects.count() == 1


def test_a_running_game_is_not(people, monkeypatch):
    game = over(people, monkeypatch)
    Game.objects.filter(pk=game.pk).update(state=Game.State.RUNNING)
    assert player_ratings.rate_due_games() == 0


def test_whoever_leaves_comes_last(people, monkeypatch):
    over(people, monkeypatch, left=(0,))
    player_ratings.rate_due_games()
    assert strengths(people)[0] == min(strengths(people))


def test_of_games_left_one_after_the_other_only_the_first_counts(people, monkeypatch):
    over(people, monkeypatch, left=(0,))
    player_ratings.rate_due_games()
    once = strengths(people)[0]
    over(people, monkeypatch, left=(0,))
    player_ratings.rate_due_games()
    assert strengths(people)[0] == once
    over(people, monkeypatch)
    player_ratings.rate_due_games()
    assert strengths(people)[0] > once
    over(people, monkeypatch, left=(0,))
    player_ratings.rate_due_games()
    assert Rating.objects.get(user=people[0]).games == 4


def test_bots_are_not_rated_and_one_person_alone_stays_as_they_were(people, monkeypatch):
    over(people[:1], monkeypatch, bots=3)
    player_ratings.rate_due_games()
    assert player_ratings.load_strength(people[0], "citadels") == NEW_PLAYER
    assert not Rating.objects.exists()


def test_each_game_has_its_own_ratings(people, monkeypatch):
    over(people, monkeypatch)
    player_ratings.rate_due_games()
    assert player_ratings.load_strength(people[0], "dominion") == NEW_PLAYER
