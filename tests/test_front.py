"""The front page says what this is, in one request, with nothing foreign on it."""

import re
from html.parser import HTMLParser

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.test import Client
from django.urls import path, resolve

MANIFEST = "whitenoise.storage.CompressedManifestStaticFilesStorage"


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
        links = [attrs["href"] for tag in ("link", "use") for attrs in self.all(tag)]
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
    assert "<h1>Long card games, played by post</h1>" in text
    assert "A letter comes when your character is called" in text
    assert "Nobody has to be at a screen at the same time" in text
    assert "Open a table" in text


def test_front_page_tells_what_there_is_today_and_what_comes_next(front):
    can, moves_on, not_yet = re.findall(r"<dd>([^<]+)</dd>", front)
    assert "by replying to them" in can
    assert "clocks" in moves_on
    assert "orders" in moves_on
    assert not_yet.startswith("Tournaments come next")
    assert not re.search("clock|order|repl(y|ies)", not_yet, re.IGNORECASE)


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
    assert not page.all("form")
    assert not page.all("button")
    doors = {attrs["href"] for attrs in page.all("a") if not attrs["href"].startswith("#")}
    assert doors == {"/", "/accounts/login/", "/accounts/signup/", "/tables/", "/tables/new/"}
    for door in doors:
        assert resolve(door)


def test_front_page_needs_no_script_no_inline_style_and_no_foreign_host(front):
    page = Page(front)
    assert not page.all("script")
    assert not page.all("style")
    assert not [attrs for _, attrs in page.tags if "style" in attrs]
    assert all(link.startswith("/static/") for link in page.fetched())


def test_every_emblem_on_the_page_is_drawn(front, root):
    used = {attrs["href"].split("#")[1] for attrs in Page(front).all("use")}
    drawn = set(re.findall(r'symbol id="([^"]+)"', (root / "static/img/emblems.svg").read_text()))
    assert used
    assert used <= drawn


def test_page_without_a_catalogue_says_it_is_english(client):
    """A Hungarian reader gets English words today; a screen reader has to be told."""
    response = client.get("/", headers={"accept-language": "hu"})
    assert '<html lang="en">' in response.content.decode()


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


def test_what_the_page_fetches_is_served_with_a_lasting_name(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": MANIFEST}}
    call_command("collectstatic", interactive=False, verbosity=0)
    client = Client()
    links = Page(client.get("/").content.decode()).fetched()
    assert len(links) >= 5
    for link in links:
        response = client.get(link)
        assert response.status_code == 200, link
        assert "immutable" in response.headers["Cache-Control"], link


def test_unknown_address_gets_a_page_in_our_style(client):
    response = client.get("/no-such-page")
    assert response.status_code == 404
    assert "Return to sender" in response.content.decode()
    assert "css/base.css" in response.content.decode()


def broken(request):
    raise RuntimeError("a bug")


def locked(request):
    raise OperationalError("server closed the connection")


urlpatterns = [path("broken", broken), path("locked", locked)]
handler500 = "games.views.trouble.broken"


@pytest.mark.urls(__name__)
def test_a_bug_gets_a_page_in_our_style():
    response = Client(raise_request_exception=False).get("/broken")
    assert response.status_code == 500
    assert "Something broke here" in response.content.decode()
    assert "a bug" not in response.content.decode()


@pytest.mark.drill(6, "the page while the database is away")
@pytest.mark.urls(__name__)
def test_without_a_database_a_page_asks_to_come_back():
    response = Client(raise_request_exception=False).get("/locked")
    assert (response.status_code, response.headers["Retry-After"]) == (503, "10")
    assert "One moment, please" in response.content.decode()
    assert "closed the connection" not in response.content.decode()
