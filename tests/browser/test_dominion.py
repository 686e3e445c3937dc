"""A table of Dominion in a browser: no barriers in a turn and at the end, a mark on what would be bought."""

import pytest
from playwright.sync_api import expect

from tests.helpers.browser.steps import cookie
from tests.helpers.dominion.questions import ask, list_questions
from tests.helpers.pages import url
from tests.helpers.tables import list_awaited, move, table, written

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_turn_and_the_end_have_no_barriers_and_a_choice_marks_its_pile(page, live_server, axe):
    game = table(4, ruleset="dominion", options={"set": "victory_dance"})
    ask(game, next(list_questions()))
    seat = list_awaited(game)[0]
    page.context.add_cookies([cookie(seat.user, live_server.url)])
    page.goto(url(game))
    axe(page)
    page.locator('input[value="buy copper"]').check()
    expect(page.locator(".pile.is-picked")).to_have_attribute("data-card", "copper")
    page.locator('input[value="end"]').check()
    expect(page.locator(".pile.is-picked")).to_have_count(0)
    written(game, {"phase": "buy", "coins": 8, "supply": {"province": 1}, "{0}": {"deck": ["curse", "duke"]}})
    move(list_awaited(game)[0], "buy province", "end")
    page.goto(url(game))
    axe(page)
