"""The icon and the title of an open page say that somebody is awaited, as soon as that is so."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.helpers.browser.steps import address, choose, cookie, look, send, swap
from tests.helpers.browser.table_steps import others_of
from tests.helpers.tables import advice, awaited, move, table

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_icon_and_the_title_follow_the_game(context, live_server):
    game = table(2)
    waiter = others_of(game)
    context.add_cookies([cookie(waiter.user, live_server.url)])
    page = context.new_page()
    page.goto(address(game))
    calm(page)
    while (seat := awaited(game)).user != waiter.user:
        move(seat, advice(seat))
    look(page)
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect(page.locator("#icon")).to_have_attribute("href", re.compile("^/static/img/icon-waiting"))
    while (seat := awaited(game)).user == waiter.user:
        choose(page, advice(seat))
        swap(send(page))
    calm(page)
    other = awaited(table(2))  # where nothing is new, it tells of other tables
    other.user, other.original_user = waiter.user, waiter.user
    other.save()
    look(page)
    expect(page).to_have_title(re.compile(r"^\(1\) "))


def calm(page: Page) -> None:
    expect(page).not_to_have_title(re.compile(r"^\("))
    expect(page.locator("#icon")).to_have_attribute("href", re.compile(r"^/static/img/icon\."))
