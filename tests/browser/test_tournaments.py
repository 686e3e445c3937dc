"""Tournaments in a real browser: the organizer's whole path, and no barriers on any page of it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from games.tournaments.director import director
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.setup import drafts, lifecycle
from tests.helpers.browser.steps import cookie, go, is_post, settled
from tests.helpers.browser.tournament_steps import LONG_AGO, second_round
from tests.helpers.factories import UserFactory
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.finished_games import finish_all
from tests.helpers.tournaments.people import appoint, register_entrants
from tests.helpers.tournaments.stages import AT_ONCE, FINAL, LADDER

pytestmark = pytest.mark.django_db(transaction=True)

Phase = Tournament.State
FAR = "2099-03-01T18:00"  # as a browser writes it
QUARREL = "What to do about a mistake or a disagreement"  # a label


@pytest.fixture(autouse=True)
def _given_lots(monkeypatch):
    monkeypatch.setattr(drafts, "generate_seed", lambda: "demo-2027")


@pytest.fixture
def page_of(new_context, live_server) -> Callable[..., Page]:
    """A browser in which somebody is signed in."""

    def opened(user: Any, **more: Any) -> Page:
        context: BrowserContext = new_context(**more)
        context.add_cookies([cookie(user, live_server.url)])
        return context.new_page()

    return opened


@pytest.fixture
def page(page_of, host) -> Page:
    return page_of(host)


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def press(page: Page, name: str) -> None:
    """A button of the page, which comes again and says what was done."""
    go(button(page, name))
    expect(page.locator(".news-item").first).to_be_visible()


def fill(page: Page, label: str, value: str) -> None:
    page.get_by_label(label, exact=True).first.fill(value)


def ends(page: Page) -> str:
    return page.locator("#estimate .ends").first.inner_text()


def await_estimate(page: Page, change: Callable[[], Any]) -> None:
    """Fill something in, and wait for what the box beside the form says then.

    Leaving the page earlier, or filling in the next field, aborts the request, and the console reports it.
    """
    with page.expect_response(lambda response: is_post(response.request)):
        change()
    settled(page)


def foretold_anew(page: Page, change: Callable[[], Any]) -> str:
    """Fill something in, and read what the box beside the form says then."""
    await_estimate(page, change)
    return ends(page)


def go_on(page: Page, name: str = "Save and continue") -> None:
    go(button(page, name))


# --- the whole path


def test_an_organizer_runs_a_tournament_from_the_first_idea_to_the_archive(page, page_of, host):
    found = _set_up(page)
    _gather(page, page_of, found)
    _draw(page, found)
    _rule(page, page_of, found)
    _end(page, found)
    _check(page, found)


def _set_up(page: Page) -> Tournament:
    """Five steps, with an estimate that follows what is typed."""
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    page.goto("/tournaments/new/")
    fill(page, "Title", "Danube Cup")
    page.get_by_text("Swiss tables and a top table").click()
    go_on(page, "Continue")
    await_estimate(page, lambda: fill(page, "What it is, in a few words", "Friends along the river."))
    go_on(page)
    expect(page.locator("legend").first).to_have_text("Stage 1")
    before = ends(page)
    assert foretold_anew(page, lambda: page.locator("#id_s1-rounds").fill("2")) != before
    expect(page.locator(".strip")).to_be_in_viewport()
    expect(page.locator("#id_s1-reach")).to_be_hidden()  # that is for ladders
    await_estimate(page, lambda: page.locator("#id_s1-go_on").fill("1"))
    expect(page.locator(".strip")).to_contain_text("Stage 1, Advance to the next stage")
    go_on(page)
    expect(page.locator(".cannot")).to_contain_text("The next stage needs at least 3 people.")
    await_estimate(page, lambda: page.locator("#id_s1-go_on").fill("4"))
    page.locator("summary", has_text="More settings").first.click()
    await_estimate(page, page.locator("#id_s1-by_hand").check)
    page.locator("summary", has_text="More settings").last.click()
    await_estimate(page, lambda: page.locator("#id_s2-check_in_hours").fill("0"))
    go_on(page)
    expect(page.get_by_text("Characters and districts")).to_be_visible()
    slow = ends(page)
    assert foretold_anew(page, lambda: page.get_by_label("Brisk").check()) != slow
    go_on(page)
    expect(page.get_by_label("Fewest people")).to_be_visible()
    await_estimate(page, lambda: page.get_by_label("Starts").fill(FAR))
    await_estimate(page, lambda: fill(page, "Fewest people", "8"))
    await_estimate(page, lambda: fill(page, "Most people", "12"))
    go_on(page)
    await_estimate(page, lambda: fill(page, "Special rules", "There are none."))
    await_estimate(page, lambda: fill(page, QUARREL, "Answer any letter."))
    go_on(page, "Save")
    expect(page.get_by_role("heading", name="Open it")).to_be_visible()
    press(page, "Let people enter")
    assert not troubles
    return Tournament.objects.get()


def _gather(page: Page, page_of: Callable[..., Page], found: Tournament) -> None:
    """Two people enter by the page, one of them without scripts; bots fill up, and it begins."""
    for handle, scripts in (("Marko", True), ("Vesna", False)):
        theirs = page_of(UserFactory(handle=handle), java_script_enabled=scripts)
        theirs.goto("/tournaments/")
        go(theirs.get_by_role("link", name="Danube Cup"))
        press(theirs, "I am playing")
        expect(theirs.get_by_text(f"{handle}: entered.")).to_be_visible()
    go(page.get_by_role("navigation", name="Organizer’s desk").get_by_role("link", name="Entrants"))
    expect(page.get_by_text("2 Vesna")).to_be_visible()
    press(page, "Fill up")
    go(page.get_by_role("link", name="Board"))
    page.locator("summary", has_text="Do not wait").click()
    press(page, "Start now")
    director.run_due_steps(found.pk)


def _draw(page: Page, found: Tournament) -> None:
    """The draw is looked at with its numbers, two change places, and it is published."""
    go(page.get_by_role("link", name="Draw", exact=True))
    expect(page.get_by_text("Nobody meets anybody twice.")).to_be_visible()
    first, second = page.locator(".bout").all()
    one, other = (bout.locator("li a").first.inner_text() for bout in (first, second))
    page.get_by_label("This one", exact=True).select_option(label=one)
    page.get_by_label("with this one").select_option(label=other)
    press(page, "Swap places")
    expect(page.locator(".bout").first).to_contain_text(other)
    expect(page.locator(".bout").last).to_contain_text(one)
    press(page, "Publish the draw")
    director.run_due_steps(found.pk)
    assert finish_all(found) == 2
    page.goto(f"/tournaments/{found.slug}/standings/")
    expect(page.locator(".why").first).to_contain_text(re.compile("Before|Level with"))


def _rule(page: Page, page_of: Callable[..., Page], found: Tournament) -> None:
    """Who would be last wins by a ruling: that takes two signatures."""
    other = appoint(found)
    table = found.tables.get(number=1)
    seats = list(table.seats.order_by("-place").values_list("entrant__number", flat=True))
    scores = ", ".join(f"{number} {50 - 10 * place}" for place, number in enumerate(seats))
    page.goto(f"/tournaments/{found.slug}/staff/rulings/")
    fill(page, "Table", "1")
    fill(page, "Scores", scores)
    fill(page, "Reason", "The scores were read upside down")
    press(page, "Make this ruling")
    expect(page.locator(".news-item")).to_contain_text("a second referee has to sign it")
    expect(button(page, "Sign")).to_have_count(0)
    theirs = page_of(other)
    theirs.goto(f"/tournaments/{found.slug}/staff/rulings/")
    press(theirs, "Sign")
    theirs.goto(f"/tournaments/{found.slug}/rulings/")
    expect(theirs.get_by_text("The scores were read upside down")).to_be_visible()
    winner = found.entrants.get(number=seats[0])
    theirs.goto(f"/tournaments/{found.slug}/rounds/?stage=1&round=1")
    expect(theirs.locator("#t1 .won")).to_contain_text(winner.name)


def _end(page: Page, found: Tournament) -> None:
    """An announcement, the second round, the final."""
    page.goto(f"/tournaments/{found.slug}/staff/announcements/")
    fill(page, "Subject", "The second round")
    fill(page, "Text", "It begins today.")
    press(page, "Send")
    expect(page.get_by_text("The second round").last).to_be_visible()
    director.run_due_steps(found.pk)
    page.goto(f"/tournaments/{found.slug}/staff/rounds/")
    press(page, "Publish the draw")
    director.run_due_steps(found.pk)
    while finish_all(found):
        pass
    found.refresh_from_db()
    assert found.state == Phase.FINISHED
    page.goto(f"/tournaments/{found.slug}/bracket/")
    [champion, *_level] = found.tables.order_by("-number")[0].seats.filter(place=1)
    expect(page.locator(".bout .on").first).to_contain_text(champion.entrant.name)


def _check(page: Page, found: Tournament) -> None:
    """The file of everything is taken home, brought back and reckoned again."""
    page.goto(f"/tournaments/{found.slug}/standings/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Everything as JSON").click()
    go(page.get_by_role("link", name="and how to check it"))
    page.get_by_label("The JSON file of a tournament").set_input_files(
        {"name": "cup.json", "mimeType": "application/json", "buffer": download.value.path().read_bytes()}
    )
    go(button(page, "Check it"))
    expect(page.get_by_text("follow from its tables, to the last digit")).to_be_visible()


# --- without barriers


@pytest.fixture
def cup(host) -> Tournament:
    return second_round(host)


def test_the_bracket_has_no_barriers_and_scrolls_in_itself(page_of, host, axe):
    found = TournamentBuilder(FINAL, **AT_ONCE).entrants(16).started().directed().build()
    finish_all(found)
    page = page_of(host)
    page.goto(f"/tournaments/{found.slug}/bracket/")
    expect(page.get_by_text("to the final")).to_have_count(4)
    axe(page)


def test_the_desk_has_no_barriers(page, cup, axe):
    TournamentTable.objects.filter(tournament=cup, state="started").update(deadline=LONG_AGO)
    page.goto(f"/tournaments/{cup.slug}/staff/rulings/?table=1")
    expect(page.get_by_label("Score of")).to_have_count(3)
    axe(page)
    page.goto(f"/tournaments/{cup.slug}/staff/")
    page.locator("summary", has_text="More").first.click()
    page.get_by_label("Reason").first.fill("A storm")
    go(page.get_by_role("button", name="Pause", exact=True).first)
    expect(page.get_by_text("paused for")).to_be_visible()
    axe(page)


def test_mistakes_in_the_set_up_have_no_barriers(page, host, axe):
    found = drafts.create_draft(host, "Danube Cup", "citadels", "heats")
    page.goto(f"/tournaments/{found.slug}/staff/settings/2/")
    page.locator("#id_s1-size").fill("99")
    go_on(page)
    expect(page.get_by_text("Please check what is marked below.")).to_be_visible()
    axe(page)
    page.goto(f"/tournaments/{found.slug}/staff/settings/2/")
    page.locator("#id_s1-go_on").fill("1")
    go_on(page)
    expect(page.locator(".cannot")).to_be_visible()
    axe(page)


def test_the_set_up_works_without_scripts(page_of, host):
    found = drafts.create_draft(host, "Danube Cup", "citadels", "heats")
    plain = page_of(host, java_script_enabled=False)
    plain.goto(f"/tournaments/{found.slug}/staff/settings/3/")
    plain.get_by_label("Correspondence").check()
    go_on(plain)
    expect(plain.get_by_label("Fewest people")).to_be_visible()
    assert found.stages.get(number=1).settings.pace


def test_tabs_scroll_on_a_phone_and_the_keyboard_reaches_them(page, cup):
    page.goto(f"/tournaments/{cup.slug}/standings/")
    tabs = page.get_by_role("navigation", name="Pages of this tournament")
    assert tabs.evaluate("nav => nav.scrollWidth > nav.clientWidth")
    last = tabs.get_by_role("link").last
    last.focus()
    expect(last).to_be_in_viewport()


def test_a_challenge_is_made_and_accepted(page_of):
    found = TournamentBuilder(LADDER, least=2, check_in_hours=0).build()
    people = register_entrants(found, 3)
    assert found.owner is not None
    lifecycle.begin_tournament_now(found.pk, found.owner)
    director.run_due_steps(found.pk)
    one, other = people[0], people[1]
    page = page_of(one.user)
    page.goto(f"/tournaments/{found.slug}/")
    page.get_by_label(re.compile(rf"{other.name}$")).check()
    press(page, "Challenge them")
    theirs = page_of(other.user)
    theirs.goto(f"/tournaments/{found.slug}/")
    expect(theirs.get_by_role("heading", name="Your turn")).to_be_visible()
    press(theirs, "I accept")
    assert found.tables.get().state == TournamentTable.State.STARTED
