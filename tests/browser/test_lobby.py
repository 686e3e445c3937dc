"""Opening a table in a real browser: no barriers on any step."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.helpers.browser.steps import cookie, go
from tests.helpers.factories import UserFactory
from tests.helpers.messages.pages import NUMBER_OF_CHOSEN

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


def open_cards_by_hand(page: Page) -> None:
    """Go to the page of a new table on which the cards are chosen one by one."""
    page.goto("/tables/new/")
    go(page.locator("main .button-main").last)
    page.locator('[name="o-preset"][value="own"]').check()
    go(page.locator("main .button-main").last)


def test_what_is_chosen_of_many_is_counted_while_it_is_chosen(page):
    open_cards_by_hand(page)
    counter, boxes = page.locator(".counter"), page.locator('[name="o-districts"]')
    expect(counter).to_have_role("status")
    ticked = page.locator('[name="o-districts"]:checked').count()

    def say(number: int) -> str:
        return NUMBER_OF_CHOSEN.fill(most=ticked).replace("NUMBER", str(number))

    expect(counter).to_have_text(say(ticked))
    page.locator('[name="o-districts"]:checked').first.uncheck()
    expect(counter).to_have_text(say(ticked - 1))
    boxes.last.scroll_into_view_if_needed()
    expect(counter).to_be_in_viewport()


def test_without_a_script_a_sentence_says_how_many_to_choose(plain, live_server, host):
    plain.context.add_cookies([cookie(host, live_server.url)])
    open_cards_by_hand(plain)
    expect(plain.locator(".counter")).to_be_hidden()
    expect(
        plain.locator(".question", has=plain.locator('[name="o-districts"]')).locator(".help")
    ).to_contain_text("14")
