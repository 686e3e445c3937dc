"""Drawings on pages: only those that there are."""

import pytest
from django.test import Client

from games.templatetags.icons import icon, icon_shape
from tests.helpers.pages import url
from tests.helpers.played_games import played


def test_what_is_not_drawn_is_not_shown():
    assert icon("no-such-thing") == icon_shape("no-such-thing") == ""
    assert icon_shape("roof-trade") == icon_shape("roof-trade", game="pebbles") == ""
    assert "citadels/emblems.svg#roof-trade" in icon_shape("roof-trade", "roof", game="citadels")


def test_a_game_has_its_own_drawings_and_those_of_all_pages():
    assert "img/citadels/emblems.svg#e-smithy" in icon("smithy", game="citadels")
    assert "img/dominion/emblems.svg#e-smithy" in icon("smithy", game="dominion")
    assert icon("hourglass", game="dominion") == icon("hourglass")
    assert "#mark-trade" in icon("no-such-thing", instead="mark-trade", game="citadels")


@pytest.mark.django_db
@pytest.mark.parametrize(("moves", "runs"), [(10, True), (10_000, False)])
def test_only_a_game_that_goes_on_has_an_hourglass(moves, runs):
    page = Client().get(url(played(3, moves))).content.decode()
    assert ("#e-hourglass" in page) is runs
