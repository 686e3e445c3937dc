"""More time in a browser: asked for at the table, granted there and by the link, without barriers."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from games.clock.pace import Pace
from games.links import kinds
from games.models import ExtensionRequest, Game, Seat
from games.play.deadlines import extensions
from games.play.transaction.origin import by_user
from tests.helpers.browser.steps import cookie, go
from tests.helpers.messages.clock import (
    ASK_THE_TABLE,
    GRANT_HOURS,
    HAS_HOURS_MORE,
    HOURS_FIELD,
    TABLE_GIVES_HOURS,
    YOU_HAVE_ASKED_FOR_HOURS,
)
from tests.helpers.pages import url
from tests.helpers.tables import awaited, table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> Game:
    return table(3, pace=Pace(hours=timedelta(hours=48)))


def granter_of(seat: Seat) -> Seat:
    return seat.game.seats.exclude(pk=seat.pk).select_related("user").first()


def test_more_time_is_asked_for_without_a_barrier(context, page, axe, live_server, game):
    seat = awaited(game)
    context.add_cookies([cookie(seat.user, live_server.url)])
    page.goto(url(game))
    page.locator("#the-time > summary").click()
    page.get_by_label(HOURS_FIELD.fill(most=48)).fill("30")
    axe(page)
    go(page.get_by_role("button", name=ASK_THE_TABLE))
    page.locator("#the-time > summary").click()
    expect(page.get_by_text(YOU_HAVE_ASKED_FOR_HOURS.fill(hours=30))).to_be_visible()
    axe(page)
    assert ExtensionRequest.objects.get().hours == 30


def test_another_player_grants_at_the_table(context, page, axe, live_server, game):
    seat = awaited(game)
    extensions.request_extension(game.pk, seat.name, 24, by_user(seat.user))
    context.add_cookies([cookie(granter_of(seat).user, live_server.url)])
    page.goto(url(game))
    axe(page)
    go(page.get_by_role("button", name=GRANT_HOURS.fill(name=seat.name, hours=24)))
    expect(page.locator("#record")).to_contain_text(TABLE_GIVES_HOURS.fill(seat=seat.name, n=24))
    assert ExtensionRequest.objects.get().granted_at is not None


def test_the_link_of_a_email_grants_without_signing_in(page, axe, game):
    seat = awaited(game)
    extension = extensions.request_extension(game.pk, seat.name, 24, by_user(seat.user))
    granter = granter_of(seat)
    page.goto(
        f"/x/{kinds.EXTENSION.sign(kinds.ExtensionLink.for_user(extension.pk, granter.user, granter))}/"
    )
    go(page.get_by_role("button", name=GRANT_HOURS.fill(name=seat.name, hours=24)))
    expect(page.get_by_role("heading", name=HAS_HOURS_MORE.fill(name=seat.name, n=24))).to_be_visible()
    axe(page)
