"""The front page and the list of games know who looks: what waits, what goes on, how to begin."""

import pytest
from django.test import Client

from games.models import Game
from games.play.lobby import tables
from tests.helpers.factories import TableFactory, UserFactory
from tests.helpers.messages.lobby import ONE_GAME_WAITS
from tests.helpers.messages.site import HOW_TO_BEGIN, YOUR_GAMES
from tests.helpers.pages import client_of, url
from tests.helpers.tables import awaited, table

pytestmark = pytest.mark.django_db

FRONT, MY_GAMES = "/", "/games/"


def text(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def test_who_is_awaited_finds_the_table_first():
    seat = awaited(table(2, name="Our table"))
    page = text(client_of(seat.user), FRONT)
    assert ONE_GAME_WAITS.fill(number=1) in page
    assert f'href="{url(seat.game)}"' in page
    assert 'href="/next/"' in page


def test_who_waits_finds_the_game_and_a_stranger_nothing_of_it():
    seat = awaited(table(2, visibility="nobody"))
    other = seat.game.seats.exclude(pk=seat.pk).select_related("user")[0]
    page = text(client_of(other.user), FRONT)
    assert f">{YOUR_GAMES}<" in page
    assert f'href="{url(seat.game)}"' in page
    for visitor in (Client(), client_of(UserFactory())):
        assert url(seat.game) not in text(visitor, FRONT)


@pytest.mark.parametrize("path", [FRONT, MY_GAMES])
def test_a_new_account_is_shown_three_ways_to_begin(path):
    TableFactory(is_open=True)
    ann = UserFactory(handle="Ann")
    page = text(client_of(ann), path)
    assert HOW_TO_BEGIN.fill(name="Ann") in page
    for way in ('action="/try/citadels/"', 'action="/tables/bots/citadels/"', 'href="/tables/"'):
        assert way in page
    tables.open_table(ann, tables.NewTable("Mine", "citadels", {}, 3))
    assert HOW_TO_BEGIN.fill(name="Ann") not in text(client_of(ann), path)


def test_a_game_against_bots_begins_with_one_click_and_a_second_click_begins_no_other():
    ann = UserFactory()
    client = client_of(ann)
    for _ in range(2):
        answer = client.post("/tables/bots/citadels/", {"key": "a-key-of-the-form-12345"})
    game = Game.objects.get()
    assert answer.headers["Location"] == url(game)
    assert (game.state, game.seats.filter(user=ann).count(), game.seats.exclude(bot="").count()) == (
        Game.State.RUNNING,
        1,
        3,
    )
    assert client.post("/tables/bots/chess/").status_code == 404
