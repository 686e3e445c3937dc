"""A table of Dominion in a browser: no barriers in a turn and at the end, the ballot of a whole turn."""

import pytest
from playwright.sync_api import expect

from tests.helpers.browser.steps import cookie, swap
from tests.helpers.dominion.questions import ask, list_questions
from tests.helpers.messages.dominion import AT_LEAST_COINS
from tests.helpers.pages import url
from tests.helpers.tables import list_awaited, move, table, written

pytestmark = pytest.mark.django_db(transaction=True)


FAULTS_OF_BALLOT = """() => {
  const boxes = [...document.querySelectorAll(".place")].map((one) => one.getBoundingClientRect());
  const small = boxes.filter(({ width, height }) => width < 44 || height < 44);
  const faults = small.map(({ top }) => `small at ${top}`);
  if (document.documentElement.scrollWidth > innerWidth) faults.push("it scrolls sideways");
  return faults;
}"""


def test_a_turn_and_the_end_have_no_barriers_and_a_choice_marks_its_pile(page, live_server, axe):
    game = table(4, ruleset="dominion", options={"set": "victory_dance"})
    ask(game, next(list_questions()))
    seat = list_awaited(game)[0]
    page.context.add_cookies([cookie(seat.user, live_server.url)])
    page.goto(url(game))
    axe(page)
    page.locator('[name="part-buys-1"][value="buy copper"]').check()
    expect(page.locator(".pile.is-picked")).to_have_attribute("data-card", "copper")
    page.locator('[name="part-buys-1"][value="none"]').check()
    page.locator("#decide").hover()
    expect(page.locator(".pile.is-picked")).to_have_count(0)
    written(game, {"phase": "buy", "coins": 8, "supply": {"province": 1}, "{0}": {"deck": ["curse", "duke"]}})
    move(list_awaited(game)[0], "buy province", "end")
    page.goto(url(game))
    axe(page)


def test_a_turn_is_filled_in_like_a_ballot_by_keyboard_and_its_sums_follow(page, live_server, axe):
    game = table(4, ruleset="dominion", options={"set": "victory_dance"})
    others = {f"{{{number}}}": {"hand": ["copper"] * 5, "deck": ["copper"] * 5} for number in (1, 2, 3)}
    own = {"hand": ["great_hall", "bridge", "silver", "silver", "estate"], "deck": ["estate"] * 5}
    written(game, {"turn": "{0}", "{0}": own, **others})
    seat = list_awaited(game)[0]
    page.context.add_cookies([cookie(seat.user, live_server.url)])
    page.goto(url(game))
    outcome, estate = page.locator("#turn-outcome"), page.locator(".vote", has_text="Estate")
    first, second = page.locator('[name="part-actions-1"]'), page.locator('[name="part-actions-2"]')
    end = page.locator('[name="part-then"][value="end"]')
    first.last.focus()
    page.keyboard.press("ArrowDown")  # past the last one to the first
    expect(first.first).to_be_checked()
    second.nth(1).check()
    end.check()
    expect(outcome).to_contain_text("Great Hall, Bridge")
    expect(estate).to_contain_text(AT_LEAST_COINS.fill(n=4))
    estate.locator('[name="part-buys-1"]').check()
    expect(outcome).to_contain_text("Great Hall, Bridge, Estate")
    expect(page.locator(".vote", has_text="Gold").locator(".choice-end")).to_be_empty()
    assert page.evaluate(FAULTS_OF_BALLOT) == []
    axe(page)
    swap(page.locator(".turn-form .button-main"))
    played = list(game.log_entries.filter(kind="move").order_by("number").values_list("text", flat=True))
    assert played[:5] == ["play great_hall", "play bridge", "treasures", "buy estate", "end"]
