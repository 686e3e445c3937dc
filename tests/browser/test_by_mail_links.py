"""Played out of the email box: the links of emails in a real browser, without signing in or a script."""

import re
from html import unescape
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from games.links import kinds
from games.mail import dev_inbox
from games.mail.outgoing import game_outbox
from games.models import Game, GameNotice, IncomingMail, Seat
from games.rules import registry
from tests.helpers.browser.steps import (
    SINGLE_STEP,
    choose,
    compose,
    cookie,
    go,
    is_post,
    send,
    show_single_steps,
    spot,
    unanswered,
    watched,
)
from tests.helpers.browser.table_steps import KING, MAGICIAN
from tests.helpers.mail.post_room import ADDRESS, open_post_room
from tests.helpers.messages.dev_inbox import LOOK_INTO_BOX, POST_REPLY, REPLY_FIELD, REPLY_POSTED
from tests.helpers.messages.links import (
    CHOOSE_NEXT_STEP,
    LINKS_REVOKED,
    PUT_LINKS_BACK,
    REPORT_NOT_ME,
    SEND_TURN,
)
from tests.helpers.messages.mail import PLAY_THIS, PLAYED
from tests.helpers.messages.pages import CHOOSE_FIRST
from tests.helpers.tables import advice, awaited, play_on, position, table, written

pytestmark = pytest.mark.django_db(transaction=True)

LINK = re.compile(r"https?://[^\s\"<>]+")


@pytest.fixture(autouse=True)
def _links_lead_here(settings, live_server) -> None:
    settings.BASE_URL = live_server.url


def posted() -> list[EmailMultiAlternatives]:
    """Send what waits, also what would wait for somebody to go on from the page of a link."""
    GameNotice.objects.filter(status=GameNotice.Status.WAITING).update(next_try_at=timezone.now())
    mail.outbox.clear()
    while game_outbox.send_due_notices():
        pass
    return list(mail.outbox)


def html_of(email: EmailMultiAlternatives) -> str:
    return str(email.alternatives[0][0])


def links_of(text: str) -> list[str]:
    """Every address in it, without the one of the house."""
    found = [unescape(link).rstrip("/") + "/" for link in LINK.findall(text)]
    return [link for link in found if link.count("/") > 3]


# --- a whole game


def test_three_people_play_a_game_with_nothing_but_the_links_of_their_emails(plain: Page):
    plain.route("**/static/**", lambda route: route.abort())  # hundreds of pages: their looks are shown below
    game = table(3, options={"edition": "classic", "short": True})
    box = {message.to[0]: message for message in posted()}
    reasons = sorted(message.extra_headers["X-Citadels-Kind"] for message in box.values())
    assert reasons == ["started", "started", "your_turn"]
    for _ in range(1000):
        game.refresh_from_db()
        if game.state != Game.State.RUNNING:
            break
        answer(plain, box, awaited(game))
    assert game.state == Game.State.OVER
    assert [email.extra_headers["X-Citadels-Kind"] for email in posted()] == ["over"] * 3
    assert set(game.log_entries.filter(kind="move").values_list("how", flat=True)) == {"link"}


def answer(page: Page, box: dict[str, EmailMultiAlternatives], seat: Seat) -> None:
    """Go on from the page if it asks this seat; else open the newest email and follow a link of it."""
    cache.clear()  # three people have three addresses, and more than a minute
    lines = whole_turn(seat)
    if not asks(page, seat):
        box.update({email.to[0]: email for email in posted()})
        html = html_of(box[seat.user.email])
        page.set_content(html)
        go(page.locator(f'a[href="{way(html, lines)}"]').first)
    if page.locator(".confirm").count():
        go(page.get_by_role("button", name=PLAY_THIS))
    else:
        choose(page, *lines)
        go(send(page))
    expect(page.locator("#decide")).to_have_text(PLAYED)


