"""A table of Tournay in a browser: no barriers in a turn, at an event and at the end, spaces of a plan."""

import pytest
from playwright.sync_api import expect

from tests.helpers.browser.steps import cookie, swap
from tests.helpers.pages import url
from tests.helpers.tables import list_awaited, table, written
from tests.helpers.tournay.positions import MIDDLE
from tests.helpers.tournay.questions import ask, suffer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game():
    game = table(3, ruleset="tournay")
    written(game, MIDDLE)
    return game


def open_table(page, live_server, game, seat=None) -> None:
    page.context.add_cookies([cookie((seat or list_awaited(game)[0]).user, live_server.url)])
    page.goto(url(game))


def test_a_turn_and_the_end_have_no_barriers(page, live_server, axe, game):
    open_table(page, live_server, game)
    axe(page)
    written(game, {**MIDDLE, "step": "over"})
    open_table(page, live_server, game, game.seats.select_related("user").first())
    axe(page)


def test_only_the_spaces_of_the_chosen_card_are_shown_and_the_plan_marks_the_space(page, live_server, game):
    open_table(page, live_server, game)
    plans = page.locator(".turn-form .choice-plan:visible")
    page.locator('[name="part-place"][value="none"]').check()
    expect(plans).to_have_count(0)
    page.locator('[name="part-place"][value="hospital"]').check()
    expect(plans).to_have_count(1)
    plans.locator('[value="b4"]').check()
    expect(page.locator(".mine .is-picked[data-cell=b4]")).to_have_count(1)
    page.locator('[name="part-act"][value="gather"]').check()
    swap(page.locator(".turn-form .button-main"))
    played = game.log_entries.filter(kind="move").order_by("number").values_list("text", flat=True)
    assert list(played)[-2:] == ["place hospital b4", "gather"]


def test_what_an_event_damages_is_ticked_on_the_plan(page, live_server, axe):
    game = table(4, ruleset="tournay")
    ask(game, suffer("norman_attack"))
    seat = next(one for one in list_awaited(game) if one.name == game.seats.all()[1].name)
    open_table(page, live_server, game, seat)
    boxes = page.locator('.decision-form .choice-plan input[type="checkbox"]')
    assert boxes.count() > 3
    axe(page)
