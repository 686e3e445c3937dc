"""Decisions with many parts on a phone: marks and cards without a mouse, by day and night, no barriers."""

import pytest
from playwright.sync_api import Page, expect

from tests.helpers.browser.steps import cookie, send, swap, wait_until_drawn
from tests.helpers.citadels.questions import SCHOLAR, turn
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


def test_warrants_are_laid_with_the_keyboard_and_the_bar_repeats_them(page: Page, live_server, axe):
    game = open_table(page, live_server, turn("magistrate", "2016"))
    page.locator('[name="move"][value^="@"]').focus()
    page.keyboard.press("Space")
    for name, word in (("King", "signed"), ("Thief", "blank"), ("Bishop", "blank")):
        mark = page.get_by_label(f"{name}: {word}")
        mark.focus()
        page.keyboard.press("Space")
        expect(mark).to_be_checked()
        expect(page.locator("#answer")).to_contain_text(f"{name}: {word}")
    assert page.evaluate(FAULTS, SMALLEST) == []
    axe(page)
    swap(send(page))
    assert position(game).warrants == {"thief": False, "king": True, "bishop": False}


def test_a_card_is_kept_by_its_picture(page: Page, live_server, axe):
    game = open_table(page, live_server, SCHOLAR)
    page.locator(".pick", has_text="Castle").click()
    expect(page.locator("#answer")).to_contain_text("Castle")
    assert page.evaluate(FAULTS, SMALLEST) == []
    axe(page)
    swap(send(page))
    assert position(game).players[game.seats.all()[0].name].hand.count("castle") == 2
