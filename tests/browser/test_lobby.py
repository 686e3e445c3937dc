"""Opening a table in a real browser: no barriers on any step."""

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.helpers.browser.steps import cookie, go
from tests.helpers.factories import UserFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def host():
    return UserFactory()


@pytest.fixture
def page(context: BrowserContext, live_server, host) -> Page:
    context.add_cookies([cookie(host, live_server.url)])
    return context.new_page()


def test_every_step_of_opening_a_table_has_no_barriers(page, axe):
    page.goto("/tables/new/")
    axe(page)
    for _ in range(6):
        if "/g/" in page.url:
            return
        go(page.locator("main .button-main").last)
        axe(page)
    raise AssertionError("the table was not opened")
