"""The front page says what this is, in one request, with nothing foreign on it."""

import gzip
import re
from html.parser import HTMLParser

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import DatabaseError, OperationalError
from django.http import HttpResponse
from django.test import Client
from django.urls import path, resolve

from games.queries.table_summary import find_ruleset_name
from games.rules import registry
from tests.helpers.emblems import read_drawings
from tests.helpers.messages.accounts import ONE_MOMENT
from tests.helpers.messages.site import (
    BAD_REQUEST,
    HOW_A_GAME_IS_PLAYED,
    OPEN_A_TABLE,
    PAGE_NOT_FOUND_HEADING,
    SOMETHING_BROKE,
    WHAT_THE_SITE_IS,
    WHAT_THERE_IS_TODAY,
    WHEN_A_LETTER_COMES,
)

pytestmark = pytest.mark.django_db

MANIFEST = "citadels.static.StaticStorage"


class Page(HTMLParser):
    """The tags of a page, and the things it asks the browser to fetch."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    handle_startendtag = handle_starttag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]

    def fetched(self) -> set[str]:
        named = [attrs for tag in ("link", "use") for attrs in self.all(tag)]
        links = [attrs["href"] for attrs in named if attrs.get("rel") != "manifest"]  # it is a page
        return {link.split("#")[0] for link in links if link and not link.startswith("#")}

    def ids(self) -> list[str]:
        return [attrs["id"] for _, attrs in self.tags if attrs.get("id")]


@pytest.fixture
def front(client) -> str:
    response = client.get("/")
    assert response.status_code == 200
    return response.content.decode()


def test_front_page_tells_what_it_is(front):
    text = re.sub(r"\s+", " ", front)
    assert f"<h1>{WHAT_THE_SITE_IS}</h1>" in text
    assert WHEN_A_LETTER_COMES in text
    assert HOW_A_GAME_IS_PLAYED in text
    assert OPEN_A_TABLE in text


def test_front_page_tells_what_there_is_today_and_what_comes_next(front):
    can, games, moves_on, many, not_yet = re.findall(r"<dd>([^<]+)</dd>", front)
    assert WHAT_THERE_IS_TODAY in can
    assert all(find_ruleset_name(slug) in games for slug in registry.RULESETS)
    assert "deadlines" in moves_on
    assert "orders" in moves_on
    assert "tournament" in many
    assert not any(find_ruleset_name(slug) in not_yet for slug in registry.RULESETS)
    assert not re.search("deadline|order|repl(y|ies)|tournament", not_yet, re.IGNORECASE)


def test_front_page_has_one_heading_and_unique_ids(front):
    page = Page(front)
    assert len(page.all("h1")) == 1
    assert len(page.ids()) == len(set(page.ids()))


def test_links_within_the_page_lead_somewhere(front):
    page = Page(front)
    inner = {attrs["href"][1:] for attrs in page.all("a") if attrs["href"].startswith("#")}
    assert inner
    assert inner <= set(page.ids())


def test_front_page_promises_no_door_that_is_not_there(front):
    page = Page(front)
    tries = [f"/try/{slug}/" for slug, rules in registry.RULESETS.items() if rules.tutorial]
    assert [form["action"] for form in page.all("form")] == [*tries, "/accounts/language/"]
    assert [button["value"] for button in page.all("button") if "value" in button] == [
        *("en", "hu", "hr"),
        *("", "light", "dark"),
    ]
    assert all(resolve(address) for address in tries)
    doors = {attrs["href"] for attrs in page.all("a") if not attrs["href"].startswith("#")}
    assert doors == {
        "/",
        "/accounts/login/",
        "/accounts/signup/",
        "/privacy/",
        "/rules/",
        "/tables/",
        "/tables/new/",
        "/tournaments/",
        "/watch/",
    }
    for door in doors:
        assert resolve(door)


def test_front_page_needs_no_script_no_inline_style_and_no_foreign_host(front):
    page = Page(front)
    assert not page.all("script")
    assert not page.all("style")
    assert not [attrs for _, attrs in page.tags if "style" in attrs]
    assert all(link.startswith("/static/") for link in page.fetched())


def test_every_emblem_on_the_page_is_drawn(front):
    used = {attrs["href"].removeprefix("/static/img/") for attrs in Page(front).all("use")}
    assert used
    for address in used:
        sheet, _, name = address.partition("#")
        assert name in read_drawings(sheet.rpartition("/")[0]), address


def test_security_headers(client):
    headers = client.get("/").headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"


def test_get_and_head_only(client):
    assert client.head("/").status_code == 200
    assert client.post("/").status_code == 405


def test_what_the_page_fetches_has_a_lasting_name_and_comes_compressed(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": MANIFEST}}
    call_command("collectstatic", interactive=False, verbosity=0)
    client = Client(headers={"accept-encoding": "gzip"})
    page = client.get("/")
    assert page.headers["Content-Encoding"] == "gzip"
    links = Page(gzip.decompress(page.content).decode()).fetched()
    assert len(links) >= 5
    for link in links:
        response = client.get(link)
        assert response.status_code == 200, link
        assert "immutable" in response.headers["Cache-Control"], link
        is_text = link.endswith((".css", ".js", ".svg"))
        assert response.headers.get("Content-Encoding") == ("gzip" if is_text else None), link


def test_a_page_that_nobody_has_collected_the_style_for_is_a_page_all_the_same(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": MANIFEST}}
    settings.WHITENOISE_USE_FINDERS = True  # as on a laptop
    client = Client()
    page = client.get("/")
    assert page.status_code == 200
    links = Page(page.content.decode()).fetched()
    assert "/static/css/base.css" in links
    assert {client.get(link).status_code for link in links} == {200}


def test_unknown_address_gets_a_page_in_our_style(client):
    response = client.get("/no-such-page")
    assert response.status_code == 404
    assert PAGE_NOT_FOUND_HEADING in response.content.decode()
    assert "css/base.css" in response.content.decode()


def broken(request):
    raise RuntimeError("a bug")


def locked(request):
    raise OperationalError("server closed the connection")


def remembering(request):
    request.session["seen"] = request.session.get("seen", 0) + 1
    return HttpResponse("done")


urlpatterns = [path("broken", broken), path("locked", locked), path("remembering", remembering)]
handler400 = "games.views.site.error_pages.handle_bad_request"
handler500 = "games.views.site.error_pages.handle_server_error"


@pytest.mark.urls(__name__)
def test_a_bug_gets_a_page_in_our_style():
    response = Client(raise_request_exception=False).get("/broken")
    assert response.status_code == 500
    assert SOMETHING_BROKE in response.content.decode()
    assert "a bug" not in response.content.decode()


@pytest.mark.drill(6, "the page while the database is away")
@pytest.mark.urls(__name__)
def test_without_a_database_a_page_asks_to_come_back():
    response = Client(raise_request_exception=False).get("/locked")
    assert (response.status_code, response.headers["Retry-After"]) == (503, "10")
    assert ONE_MOMENT in response.content.decode()
    assert "closed the connection" not in response.content.decode()


@pytest.mark.drill(6, "a session is written while the database goes away")
@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("error", "status"),
    [(OperationalError("server closed the connection"), 503), (DatabaseError("no such row"), 400)],
)
def test_a_session_that_cannot_be_kept_is_no_fault_of_its_owner(error, status, monkeypatch):
    client = Client(raise_request_exception=False)
    assert client.get("/remembering").content == b"done"

    def fails(*args, **kwargs):
        raise error

    monkeypatch.setattr(Session, "save", fails)
    response = client.get("/remembering")
    assert response.status_code == status
    text = ONE_MOMENT if status == 503 else BAD_REQUEST
    assert text in response.content.decode()


def test_whoever_calls_us_by_another_name_gets_a_page_and_no_hint(client):
    response = client.get("/", headers={"host": "somewhere.else.example"})
    assert response.status_code == 400
    assert BAD_REQUEST in response.content.decode()
    assert "somewhere.else" not in response.content.decode()
