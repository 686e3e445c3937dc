"""Somebody whom emails do not reach: a banner on every page, and a button that puts it right."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.helpers.browser.steps import cookie, go
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
    expect(page.get_by_text("letters do not reach this player")).to_be_visible()
    axe(page)
    go(page.get_by_role("button", name="Try again"))
    expect(page).to_have_url(re.compile("/games/$"))
    expect(page.get_by_text("Letters do not reach you")).to_have_count(0)
    ann.refresh_from_db()
    assert ann.is_reachable
