"""A person's time in a real browser: hours, leave, calendar, figures, standing in and coming back."""

import re
from datetime import date

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from accounts import server_time
from games.links import kinds
from games.models import Seat
from games.play.deadlines import leave
from tests.helpers.absent_players import replaced
from tests.helpers.browser.steps import cookie, go
from tests.helpers.factories import UserFactory
from tests.helpers.messages.account_pages import (
    CAREFUL_BOT,
    HALF_TIME_REMINDER,
    SATURDAY,
    SAVE,
    SAVED,
    STAND_IN,
)
from tests.helpers.messages.lobby import (
    BOT_PLAYS_UNTIL_YOU_ARE_BACK,
    PLAY_MYSELF_AGAIN,
    TAKE_THE_SEAT,
    WELCOME_BACK,
    YOU_PLAY_YOURSELF,
)
from tests.helpers.messages.people import (
    BOOK_LEAVE,
    CALENDAR_ADDRESS,
    FIRST_DAY,
    LAST_DAY,
    LEAVE_BOOKED,
    MAKE_CALENDAR,
    TAKE_IT_BACK,
)
from tests.helpers.tables import table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ann():
    return UserFactory(handle="Ann", time_zone="Europe/Zagreb")


@pytest.fixture
def page(context: BrowserContext, live_server, ann) -> Page:
    context.add_cookies([cookie(ann, live_server.url)])
    return context.new_page()


def absent(user=None) -> Seat:
    """A seat that a bot plays, at a table of somebody else or of this person."""
    game = table(3, name="Short of one")
    seat = replaced(game, game.seats.all()[0])
    if user is not None:
        Seat.objects.filter(pk=seat.pk).update(user=user)
    seat.refresh_from_db()
    return seat


def test_hours_are_chosen_on_a_phone(page, axe, ann):
    page.goto("/accounts/")
    page.get_by_label("from", exact=True).fill("22:00")
    page.get_by_label("until", exact=True).fill("07:00")
    page.get_by_label(SATURDAY).check()
    page.get_by_label(HALF_TIME_REMINDER).check()
    page.get_by_label(CAREFUL_BOT).check()
    page.get_by_label(STAND_IN).check()
    go(page.get_by_role("button", name=SAVE))
    expect(page.get_by_text(SAVED)).to_be_visible()
    expect(page.get_by_label(SATURDAY)).to_be_checked()
    expect(page.get_by_label(CAREFUL_BOT)).to_be_checked()
    axe(page)


def test_leave_is_booked_and_taken_back(page, axe, ann):
    table(2)
    page.goto("/leave/")
    day = date(leave.compute_local_date(ann, server_time.now()).year + 1, 2, 1).isoformat()
    page.get_by_label(FIRST_DAY).fill(day)
    page.get_by_label(LAST_DAY).fill(day)
    go(page.get_by_role("button", name=BOOK_LEAVE))
    expect(page.get_by_text(LEAVE_BOOKED)).to_be_visible()
    expect(page.locator(".rows > li")).to_have_count(1)
    axe(page)
    go(page.get_by_role("button", name=TAKE_IT_BACK))
    expect(page.locator(".rows > li")).to_have_count(0)
    go(page.get_by_role("button", name=BOOK_LEAVE))
    axe(page)


def test_an_address_for_the_calendar_is_made(page, axe, ann):
    page.goto("/calendar/")
    go(page.get_by_role("button", name=MAKE_CALENDAR))
    expect(page.get_by_label(CALENDAR_ADDRESS)).to_have_value(re.compile(r"/calendar/[\w-]{32}\.ics$"))
    axe(page)


def test_a_seat_is_taken_by_a_stand_in(page, ann):
    seat = absent()
    page.goto("/tables/")
    go(page.get_by_role("link", name="Short of one"))
    go(page.get_by_role("button", name=TAKE_THE_SEAT))
    expect(page.locator("#standing")).to_be_visible()
    expect(page).to_have_url(f"/g/{seat.game.key}/")


def test_a_player_comes_back_by_the_button_of_the_table(page, axe, ann):
    seat = absent(ann)
    page.goto("/games/")
    expect(page.get_by_text(BOT_PLAYS_UNTIL_YOU_ARE_BACK)).to_be_visible()
    axe(page)
    go(page.get_by_role("link", name="Short of one"))
    axe(page)
    go(page.get_by_role("button", name=PLAY_MYSELF_AGAIN))
    expect(page.get_by_text(WELCOME_BACK)).to_be_visible()
    expect(page).to_have_url(f"/g/{seat.game.key}/")


def test_a_player_comes_back_by_the_link_of_a_email_without_scripts(plain, page, axe, ann):
    address = f"/b/{kinds.SEAT_RETURN.sign(kinds.SeatReturnLink.for_seat(absent(ann)))}/"
    plain.goto(address)
    go(plain.get_by_role("button", name=PLAY_MYSELF_AGAIN))
    expect(plain.get_by_text(YOU_PLAY_YOURSELF)).to_be_visible()
    page.goto(address)
    axe(page)
