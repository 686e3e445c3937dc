"""A table in a real browser: played to the end by four people, on a phone, by keyboard, without a script."""

import re

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from playwright.sync_api import Page, expect

from games.models import Game, Seat
from games.play import chat, votes
from games.play.transaction.origin import by_user
from games.tasks import send_invitations
from tests.helpers.browser.steps import (
    SINGLE_STEP,
    address,
    choose,
    compose,
    cookie,
    go,
    is_post,
    late_answer,
    look,
    send,
    show_single_steps,
    spot,
    swap,
    unanswered,
    wait_until_drawn,
    watched,
    write,
)
from tests.helpers.browser.table_steps import HAND, KING, MAGICIAN, others_of
from tests.helpers.citadels.questions import turn
from tests.helpers.factories import UserFactory
from tests.helpers.messages.clock import ANSWER_BY
from tests.helpers.messages.links import SEND_TURN
from tests.helpers.messages.lobby import (
    GO_ON,
    INVITE_BY_MAIL,
    NAME_AT_TABLE,
    NAME_OF_TABLE,
    NUMBER_OF_SEATS,
    TAKE_THE_SEAT,
)
from tests.helpers.messages.play import GAME_PAUSED
from tests.helpers.messages.replay import FINAL_SCORE
from tests.helpers.messages.rules import (
    CITIES,
    PUT_CARDS_UNDER_DECK,
    PUT_SOME_UNDER_DECK,
    SEAT_HAS_CHOSEN,
    YOU_CHOSE,
    YOU_TAKE_GOLD,
)
from tests.helpers.messages.table import (
    CHAT_FIELD,
    LOOK_FIRST,
    NOT_YOUR_TURN,
    POST_MESSAGE,
    TO_DECIDE,
    TO_NOW,
    TO_RECORD,
    TO_TALK,
    TO_YOURS,
)
from tests.helpers.tables import (
    QuestionKind,
    advice,
    awaited,
    fallback,
    find_question_kind,
    move,
    play_on,
    table,
    written,
)

pytestmark = pytest.mark.django_db(transaction=True)


# --- a whole game


def invited(page: Page, addresses: list[str]) -> Game:
    """Open a table in the form and paste the addresses of three friends."""
    page.goto("/tables/new/")
    page.get_by_label(NAME_OF_TABLE).fill("By post")
    page.get_by_label(NUMBER_OF_SEATS, exact=True).select_option("4")
    page.get_by_label("Classic Edition").check()
    page.get_by_label(INVITE_BY_MAIL).fill("\n".join(addresses))
    go(page.get_by_role("button", name=GO_ON))
    page.locator('input[name="o-short"]').check()
    for _ in range(6):
        if "/g/" not in page.url:
            go(page.locator("main .button-main").last)
    return Game.objects.get()


def accepted(page: Page, email: EmailMessage, handle: str) -> None:
    """Follow the link of the email, and take the seat under this name."""
    (link,) = re.findall(r"/i/[^/]+/", email.body)
    page.goto(link)
    page.get_by_label(NAME_AT_TABLE).fill(handle)
    go(page.get_by_role("button", name=TAKE_THE_SEAT))