def whole_turn(seat: Seat) -> list[str]:
    """One move; every other time all moves until somebody else is asked."""
    rules, now = registry.get(seat.game.ruleset), position(seat.game)
    dice = Random(seat.decision).randrange
    lines: list[str] = []
    while rules.awaits(now) == [seat.name] and len(lines) < (1 if (seat.decision or 0) % 2 else 9):
        line = str(rules.advice.choose_move(rules.view(now, seat.name), rules.offers(now, seat.name), dice))
        rules.play(now, seat.name, rules.read(now, seat.name, line, "en"))
        lines.append(line)
    return lines


def asks(page: Page, seat: Seat) -> bool:
    """Does the page go on with the question of this seat?"""
    form = page.locator(SINGLE_STEP)
    if not form.count():
        return False
    opened = kinds.TURN.read(str(form.get_attribute("action")).split("/")[2])
    return (opened.seat_id, opened.decision) == (seat.pk, seat.decision)


def way(html: str, lines: list[str]) -> str:
    """The link of the email for this move; the one for everything, if there is none or it is a turn."""
    found = {
        kinds.TURN.read(urlsplit(link).path.split("/")[2]).line: link
        for link in links_of(html)
        if "/t/" in link
    }
    return found.get("\n".join(lines)) or found[""]


# --- a whole turn


def open_turn(page: Page, seat: Seat, line: str = "") -> Page:
    page.goto(f"/t/{kinds.TURN.sign(kinds.TurnLink.for_seat(seat, line))}/")
    return page


def texts(game: Game) -> list[str]:
    return list(game.log_entries.filter(kind="move").order_by("number").values_list("text", flat=True))


@pytest.mark.parametrize("with_scripts", [True, False])
def test_a_whole_turn_is_composed_behind_a_link(new_context, with_scripts):
    game = table(3)
    written(game, KING)
    page = open_turn(new_context(java_script_enabled=with_scripts).new_page(), awaited(game))
    compose(page, go)
    assert texts(game) == []
    page.reload()  # nothing is lost: the plan is its address
    choose(page, "end")
    go(page.get_by_role("button", name=SEND_TURN))
    expect(page.locator("#decide")).to_have_text(PLAYED)
    assert texts(game) == ["gold", "build castle", "end"]


def test_a_double_click_is_one_turn(plain: Page):
    game = table(3)
    written(game, KING)
    open_turn(plain, awaited(game), "gold")
    button = spot(watched(plain).get_by_role("button", name=PLAY_THIS))
    with unanswered(plain):
        with plain.expect_request(is_post):
            plain.mouse.click(*button)
        with plain.expect_event("requestfailed", is_post), plain.expect_request(is_post):
            plain.mouse.click(*button)  # the browser gives up the first
    expect(plain.locator("#decide")).to_have_text(PLAYED)
    assert texts(game) == ["gold"]


# --- scanners


def dump() -> dict[str, list[Any]]:
    """Every row of the games."""
    models = apps.get_app_config("games").get_models()
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in models}


@pytest.fixture
def sent_emails() -> list[EmailMultiAlternatives]:
    """Emails of all kinds of moments of a game."""
    game = table(3)
    found = posted()
    for _ in range(25):
        play_on(game, 1, advice)
        found += posted()
    return found


def links_in(email: EmailMultiAlternatives) -> set[str]:
    return {
        link
        for text in (email.body, html_of(email), email.extra_headers.get("List-Unsubscribe", ""))
        for link in links_of(text)
    }


@pytest.mark.drill(20, "GET, HEAD and OPTIONS of every link")
def test_a_scanner_that_asks_for_every_link_of_many_emails_changes_nothing(sent_emails):
    links = sorted(set().union(*map(links_in, sent_emails)))
    doors = {link.split("/")[3] for link in links}
    assert {"t", "u", "n", "g"} <= doors
    assert len(links) > 60
    before = dump()
    for link in links:
        cache.clear()  # scanners come from many machines
        path = "/" + link.split("/", 3)[3]
        for method in ("get", "head", "options"):
            assert getattr(Client(), method)(path).status_code < 500
    assert dump() == before


