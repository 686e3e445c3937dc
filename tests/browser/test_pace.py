"""The pace of a table in a real browser: the form unfolded, its mistakes, and the clocks at the table."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.clock.pace import Pace
from games.models import Game, Seat
from tests.helpers.browser.steps import cookie, go
from tests.helpers.factories import UserFactory
from tests.helpers.tables import awaited, table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def host():
    return UserFactory(time_zone="Europe/Budapest")


@pytest.fixture
def page(context: BrowserContext, live_server, host) -> Page:
    context.add_cookies([cookie(host, live_server.url)])
    return context.new_page()


@pytest.fixture
def plain(new_context, live_server, host) -> Page:
    """A browser that runs no scripts."""
    context = new_context(java_script_enabled=False)
    context.add_cookies([cookie(host, live_server.url)])
    return context.new_page()


def unfold(page: Page, summary: str) -> None:
    page.locator("summary", has_text=summary).click()


def go_on(page: Page) -> None:
    go(page.get_by_role("button", name="Go on"))


def test_the_unfolded_form_has_no_barriers(page, axe):
    page.goto("/tables/new/")
    for summary in ("Fixed times of the day", "My own numbers", "When time runs out"):
        unfold(page, summary)
    expect(page.get_by_label("Times of the day")).to_be_visible()
    axe(page)


def test_the_forecasts_follow_what_is_filled_in_without_a_page(page):
    page.goto("/tables/new/")
    expect(page.locator("#forecast-daily")).to_contain_text("A game of 4 takes about")
    page.get_by_label("Seats", exact=True).select_option("6")
    for way in ("brisk", "daily", "fixed", "own"):
        expect(page.locator(f"#forecast-{way}")).to_contain_text("A game of 6 takes about")
    page.get_by_label("Seats for bots").select_option("5")
    expect(page.locator("#forecast-daily")).to_have_text("Alone with bots, a game takes as long as you like.")
    page.get_by_label("Seats for bots").select_option("0")
    expect(page.locator("#forecast-own")).to_contain_text("A game of 6 takes about")
    unfold(page, "My own numbers")
    page.get_by_label("Hours for a decision").fill("168")
    expect(page.locator("#forecast-own")).to_contain_text("weeks")
    expect(page.get_by_label("Hours for a decision")).to_be_focused()
    page.get_by_label("Hours for a decision").fill("")
    expect(page.locator("#forecast-own")).to_be_empty()
    assert page.url.endswith("/tables/new/")


def test_mistakes_about_time_have_no_barriers(page, axe):
    page.goto("/tables/new/")
    unfold(page, "Fixed times of the day")
    page.get_by_label("Due at fixed times").check()
    page.get_by_label("Times of the day").fill("25:00")
    page.get_by_label("Monday").uncheck()
    go_on(page)
    field = page.get_by_label("Times of the day")
    expect(field).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("“25:00” is not a time of the day.")).to_be_visible()
    axe(page)


def test_a_table_with_fixed_times_is_opened_without_a_script(plain):
    plain.goto("/tables/new/")
    unfold(plain, "Fixed times of the day")
    plain.get_by_label("Due at fixed times").check()
    for day in ("Saturday", "Sunday"):
        plain.get_by_label(day).uncheck()
    go_on(plain)
    go_on(plain)
    expect(plain.locator(".folio")).to_contain_text("Monday to Friday at 20:00, Budapest")
    go(plain.get_by_role("button", name="Open the table"))
    expect(plain.locator(".folio")).to_contain_text("Monday to Friday at 20:00, Budapest")
    pace: Pace = Game.objects.get().pace
    assert (pace.zone, pace.weekdays) == ("Europe/Budapest", frozenset(range(5)))


def test_a_preset_is_chosen_with_the_keyboard(page):
    page.goto("/tables/new/")
    page.get_by_label("Daily").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Relaxed")).to_be_checked()
    go_on(page)
    go_on(page)
    expect(page.locator(".folio")).to_contain_text("2 days for a decision")


def test_the_clocks_of_a_table_and_the_page_of_a_seat_have_no_barriers(new_context, live_server, axe):
    game = table(4)
    seat = awaited(game)
    other = game.seats.exclude(pk=seat.pk)[0]
    Seat.objects.filter(pk=other.pk).update(bot="rule_based", missed_count=2, excused_count=1)
    context = new_context()
    context.add_cookies([cookie(seat.user, live_server.url)])
    page = context.new_page()
    page.goto(f"/g/{game.key}/")
    unfold(page, "The pace in full")
    expect(page.get_by_text("A day for each decision.")).to_be_visible()
    axe(page)
    go(page.get_by_role("link", name="Change it"))
    page.get_by_label("The careful bot").check()
    go(page.get_by_role("button", name="Keep this"))
    expect(page.locator("#standing")).to_contain_text("the careful bot answers for you")
