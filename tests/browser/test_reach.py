"""Somebody whom emails do not reach: a banner on every page, and a button that puts it right."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.helpers.browser.steps import cookie, go
from tests.helpers.messages.clock import PLAYER_UNREACHABLE
from tests.helpers.messages.site import TRY_AGAIN, YOU_ARE_UNREACHABLE
from tests.helpers.pages import url
from tests.helpers.tables import table

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_banner_tells_and_its_button_puts_it_right(context, page, axe, live_server):
    game = table(2)
    ann = game.creator
    ann.unreachable_since = timezone.now()
    ann.save()
    context.add_cookies([cookie(ann, live_server.url)])
    page.goto(url(game))
    expect(page.get_by_text(re.compile(PLAYER_UNREACHABLE.pattern))).to_be_visible()
    axe(page)
    go(page.get_by_role("button", name=TRY_AGAIN))
    expect(page).to_have_url(re.compile("/games/$"))
    expect(page.get_by_text(re.compile(YOU_ARE_UNREACHABLE.pattern))).to_have_count(0)
    ann.refresh_from_db()
    assert ann.is_reachable
