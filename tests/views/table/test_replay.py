"""The replay and the page of a game's end: who sees what of them, and what they cost."""

import gzip
import re
from fractions import Fraction
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils.html import escape

from games.models import Game
from games.play import orders, referee
from games.play.transaction.origin import by_user
from games.queries.game_view import GameView
from games.queries.replay import Replay, RevealedViewer
from games.queries.turning_points import TurningPoint
from games.rules import registry
from games.rules.core.rng import compute_commitment
from games.views.charts import ChartLayout, ChartLine, draw_chart
from games.views.table.replay import choose_numbered_places, format_gains
from tests.helpers.factories import UserFactory
from tests.helpers.messages.replay import (
    ALL_IS_OPEN,
    COMES_OUT_OTHERWISE,
    FINAL_SCORE,
    GAME_WAS_GIVEN_UP,
    REPLAY_AS_ONLOOKER,
    REPLAY_AS_PLAYER,
    SAME_AS_TABLE,
    SEAL_EXPLAINED,
    SEAT_MOVES,
    WHERE_IT_TURNED,
)
from tests.helpers.messages.rules import (
    CITIES,
    COST_OF_DISTRICTS,
    SEAT_CHOOSES,
    SEAT_HAS_CHOSEN,
    YOU_CHOSE,
    YOU_CHOSE_FROM,
)
from tests.helpers.pages import client_of, url
from tests.helpers.played_games import other_game, played
from tests.helpers.rulesets.pebbles import PEBBLES
from tests.helpers.tables import position, table, written

pytestmark = pytest.mark.django_db

CITADELS = registry.get("citadels")


