"""Somebody whom letters do not reach: a banner on every page, and a button that puts it right."""

import pytest
from django.utils import timezone

from tests.browser.test_table import cookie
from tests.play.tables import table
from tests.views.pages import url

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_banner_tells_and_its_button_puts_it_right(context, page, axe, live_server):
    game = table(2)
    ann = game.creator
    ann.unreachable_since = timezone.now()
    ann.save()
    context.add_cookies([cookie(ann, live_server.url)])
    page.goto(url(game))
    assert page.get_by_text("letters do not reach this player").is_visible()
    axe(page)
    page.get_by_role("button", name="Try again").click()
    page.wait_for_url("**/games/")
    assert page.get_by_text("Letters do not reach you").count() == 0
    ann.refresh_from_db()
    assert ann.is_reachable
