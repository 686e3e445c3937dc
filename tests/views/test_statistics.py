"""The statistics of a game, and a person's own: what they show, and of whom they do not speak."""

import pytest
from django.test import Client

from games.models import PlayerResult
from games.tasks import count_games
from tests.helpers.factories import UserFactory
from tests.helpers.pages import client_of
from tests.helpers.played_games import finished
from tests.helpers.tables import play_on, table

pytestmark = pytest.mark.django_db


def got(path: str) -> str:
    response = Client().get(path)
    assert response.status_code == 200
    return response.content.decode()


def test_a_game_has_its_statistics_with_what_they_are_worth(django_assert_num_queries):
    assert "No such game has come to its end yet." in got("/statistics/citadels/")
    game = finished(visibility="nobody")
    count_games()
    with django_assert_num_queries(1):
        page = got("/statistics/citadels/")
    for words in (
        "1 finished game",
        "Seat 1",
        "Characters of the last round",
        "Rounds",
        "100 %",
        "21 to 100 %",
    ):
        assert words in page
    for seat in game.seats.all():
        assert seat.name not in page
    assert "No such game" in got("/statistics/citadels/?edition=2016&seats=7&company=bots")
    assert "1 finished game" in got("/statistics/citadels/?edition=classic&seats=2&company=people")
    assert Client().get("/statistics/chess/").status_code == 404


def test_a_person_has_results_of_games_that_others_may_see():
    game = finished(visibility="afterwards")
    count_games()
    result = PlayerResult.objects.get(user=game.creator)
    page = got(f"/people/{game.creator.handle}/")
    assert f"{int(result.has_won)} of 1" in page
    assert "Statistics of all games" in page
    game.visibility = "nobody"
    game.save()
    assert "Statistics of all games" not in got(f"/people/{game.creator.handle}/")


def test_nothing_is_told_of_a_game_before_its_end():
    game = table(2)
    play_on(game, 20)
    count_games()
    assert not PlayerResult.objects.exists()
    assert "Statistics of all games" not in got(f"/people/{game.creator.handle}/")


def test_the_finished_games_lead_there():
    assert "/statistics/citadels/" in client_of(UserFactory()).get("/games/finished/").content.decode()
