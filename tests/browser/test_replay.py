"""A game is looked back on, on a phone: by slider, by keys, by a link that somebody was given, and without a
script."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from tests.helpers.browser.steps import go, wait_until_drawn
from tests.helpers.messages.mail import GAZETTE_BY_ROUNDS
from tests.helpers.messages.replay import (
    DOWNLOAD_RECORD,
    LINK_TO_MOVE,
    MOVE_OF,
    REPLAY_IT,
    SCORE_EXPLAINED,
    SHOW_MOVE,
    TABLE_THEN,
    THE_DEAL,
    WHERE_IT_TURNED,
)
from tests.helpers.messages.rules import GAME_IS_OVER, SEAT_WINS, SEATS_SHARE_VICTORY
from tests.helpers.played_games import played

pytestmark = pytest.mark.django_db(transaction=True)


def address(game: Game, more: object) -> str:
    return f"/g/{game.key}/replay/{more}/"


def at(page: Page, game: Game, number: int) -> None:
    """The page shows this moment, in its address, its words and its slider."""
    expect(page).to_have_url(re.compile(re.escape(address(game, number)) + "$"))
    expect(page.locator("#move")).to_have_value(str(number))
    words = MOVE_OF.fill(number=number, last=game.log_length - 1) if number else THE_DEAL
    expect(page.locator("#where")).to_contain_text(words)


def unfold(page: Page) -> None:
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (768, 1024), (1440, 900)])
def test_below_the_slider_the_eye_finds_the_streets_first_and_the_document_says_the_same(page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    game = played(3)
    page.goto(address(game, 21))
    if width > 360:  # there the slider fills the screen, and its script brings the street
        expect(page.locator(".row.is-acting")).to_be_in_viewport()
    wait_until_drawn(page)
    parts = page.locator(".looking-back > *")
    assert parts.last.evaluate("(part) => part.id") == "lead-then"
    tops = parts.evaluate_all("(parts) => parts.map((one) => one.getBoundingClientRect().top)")
    assert tops == sorted(tops)


def test_the_end_of_a_game_has_no_hole_at_a_desk(page):
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"/g/{played(2).key}/end/")
    wait_until_drawn(page)
    last, fair = (page.locator(part).last.bounding_box() for part in (".looking-back .row", "#fair"))
    assert last["y"] + last["height"] + 60 > fair["y"]


def test_a_finished_game_is_stepped_through_and_a_moment_is_shared(page: Page, new_context, axe):
    game = played(3)
    last = game.log_length - 1
    page.goto(f"/g/{game.key}/")
    go(page.get_by_role("link", name=REPLAY_IT))
    at(page, game, 0)
    page.evaluate("window.same = true")
    page.get_by_role("link", name="Forward one move").click()
    at(page, game, 1)
    expect(page.locator(".row.is-acting")).to_have_count(1)
    for _ in range(20):  # quicker than the answers come
        page.keyboard.press("ArrowRight")
    at(page, game, 21)
    page.keyboard.down("ArrowLeft")
    for _ in range(17):  # held down
        page.keyboard.down("ArrowLeft")
    page.keyboard.up("ArrowLeft")
    at(page, game, 3)
    page.keyboard.press("End")
    at(page, game, last)
    expect(page.locator("#where")).to_contain_text(GAME_IS_OVER)
    page.keyboard.press("Home")
    at(page, game, 0)
    page.locator("#move").fill("20")
    at(page, game, 20)
    page.locator("#move").focus()
    page.keyboard.press("ArrowRight")  # the slider's own
    at(page, game, 21)
    assert page.evaluate("window.same"), "the page was loaded anew"
    unfold(page)
    axe(page)

    friend = new_context().new_page()
    friend.goto(page.url)
    at(friend, game, 21)
    expect(friend.locator("#where h2")).to_have_text(page.locator("#where h2").inner_text())
    go(friend.get_by_role("link", name=SCORE_EXPLAINED))
    expect(friend.get_by_role("heading", name=WHERE_IT_TURNED)).to_be_visible()
    with friend.expect_download() as download:
        friend.get_by_role("link", name=DOWNLOAD_RECORD).click()
    assert download.value.suggested_filename == f"{game.key}.txt"
    go(friend.locator(".turns a").last)
    expect(friend.locator("#where")).to_contain_text(re.compile(MOVE_OF.pattern))

    go(friend.get_by_role("link", name=GAZETTE_BY_ROUNDS))
    expect(friend.locator("article").first).to_contain_text(
        re.compile(f"{SEAT_WINS.pattern}|{SEATS_SHARE_VICTORY.pattern}")
    )
    go(friend.get_by_role("link", name=TABLE_THEN).last)
    expect(friend.locator("#where")).to_contain_text("Round 1")


def test_without_a_script_slider_and_links_do_the_same(plain: Page):
    game = played(3, 40)
    plain.goto(f"/g/{game.key}/replay/")
    at(plain, game, 40)
    plain.locator("#move").fill("12")
    go(plain.get_by_role("button", name=SHOW_MOVE))
    at(plain, game, 12)
    go(plain.get_by_role("link", name="Back one move"))
    at(plain, game, 11)
    go(plain.get_by_role("link", name=LINK_TO_MOVE))
    at(plain, game, 11)
