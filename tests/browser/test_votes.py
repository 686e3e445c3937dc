"""Votes and seats that look for a player, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from games.links import kinds
from games.models import Game, Seat, Vote
from games.play import votes
from games.play.transaction.origin import by_user
from tests.helpers.absent_players import replaced
from tests.helpers.browser.steps import cookie, go
from tests.helpers.factories import UserFactory
from tests.helpers.messages.pages import TO_THE_TABLE
from tests.helpers.messages.play import GAME_PAUSED
from tests.helpers.messages.votes import (
    DECISIVE_VOTE,
    PAUSE_THE_GAME,
    TO_VOTE,
    VOTE_AGAINST_THE_PAUSE,
    YOU_ARE_AGAINST_IT,
)
from tests.helpers.tables import advice, play_on, table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> Game:
    found = table(3)
    play_on(found, 30, advice)
    return found


@pytest.fixture
def ann(game: Game) -> Seat:
    """Would like a pause."""
    seat = game.seats.select_related("user")[0]
    votes.cast_vote(game.pk, seat.name, "pause", by_user(seat.user))
    return seat


def test_a_vote_is_given_by_the_link_of_a_email_without_a_script(plain: Page, game, ann):
    bob = game.seats.exclude(pk=ann.pk).select_related("user")[0]
    plain.goto(f"/v/{kinds.VOTE.sign(kinds.VoteLink.for_seat(bob, Vote.objects.get().pk))}/")
    go(plain.get_by_role("button", name=VOTE_AGAINST_THE_PAUSE))
    expect(plain.get_by_text(YOU_ARE_AGAINST_IT)).to_be_visible()
    go(plain.get_by_role("button", name=PAUSE_THE_GAME))
    expect(plain.get_by_role("heading", name=DECISIVE_VOTE)).to_be_visible()
    expect(plain.get_by_text(GAME_PAUSED)).to_be_visible()


def test_a_table_with_a_vote_has_no_barriers(new_context, live_server, game, ann, axe):
    bob = game.seats.exclude(pk=ann.pk).select_related("user")[0]
    context = new_context()
    context.add_cookies([cookie(bob.user, live_server.url)])
    page = context.new_page()
    page.goto(f"/v/{kinds.VOTE.sign(kinds.VoteLink.for_seat(bob, Vote.objects.get().pk))}/")
    go(page.get_by_role("link", name=TO_THE_TABLE))
    page.get_by_role("link", name=TO_VOTE, exact=True).click()
    expect(page.get_by_role("button", name=VOTE_AGAINST_THE_PAUSE)).to_be_in_viewport()
    axe(page)


@pytest.mark.parametrize("width", [360, 1440])
def test_the_page_of_a_seat_that_looks_for_a_player_shows_the_table_at_any_width(
    new_context, live_server, game, axe, width
):
    away = replaced(game)
    context = new_context(viewport={"width": width, "height": 900})
    context.add_cookies([cookie(UserFactory(), live_server.url)])
    page = context.new_page()
    page.goto(f"/g/{game.key}/stand-in/{away.pk}/")
    expect(page.locator(".city")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    axe(page)
