"""The page of the gazette: who may read it, and what stands there."""

import re

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import Game
from games.models.game import load_game_and_seats
from games.play.lobby import tables
from games.queries import game_view, scores
from games.queries.gazette import load_editions
from games.rules import registry
from games.rules.core.capabilities.presentation import Tile
from tests.helpers.factories import UserFactory
from tests.helpers.messages.replay import FIRST_REPORT_TO_COME
from tests.helpers.messages.rules import SEAT_WINS, SEATS_SHARE_VICTORY
from tests.helpers.pages import client_of, url
from tests.helpers.played_games import played
from tests.helpers.rulesets.pebbles import PEBBLES

pytestmark = pytest.mark.django_db

TILE = Tile("black", 1)


def page(game: Game, client: Client | None = None, **headers: str) -> str:
    answer = (client or Client()).get(url(game, "gazette"), headers=headers or None)
    assert answer.status_code == 200
    return answer.content.decode()


def printed(game: Game, language: str = "en") -> list[str]:
    return [
        one.headline
        for one in load_editions(game_view.GameView(*load_game_and_seats(game.pk), None, language))
    ]


def test_all_rounds_stand_there_the_newest_first_and_the_last_one_tells_who_won():
    game = played(2)
    text = page(game)
    numbers = [int(number) for number in re.findall(r'id="round-(\d+)"', text)]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[-1] == 1
    assert len(printed(game)) == len(numbers)
    newest = text.partition("</article>")[0]
    assert re.search(f"{SEAT_WINS.pattern}|{SEATS_SHARE_VICTORY.pattern}", newest)


def test_a_running_round_is_not_reported():
    game = played(3, 60)
    view = game_view.GameView(*load_game_and_seats(game.pk), None, "en")
    assert len(printed(game)) == view.position.round - 1
    assert FIRST_REPORT_TO_COME in page(played(3, 2))


def test_players_and_onlookers_read_the_same_in_their_language():
    game = played(2, 80)
    player = client_of(game.seats.first().user)
    strip = re.compile(r"<article.*</article>", re.DOTALL)
    assert strip.findall(page(game)) == strip.findall(page(game, player))
    hungarian = page(game, **{"accept-language": "hu"})
    assert printed(game, "hu")[-1] in hungarian.replace("&#x27;", "'")


def test_how_it_stands_is_beside_it_the_best_first_and_the_same_for_everybody():
    game = played(2, 80)
    player = client_of(game.seats.first().user)
    beside = re.compile(r"<aside.*</aside>", re.DOTALL)
    [standing] = beside.findall(page(game))
    assert [standing] == beside.findall(page(game, player))
    points = [int(number) for number in re.findall(r'<b class="num">(\d+)</b>', standing)]
    assert points == sorted(points, reverse=True)
    assert len(points) == game.seats.count()


def test_the_winner_stands_first_in_the_end():
    game = played(2)
    winner = scores.list_scores(game_view.GameView(*load_game_and_seats(game.pk), None, "en"))[0].seat
    names = re.findall(r'<p class="standing-name"><span>(.*?)</span>', page(game))
    assert names[0] == winner


def test_it_is_kept_until_something_happens(django_assert_num_queries):
    game = played(2, 80)
    cache.clear()
    view = game_view.GameView(*load_game_and_seats(game.pk), None, "en")
    first = load_editions(view)
    with django_assert_num_queries(0):
        assert load_editions(view) == first
    Game.objects.filter(pk=game.pk).update(log_length=game.log_length + 1)
    game.refresh_from_db()
    with django_assert_num_queries(1):
        load_editions(game_view.GameView(game, view.seats, None, "en"))


def test_a_table_that_nobody_may_watch_has_no_page_for_others():
    game = played(2, 40, visibility=Game.Visibility.NOBODY)
    assert Client().get(url(game, "gazette")).status_code == 404
    assert client_of(game.seats.first().user).get(url(game, "gazette")).status_code == 200


def test_the_table_and_the_replay_lead_there():
    game = played(2)
    for parts in ((), ("replay", 3), ("end",)):
        assert f'href="{url(game, "gazette")}"' in Client().get(url(game, *parts)).content.decode()


def test_a_game_draws_what_its_seats_have_and_one_without_a_picture_shows_their_points(monkeypatch):
    game = played(2)
    assert page(game).count('class="skyline"') == game.size
    monkeypatch.setitem(registry.RULESETS, "pebbles", PEBBLES)
    monkeypatch.setattr(PEBBLES.presentation, "tableau", lambda view: {seat: [TILE] for seat in view["row"]})
    shore = tables.open_table(UserFactory(), tables.NewTable("Shore", "pebbles", {}, 2, is_open=True))
    tables.join_table(shore.pk, UserFactory())
    shown = page(shore, client_of(shore.creator))
    assert "skyline" not in shown
    assert shown.count("standing-name") == 2
