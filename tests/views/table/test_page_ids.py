"""The ids on the page of a table: each of them stands there once."""

import re

import pytest

from tests.helpers.pages import client_of
from tests.helpers.tables import advice, awaited, play_on, table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("moves", [0, 1, 8])
def test_no_id_stands_twice_in_a_first_round(moves):
    game = table(2)
    play_on(game, moves, advice)
    page = client_of(awaited(game).user).get(f"/g/{game.key}/").content.decode()
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert "record" in ids
    assert sorted(ids) == sorted(set(ids))
