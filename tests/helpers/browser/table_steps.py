"""The table in a browser, for tests: whose seat it is, and positions worth looking at."""

import pytest
from playwright.sync_api import BrowserContext, Page

from games.models import Game, Seat
from tests.helpers.browser.steps import address, cookie

HAND = ["tavern", "market", "docks", "castle"]


KING = {
    "called": "king",
    "{0}": {"characters": ["king"], "gold": 3, "hand": HAND, "city": ["manor", "temple"]},
}


MAGICIAN = {"called": "magician", "{0}": {"characters": ["magician"], "hand": HAND}}


@pytest.fixture
def sit(context: BrowserContext, live_server):
    """Let the browser be signed in as the owner of a seat, and look at the table."""

    def look(seat: Seat, more: str = "") -> Page:
        context.add_cookies([cookie(seat.user, live_server.url)])
        page = context.new_page()
        page.goto(address(seat.game, more))
        return page

    return look


def others_of(game: Game) -> Seat:
    return game.seats.filter(decision__isnull=True).select_related("user", "game").first()
