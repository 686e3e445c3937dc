"""The rules in a real browser: cards that come while one types."""

import re

from playwright.sync_api import expect

from tests.helpers.browser.steps import go, settled, wait_until_drawn
from tests.helpers.messages.rules import RANK_FIELD, SHOW_CARDS, WORDS_ON_CARD
from tests.helpers.messages.site import ALL_CARDS, ONE_CARD

CARDS = "/rules/citadels/cards/"


def test_a_card_is_looked_up(page, plain):
    page.goto("/rules/citadels/")
    go(page.get_by_role("link", name=ALL_CARDS.fill(number=83)))
    with page.expect_response("**/cards/?q=wishing*"):
        page.get_by_label(WORDS_ON_CARD).fill("wishing")
    expect(page.get_by_role("status")).to_contain_text(ONE_CARD.fill(number=1))
    settled(page)
    expect(page.locator(".tile")).to_have_count(1)
    expect(page).to_have_url(re.compile("q=wishing"))
    go(page.get_by_role("link", name="Wishing Well"))
    expect(page.get_by_role("heading", name="Classic Edition")).to_be_visible()
    # the same without a script
    plain.goto(CARDS)
    plain.get_by_label(RANK_FIELD).select_option("4")
    go(plain.get_by_role("button", name=SHOW_CARDS))
    expect(plain.locator(".tile")).to_have_count(3)


def test_return_looks_for_what_was_typed_without_a_word_on_the_console(page):
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(CARDS)
    for text, tiles in (("wishing", 1), ("no such card", 0)):
        page.get_by_label(WORDS_ON_CARD).fill(text)
        page.keyboard.press("Enter")
        expect(page.locator(".tile")).to_have_count(tiles)
    page.get_by_label(WORDS_ON_CARD).fill("")
    page.get_by_label(RANK_FIELD).select_option("4")
    expect(page.locator(".tile")).to_have_count(3)
    settled(page)
    assert errors == []


def test_numbers_of_chapters_stand_beside_their_titles_under_a_finger(page):
    for width in (360, 768):
        page.set_viewport_size({"width": width, "height": 740})
        page.goto("/rules/citadels/")
        wait_until_drawn(page)
        apart = page.locator(".book-contents li a").evaluate_all(TITLE_BEGINS)
        assert min(apart) > 25, width


TITLE_BEGINS = """(links) => links.map((link) => {
  const words = document.createRange();
  words.selectNodeContents(link);
  return words.getBoundingClientRect().left - link.parentElement.getBoundingClientRect().left;
})"""
