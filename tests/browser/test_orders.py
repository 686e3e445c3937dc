"""Orders in a real browser: on a phone, with a script and without one, by keyboard, by dragging."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from games.links import kinds
from games.models import Game, Seat
from games.play import orders
from games.play.transaction.origin import by_user
from games.rules import registry
from games.rules.core.orders import OrdersChange
from tests.browser.conftest import PHONE
from tests.helpers.browser.steps import address, cookie, go, is_post, spot, unanswered, watched
from tests.helpers.browser.table_steps import HAND, KING, others_of
from tests.helpers.messages.orders import (
    ADD,
    ADD_STEP,
    ADD_TO_LIST,
    DECIDE_IT_NOW,
    DO_THIS,
    FILE_ANSWERS,
    FILE_LIST,
    FILE_ORDER,
    FILE_PLAN,
    MOVE_DOWN,
    MOVE_UP,
    NO_ORDER_STANDS,
    NOTHING_FILED_YET,
    NUMBER_THEM,
    OR_ELSE_THIS,
    OR_WRITE_IT,
    ORDER_FIELD,
    REMOVE,
    WITHDRAW_ALL,
    YOUR_ORDERS,
)
from tests.helpers.messages.rules import DRAW_CARDS, NOT_AN_ORDER, TAKE_GOLD_ANSWER, UNKNOWN_WORD
from tests.helpers.tables import awaited, play_on, position, table, written

pytestmark = pytest.mark.django_db(transaction=True)

SNEAKY = {"preset": "cunning_agents"}
WAITING = {
    "called": "thief",
    "{0}": {"characters": ["king"], "gold": 3, "hand": HAND},
    "{1}": {"characters": ["thief"], "city": ["temple"]},
}


def orders_of(seat: Seat) -> list[str]:
    rules = registry.get("citadels")
    return rules.orders.lines(position(seat.game), seat.name)


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def names(page: Page) -> Locator:
    """The characters of the list, as they stand."""
    return page.locator(".ranking > li[data-name] b")


def steps(page: Page) -> Locator:
    return page.locator("[data-steps] code")


def step_button(page: Page, line: str, name: str) -> Locator:
    """A button beside the step that begins with this line."""
    step = page.locator("[data-steps] > li").filter(has=page.locator("code", has_text=re.compile(f"^{line}")))
    return step.get_by_role("button", name=f"{name}:")


def file(page: Page, name: str) -> None:
    """Press a button that files something, and wait until the page has an answer."""
    go(button(page, name))
    expect(page.locator(".news-item").first).to_be_visible()


@pytest.fixture
def seat() -> Seat:
    """A king who waits for his turn, with a hand."""
    game = table(3)
    written(game, WAITING)
    return game.seats.select_related("user", "game").get(place=0)


# --- the list


def test_a_list_is_made_with_buttons(sit, seat):
    page = sit(seat, "orders/")
    expect(page.get_by_text(ADD_TO_LIST)).to_be_visible()
    button(page, f"{ADD}: Warlord").click()
    button(page, f"{ADD}: Merchant").click()
    expect(button(page, f"{MOVE_UP}: Merchant")).to_be_focused()
    button(page, f"{MOVE_UP}: Merchant").click()
    expect(names(page).nth(0)).to_contain_text("Merchant")
    expect(page.get_by_label("Merchant")).to_have_value("1")
    expect(page.get_by_label("Warlord")).to_have_value("2")
    expect(page.get_by_label("Thief")).to_have_value("")
    expect(button(page, f"{MOVE_UP}: Merchant")).to_be_focused()
    button(page, f"{MOVE_DOWN}: Merchant").click()
    expect(page.get_by_label("Merchant")).to_have_value("2")
    button(page, f"{MOVE_UP}: Merchant").click()
    button(page, f"{REMOVE}: Warlord").click()
    expect(page.get_by_label("Warlord")).to_have_value("")
    expect(button(page, f"{ADD}: Warlord")).to_be_focused()
    file(page, FILE_LIST)
    assert orders_of(seat) == ["prefer merchant"]


def test_the_first_of_a_list_shows_that_it_cannot_go_up(sit, seat):
    page = sit(seat, "orders/")
    button(page, f"{ADD}: Warlord").click()
    button(page, f"{ADD}: Merchant").click()
    expect(button(page, f"{MOVE_UP}: Warlord")).not_to_have_css("opacity", "1")
    expect(button(page, f"{MOVE_UP}: Merchant")).to_have_css("opacity", "1")


def test_a_list_is_rearranged_by_dragging(sit, seat):
    orders.file_order(seat.game_id, seat.name, "prefer king bishop", by_user(seat.user))
    page = sit(seat, "orders/")
    drag(page, page.locator('.ranking > li[data-name="Bishop"] [data-grip]'), up=200)
    expect(page.get_by_label("Bishop")).to_have_value("1")
    expect(page.get_by_label("King")).to_have_value("2")
    file(page, FILE_LIST)
    assert orders_of(seat) == ["prefer bishop king"]


def drag(page: Page, grip: Locator, *, up: int) -> None:
    """Not from the edge of the screen: there the page would scroll along."""
    grip.evaluate("grip => grip.scrollIntoView({ block: 'center' })")
    x, y = spot(grip)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - up, steps=8)
    page.mouse.up()


def test_a_long_list_scrolls_along_with_what_is_dragged(sit, seat):
    page = sit(seat, "orders/")
    grip = page.locator('.ranking > li[data-name="Warlord"] [data-grip]')
    grip.evaluate("grip => grip.scrollIntoView({ block: 'center' })")
    x, y = spot(grip)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, 20, steps=4)
    expect(page.locator(".ranking > li").first).to_have_attribute("data-name", "Warlord")
    page.mouse.up()
    expect(page.get_by_label("Warlord")).to_have_value("1")


def test_numbers_are_typed_from_box_to_box_and_filed_with_one_click(sit, seat):
    page = sit(seat, "orders/")
    page.get_by_label("Merchant").click()
    page.keyboard.type("2")
    page.get_by_label("Thief").click()
    expect(page.get_by_label("Thief")).to_be_focused()
    page.keyboard.type("3")
    expect(page.get_by_label("Merchant")).to_have_value("2")
    expect(page.get_by_label("Thief")).to_have_value("3")
    file(page, FILE_LIST)
    expect(page.locator(".stands")).to_contain_text("prefer merchant thief")
    assert orders_of(seat) == ["prefer merchant thief"]


def test_a_click_on_a_name_leads_to_its_box_while_numbers_are_typed(sit, seat):
    page = sit(seat, "orders/")
    page.get_by_label("Warlord").click()
    page.keyboard.type("1")
    names(page).filter(has_text="Thief").click()
    expect(page.get_by_label("Thief")).to_be_focused()


def test_the_tab_key_goes_on_from_a_number_that_was_typed(sit, seat):
    page = sit(seat, "orders/")
    page.get_by_label("Merchant").click()
    page.keyboard.type("1")
    page.keyboard.press("Tab")
    expect(button(page, f"{MOVE_UP}: Merchant")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_label("Merchant")).to_be_focused()


def test_a_button_counts_from_the_numbers_that_were_typed(sit, seat):
    page = sit(seat, "orders/")
    page.get_by_label("Merchant").click()
    page.keyboard.type("1")
    button(page, f"{ADD}: Thief").click()
    expect(page.get_by_label("Merchant")).to_have_value("1")
    expect(page.get_by_label("Thief")).to_have_value("2")
    expect(button(page, f"{MOVE_UP}: Thief")).to_be_focused()


def test_dragging_counts_from_the_numbers_that_were_typed(sit, seat):
    page = sit(seat, "orders/")
    page.get_by_label("Merchant").click()
    page.keyboard.type("1")
    drag(page, page.locator('.ranking > li[data-name="Assassin"] [data-grip]'), up=0)
    expect(page.get_by_label("Merchant")).to_have_value("1")


def test_no_ring_is_drawn_around_the_page_after_an_order(sit, seat):
    page = sit(seat, "orders/")
    button(page, f"{ADD}: Thief").click()
    file(page, FILE_LIST)
    expect(page.locator("main")).to_be_focused()
    expect(page.locator("main")).to_have_css("outline-style", "none")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_css("outline-style", "solid")


def test_numbers_sort_the_list_when_one_has_left_it(sit, seat):
    page = sit(seat, "orders/")
    page.get_by_label("King").fill("2")
    page.get_by_label("Bishop").fill("1")
    button(page, FILE_LIST).focus()
    expect(button(page, FILE_LIST)).to_be_focused()
    expect(names(page).nth(0)).to_contain_text("Bishop")
    expect(names(page).nth(1)).to_contain_text("King")
    file(page, FILE_LIST)
    assert orders_of(seat) == ["prefer bishop king"]


# --- the plan


def test_a_plan_is_composed_rearranged_and_filed(sit, seat):
    page = sit(seat, "orders/")
    for step in ("gold", "end", "build castle"):
        page.get_by_label(DO_THIS).select_option(step)
        if step == "build castle":
            page.get_by_label(OR_ELSE_THIS).select_option("build market")
        button(page, ADD_STEP).click()
    expect(steps(page)).to_have_text(["gold", "end", "build castle or build market"])
    expect(page.locator("[data-steps]")).to_contain_text(re.compile("Castle.*Market"))
    expect(page.get_by_text(NOTHING_FILED_YET)).to_be_visible()
    step_button(page, "build castle", MOVE_UP).click()
    expect(steps(page)).to_have_text(["gold", "build castle or build market", "end"])
    step_button(page, "gold", REMOVE).click()
    expect(steps(page)).to_have_text(["build castle or build market", "end"])
    file(page, FILE_PLAN)
    assert orders_of(seat) == ["build castle or build market", "end"]


def test_a_step_is_dragged_to_its_place(sit, seat):
    orders.change_orders(seat.game_id, seat.name, OrdersChange(plan=("end", "gold")), by_user(seat.user))
    page = sit(seat, "orders/")
    drag(page, page.locator("[data-steps] > li").nth(1).locator("[data-grip]"), up=150)
    expect(steps(page)).to_have_text(["gold", "end"])
    file(page, FILE_PLAN)
    assert orders_of(seat) == ["gold", "end"]


def test_a_written_step_is_checked_and_a_bad_one_kept(sit, seat):
    page = sit(seat, "orders/")
    field = page.get_by_label(OR_WRITE_IT)
    field.fill("build nonsense")
    with page.expect_navigation():
        field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text(UNKNOWN_WORD.fill(line="build nonsense"))
    expect(field).to_have_value("build nonsense")
    field.fill("épít piac")
    with page.expect_navigation():
        field.press("Enter")
    expect(steps(page)).to_have_text(["épít piac"])
    expect(page.locator("[data-steps]")).to_contain_text("Market")
    file(page, FILE_PLAN)
    assert orders_of(seat) == ["épít piac"]


def test_a_double_click_files_one_plan(sit, seat):
    page = watched(sit(seat, "orders/"))
    page.get_by_label(DO_THIS).select_option("gold")
    button(page, ADD_STEP).click()
    expect(steps(page)).to_have_text(["gold"])
    place = spot(button(page, FILE_PLAN))
    with unanswered(page):
        with page.expect_request(is_post):
            page.mouse.click(*place)
        page.mouse.click(*place)
    expect(page.locator(".news-item").first).to_be_visible()
    expect(page.locator(".planned > li")).to_have_count(1)
    assert orders_of(seat) == ["gold"]


# --- by keyboard, and without a script


def test_it_works_with_a_keyboard_alone(sit, seat):
    page = sit(seat, "orders/")
    reach(page, f"{ADD}: Thief")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Thief")).to_have_value("1")
    expect(button(page, f"{MOVE_UP}: Thief")).to_be_focused()
    expect(page.locator("section#list [role=status]")).to_have_text("Thief: place 1")
    reach(page, FILE_LIST)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator(".stands")).to_contain_text("prefer thief")
    assert orders_of(seat) == ["prefer thief"]


def reach(page: Page, name: str) -> None:
    """Press Tab until this button has the focus."""
    wanted = button(page, name).element_handle()
    for _ in range(150):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement === wanted", wanted):
            return
    raise AssertionError(f"{name} cannot be reached")


def test_all_of_it_works_without_a_script(plain, live_server, seat):
    page = plain
    page.context.add_cookies([cookie(seat.user, live_server.url)])
    page.goto(address(seat.game, "orders/"))
    page.get_by_label("King").fill("2")
    page.get_by_label("Bishop").fill("1")
    file(page, FILE_LIST)
    for step in ("gold", "end"):
        page.get_by_label(DO_THIS).select_option(step)
        go(button(page, ADD_STEP).last)
        expect(steps(page).last).to_have_text(step)
    go(step_button(page, "end", MOVE_UP))
    expect(steps(page)).to_have_text(["end", "gold"])
    go(step_button(page, "end", REMOVE))
    expect(steps(page)).to_have_text(["gold"])
    file(page, FILE_PLAN)
    page.get_by_label(DRAW_CARDS).check()
    file(page, FILE_ANSWERS)
    expect(page.locator(".stands > li")).to_have_count(3)
    assert orders_of(seat) == ["prefer bishop king", "gold", "always cards"]
    go(page.locator(".stands > li", has_text="always cards").get_by_role("button"))
    expect(page.locator(".stands > li")).to_have_count(2)
    go(button(page, WITHDRAW_ALL))
    expect(page.get_by_text(NO_ORDER_STANDS)).to_be_visible()
    assert orders_of(seat) == []


def test_the_link_of_a_email_takes_orders_without_signing_in(page, seat):
    token = kinds.ORDERS.sign(kinds.OrdersLink.for_seat(seat, seat.game.log_length))
    page.goto(f"/o/{token}/")
    page.get_by_label(TAKE_GOLD_ANSWER).check()
    file(page, FILE_ANSWERS)
    expect(page.locator(".stands")).to_contain_text("always gold")
    assert orders_of(seat) == ["always gold"]


# --- from the table, by the policy, and without barriers


def test_the_table_leads_there_and_back(sit):
    game = table(3)
    page = sit(others_of(game))
    go(page.get_by_role("link", name=YOUR_ORDERS))
    expect(page.get_by_role("heading", name=YOUR_ORDERS)).to_be_visible()
    go(page.get_by_role("link", name=game.name))
    expect(page.locator("#decide")).to_be_visible()


def test_no_script_or_style_is_refused_by_the_policy(sit, seat):
    page = sit(seat, "orders/")
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.reload()
    button(page, f"{ADD}: Thief").click()
    expect(page.get_by_label("Thief")).to_have_value("1")
    file(page, FILE_LIST)
    assert errors == []


def busy_table() -> tuple[Game, Seat]:
    """Everything that can stand on the page stands there."""
    game = table(5, options=SNEAKY)
    play_on(game, 5)
    seat = awaited(game)
    filed = ("always gold", "always bribe upto 3", "prefer witch abbot")
    orders.change_orders(game.pk, seat.name, OrdersChange(standing_orders=filed), by_user(seat.user))
    wanted = OrdersChange(plan=("build palace or build market", "end"))
    orders.change_orders(game.pk, seat.name, wanted, by_user(seat.user))
    return game, seat


def test_axe_a_page_with_orders(sit, axe):
    _game, seat = busy_table()
    page = sit(seat, "orders/")
    expect(page.locator(".lately")).to_be_visible()
    page.locator("details.write > summary").click()
    axe(page)


def test_axe_refusals_and_a_plan_in_the_making(sit, axe, seat):
    page = sit(seat, "orders/")
    page.get_by_label(DO_THIS).select_option("gold")
    button(page, ADD_STEP).click()
    page.get_by_label(OR_WRITE_IT).fill("build nonsense")
    go(button(page, FILE_PLAN))
    expect(page.get_by_role("alert")).to_be_visible()
    axe(page)
    page.locator("details.write > summary").click()
    page.get_by_label(ORDER_FIELD).fill("always sunshine")
    go(button(page, FILE_ORDER))
    expect(page.get_by_role("alert")).to_contain_text(re.compile(NOT_AN_ORDER.pattern))
    axe(page)


def test_axe_while_something_is_asked(sit, axe):
    game = table(3)
    written(game, KING)
    page = sit(awaited(game), "orders/")
    expect(page.get_by_role("link", name=DECIDE_IT_NOW)).to_be_visible()
    axe(page)


def test_without_a_script_it_is_no_wider_than_a_phone(plain, live_server, seat):
    plain.context.add_cookies([cookie(seat.user, live_server.url)])
    plain.goto(address(seat.game, "orders/"))
    expect(plain.get_by_text(NUMBER_THEM)).to_be_visible()
    assert plain.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
