"""The statistics of a game, and a person's own: what they show, and of whom they do not speak."""

import re

import pytest
from django.test import Client

from games.models import PlayerResult
from games.rules import registry
from games.tasks import count_games
from tests.helpers.factories import UserFactory
from tests.helpers.messages.rules import LAST_ROUND_CHARACTERS
from tests.helpers.messages.site import NO_FINISHED_GAME, ONE_FINISHED_GAME, ROUNDS, STATISTICS_OF_ALL
from tests.helpers.pages import client_of
from tests.helpers.played_games import finished, played
from tests.helpers.tables import play_on, table

pytestmark = pytest.mark.django_db


def got(path: str) -> str:
    response = Client().get(path)
    assert response.status_code == 200
    return response.content.decode()


def test_a_game_has_its_statistics_with_what_they_are_worth(django_assert_num_queries):
    assert NO_FINISHED_GAME in got("/statistics/citadels/")
    game = finished(visibility="nobody")
    count_games()
    with django_assert_num_queries(1):
        page = got("/statistics/citadels/")
    for words in (
        ONE_FINISHED_GAME.fill(n=1),
        "Seat 1",
        LAST_ROUND_CHARACTERS,
        ROUNDS,
        "100 %",
        "21 to 100 %",
    ):
        assert words in page
    for seat in game.seats.all():
        assert seat.name not in page
    assert 'name="edition"' in page
    assert NO_FINISHED_GAME in got("/statistics/citadels/?edition=2016&seats=7&company=bots")
    assert ONE_FINISHED_GAME.fill(n=1) in got("/statistics/citadels/?edition=classic&seats=2&company=people")
    assert Client().get("/statistics/chess/").status_code == 404


def test_a_game_without_editions_is_not_filtered_by_them():
    played(2, ruleset="dominion", options={"set": "size_distortion"})
    count_games()
    page = got("/statistics/dominion/")
    assert ONE_FINISHED_GAME.fill(n=1) in page
    assert all(title in page for title in registry.get("dominion").statistics.census_titles().values())
    assert 'name="edition"' not in page


def test_a_person_has_results_of_games_that_others_may_see():
    game = finished(visibility="afterwards")
    count_games()
    result = PlayerResult.objects.get(user=game.creator)
    page = got(f"/people/{game.creator.handle}/")
    assert f"{int(result.has_won)} of 1" in page
    assert re.search(STATISTICS_OF_ALL.pattern, page)
    game.visibility = "nobody"
    game.save()
    assert not re.search(STATISTICS_OF_ALL.pattern, got(f"/people/{game.creator.handle}/"))


def test_nothing_is_told_of_a_game_before_its_end():
    game = table(2)
    play_on(game, 20)
    count_games()
    assert not PlayerResult.objects.exists()
    assert not re.search(STATISTICS_OF_ALL.pattern, got(f"/people/{game.creator.handle}/"))


def test_the_finished_games_lead_there():
    assert "/statistics/citadels/" in client_of(UserFactory()).get("/games/finished/").content.decode()
