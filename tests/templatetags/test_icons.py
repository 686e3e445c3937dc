"""Drawings on pages: only those that there are."""

import pytest
from django.test import Client

from games.templatetags.icons import icon, icon_shape
from tests.helpers.pages import url
from tests.helpers.played_games import played


def test_what_is_not_drawn_is_not_shown():
    assert icon("no-such-thing") == icon_shape("no-such-thing") == ""
    assert "#roof-trade" in icon_shape("roof-trade", "roof")


@pytest.mark.django_db
@pytest.mark.parametrize(("moves", "runs"), [(10, True), (10_000, False)])
def test_only_a_game_that_goes_on_has_an_hourglass(moves, runs):
    page = Client().get(url(played(3, moves))).content.decode()
    assert ("#e-hourglass" in page) is runs
