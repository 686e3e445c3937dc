"""Scores are secret until the game is over."""

import pytest

from games.models.game import load_game_and_seats
from games.queries.game_view import GameView
from games.queries.scores import list_scores
from tests.helpers.tables import advice, play_on, table

pytestmark = pytest.mark.django_db


def test_no_score_is_told_before_the_end():
    game = table(3)
    assert list_scores(load_view(game)) == []
    play_on(game, 1000, advice)
    user = game.seats.first().user
    user.display_name = "李雷"
    user.save()
    scores = list_scores(load_view(game))
    assert {score.seat for score in scores} == {seat.shown_name for seat in game.seats.all()}
    assert [score.total for score in scores] == sorted((score.total for score in scores), reverse=True)


def load_view(game) -> GameView:
    loaded, seats = load_game_and_seats(game.pk)
    return GameView(loaded, seats, None, "en")
