"""The pace of a table in a real browser: the form unfolded, its mistakes, and the clocks at the table."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.clock.pace import Pace
from games.models import Game, Seat
from tests.helpers.browser.steps import cookie, go
from tests.helpers.factories import UserFactory
from tests.helpers.messages.account_pages import SATURDAY, SAVE
from tests.helpers.messages.clock import CAREFUL_BOT_ANSWERS, PACE_IN_FULL
from tests.helpers.messages.fields import NOT_A_TIME
from tests.helpers.messages.lobby import (
    ABOUT_WEEKS,
    ALONE_WITH_BOTS,
    DAILY_PACE,
    DECISION_TIME,
    DUE_AT,
    DUE_AT_FIXED_TIMES,
    FIXED_TIMES,
    GAME_TAKES,
    GO_ON,
    HOURS_FOR_DECISION,
    MONDAY,
    MONDAY_TO_FRIDAY,
    NUMBER_OF_BOTS,
    NUMBER_OF_SEATS,
    OPEN_THE_TABLE,
    OWN_NUMBERS,
    RELAXED_PACE,
    SUNDAY,
    TIME_WITHOUT_BANK,
    TIMES_OF_DAY,
    WHEN_TIME_RUNS_OUT,
)
from tests.helpers.messages.table import CHANGE_IT
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
    go(page.get_by_role("button", name=GO_ON))


def forecast(size: int) -> re.Pattern[str]:
    return re.compile(GAME_TAKES.fill(size=size, length=".+"))


def test_the_unfolded_form_has_no_barriers(page, axe):
    page.goto("/tables/new/")
    for summary in (FIXED_TIMES, OWN_NUMBERS, WHEN_TIME_RUNS_OUT):
        unfold(page, summary)
    expect(page.get_by_label(TIMES_OF_DAY)).to_be_visible()
    axe(page)


def test_the_forecasts_follow_what_is_filled_in_without_a_page(page):
    page.goto("/tables/new/")
    expect(page.locator("#forecast-daily")).to_have_text(forecast(4))
    page.get_by_label(NUMBER_OF_SEATS, exact=True).select_option("6")
    for way in ("brisk", "daily", "fixed", "own"):
        expect(page.locator(f"#forecast-{way}")).to_have_text(forecast(6))
    page.get_by_label(NUMBER_OF_BOTS).select_option("5")
    expect(page.locator("#forecast-daily")).to_have_text(ALONE_WITH_BOTS)
    page.get_by_label(NUMBER_OF_BOTS).select_option("0")
    expect(page.locator("#forecast-own")).to_have_text(forecast(6))
    unfold(page, OWN_NUMBERS)
    page.get_by_label(HOURS_FOR_DECISION, exact=True).fill("168")
    expect(page.locator("#forecast-own")).to_contain_text(re.compile(ABOUT_WEEKS.pattern))
    expect(page.get_by_label(HOURS_FOR_DECISION, exact=True)).to_be_focused()
    page.get_by_label(HOURS_FOR_DECISION, exact=True).fill("")
    expect(page.locator("#forecast-own")).to_be_empty()
    assert page.url.endswith("/tables/new/")


def test_mistakes_about_time_have_no_barriers(page, axe):
    page.goto("/tables/new/")
    unfold(page, FIXED_TIMES)
    page.get_by_label(DUE_AT_FIXED_TIMES).check()
    page.get_by_label(TIMES_OF_DAY).fill("25:00")
    page.get_by_label(MONDAY).uncheck()
    go_on(page)
    field = page.get_by_label(TIMES_OF_DAY)
    expect(field).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text(NOT_A_TIME.fill(word="25:00"))).to_be_visible()
    axe(page)


def test_a_table_with_fixed_times_is_opened_without_a_script(plain):
    plain.goto("/tables/new/")
    unfold(plain, FIXED_TIMES)
    plain.get_by_label(DUE_AT_FIXED_TIMES).check()
    for day in (SATURDAY, SUNDAY):
        plain.get_by_label(day).uncheck()
    go_on(plain)
    go_on(plain)
    due = DUE_AT.fill(days=MONDAY_TO_FRIDAY, times="20:00", zone="Budapest")
    expect(plain.locator(".folio")).to_contain_text(due)
    go(plain.get_by_role("button", name=OPEN_THE_TABLE))
    expect(plain.locator(".folio")).to_contain_text(due)
    pace: Pace = Game.objects.get().pace
    assert (pace.zone, pace.weekdays) == ("Europe/Budapest", frozenset(range(5)))


def test_a_preset_is_chosen_with_the_keyboard(page):
    page.goto("/tables/new/")
    page.get_by_label(DAILY_PACE).focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label(RELAXED_PACE)).to_be_checked()
    go_on(page)
    go_on(page)
    expect(page.locator(".folio")).to_contain_text(DECISION_TIME.fill(time="2 days"))


def test_the_clocks_of_a_table_and_the_page_of_a_seat_have_no_barriers(new_context, live_server, axe):
    game = table(4)
    seat = awaited(game)
    other = game.seats.exclude(pk=seat.pk)[0]
    Seat.objects.filter(pk=other.pk).update(bot="rule_based", missed_count=2, excused_count=1)
    context = new_context()
    context.add_cookies([cookie(seat.user, live_server.url)])
    page = context.new_page()
    page.goto(f"/g/{game.key}/")
    unfold(page, PACE_IN_FULL)
    expect(page.get_by_text(TIME_WITHOUT_BANK.fill(time="A day"))).to_be_visible()
    axe(page)
    go(page.get_by_role("link", name=CHANGE_IT))
    page.locator('input[name="time_out"][value="bot"]').check()
    go(page.get_by_role("button", name=SAVE, exact=True))
    expect(page.locator("#standing")).to_contain_text(CAREFUL_BOT_ANSWERS)