def text(response) -> str:
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def words(response) -> str:
    """What can be read on the page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text(response)))


# --- who may look


@pytest.mark.parametrize("page", ["replay", "replay/3", "end"])
def test_a_private_table_has_no_replay_for_strangers(page):
    game = played(2, visibility="nobody")
    address = url(game, *page.split("/"))
    assert Client().get(address).status_code == 404
    assert client_of(UserFactory()).get(address).status_code == 404
    assert client_of(game.creator).get(address).status_code in (200, 302)


def test_a_game_for_afterwards_can_be_looked_at_when_it_is_over():
    running, over = played(2, 9, visibility="afterwards"), played(2, visibility="afterwards")
    assert Client().get(url(running, "replay", 3)).status_code == 404
    assert Client().get(url(over, "replay", 3)).status_code == 200


def test_before_the_deal_there_is_nothing_to_look_back_on():
    game = table(2, size=4)
    assert client_of(game.creator).get(url(game, "replay")).status_code == 404


# --- stepping


def test_the_replay_begins_at_the_deal_and_a_running_one_where_it_stands():
    over, running = played(2), played(2, 9)
    assert Client().get(url(over, "replay")).headers["Location"] == url(over, "replay", 0)
    assert Client().get(url(running, "replay")).headers["Location"] == url(running, "replay", 9)


@pytest.mark.parametrize(
    ("asked", "shown"), [("4", 4), ("999", 12), ("0", 0), ("-1", 12), ("x", 12), ("9" * 30, 12)]
)
def test_the_slider_of_a_browser_without_script_is_a_form(asked, shown):
    game = played(2, 12)
    page = text(Client().get(url(game, "replay", 3)))
    assert f'<form class="scrub" id="scrub" method="get" action="{url(game, "replay")}"' in page
    assert '<input type="range" id="move" name="move" min="0" max="12" value="3"' in page
    answer = Client().get(url(game, "replay"), {"move": asked})
    assert answer.headers["Location"] == url(game, "replay", shown)


def test_back_and_on_are_links_as_far_as_there_is_a_move():
    game = played(2, 12)
    first, last = text(Client().get(url(game, "replay", 0))), text(Client().get(url(game, "replay", 12)))
    assert 'rel="prev"' not in first
    assert f'rel="next" href="{url(game, "replay", 1)}"' in first
    assert f'rel="prev" href="{url(game, "replay", 11)}"' in last
    assert 'rel="next"' not in last


def test_from_round_to_round():
    game = played(3)
    second, third = (one.starts_after for one in replay_of_game(game).outline.sections[1:3])
    page = Client().get(url(game, "replay", second + 2))
    assert (page.context["part_back"].starts_after, page.context["part_on"].starts_after) == (
        second + 1,
        third + 1,
    )
    first = Client().get(url(game, "replay", second + 1))
    assert "Round 2:" in words(first)
    assert first.context["part_back"] is None


def replay_of_game(game: Game) -> Replay:
    return Replay(GameView(game, list(game.seats.all()), None, "en"))


def test_a_moment_that_is_not_there_leads_to_the_last_one():
    game = played(2, 12)
    assert Client().get(url(game, "replay", 13)).headers["Location"] == url(game, "replay", 12)
    assert Client().get(url(game, "replay", 10**40)).headers["Location"] == url(game, "replay", 12)


@pytest.mark.one_database
def test_every_step_of_a_whole_game_is_shown_and_the_last_one_is_the_table():
    game = played(2, options={"preset": "devious_dignitaries"})
    last = game.log_entries.count() - 1
    for number in range(last + 1):
        page = Client().get(url(game, "replay", number))
        assert page.status_code == 200
        assert page.context["moment"].sentences, number
    cities = Client().get(url(game)).context["page"]["others"]
    assert page.context["page"]["others"] == cities
    names = {seat.name: seat.shown_name for seat in game.seats.all()}
    assert page.context["page"] == {**CITADELS.presentation.page(position(game), None), "names": names}


# --- what is told


def test_after_the_end_all_hands_are_open_to_everybody():
    game = played(3)
    page = Client().get(url(game, "replay", 20))
    assert ALL_IS_OPEN in words(page)
    held = [card for city in page.context["page"]["others"] for card in city.revealed_hand]
    assert held
    for card in held:
        assert f'{escape(card.name)}<span class="hidden"> {card.cost}</span>' in text(page)


def test_the_record_of_a_game_that_is_over_tells_what_was_chosen():
    game = played(3)
    seat = game.seats.first()
    for client, mine in ((Client(), False), (client_of(seat.user), True)):
        said = words(client.get(url(game)))
        assert not re.search(SEAT_HAS_CHOSEN.pattern, said)
        assert re.search(SEAT_CHOOSES.pattern, said)
        assert bool(re.search(YOU_CHOSE.pattern, said)) == mine
    running = words(Client().get(url(played(3, 12))))
    assert re.search(SEAT_HAS_CHOSEN.pattern, running)
    assert not re.search(SEAT_CHOOSES.pattern, running)


def test_while_it_runs_a_player_reads_the_own_story_and_an_onlooker_the_open_one():
    game = played(3, 30)
    first = game.log_entries.get(number=2).seat
    mine = words(client_of(first.user).get(url(game, "replay", 1)))
    assert re.search(YOU_CHOSE_FROM.pattern, mine)
    assert REPLAY_AS_PLAYER in mine
    watching = words(Client().get(url(game, "replay", 1)))
    assert SEAT_HAS_CHOSEN.fill(seat=first.name) in watching
    assert REPLAY_AS_ONLOOKER in watching


def test_times_are_told_to_the_minute_so_that_nobody_sees_which_answers_came_from_orders():
    game = table(3, visibility="always")
    for seat in game.seats.select_related("user", "game"):
        orders.file_order(game.pk, seat.name, "prefer king thief bishop merchant", by_user(seat.user))
    game.refresh_from_db()
    pages = [url(game), url(game, "log"), url(game, "gazette"), *(url(game, "replay", n) for n in (1, 2, 3))]
    times = [time for page in pages for time in re.findall(r'datetime="([^"]+)"', text(Client().get(page)))]
    assert times
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d\+\d\d:\d\d", time) for time in times), times


def test_a_move_of_which_nothing_came_is_told_as_the_move_of_somebody(monkeypatch):
    game = played(2)
    monkeypatch.setattr(RevealedViewer, "describe_frame", lambda *_: [])
    mover = game.log_entries.filter(kind="move").order_by("number")[4].seat.name
    assert SEAT_MOVES.fill(name=mover) in words(Client().get(url(game, "replay", 5)))


def test_neither_seed_nor_seal_nor_record_are_on_the_replay_of_a_running_game():
    game = played(3, 30)
    for client in (Client(), client_of(game.creator)):
        page = client.get(url(game, "replay", 9)).content.decode()
        assert game.seed not in page
        assert url(game, "record") not in page
        assert url(game, "end") not in page
        assert client.get(url(game, "end")).status_code == 404


def test_the_acting_seat_stands_on_a_leaf():
    game = played(3)
    first = game.log_entries.get(number=2).seat.name
    page = text(Client().get(url(game, "replay", 1)))
    assert re.search(
        rf'class="row is-acting"> <p class="row-said"[^>]*>[^<]*</p> <h3[^>]*><bdi>{first}', page
    )
    assert page.count("is-acting") == 1


def test_charts_have_their_numbers_in_a_table():
    game = played(3)
    page = Client().get(url(game, "replay", 20))
    assert len(page.context["charts"]) == 3
    assert text(page).count(SAME_AS_TABLE) == 3
    assert text(page).count("<polyline") == 9
    assert 'class="now"' in text(page)


def test_the_readers_line_is_thick_and_to_onlookers_the_winners():
    game = played(3)
    for client, thick in (
        (client_of(game.creator), ["You"]),
        (Client(), CITADELS.winners(position(game))),
    ):
        curves = client.get(url(game, "end")).context["charts"][0]["chart"].curves
        assert [curve.name for curve in curves if curve.is_emphasised] == thick


def test_eight_lines_of_a_chart_differ_in_hue_and_in_dash():
    lines = [ChartLine(str(number), [0, number]) for number in range(8)]
    assert len({curve.dash for curve in draw_chart(lines, ["", "1"], ChartLayout(400, 300)).curves}) == 8
    styles = Path(settings.BASE_DIR, "static/css/replay.css").read_text()
    found = re.findall(r"\.chart \.dash-(\d) \{ --hue: var\((.*?)\);", styles)
    assert len(found) == len({hue for _dash, hue in found}) == 8


def test_a_chart_shows_what_is_below_nought_too():
    chart = draw_chart(
        [ChartLine("Ann", [0, -3, 6]), ChartLine("Bob", [0, 0, 0])],
        ["", "1", "2"],
        ChartLayout(400, 300),
        here=1.5,
    )
    assert [mark.text for mark in chart.scale] == ["-2", "0", "2", "4", "6"]
    assert chart.curves[1].end_y < chart.bottom
    assert chart.left < chart.marker_x < chart.right


@pytest.mark.parametrize("most", [1, 5, 17, 26, 31, Fraction(61, 2)])
def test_no_figure_of_a_chart_lies_above_its_last_number(most):
    chart = draw_chart([ChartLine("Ann", [0, most])], ["", "1"], ChartLayout(400, 300))
    assert int(chart.scale[-1].text) >= most
    assert chart.curves[0].end_y >= chart.scale[-1].at == chart.top


def test_a_game_without_a_drawing_of_its_own_is_shown_as_text(monkeypatch):
    game = other_game(monkeypatch, PEBBLES, {"bag": 2}, ["put", "draw", "end", "put", "end"])
    page = text(Client().get(url(game, "replay", 4)))
    assert '<pre class="plain"' in page
    assert "<polyline" not in page
    Game.objects.filter(pk=game.pk).update(state=Game.State.ABANDONED)
    over = Client().get(url(game, "replay", 4))
    assert all(f"{seat.name}:" in over.context["page"]["lines"] for seat in game.seats.all())
    assert GAME_WAS_GIVEN_UP in words(Client().get(url(game, "end")))


@pytest.mark.parametrize("where", [(), ("gazette",), ("replay", 4), ("end",)])
def test_only_a_game_of_cities_brings_its_streets_to_a_page(monkeypatch, where):
    assert "css/citadels/street" in text(Client().get(url(played(3), *where)))
    game = other_game(monkeypatch, PEBBLES, {"bag": 2}, ["put", "draw", "end", "put", "end"])
    Game.objects.filter(pk=game.pk).update(state=Game.State.ABANDONED)
    page = text(Client().get(url(game, *where)))
    assert "css/citadels" not in page
    assert "js/citadels" not in page
    assert f">{CITIES}<" not in page


# --- how it ended


def test_only_a_number_has_a_minus_sign():
    assert (
        format_gains(TurningPoint(7, [("Ada-bot", 4), ("Blaise-bot", -3)]))
        == "Ada-bot +4, Blaise-bot \u22123"
    )


def test_the_end_is_explained_and_can_be_checked():
    game = played(3)
    page = Client().get(url(game, "end"))
    said = words(page)
    assert FINAL_SCORE in said
    assert COST_OF_DISTRICTS in said
    assert WHERE_IT_TURNED in said
    assert compute_commitment(game.seed) in said
    assert game.seed in said
    assert f"python manage.py verify {game.key}.txt --commitment {compute_commitment(game.seed)}" in said
    assert SEAL_EXPLAINED.fill(moves=game.log_length - 1) in said
    assert f'href="{url(game, "record")}" download="{game.key}.txt"' in text(page)
    for one in page.context["turns"]:
        assert url(game, "replay", one["turn"].number) in text(page)


def test_the_table_of_a_finished_game_leads_to_both():
    game = played(2)
    page = text(Client().get(url(game)))
    assert f'href="{url(game, "end")}"' in page
    assert f'href="{url(game, "replay", 0)}"' in page
    assert f'href="{url(game, "replay")}"' in page


def test_a_game_that_was_given_up_has_no_score_but_a_seal():
    game = played(3, 40)
    referee.decide_matter(game.pk, "abandon", UserFactory(is_staff=True))
    said = words(Client().get(url(game, "end")))
    assert GAME_WAS_GIVEN_UP in said
    assert FINAL_SCORE not in said
    assert game.seed in said


# --- when it cannot be shown


@pytest.mark.parametrize("number", [1, 9])
def test_a_game_that_comes_out_otherwise_is_shown_as_it_stands_and_says_so(number):
    game = table(3, visibility="always")
    written(game, {"called": "king", "{0}": {"characters": ["king"], "city": ["temple"]}})
    client = Client()
    for page in (url(game, "replay"), url(game, "replay", number)):
        assert client.get(page).url == url(game, "replay", 0)
    answer = client.get(url(game, "replay", 0))
    assert answer.status_code == 200
    assert COMES_OUT_OTHERWISE in answer.content.decode()
    assert url(game, "log").encode() in answer.content
    assert b"Temple" in answer.content


@pytest.mark.parametrize("state", [Game.State.RUNNING, Game.State.OVER])
def test_which_move_does_not_fit_any_more_is_not_told(state):
    game = played(2)
    game.log_entries.filter(number=4).update(text="dance")
    Game.objects.filter(pk=game.pk).update(state=state)
    assert b"dance" not in Client().get(url(game, "replay", 0)).content


def test_the_end_of_a_game_whose_rules_were_mended_since_keeps_its_score():
    game = played(2)
    before = words(Client().get(url(game, "end")))
    game.log_entries.filter(number=4).update(text="dance")
    answer = Client().get(url(game, "end"))
    assert answer.status_code == 200
    assert FINAL_SCORE in before
    assert FINAL_SCORE in words(answer)


# --- what it costs


@pytest.mark.parametrize("page", ["replay/60", "end"])
def test_looking_back_needs_at_most_six_statements_and_few_bytes(page, django_assert_max_num_queries):
    game = played(7, options={"edition": "classic"})
    client, address = client_of(game.creator), url(game, *page.split("/"))
    client.get(address)
    with django_assert_max_num_queries(6):
        answer = client.get(address)
    assert len(gzip.compress(answer.content)) < 15_000


def test_who_has_the_page_is_not_sent_it_again():
    game = played(2)
    client = client_of(game.creator)
    for page in (url(game, "replay", 5), url(game, "end")):
        first = client.get(page)
        assert "private" in first.headers["Cache-Control"]
        again = client.get(page, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        other = Client().get(page)
        assert other.headers["ETag"] != first.headers["ETag"]  # another masthead, another line


@pytest.mark.parametrize(
    ("here", "gap", "numbered"),
    [(0, 6, {0, 2, 4}), (3, 6, {0, 3}), (1, 1, {0, 1, 2, 3, 4})],
)
def test_parts_that_are_close_on_the_slider_are_not_all_numbered(here, gap, numbered):
    assert choose_numbered_places([0, 4, 7, 10, 14], here, gap) == numbered
