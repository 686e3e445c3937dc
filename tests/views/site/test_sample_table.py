"""The front page shows a real table: one that a stranger may see, and else one of bots."""

import re

import pytest

from games.models import Game
from games.views.site import sample_table
from tests.helpers.messages.rules import GAME_WAITS_FOR, STREET_EXPLAINED
from tests.helpers.messages.site import SAMPLE_OF_BOTS, SAMPLE_THAT_ENDED
from tests.helpers.tables import awaited, play_on, table

pytestmark = pytest.mark.django_db

Watching, State = Game.Visibility, Game.State


def front(client) -> str:
    return re.sub(r"\s+", " ", client.get("/").content.decode())


def watched(visibility: str, moves: int = sample_table.MIN_ENTRIES, **more) -> Game:
    game = table(3, visibility=visibility)
    play_on(game, moves)
    Game.objects.filter(pk=game.pk).update(**more)
    return game


def seats_on(page: str) -> set[str]:
    return {name.strip() for name in re.findall(r'class="city-name"><bdi>([^<]+)', page)}


def test_where_nobody_plays_in_public_it_is_a_game_of_bots(client):
    page = front(client)
    assert SAMPLE_OF_BOTS in page
    assert len(seats_on(page)) == 2
    assert all(name.endswith("-bot") for name in seats_on(page))
    assert STREET_EXPLAINED.fill(goal=7) in page


def test_a_game_that_everybody_may_watch_is_shown_as_it_stands(client):
    game = watched(Watching.ALWAYS)
    page = front(client)
    assert len(seats_on(page)) == 2
    assert seats_on(page) <= set(game.seats.values_list("name", flat=True))
    assert GAME_WAITS_FOR.fill(seats=awaited(game).name) in page
    assert f'href="/g/{game.key}/"' in page


def test_the_name_of_a_table_stays_away_from_the_front_page(client):
    game = watched(Watching.ALWAYS)
    Game.objects.update(name="Buy my carpets")
    page = front(client)
    assert game.key in page
    assert "carpets" not in page


@pytest.mark.parametrize(
    ("visibility", "moves", "more"),
    [
        (Watching.AFTERWARDS, sample_table.MIN_ENTRIES, {}),
        (Watching.NOBODY, sample_table.MIN_ENTRIES, {}),
        (Watching.NOBODY, sample_table.MIN_ENTRIES, {"state": State.OVER}),
        (Watching.ALWAYS, sample_table.MIN_ENTRIES, {"is_tutorial": True}),
        (Watching.ALWAYS, sample_table.MIN_ENTRIES, {"is_open": False}),
        (Watching.AFTERWARDS, sample_table.MIN_ENTRIES, {"is_open": False, "state": State.OVER}),
        (Watching.ALWAYS, sample_table.MIN_ENTRIES, {"arrangement_key": "an event"}),
        (Watching.ALWAYS, sample_table.MIN_ENTRIES, {"state": State.ABANDONED}),
        (Watching.ALWAYS, 3, {}),
    ],
)
def test_what_is_not_for_everybody_or_shows_nothing_stays_inside(client, visibility, moves, more):
    game = watched(visibility, moves, **more)
    page = front(client)
    assert game.key not in page
    assert SAMPLE_OF_BOTS in page


def test_a_game_that_ended_is_shown_until_another_is_played(client):
    over = watched(Watching.AFTERWARDS)
    Game.objects.filter(pk=over.pk).update(state=State.OVER, ended_at=over.started_at)
    page = front(client)
    assert SAMPLE_THAT_ENDED in page
    assert f'href="/g/{over.key}/replay/"' in page
    running = watched(Watching.ALWAYS)
    page = front(client)
    assert f'href="/g/{running.key}/"' in page
    assert over.key not in page


def test_it_asks_little_of_the_database(client, django_assert_max_num_queries):
    watched(Watching.ALWAYS)
    with django_assert_max_num_queries(2):
        client.get("/")


def test_it_is_told_in_the_language_of_the_reader(client):
    page = re.sub(r"\s+", " ", client.get("/", headers={"accept-language": "hu"}).content.decode())
    assert "Idáig botok játszották" in page
    assert STREET_EXPLAINED.fill(goal=7) not in page
