"""How many tables wait for the reader, on every page; and what a phone needs to keep the house."""

import re
from pathlib import Path

import pytest
from django.test import Client

from games.models import Game, Seat
from games.play.lobby import tables
from tests.helpers.factories import UserFactory
from tests.helpers.messages.accounts import SITE_NAME
from tests.helpers.messages.site import OPEN_TABLES
from tests.helpers.pages import HTMX, client_of, url
from tests.helpers.tables import awaited, fallback, move, table
from tests.tools.icons import ICONS

pytestmark = pytest.mark.django_db

CALM, WAITING = "/static/img/icon.svg", "/static/img/icon-waiting.svg"


def head(client: Client, path: str = "/tables/") -> tuple[str, str]:
    """The title of a page, and its icon."""
    page = client.get(path).content.decode()
    title, icon = re.findall(r"<title>(.*?)</title>|rel=\"icon\"[^>]* href=\"([^\"]*)\"", page, re.DOTALL)
    return title[0].strip(), icon[1]


def again(user) -> Seat:
    """Another table, at which this person is asked."""
    while True:
        game = tables.open_table(user, tables.NewTable("Again", "citadels", {}, 2))
        tables.join_table(game.pk, UserFactory(), invited=True)
        if (seat := awaited(game)).user == user:
            return seat


def test_every_page_counts_the_tables_that_wait():
    seat = awaited(table(2))
    client = client_of(seat.user)
    assert head(client) == (f"(1) {OPEN_TABLES} · {SITE_NAME}", WAITING)
    other = again(seat.user)
    assert head(client, "/")[0].startswith("(2) ")
    assert head(client, "/no-such-page")[0].startswith("(2) ")
    Game.objects.filter(pk=other.game_id).update(state=Game.State.PAUSED)
    assert head(client)[0].startswith("(1) ")
    Seat.objects.filter(pk=seat.pk).update(bot="rule_based")  # it plays until its player is back
    assert head(client) == (f"{OPEN_TABLES} · {SITE_NAME}", CALM)
    assert head(Client()) == (f"{OPEN_TABLES} · {SITE_NAME}", CALM)


def test_a_pass_counts_as_long_as_it_is_good():
    seat = awaited(table(2))
    client = Client()
    client.get("/tables/")
    session = client.session
    session["passes"] = {str(seat.pk): seat.key, "0": "gone"}
    session.save()
    client.cookies["sessionid"] = session.session_key
    assert head(client)[0].startswith("(1) ")
    Seat.objects.filter(pk=seat.pk).update(key="another")
    assert head(client)[1] == CALM


def test_the_news_of_a_table_tell_it_too():
    game = table(2)
    seat = awaited(game)
    client = client_of(seat.user)
    nothing = client.get(url(game, "news", f"{game.log_length}-{game.page_version}"), headers=HTMX)
    assert (nothing.status_code, nothing["X-Waiting"]) == (204, "1")
    again(seat.user)
    news = client.get(url(game, "news", "0-0"), headers=HTMX).content.decode()
    assert "<title>(2) " in news
    assert 'data-waiting="2"' in news
    move(seat, fallback(seat))
    assert "<title>(" in client.get(url(game), headers=HTMX).content.decode()


def test_the_manifest_names_drawings_that_are_there(root: Path):
    response = Client().get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    content = response.json()
    assert (content["start_url"], content["display"]) == ("/games/", "standalone")
    for icon in content["icons"]:
        assert (root / icon["src"].removeprefix("/")).stat().st_size < 20_000
    assert {icon["sizes"] for icon in content["icons"]} >= {"any", "192x192", "512x512"}
    assert any(icon.get("purpose") == "maskable" for icon in content["icons"])
    assert {path.name for path in (root / "static/img").glob("*.png")} >= set(ICONS)


def test_the_frame_of_a_browser_has_the_colour_of_our_paper(root: Path):
    papers = re.findall(r"--paper: (#\w+)", (root / "static/css/tokens.css").read_text("utf-8"))
    page = Client().get("/").content.decode()
    assert re.findall(r'theme-color"[^>]*content="(#\w+)"', page) == papers[:2]
    assert Client().get("/manifest.webmanifest").json()["theme_color"] == papers[0]


def test_no_worker_keeps_pages_with_cards(root: Path):
    scripts = [path.read_text("utf-8") for path in (root / "static/js").rglob("*.js")]
    assert not [script for script in scripts if "serviceWorker" in script]