@pytest.mark.parametrize("each_kind_once", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_four_people_play_from_the_invitation_to_the_final_score(new_context, live_server, each_kind_once):
    """Where a question has been answered on its page, others of its kind are answered without one."""
    host = UserFactory()
    pages = {host.pk: new_context().new_page()}
    pages[host.pk].context.add_cookies([cookie(host, live_server.url)])
    friends = ["bela@example.org", "cili@example.org", "dora@example.org"]
    game = invited(pages[host.pk], friends)
    send_invitations()
    for email in list(mail.outbox):
        page, (friend,) = new_context().new_page(), email.to
        accepted(page, email, friend.split("@")[0].title())
        pages[Seat.objects.get(game=game, user__email=friend).user_id] = page
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING
    for page in pages.values():
        page.goto(address(game))
    answered: set[QuestionKind] = set()
    for _ in range(1000):
        game.refresh_from_db()
        if game.state != Game.State.RUNNING:
            break
        kind = find_question_kind(seat := awaited(game))
        if each_kind_once and kind in answered:
            move(seat, advice(seat))
        else:
            answer(seat, pages)
            answered.add(kind)
    assert game.state == Game.State.OVER
    for page in pages.values():
        page.goto(address(game))
        expect(page.locator("#decide")).to_have_text(FINAL_SCORE)


def answer(seat: Seat, pages: dict[int, Page]) -> None:
    """The page of the one who is asked notices it by itself, and takes the move."""
    page = pages[seat.user_id]
    asked = page.locator(f'{SINGLE_STEP} input[name="decision"][value="{seat.decision}"]')
    if not asked.count():
        look(page)
    expect(asked).to_have_count(1)
    choose(page, advice(seat))
    swap(send(page))
    expect(asked).to_have_count(0)


# --- other ways to sit at a table


def test_it_works_without_a_script(plain: Page, live_server):
    game = table(3)
    plain.context.add_cookies([cookie(awaited(game).user, live_server.url)])
    plain.goto(address(game))
    plain.locator('input[name="move"]').first.check()
    go(send(plain))
    expect(plain.locator("#decide")).to_have_text(NOT_YOUR_TURN)
    plain.get_by_label(CHAT_FIELD).fill("Good luck")
    go(plain.get_by_role("button", name=POST_MESSAGE))
    expect(plain.locator("#said")).to_contain_text("Good luck")
    assert game.log_entries.filter(kind="move").count() == 1


def test_a_double_click_is_one_move(sit):
    game = table(3)
    page = watched(sit(awaited(game)))
    page.locator('input[name="move"]').first.check()
    button = spot(send(page))
    with unanswered(page):
        with page.expect_request(is_post):
            page.mouse.click(*button)
        page.mouse.click(*button)
    expect(page.locator("#decide")).to_have_text(NOT_YOUR_TURN)
    assert game.log_entries.filter(kind="move").count() == 1


def test_a_turn_is_composed_in_place_and_sent_at_once(sit, axe):
    game = table(3)
    written(game, KING)
    page = sit(awaited(game))
    compose(page, swap)
    axe(page)
    choose(page, "end")
    swap(page.get_by_role("button", name=SEND_TURN))
    expect(page.locator(".plan")).to_have_count(0)
    texts = list(game.log_entries.filter(kind="move").values_list("text", flat=True))
    assert texts == ["gold", "build castle", "end"]


def test_the_page_notices_a_move_and_leaves_what_somebody_is_writing_or_reading(sit):
    game = table(3)
    asked, reader = awaited(game), others_of(game)
    page = sit(reader)
    page.get_by_label(CHAT_FIELD).fill("I am still writ")
    reading = page.locator("#facts > details > summary").last
    reading.press("Enter")
    move(asked, fallback(asked))
    look(page)
    expect(reading).to_be_focused()
    expect(page.locator("#facts > details").last).to_have_attribute("open", "")
    expect(page.locator("#bell")).to_contain_text(SEAT_HAS_CHOSEN.fill(seat=asked.name))
    expect(page.locator("#record")).to_contain_text(SEAT_HAS_CHOSEN.fill(seat=asked.name))
    expect(page.get_by_label(CHAT_FIELD)).to_have_value("I am still writ")


def test_news_that_left_before_the_own_move_do_not_show_the_table_as_it_was(sit):
    game = table(3)
    seat = awaited(game)
    page = watched(sit(seat))
    was = page.title()
    chat.post_message(game, others_of(game), "Take your time", key="a")
    with late_answer(page, "**/news/**"):
        page.locator('input[name="move"]').first.check()
        swap(send(page))
        expect(page.locator("#decide")).to_have_text(NOT_YOUR_TURN)
    expect(page.locator("#record")).to_contain_text(re.compile(YOU_CHOSE.pattern))
    expect(page.locator("#standing")).not_to_contain_text(re.compile(ANSWER_BY.pattern))
    assert page.title() != was


def test_news_that_left_before_an_own_word_do_not_take_it_away(sit):
    game = table(3)
    page = watched(sit(awaited(game)))
    chat.post_message(game, others_of(game), "Take your time", key="a")
    with late_answer(page, "**/news/**"):
        page.get_by_label(CHAT_FIELD).fill("I do")
        page.get_by_role("button", name=POST_MESSAGE).click()
        expect(page.locator("#said li")).to_contain_text(["Take your time", "I do"])
    expect(page.locator("#said li")).to_contain_text(["Take your time", "I do"])
    asked = awaited(game)
    move(asked, fallback(asked))
    look(page)  # what is new later is shown all the same
    expect(page.locator("#record")).to_contain_text(re.compile(YOU_CHOSE.pattern))
    expect(page.locator("#said li")).to_contain_text(["Take your time", "I do"])


def test_no_script_or_style_is_refused_by_the_policy(sit):
    game = table(3)
    seat = awaited(game)
    errors: list[str] = []
    page = sit(seat)
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("response", lambda answer: errors.append(answer.url) if answer.status == 404 else None)
    page.reload()
    page.locator('input[name="move"]').first.check()
    swap(send(page))
    expect(page.locator("#decide")).to_have_text(NOT_YOUR_TURN)
    assert errors == []


def test_a_phone_shows_the_question_first_and_a_desk_the_table_beside_it(sit):
    page = sit(awaited(table(4)))
    parts = [".topline", "#decide-box", "#standing", ".jump", "#lead", "#spread", "#record", "#talk"]
    wait_until_drawn(page)
    tops = [box(page, part)["y"] for part in parts]
    assert tops == sorted(tops)
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator(".jump")).to_be_hidden()
    wait_until_drawn(page)
    assert box(page, "#spread")["x"] > box(page, "#decide-box")["x"] + box(page, "#decide-box")["width"]


