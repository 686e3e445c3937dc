"""Small scripts that help on a page: a search above long lists, and messages that count as seen in view."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Seat
from games.play import chat
from tests.helpers.browser.steps import cookie
from tests.helpers.factories import UserFactory
from tests.helpers.tables import awaited, table

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_search_narrows_the_list_of_time_zones_and_chooses_what_it_finds(context, live_server):
    context.add_cookies([cookie(UserFactory(time_zone="Europe/Budapest"), live_server.url)])
    page = context.new_page()
    page.goto("/accounts/")
    zones, search = page.locator("select[name=time_zone]"), page.locator(".list-search")
    search.fill("zágr")  # accents make no difference
    expect(zones.locator("option")).to_have_count(1)
    expect(zones).to_have_value("Europe/Zagreb")
    search.fill("no such city")
    expect(zones).to_have_value("Europe/Zagreb")
    search.fill("")
    expect(zones).to_have_value("Europe/Zagreb")
    assert zones.locator("option").count() > 300


def test_messages_count_as_seen_when_they_come_into_view(sit):
    seat = awaited(table(2))
    other = seat.game.seats.exclude(pk=seat.pk).select_related("user")[0]
    message = chat.post_message(seat.game, other, "Hello", key="k")
    page: Page = sit(seat)
    assert Seat.objects.get(pk=seat.pk).chat_read_until == 0
    with page.expect_response("**/chat/read/"):
        page.locator(".mark-read").scroll_into_view_if_needed()
    assert Seat.objects.get(pk=seat.pk).chat_read_until == message.pk
