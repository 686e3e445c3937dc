"""Decisions with many parts on a phone: marks and cards without a mouse, by day and night, no barriers."""

import pytest
from playwright.sync_api import Page, expect

from tests.helpers.browser.steps import cookie, send, swap, wait_until_drawn
from tests.helpers.citadels.questions import SCHOLAR, turn
from tests.helpers.messages.pages import NUMBER_OF_CHOSEN
from tests.helpers.messages.rules import NOT_NOW
from tests.helpers.pages import url
from tests.helpers.tables import awaited, position, table, written

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 360, "height": 740}
SMALLEST = 24  # pixels that a finger or a shaking hand needs
# labels that are too small to hit, and what reaches over the edge
FAULTS = """(smallest) => {
  const labels = [...document.querySelectorAll(".decision-form :is(.stamp, .pick, .choice)")];
  const small = labels.filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return one.checkVisibility() && Math.min(width, height) < smallest;
  });
  const wide = document.documentElement.scrollWidth > innerWidth ? ["sideways"] : [];
  return [...small.map((one) => one.textContent), ...wide];
}"""


def open_table(page: Page, live_server, notation):
    game = table(4)
    written(game, notation, edition="2016")
    page.set_viewport_size(PHONE)
    page.context.add_cookies([cookie(awaited(game).user, live_server.url)])
    page.goto(url(game))
    wait_until_drawn(page)
    return game


def set_mark(page: Page, name: str, word: str) -> None:
    """With the keyboard."""
    mark = page.get_by_label(f"{name}: {word}").first
    mark.focus()
    page.keyboard.press("Space")
    expect(mark).to_be_checked()


def test_warrants_are_laid_with_the_keyboard_as_a_part_of_the_turn(page: Page, live_server, axe):
    game = open_table(page, live_server, turn("magistrate", "2016"))
    outcome, counter = page.locator("#turn-outcome"), page.locator(".turn-form .counter")
    set_mark(page, "King", "signed")
    set_mark(page, "Thief", "blank")
    expect(counter).to_contain_text(NUMBER_OF_CHOSEN.fill(most=2).replace("NUMBER", "1"))
    set_mark(page, "Bishop", "blank")
    expect(counter).to_contain_text(NUMBER_OF_CHOSEN.fill(most=2).replace("NUMBER", "2"))
    for name in ("King", "Thief", "Bishop"):
        expect(outcome).to_contain_text(name)
    assert page.evaluate(FAULTS, SMALLEST) == []
    axe(page)
    swap(send(page))
    assert position(game).warrants == {"thief": False, "king": True, "bishop": False}
    assert position(game).called != "magistrate"


def test_marks_are_out_of_the_way_for_whoever_sets_none(page: Page, live_server):
    game = open_table(page, live_server, turn("blackmailer", "2016"))
    mark = page.get_by_label("King: with the lace").first
    mark.check()
    page.get_by_label(NOT_NOW).check()
    expect(mark).to_be_hidden()
    expect(page.locator("#turn-outcome")).not_to_contain_text("King")
    swap(send(page))
    assert position(game).threats == {}


def test_a_card_is_kept_by_its_picture(page: Page, live_server, axe):
    game = open_table(page, live_server, SCHOLAR)
    page.locator(".pick", has_text="Castle").click()
    expect(page.locator("#answer")).to_contain_text("Castle")
    assert page.evaluate(FAULTS, SMALLEST) == []
    axe(page)
    swap(send(page))
    assert position(game).players[game.seats.all()[0].name].hand.count("castle") == 2