def test_send_rests_on_the_lower_edge_while_the_question_is_longer_than_the_window(sit):
    game = table(4)
    written(game, turn("assassin", "2016"))
    page = sit(awaited(game))
    page.set_viewport_size({"width": 360, "height": 500})
    wait_until_drawn(page)
    assert box(page, ".decision")["height"] > 500
    bar = box(page, ".turn-form .sendbar")
    assert bar["y"] + bar["height"] == pytest.approx(500, abs=1)
    page.locator(".turn-form .choice input").last.focus()
    wait_until_drawn(page)
    label = page.locator(".turn-form .choice").last.bounding_box()
    assert label["y"] + label["height"] <= box(page, ".turn-form .sendbar")["y"] + 1, (
        "the focus is under the bar"
    )
    page.locator("#record-head").scroll_into_view_if_needed()
    expect(page.locator(".turn-form .sendbar")).not_to_be_in_viewport()


def test_who_is_not_asked_has_a_bar_where_the_thumb_is(sit):
    page = sit(others_of(table(4)))
    wait_until_drawn(page)
    bar = page.locator(".jump")
    expect(bar).to_be_in_viewport()
    assert box(page, ".jump")["y"] > 600, "not where the thumb is"
    for name, part in ((TO_RECORD, "#record-head"), (TO_NOW, "#decide")):
        bar.get_by_role("link", name=name).tap()
        expect(page.locator(part)).to_be_in_viewport()
        wait_until_drawn(page)
        assert box(page, part)["y"] + box(page, part)["height"] < box(page, ".jump")["y"], "below the bar"


PARTS = "#table-page :is(#standing, #lead, #decide-box, #spread, #record, #talk, #affairs)"


@pytest.mark.parametrize(("seats", "width"), [(4, 360), (4, 768), (5, 360)])
def test_who_listens_and_who_tabs_meets_the_parts_in_the_order_in_which_the_eye_does(sit, seats, width):
    page = sit(awaited(table(seats)))
    page.set_viewport_size({"width": width, "height": 800})
    wait_until_drawn(page)
    tops = page.locator(PARTS).evaluate_all("(parts) => parts.map((one) => one.getBoundingClientRect().top)")
    assert len(tops) == 7
    assert tops == sorted(tops)


def test_the_bar_of_a_phone_says_whether_there_is_something_to_decide(sit):
    game = table(3)
    asked = awaited(game)
    page = sit(asked)
    tab = page.locator(".jump a").first
    expect(tab).to_have_text(TO_DECIDE)
    page.locator('input[name="move"]').first.check()
    swap(send(page))
    expect(tab).to_have_text(TO_NOW)
    while awaited(game).pk != asked.pk:
        move(awaited(game), fallback(awaited(game)))
    look(page)
    expect(tab).to_have_text(TO_DECIDE)
    expect(page.locator(".jump")).to_have_count(1)


def test_the_bar_of_a_phone_marks_what_is_looked_at(sit):
    game = table(3)
    play_on(game, 60, advice)
    page = sit(others_of(game))
    here = page.locator(".jump [aria-current]")
    for name in (TO_NOW, TO_YOURS, CITIES, TO_RECORD, TO_TALK):
        page.locator(".jump").get_by_role("link", name=name).tap()
        expect(here).to_have_text(name)