@pytest.mark.drill(20, "every link in a browser that runs scripts")
def test_a_scanner_that_runs_scripts_changes_nothing(context: BrowserContext, sent_emails):
    newest = {email.to[0]: email for email in sent_emails}
    before, page = dump(), context.new_page()
    seen = set()
    for email in newest.values():
        for link in sorted(links_in(email)):
            page.goto(link, wait_until="networkidle" if link.split("/")[3] not in seen else "load")
            seen.add(link.split("/")[3])
    assert {"t", "u", "n"} <= seen
    assert dump() == before


# --- no barriers, on a phone, in light and dark


def test_axe_composing_and_going_on(context: BrowserContext, axe):
    game = table(3)
    written(game, KING)
    seat = awaited(game)
    page = open_turn(context.new_page(), seat, "gold")
    go(page.get_by_role("link", name=CHOOSE_NEXT_STEP))
    axe(page)
    go(page.get_by_role("button", name=SEND_TURN))
    expect(page.locator("#decide")).to_have_text(PLAYED)
    axe(page)


def test_axe_a_question_with_fields(context: BrowserContext, axe):
    game = table(4)
    written(game, MAGICIAN)
    page = open_turn(context.new_page(), awaited(game))
    show_single_steps(page)
    go(page.get_by_role("button", name=CHOOSE_NEXT_STEP))
    expect(page.get_by_role("alert")).to_contain_text(CHOOSE_FIRST)
    axe(page)


def test_axe_this_was_not_me_and_it_is_me(context: BrowserContext, live_server, axe):
    game = table(3, visibility="nobody")
    written(game, KING)
    seat = awaited(game)
    Client().post(f"/t/{kinds.TURN.sign(kinds.TurnLink.for_seat(seat, 'gold'))}/")
    page = context.new_page()
    page.goto(f"/n/{kinds.NOT_ME.sign(kinds.NotMeLink.for_seat(seat))}/")
    go(page.get_by_role("button", name=REPORT_NOT_ME))
    expect(page.locator("#guarded")).to_have_text(LINKS_REVOKED)
    seat.user.refresh_from_db()  # all earlier sessions are void
    context.add_cookies([cookie(seat.user, live_server.url)])
    page.goto(f"/g/{game.key}/")
    axe(page)
    go(page.get_by_role("button", name=PUT_LINKS_BACK))
    expect(page.locator("#guarded")).to_have_count(0)
    assert not Seat.objects.get(pk=seat.pk).has_revoked_links


# --- the post room


@pytest.fixture
def room(settings, tmp_path) -> None:
    open_post_room(settings, tmp_path)


@pytest.mark.usefixtures("room")
def test_a_newcomer_replies_in_the_post_room(plain: Page):
    seat = awaited(table(3))
    game_outbox.send_due_notices()
    [email] = dev_inbox.list_emails(seat.user.email)
    plain.goto(ADDRESS)
    plain.goto(f"/dev-inbox/{email.name}/")
    plain.get_by_label(REPLY_FIELD).fill("1")
    go(plain.get_by_role("button", name=POST_REPLY))
    expect(plain.get_by_role("status")).to_contain_text(REPLY_POSTED.fill(address=seat.user.email))
    go(plain.get_by_role("link", name=LOOK_INTO_BOX))
    expect(plain.get_by_role("link", name=email.subject)).to_be_visible()
    assert IncomingMail.objects.get().recipient == email.reply_to


@pytest.mark.usefixtures("room")
def test_axe_the_reply_box(context: BrowserContext, axe):
    seat = awaited(table(3))
    game_outbox.send_due_notices()
    [email] = dev_inbox.list_emails(seat.user.email)
    page = context.new_page()
    page.goto(ADDRESS)
    page.goto(f"/dev-inbox/{email.name}/")
    page.get_by_label(REPLY_FIELD).fill("1")
    go(page.get_by_role("button", name=POST_REPLY))
    axe(page)
