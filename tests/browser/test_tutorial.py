"""The first game in a real browser: from the front page to the score, with no account and no mouse."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Seat
from games.play import bot_moves
from tests.helpers.browser.steps import SINGLE_STEP, go, is_post, look, settled
from tests.helpers.messages.account_pages import SIGN_UP
from tests.helpers.messages.orders import OR_WRITE_IT
from tests.helpers.messages.pages import TRY_IT
from tests.helpers.messages.replay import FINAL_SCORE
from tests.helpers.messages.rules import (
    LESSON_BUILD,
    LESSON_CALL,
    LESSON_DRAFT,
    LESSON_GATHER,
    LESSON_GOAL,
    LESSON_SCORE,
)
from tests.helpers.messages.site import TABLES_THAT_WAIT
from tests.helpers.messages.table import NO_MORE_EXPLANATIONS
from tests.helpers.tables import advice

pytestmark = pytest.mark.django_db(transaction=True)

# where the focus is, and whether one sees it: a ring around the thing, or around the row that it is in
FOCUSED = """() => {
  const it = document.activeElement;
  const isRing = (element, part) => {
    const style = element && getComputedStyle(element, part);
    return Boolean(style) && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  };
  const box = it.getBoundingClientRect();
  return {
    what: it.name || it.id || it.tagName,
    value: it.value || it.textContent.trim().slice(0, 80),
    // the body is after the last stop
    isSeen: isRing(it) || isRing(it, "::after") || isRing(it.closest("label")) || it === document.body,
    isInView: box.bottom > 0 && box.top < innerHeight,
  };
}"""
FAR = 80  # keys


def test_a_stranger_learns_the_game_by_playing_it_with_the_keyboard_alone(page: Page, axe):
    page.goto("/")
    tab_to(page, TRY_IT)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    game = Game.objects.get()
    asked(page, game)
    lesson = page.locator(".lesson h3")
    expect(lesson).to_have_text([LESSON_GOAL, LESSON_DRAFT])
    axe(page)
    texts: list[str] = []
    while seat := asked(page, game):
        texts += lesson.all_inner_texts()
        decide(page, advice(seat))
    assert len(texts) == len(set(texts))
    assert {LESSON_GATHER, LESSON_BUILD, LESSON_CALL} <= set(texts)
    expect(page.locator("#bell")).to_contain_text("points")
    expect(page.locator("#decide")).to_have_text(FINAL_SCORE)
    expect(lesson.first).to_have_text(LESSON_SCORE)
    expect(page.get_by_role("link", name=SIGN_UP).last).to_be_visible()
    axe(page)
    tab_to(page, TABLES_THAT_WAIT)


def test_explanations_are_put_away_for_good(page: Page):
    page.goto("/")
    go(page.get_by_role("button", name=TRY_IT))
    lesson, game = page.locator(".lesson h3"), Game.objects.get()
    seat = asked(page, game)
    expect(lesson.first).to_be_visible()
    tab_to(page, NO_MORE_EXPLANATIONS)
    sent(page, "Enter")
    expect(lesson).to_have_count(0)
    assert seat
    decide(page, advice(seat))
    asked(page, game)
    expect(lesson).to_have_count(0)


def asked(page: Page, game: Game) -> Seat | None:
    """The bots move beside the page, and it notices that by itself, and says it; or the game is over."""
    bot_moves.play_bot_moves(game.pk)
    seat = Seat.objects.select_related("game").get(game=game, bot="")
    if page.locator(f'{SINGLE_STEP} input[name="decision"][value="{seat.decision}"]').count():
        return seat
    focused = page.evaluate(FOCUSED)["what"]
    look(page)
    assert page.evaluate(FOCUSED)["what"] == focused
    expect(page.locator("#bell")).not_to_be_empty()
    if seat.decision is None:
        return None
    expect(page.locator(SINGLE_STEP)).to_have_count(1)
    return seat


def decide(page: Page, line: str) -> None:
    """Choose a row and send it, one step at a time; write what is one of many ways to fill something in."""
    if page.locator("#steps:not([open])").count():
        tab_to(page, "step-by-step")
        page.keyboard.press("Enter")
    row = page.locator(f'input[name="move"][value="{line}"]')
    if row.count() and row.is_visible():
        tab_to(page, "move")
        key = "Space"
        while page.evaluate(FOCUSED)["value"] != line or not row.is_checked():
            page.keyboard.press(key)
            key = "ArrowDown"
    else:
        tab_to(page, OR_WRITE_IT)
        page.keyboard.press("Enter")
        tab_to(page, "line")
        page.keyboard.type(line)
    said = page.locator("#bell").text_content()
    sent(page, "Enter")
    assert page.locator("#bell").text_content() not in ("", said)
    assert page.evaluate(FOCUSED)["what"] == "decide"


def sent(page: Page, key: str) -> None:
    with page.expect_response(lambda response: is_post(response.request)):
        page.keyboard.press(key)
    settled(page)


def tab_to(page: Page, wanted: str) -> None:
    """From stop to stop; the eye can follow."""
    for _ in range(FAR):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUSED)
        assert stop["isSeen"], f"nothing shows the focus on {stop}"
        assert stop["isInView"], f"the focus is out of sight on {stop}"
        if wanted in (stop["what"], stop["value"]):
            return
    raise AssertionError(f"{wanted} cannot be reached")
