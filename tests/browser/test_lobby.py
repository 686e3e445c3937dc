"""The lobby in a real browser: no barriers on any page, on a phone, in light and dark."""

import pytest
from playwright.sync_api import BrowserContext, Page

from games.links import tokens
from games.models import Game
from games.play import inviting, lobby
from games.play.lobby import Wish
from tests.accounts.factories import UserFactory
from tests.browser.steps import go
from tests.browser.test_table import cookie
from tests.play.tables import advice, play_on, table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def host():
    return UserFactory()


@pytest.fixture
def page(context: BrowserContext, live_server, host) -> Page:
    context.add_cookies([cookie(host, live_server.url)])
    return context.new_page()


def waiting(host) -> Game:
    game = lobby.open_table(host, Wish("Danube evenings", "citadels", {}, 4, is_open=True, bots=1))
    inviting.invite(game.pk, host, ["bela@example.org", "cili@example.org"])
    return game


def test_the_lists_have_no_barriers(page, axe, host):
    waiting(host)
    finished = table(2)
    play_on(finished, 2000, advice)
    finished.seats.filter(place=0).update(user=host)
    for address in ("/", "/tables/", "/games/", "/games/finished/"):
        page.goto(address)
        axe(page)


def test_a_waiting_table_and_its_invitation_have_no_barriers(page, axe, host):
    game = waiting(host)
    page.goto(f"/g/{game.key}/")
    axe(page)
    token = tokens.write(tokens.INVITATION, {"i": game.invitations.all()[0].pk})
    page.context.clear_cookies()
    page.goto(f"/i/{token}/")
    axe(page)


def test_every_step_of_opening_a_table_has_no_barriers(page, axe):
    page.goto("/tables/new/")
    axe(page)
    for _ in range(6):
        if "/g/" in page.url:
            return
        go(page.locator("main .button-main").last)
        axe(page)
    raise AssertionError("the table was not opened")