def test_an_answer_brings_the_next_question_to_the_top_of_a_phone(sit):
    game = table(3)
    written(game, KING)
    page = sit(awaited(game))
    choose(page, "gold")
    swap(send(page))
    expect(page.locator("#decide")).to_be_focused()
    wait_until_drawn(page)
    assert 0 <= box(page, "#decide")["y"] <= 120


def test_without_a_script_a_card_in_the_hand_leads_to_its_page(plain: Page, live_server):
    game = table(3)
    written(game, KING)
    plain.context.add_cookies([cookie(awaited(game).user, live_server.url)])
    plain.goto(address(game))
    with plain.expect_navigation():
        plain.locator('.hand .card[data-card="castle"] .emblem').click(force=True)
    assert "/castle/" in plain.url
    expect(plain.locator(".plaque-page")).to_be_visible()


def test_the_head_of_a_city_is_read_in_lines_under_a_finger(sit):
    game = table(4)
    play_on(game, 60, advice)
    page = sit(awaited(game))
    assert page.evaluate("matchMedia('(pointer: coarse)').matches")
    for width in (320, 430):
        page.set_viewport_size({"width": width, "height": 740})
        wait_until_drawn(page)
        for name in page.locator(".city-name").all():
            found = name.bounding_box()
            assert found, width
            assert found["width"] > 80, (width, name.inner_text())
            assert found["height"] < 60, (width, name.inner_text())


def box(page: Page, what: str) -> dict[str, float]:
    found = page.locator(what).bounding_box()
    assert found, what
    return dict(found)


# --- without barriers, in light and in dark, without scrolling sideways


def test_axe_choosing_a_character_and_waiting(sit, axe):
    game = table(5)
    axe(sit(awaited(game)))
    axe(sit(others_of(game)))


def test_axe_an_own_turn_in_the_middle_of_a_game(sit, axe):
    game = table(6)
    play_on(game, 120, advice)
    seat = awaited(game)
    chat.post_message(game, seat, "Good evening,\nall of you", key="a")
    chat.post_message(game, others_of(game), "w" * 400, key="b")
    axe(sit(seat))
    axe(sit(others_of(game)))


def test_axe_a_question_with_fields_and_a_look_at_it(sit, axe):
    game = table(4)
    written(game, MAGICIAN)
    page = sit(awaited(game))
    show_single_steps(page)
    page.get_by_text(PUT_CARDS_UNDER_DECK).click()
    axe(page)
    page.locator(SINGLE_STEP).get_by_label("Tavern").check()
    swap(page.get_by_role("button", name=LOOK_FIRST))
    expect(page.locator(".confirm")).to_contain_text(PUT_SOME_UNDER_DECK.fill(cards="Tavern"))
    axe(page)


def test_axe_many_ways(sit, axe):
    game = table(4)
    rich = {"city": ["manor", "tavern", "temple", "docks", "prison"], "characters": ["thief"]}
    warlord = {"called": "warlord", "{0}": {"characters": ["warlord"], "gold": 20, "hand": HAND}}
    written(game, {**warlord, "{1}": rich, "{2}": {**rich, "characters": ["king"]}})
    page = sit(awaited(game))
    for form in (".turn-form", SINGLE_STEP):
        for summary in page.locator(f"{form} .fold > summary").all():
            summary.click()
        axe(page)
        show_single_steps(page)


def test_axe_somebody_moved_meanwhile_and_a_refusal(sit, axe):
    game = table(3)
    written(game, KING)
    seat = awaited(game)
    page = sit(seat)
    move(seat, "gold")
    choose(page, "gold")
    swap(send(page))
    expect(page.locator(".missed")).to_contain_text(YOU_TAKE_GOLD.fill(gold=2))
    axe(page)
    write(page, "build nonsense")
    swap(send(page))
    expect(page.get_by_role("alert")).to_be_visible()
    axe(page)


def test_axe_paused(sit, axe):
    game = table(3)
    for seat in game.seats.select_related("user")[:2]:
        votes.cast_vote(game.pk, seat.name, "pause", by_user(seat.user))
    page = sit(awaited(game))
    expect(page.locator("#standing")).to_contain_text(GAME_PAUSED)
    axe(page)
