"""Watch: what is listed there, what is not, and what a list costs."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.models import CharField, F, Value
from django.db.models.functions import Concat
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.clock.pace import PRESETS, Pace
from games.models import Game, PlayerResult, Seat
from games.queries import public_games
from games.queries.public_games import FinishedGameFilter
from games.rules import registry
from games.statistics import tallies
from games.views.lobby import watch
from tests.helpers.factories import UserFactory
from tests.helpers.messages import lobby
from tests.helpers.pages import client_of, url
from tests.helpers.rulesets.pebbles import PEBBLES
from tests.helpers.tables import table
from tests.helpers.tournaments.finished_games import finish

pytestmark = pytest.mark.django_db

ALWAYS, AFTERWARDS, NOBODY = Game.Visibility.ALWAYS, Game.Visibility.AFTERWARDS, Game.Visibility.NOBODY


def read(address: str, client: Client | None = None, **query: str) -> str:
    response = (client or Client()).get(address, query)
    assert response.status_code == 200
    return response.content.decode()


def find_listed(address: str, **query: str) -> set[Game]:
    page = read(address, **query)
    return {game for game in Game.objects.all() if f"/g/{game.key}/" in page}


def change(game: Game, **columns) -> Game:
    Game.objects.filter(pk=game.pk).update(**columns)
    game.refresh_from_db()
    return game


def ended(people: int = 2, **wish) -> Game:
    """A game that was played to its end and counted."""
    game = table(people, **{"visibility": ALWAYS, **wish})
    finish(game)
    tallies.count_game(game.pk)
    game.refresh_from_db()
    return game


# --- games that run


def test_running_games_are_listed_if_everybody_may_watch_them():
    shown = table(2, visibility=ALWAYS)
    table(2, visibility=AFTERWARDS)
    table(2, visibility=NOBODY)
    change(table(2, visibility=ALWAYS), is_tutorial=True)
    change(table(2, visibility=ALWAYS), state=Game.State.PAUSED)
    assert find_listed("/watch/") == {shown}
    assert find_listed("/watch/finished/") == set()


def test_the_list_says_who_plays_and_whom_the_game_waits_for():
    game = table(2, visibility=ALWAYS)
    page = read("/watch/")
    assert all(seat.name in page for seat in game.seats.all())
    awaited = game.seats.get(decision__isnull=False).name
    assert lobby.WAITING_FOR.fill(names=awaited) in page


def test_lists_show_the_names_of_people_in_any_script_and_nobody_behind_an_alias():
    running, finished = table(2, visibility=ALWAYS), ended()
    User.objects.update(display_name="李雷")
    seat, winner = running.seats.get(decision__isnull=False), public_games.find_winning_seats(finished)[0]
    assert lobby.WAITING_FOR.fill(names=f"李雷 ({seat.name})") in read("/watch/")
    assert lobby.WON_BY.fill(who=f"李雷 ({winner.name})") in read("/watch/finished/")
    assert f"李雷 ({winner.name})" in read("/games/finished/", client_of(winner.user))
    Seat.objects.filter(game=running).update(
        name=Concat(Value("Seat-"), F("place"), output_field=CharField())
    )
    assert "李雷" not in read("/watch/")


def test_running_games_are_found_by_pace():
    brisk = table(2, visibility=ALWAYS, pace=PRESETS["brisk"])
    odd = table(2, visibility=ALWAYS, pace=Pace(hours=timedelta(hours=5)))
    assert find_listed("/watch/", pace="brisk") == {brisk}
    assert find_listed("/watch/", pace="other") == {odd}
    assert find_listed("/watch/", pace="relaxed") == set()
    assert find_listed("/watch/", pace="nonsense") == {brisk, odd}


def test_running_games_are_found_by_game(monkeypatch):
    monkeypatch.setitem(registry.RULESETS, PEBBLES.slug, PEBBLES)
    citadels = table(2, visibility=ALWAYS)
    pebbles = table(2, ruleset=PEBBLES.slug, visibility=ALWAYS)
    assert find_listed("/watch/") == {citadels, pebbles}
    assert find_listed("/watch/", game=PEBBLES.slug) == {pebbles}


def test_an_empty_list_says_what_one_can_do():
    assert lobby.NO_PUBLIC_GAME_RUNS in read("/watch/")
    assert lobby.NO_PUBLIC_GAME_LIKE_THIS in read("/watch/", pace="brisk")
    assert lobby.NO_PUBLIC_GAME_ENDED in read("/watch/finished/")
    assert lobby.NO_GAME_LIKE_THIS in read("/watch/finished/", since="2026-01-01")


# --- games that have ended


def test_finished_games_are_listed_unless_nobody_was_to_find_them():
    always = change(ended(visibility=ALWAYS), is_open=False)
    open_one = ended(visibility=AFTERWARDS)
    change(ended(visibility=AFTERWARDS), is_open=False)
    ended(visibility=NOBODY)
    arranged = change(ended(visibility=AFTERWARDS), is_open=False, arrangement_key="cup/1")
    change(ended(), is_tutorial=True)
    change(ended(), state=Game.State.ABANDONED)
    assert find_listed("/watch/finished/") == {always, open_one, arranged}


def test_games_that_were_given_up_are_found_only_if_they_were_public_all_along():
    given_up = change(ended(), state=Game.State.ABANDONED)
    change(ended(visibility=AFTERWARDS), state=Game.State.ABANDONED)
    assert find_listed("/watch/finished/", result="abandoned") == {given_up}


def test_finished_games_are_found_by_player_and_result():
    game, other = ended(), ended()
    winner = PlayerResult.objects.filter(counted__game=game, has_won=True)[0].user
    loser = PlayerResult.objects.filter(counted__game=game, has_won=False)[0].user
    assert find_listed("/watch/finished/", player=winner.handle.upper()) == {game}
    assert find_listed("/watch/finished/", player=winner.handle, result="won") == {game}
    assert find_listed("/watch/finished/", player=winner.handle, result="lost") == set()
    assert find_listed("/watch/finished/", player=loser.handle, result="lost") == {game}
    assert find_listed("/watch/finished/") == {game, other}


def test_finished_games_are_found_by_edition():
    modern, classic = ended(), ended(4, options={"edition": "classic"})
    assert find_listed("/watch/finished/", edition="2016") == {modern}
    assert find_listed("/watch/finished/", edition="classic") == {classic}


def test_finished_games_are_found_by_day_in_the_zone_of_the_reader():
    late = change(ended(), ended_at=datetime(2026, 3, 1, 23, 30, tzinfo=UTC))
    assert find_listed("/watch/finished/", since="2026-03-01", until="2026-03-01") == {late}
    reader = client_of(UserFactory(time_zone="Europe/Zagreb"))
    assert late.key not in read("/watch/finished/", reader, until="2026-03-01")
    assert late.key in read("/watch/finished/", reader, since="2026-03-02")


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"player": "Nobody-at-all"}, lobby.NOBODY_IS_CALLED.fill(name="Nobody-at-all")),
        ({"result": "won"}, lobby.WHOSE_RESULT),
        ({"since": "2026-03-02", "until": "2026-03-01"}, lobby.DAY_BEFORE_FIRST),
        ({"since": "yesterday"}, 'class="error"'),
        ({"since": "0001-01-01"}, 'class="error"'),
        ({"until": "9999-12-31"}, 'class="error"'),
        ({"player": "x" * 500}, 'class="error"'),
    ],
)
def test_a_filter_that_makes_no_sense_says_so(query, message):
    assert message in read("/watch/finished/", **query)


def test_a_value_that_is_not_offered_is_no_filter():
    game = ended()
    odd = {"game": "chess", "edition": "\x00", "result": "drawn", "older": "x"}
    assert find_listed("/watch/finished/", **odd) == {game}


def test_a_closed_account_is_not_found_by_its_old_or_new_name():
    game = ended()
    user = game.seats.all()[0].user
    type(user).objects.filter(pk=user.pk).update(is_active=False)
    assert find_listed("/watch/finished/", player=user.handle) == set()


def test_winners_are_named():
    game = ended()
    winners = ", ".join(public_games.list_winners(game))
    assert lobby.WON_BY.fill(who=winners) in read("/watch/finished/")


# --- pages, cost, machines


def test_older_games_are_on_the_next_page_with_the_same_filter(monkeypatch):
    monkeypatch.setattr(watch, "PAGE_SIZE", 1)
    first, second = table(2, visibility=ALWAYS), table(2, visibility=ALWAYS)
    response = Client().get("/watch/", {"pace": "daily"})
    older = response.context["older"]
    assert "pace=daily" in older
    assert second.key in response.content.decode()
    assert first.key in read("/watch/" + older)


@pytest.mark.parametrize("address", ["/watch/", "/watch/finished/"])
def test_a_list_costs_the_same_however_long_it_is(address, django_assert_num_queries):
    def fill(count: int) -> None:
        for _ in range(count):
            ended() if "finished" in address else table(2, visibility=ALWAYS)

    fill(1)
    queries = 4 if "finished" in address else 3  # games, seats and people; and which editions there are
    with django_assert_num_queries(queries):
        Client().get(address)
    fill(3)
    with django_assert_num_queries(queries):
        Client().get(address)


@pytest.mark.parametrize(
    ("games", "index"),
    [
        (public_games.select_running_games("citadels").order_by("-started_at", "-pk"), "game_by_start"),
        (
            public_games.select_finished_games(FinishedGameFilter()).order_by("-ended_at", "-pk"),
            "game_by_end",
        ),
    ],
)
def test_a_page_is_read_from_an_index(games, index):
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_bitmapscan = off")
    plan = games[:20].explain()
    assert index in plan or "game_played_in_public" in plan
    assert "TEMP B-TREE" not in plan
    assert "Sort" not in plan


def test_search_engines_get_the_whole_lists_and_no_filtered_ones():
    for address in ("/watch/", "/watch/finished/"):
        assert '<meta name="description"' in read(address)
        assert "noindex" not in read(address)
        assert "noindex" in read(address, game="citadels")


def test_the_feed_has_the_games_that_ended_last_and_nothing_private():
    game, private = ended(), ended(visibility=NOBODY)
    response = Client().get("/watch/finished/feed/")
    assert response["Content-Type"].startswith("application/atom+xml")
    feed = response.content.decode()
    assert f"/g/{game.key}/end/" in feed
    assert private.key not in feed


def test_watching_shows_no_hidden_card():
    game = table(2, visibility=ALWAYS)
    page = read("/watch/")
    assert game.seed not in page
    assert Client().get(url(game)).status_code == 200


def test_every_page_leads_there():
    assert 'href="/watch/"' in read("/")
    assert 'href="/watch/"' in read("/tables/", client_of(UserFactory()))


def test_a_list_is_as_old_as_its_newest_game():
    game = ended()
    later = change(ended(), ended_at=timezone.now() + timedelta(hours=1))
    page = read("/watch/finished/")
    assert page.index(later.key) < page.index(game.key)
