"""A real browser before a real server: tests ask for `page`, and `axe(page)` looks for barriers."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from games.models import Seat
from tests.helpers.browser import barriers
from tests.helpers.browser.barriers import PHONE
from tests.helpers.browser.steps import PATIENCE, address, cookie
from tests.helpers.factories import UserFactory
from tests.tools import chromium

# playwright's own loop runs in this thread, and Django takes that for an async view
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")

# a page that asks for news on its own would change under the eyes of a test: see `steps.look`
GIVEN_TIME = "window.setInterval = (again) => addEventListener('tick', again)"

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def launch_browser() -> Iterator[Callable[..., Browser]]:
    """Start a Chromium with these arguments, however long a busy machine takes for it."""
    path = chromium.find()
    if path is None:
        pytest.fail("There is no Chromium here: python tests/tools/chromium.py installs one.")
    with sync_playwright() as playwright:

        def launch(*arguments: str) -> Browser:
            return playwright.chromium.launch(
                executable_path=path, args=["--no-sandbox", *arguments], timeout=3 * PATIENCE
            )

        yield launch


@pytest.fixture(scope="session")
def browser(launch_browser: Callable[..., Browser]) -> Iterator[Browser]:
    browser = launch_browser()
    yield browser
    browser.close()


@pytest.fixture
def new_context(browser: Browser, live_server) -> Iterator[Callable[..., BrowserContext]]:
    """Browsers that have never been here: `page.goto("/")` is this server's front page."""
    usual = {
        "base_url": live_server.url,
        "viewport": PHONE,
        "has_touch": True,
        "locale": "en-GB",
        "timezone_id": "Europe/Zagreb",
        "reduced_motion": "reduce",
    }
    with ExitStack() as opened:

        def new(**more: Any) -> BrowserContext:
            context = opened.enter_context(browser.new_context(**{**usual, **more}))
            context.set_default_timeout(PATIENCE)
            context.add_init_script(GIVEN_TIME)
            return context

        yield new


@pytest.fixture
def context(new_context) -> BrowserContext:
    return new_context()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def plain(new_context) -> Page:
    """A browser that runs no scripts."""
    return new_context(java_script_enabled=False).new_page()


@pytest.fixture
def axe() -> Callable[..., None]:
    """Fails with a readable list if the page has barriers."""

    def look(page: Page, *but: str) -> None:
        found = barriers.found(page, *but)
        assert not found, f"{page.url}\n" + "\n".join(found)

    return look


@pytest.fixture
def sit(context: BrowserContext, live_server):
    """Let the browser be signed in as the owner of a seat, and look at the table."""

    def look(seat: Seat, more: str = "") -> Page:
        context.add_cookies([cookie(seat.user, live_server.url)])
        page = context.new_page()
        page.goto(address(seat.game, more))
        return page

    return look


@pytest.fixture
def host():
    return UserFactory(handle="Katarina", time_zone="Europe/Zagreb")
