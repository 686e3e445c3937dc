"""Day, night and language are as the reader has chosen; the head of a page is short on a phone."""

import pytest
from playwright.sync_api import Page, expect

from accounts import handles
from tests.helpers.browser.steps import address, cookie, go, wait_until_drawn
from tests.helpers.factories import UserFactory
from tests.helpers.messages.account_pages import SIGN_OUT
from tests.helpers.tables import awaited, table

pytestmark = pytest.mark.django_db(transaction=True)

PAPER = "getComputedStyle(document.documentElement).backgroundColor"


def paper(page: Page) -> str:
    """The colour behind everything, once the page has been drawn in it."""
    wait_until_drawn(page)
    return str(page.evaluate(PAPER))


# the top and the bottom of each link in the head of a page: of the house, of the people in it, of its rooms
HEAD = """() => [".house", ".by-house", "nav > :not(.by-house)"].map((kind) =>
  Array.from(document.querySelectorAll(`.imprint ${kind}`), (link) => link.getBoundingClientRect())
    .map((box) => [box.top, box.bottom]))"""
LONG = "W" * handles.MAX_HANDLE_LENGTH


def beside(one: list[float], other: list[float]) -> bool:
    """Whether these stand in one row."""
    return one[0] < other[1] and other[0] < one[1]


@pytest.mark.parametrize("handle", ["", "Bernadett", LONG])
@pytest.mark.parametrize("language", ["en", "hu", "hr"])
def test_on_a_phone_people_stand_beside_the_house_and_its_rooms_below(
    new_context, live_server, language: str, handle: str
):
    page = new_context(locale=language).new_page()
    if handle:
        page.context.add_cookies([cookie(UserFactory(handle=handle, language=language), live_server.url)])
    page.goto("/tables/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    wait_until_drawn(page)
    [house], people, rooms = page.evaluate(HEAD)
    assert (len(people), len(rooms)) == (2, 5 if handle else 4)
    assert all(beside(house, one) for one in people)
    assert not any(beside(one, room) for one in [house, *people] for room in rooms)
    page.set_viewport_size({"width": 1440, "height": 900})
    wait_until_drawn(page)
    [house], people, rooms = page.evaluate(HEAD)
    assert all(beside(house, one) for one in people + rooms)


CUT = "(link) => link.scrollWidth > link.clientWidth"


def test_a_long_handle_is_cut_on_a_phone_and_not_on_a_desk(page: Page, live_server):
    page.context.add_cookies([cookie(UserFactory(handle=LONG), live_server.url)])
    page.goto("/tables/")
    link = page.get_by_role("link", name=LONG, exact=True)
    wait_until_drawn(page)
    assert link.evaluate(CUT)
    expect(link).to_have_css("text-overflow", "ellipsis")
    expect(page.get_by_role("link", name=SIGN_OUT)).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1440, "height": 900})
    wait_until_drawn(page)
    assert not link.evaluate(CUT)


def test_a_reader_chooses_the_night_and_another_language(page: Page, axe, live_server):
    game = table(3)
    page.context.add_cookies([cookie(awaited(game).user, live_server.url)])
    page.emulate_media(color_scheme="light")
    page.goto(address(game))
    day = paper(page)
    go(page.get_by_role("button", name="night", exact=True))
    night = paper(page)
    assert night != day
    expect(page.get_by_role("button", name="night", exact=True)).to_have_attribute("aria-pressed", "true")
    page.emulate_media(color_scheme="dark")
    go(page.get_by_role("button", name="day", exact=True))
    assert paper(page) == day
    axe(page)  # whatever the device says
    go(page.get_by_role("button", name="night", exact=True))
    assert paper(page) == night
    axe(page)
    expect(page.locator("#lead")).to_contain_text("Magician")
    go(page.get_by_role("button", name="Magyar", exact=True))
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    expect(page.locator("#lead")).to_contain_text("Mágus")
    page.goto("/rules/citadels/")
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    assert paper(page) == night
    axe(page)
    go(page.get_by_role("button", name="English", exact=True))
    expect(page.locator("html")).to_have_attribute("lang", "en")
