"""Ratings out of finished games: each once, leavers last but not again and again, bots not at all."""

from dataclasses import replace

import pytest

from games.models import Game
from games.play import arranging, times
from games.play import reckoning as door
from games.play.arranging import Arrangement
from games.tournaments import rating
from games.tournaments.models import RatedGame, Rating
from games.tournaments.standings.ratings import NEW
from tests.accounts.factories import UserFactory

pytestmark = pytest.mark.django_db

RECKON = door.reckon


@pytest.fixture
def people():
    return [UserFactory() for _ in range(4)]


def over(people, monkeypatch, *, places=(1, 2, 3, 4), left=(), bots=0) -> Game:
    """A game that has ended so."""
    seats = [*(one.pk for one in people), *["thumb"] * bots]
    game = arranging.begin(
        Arrangement(key=f"g{Game.objects.count()}", name="G", ruleset="citadels", seats=seats)
    )
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER, ended_at=times.now())
    real = RECKON(game.pk)
    lines = tuple(
        replace(line, place=place, by="bot" if line.number in left else line.by)
        for line, place in zip(real.lines, places, strict=False)
    )
    monkeypatch.setattr(rating.door, "reckon", lambda game_id: replace(real, lines=lines))
    return game


def strengths(people) -> list[float]:
    return [round(rating.strength(one, "citadels").mu, 4) for one in people]


def test_a_finished_game_is_reckoned_with_once(people, monkeypatch):
    over(people, monkeypatch)
    assert rating.rate_due() == 1
    assert strengths(people) == [27.7953, 26.5529, 24.6894, 20.9624]
    assert rating.rate_due() == 0
    assert RatedGame.objects.count() == 1


def test_a_running_game_is_not(people, monkeypatch):
    game = over(people, monkeypatch)
    Game.objects.filter(pk=game.pk).update(state=Game.State.RUNNING)
    assert rating.rate_due() == 0


def test_whoever_leaves_comes_last(people, monkeypatch):
    over(people, monkeypatch, left=(0,))
    rating.rate_due()
    assert strengths(people)[0] == min(strengths(people))


def test_of_games_left_one_after_the_other_only_the_first_counts(people, monkeypatch):
    over(people, monkeypatch, left=(0,))
    rating.rate_due()
    once = strengths(people)[0]
    over(people, monkeypatch, left=(0,))
    rating.rate_due()
    assert strengths(people)[0] == once
    over(people, monkeypatch)
    rating.rate_due()
    assert strengths(people)[0] > once
    over(people, monkeypatch, left=(0,))
    rating.rate_due()
    assert Rating.objects.get(user=people[0]).games == 4


def test_bots_are_not_rated_and_one_person_alone_stays_as_they_were(people, monkeypatch):
    over(people[:1], monkeypatch, bots=3)
    rating.rate_due()
    assert rating.strength(people[0], "citadels") == NEW
    assert Rating.objects.count() == 1


def test_each_game_has_its_own_ratings(people, monkeypatch):
    over(people, monkeypatch)
    rating.rate_due()
    assert rating.strength(people[0], "dominion") == NEW
