"""The table while it is looked at: it says what has changed, keeps what was unfolded, fits large emails."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.helpers.browser.steps import (
    PATIENCE,
    SINGLE_STEP,
    address,
    choose,
    compose,
    cookie,
    go,
    look,
    send,
    settled,
    show_single_steps,
    spot,
    swap,
    wait_until_drawn,
    write,
)
from tests.helpers.messages.links import CHOOSE_NEXT_STEP, SEND_TURN
from tests.helpers.messages.pages import DROP_LAST_LINE
from tests.helpers.messages.rules import (
    BUILT,
    INCOME_GROWS,
    RANK_OF_CARD,
    ROBS,
    SEAT_BUILDS,
    YOU_TAKE_GOLD,
    YOUR_TURN_AS,
)
from tests.helpers.messages.table import CHAT_FIELD, CLOSE, TAKE_MY_MOVE_BACK
from tests.helpers.played_games import played
from tests.helpers.tables import advice, awaited, move, table, written

pytestmark = pytest.mark.django_db(transaction=True)

TWO_TURNS = {
    "called": "assassin",
    "faceup": ["magician"],
    "{0}": {"characters": ["king"], "gold": 3, "hand": ["tavern", "castle"], "city": ["manor", "temple"]},
    "{1}": {"characters": ["thief"], "gold": 4, "hand": ["market"]},
    "{2}": {"characters": ["assassin"]},
    "{3}": {"characters": ["bishop"]},
}


def test_the_table_tells_what_has_changed_and_keeps_what_was_unfolded(page: Page, live_server, axe):
    game = table()
    written(game, TWO_TURNS)
    king, thief, assassin, _bishop = game.seats.select_related("user", "game")
    move(assassin, "murder warlord", "gold", "end")
    page.context.add_cookies([cookie(king.user, live_server.url)])
    page.goto(address(game))
    page.locator("#sheet > summary").click()
    expect(page.locator("#sheet")).to_contain_text("Bishop")

    move(thief, "rob bishop", "gold", "build market", "end")
    look(page)
    expect(page.locator("#bell")).to_contain_text(SEAT_BUILDS.fill(seat=thief.name, card="Market", gold=2))
    expect(page.locator("#bell")).to_contain_text(YOUR_TURN_AS.fill(character="King"))
    expect(page.locator("#sheet")).to_have_attribute("open", "")
    expect(page.locator("#sheet > summary")).to_be_focused()
    folded = page.locator("details.turn", has_text=f"Thief: {thief.name}")
    expect(folded.locator("summary")).to_contain_text(
        f"{ROBS.fill(characters='Bishop')}, {BUILT.fill(card='Market')}"
    )
    expect(folded).not_to_have_attribute("open", "")

    page.set_viewport_size({"width": 1280, "height": 900})
    choose(page, "gold")
    swap(send(page))
    expect(page.locator("details.turn").nth(0)).to_have_attribute("open", "")
    expect(page.locator("details.turn > summary").nth(0)).to_contain_text("King: You")
    expect(page.locator("#bell")).to_contain_text(YOU_TAKE_GOLD.fill(gold=2))
    expect(page.locator("#decide")).to_be_focused()
    row = page.locator(f"{SINGLE_STEP} .row", has_text="Castle for 4")
    expect(row).to_contain_text(INCOME_GROWS.fill(n=2))
    expect(row.locator(".choice-end")).to_contain_text("You end with 1 gold 8 points")
    row.hover()
    expect(page.locator(".mine .lot.is-ghost.is-noble.cost-4")).to_be_visible()
    page.locator("h1").hover()
    expect(page.locator(".is-ghost")).to_have_count(0)
    axe(page)


def test_cards_open_over_the_table_and_the_reader_stays_where_he_was(page: Page, live_server, axe):
    game = table()
    written(game, TWO_TURNS)
    king = game.seats.select_related("user", "game")[0]
    page.context.add_cookies([cookie(king.user, live_server.url)])
    page.goto(address(game))
    sheet, call = page.get_by_role("dialog"), page.locator(".call").get_by_role("link", name="Thief")
    call.focus()
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("heading", name="Thief")).to_be_visible()
    expect(sheet).to_contain_text(RANK_OF_CARD.fill(rank=2))
    axe(page)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(call).to_be_focused()

    house = page.locator(".district", has_text="Temple").locator(".emblem")
    page.mouse.click(*spot(house))  # all of it opens the card
    expect(sheet.get_by_role("heading", name="Temple")).to_be_visible()
    sheet.get_by_role("button", name=CLOSE).click()
    page.locator(".hand").get_by_role("link", name="Castle").click()
    expect(sheet.get_by_role("heading", name="Castle")).to_be_visible()
    page.mouse.click(180, 5)  # beside it
    expect(sheet).to_be_hidden()
    assert page.url.endswith(address(game))


def test_a_card_that_does_not_come_is_a_page(page: Page, live_server):
    game = table()
    page.context.add_cookies([cookie(awaited(game).user, live_server.url)])
    page.goto(address(game))
    page.route("**/rules/**", lambda route: route.abort(), times=1)
    go(page.locator(".call").first.get_by_role("link"))
    expect(page.locator(".plaque-page")).to_be_visible()
    assert "/rules/citadels/cards/" in page.url


def test_nothing_runs_off_a_small_screen_with_emails_twice_as_large(launch_browser, live_server):
    game = table()
    written(game, TWO_TURNS)
    asked = awaited(game)
    large = launch_browser("--blink-settings=defaultFontSize=32")
    context = large.new_context(base_url=live_server.url, viewport={"width": 320, "height": 640})
    context.set_default_timeout(PATIENCE)
    context.add_cookies([cookie(asked.user, live_server.url)])
    page = context.new_page()
    page.goto(address(game))
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 32
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    folio = page.locator(".folio").bounding_box()
    assert folio
    assert folio["width"] > 250, "a column of letters"
    large.close()


@pytest.mark.parametrize(("width", "height"), [(1280, 700), (768, 700), (360, 640)])
def test_the_next_question_is_in_sight_however_far_somebody_has_scrolled(
    width, height, page: Page, live_server
):
    game = table()
    written(game, {**TWO_TURNS, "called": "king"})
    king = game.seats.select_related("user", "game")[0]
    page.set_viewport_size({"width": width, "height": height})
    page.context.add_cookies([cookie(king.user, live_server.url)])
    page.goto(address(game))
    choose(page, "gold")
    swap(scrolled_to(send(page)))
    expect(page.locator("#decide")).to_be_focused()
    expect(page.locator("#decide")).to_be_in_viewport(ratio=1)
    swap(scrolled_to(page.get_by_role("button", name=TAKE_MY_MOVE_BACK)))
    expect(page.locator("#decide")).to_be_in_viewport(ratio=1)

    move(king, "gold", "end")
    look(page)
    scrolled_to(page.locator("#talk-head"))
    while awaited(game).pk != king.pk:
        move(awaited(game), advice(awaited(game)))
    look(page)
    expect(page.locator("#decide-box .decision")).to_have_count(1)
    expect(page.locator("#decide")).to_be_in_viewport(ratio=1)


def test_nobody_who_writes_is_taken_away_to_a_new_question(page: Page, live_server):
    game = table()
    asked = awaited(game)
    reader = game.seats.exclude(pk=asked.pk).select_related("user").first()
    page.context.add_cookies([cookie(reader.user, live_server.url)])
    page.goto(address(game))
    page.get_by_label(CHAT_FIELD).fill("I am still writ")
    while awaited(game).pk != reader.pk:
        move(awaited(game), advice(awaited(game)))
    look(page)
    expect(page.locator("#decide-box .decision")).to_have_count(1)
    expect(page.get_by_label(CHAT_FIELD)).to_be_in_viewport()


def scrolled_to(what: Locator) -> Locator:
    """It stands at the very top of the window, or as far up as it can."""
    what.evaluate("(it) => scrollBy(0, it.getBoundingClientRect().top)")
    return what


GAP = 40  # pixels, between two parts of a column
HOLES = """() => {
  const columns = [["#decide-box", "#record"], ["#spread > :last-child", "#talk"]];
  const at = (part) => document.querySelector(part).getBoundingClientRect();
  return columns.map(([above, below]) => at(below).top - at(above).bottom);
}"""


@pytest.mark.parametrize("people", [2, 5, 8])
def test_at_a_desk_no_column_waits_for_the_other(people: int, page: Page, live_server):
    page.set_viewport_size({"width": 1440, "height": 900})
    for game in (table(people, visibility="always"), played(people, 40, name="Under way"), played(people)):
        for seat in game.seats.select_related("user").order_by("decision")[:2]:
            page.context.add_cookies([cookie(seat.user, live_server.url)])
            page.goto(address(game))
            assert all(0 <= hole <= GAP for hole in holes(page)), (game.name, seat.name)
    page.context.clear_cookies()
    page.goto(address(game))
    assert all(0 <= hole <= GAP for hole in holes(page))


def holes(page: Page) -> list[float]:
    """Between two parts of each column; a script sees to it that there are none, once the page is drawn."""
    wait_until_drawn(page)
    found: list[float] = page.evaluate(HOLES)
    return found


def test_a_chosen_row_is_not_taken_for_one_under_the_mouse(new_context, live_server):
    game = table()
    written(game, {**TWO_TURNS, "called": "king"})
    page = new_context(viewport={"width": 1280, "height": 900}, has_touch=False).new_page()
    page.context.add_cookies([cookie(awaited(game).user, live_server.url)])
    page.goto(address(game))
    show_single_steps(page)
    rows = page.locator(f"{SINGLE_STEP} .choice")
    rows.first.click()
    rows.nth(1).hover()
    wait_until_drawn(page)
    edges = rows.evaluate_all("(rows) => rows.map((row) => getComputedStyle(row).boxShadow)")
    assert edges[0] != "none"
    assert set(edges[1:]) == {"none"}


def test_a_row_and_a_written_line_take_each_other_away(page: Page, live_server):
    game = table()
    written(game, {**TWO_TURNS, "called": "king"})
    page.context.add_cookies([cookie(awaited(game).user, live_server.url)])
    page.goto(address(game))
    show_single_steps(page)
    row = page.locator('input[name="move"][value="gold"]')
    row.check()
    write(page, "cards")
    expect(row).not_to_be_checked()
    row.check()
    expect(page.locator("#line")).to_have_value("")
    swap(send(page))
    assert game.log_entries.get(kind="move").text == "gold"


def test_the_sums_of_a_whole_turn_follow_what_is_chosen(page: Page, live_server, axe):
    game = table()
    written(game, {**TWO_TURNS, "called": "king"})
    page.context.add_cookies([cookie(awaited(game).user, live_server.url)])
    page.goto(address(game))
    castle, outcome = page.locator('[name="part-build"][value="build castle"]'), page.locator("#turn-outcome")
    row = page.locator(".turn-form .row", has=castle)
    before = row.locator(".choice-end").inner_text()
    castle.check()
    expect(outcome).to_contain_text("Castle for 4")
    page.locator('[name="part-collect"]').uncheck()
    expect(row.locator(".choice-end")).not_to_have_text(before)
    axe(page)
    show_single_steps(page)
    expect(page.locator(".turn-form")).to_be_hidden()
    show_whole_turn(page)
    swap(send(page))
    assert [entry.text for entry in game.log_entries.filter(kind="move")] == ["gold", "build castle", "end"]


def show_whole_turn(page: Page) -> None:
    page.locator("#steps > summary").click()


STORED = "() => [localStorage, sessionStorage].flatMap((storage) => Object.values(storage)).join()"


def test_a_plan_has_its_address_for_back_and_forward_and_leaves_it_when_it_is_sent(page: Page, live_server):
    game = table()
    written(game, {**TWO_TURNS, "called": "king"})
    king = awaited(game)
    page.context.add_cookies([cookie(king.user, live_server.url)])
    page.goto(address(game))
    compose(page, swap)
    steps = page.locator(".plan li")
    expect(page).to_have_url(re.compile(r"/turn/\?then=gold&then=build\+castle$"))
    for go_there, count, where in (
        (page.go_back, 1, r"/turn/\?then=gold$"),
        (page.go_back, 0, f"{address(game)}$"),
        (page.go_forward, 1, r"/turn/\?then=gold$"),
        (page.go_forward, 2, r"/turn/\?then=gold&then=build\+castle$"),
    ):
        with page.expect_event("load"):  # it comes anew: nothing of it was kept
            go_there()
        expect(steps).to_have_count(count)
        expect(page).to_have_url(re.compile(where))
    page.reload()
    expect(steps).to_have_count(2)
    page.get_by_role("link", name=DROP_LAST_LINE).click()
    expect(steps).to_have_count(1)
    expect(page).to_have_url(re.compile(r"/turn/\?then=gold$"))
    settled(page)
    swap(page.get_by_role("button", name=SEND_TURN))
    expect(page).to_have_url(re.compile(f"{address(game)}$"))
    assert "castle" not in page.evaluate(STORED).lower()
    choose(page, "build castle")
    swap(page.get_by_role("button", name=CHOOSE_NEXT_STEP))
    expect(page).to_have_url(re.compile(r"/turn/\?then=build\+castle$"))
    move(king, "end")  # by an email
    look(page)
    expect(page).to_have_url(re.compile(f"{address(game)}$"))
