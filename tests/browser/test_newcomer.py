"""A newcomer plays whole games through the pages: a first game, and one at a table of eight."""

import statistics

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.play.lobby import tables
from tests.helpers.browser.newcomer import Newcomer
from tests.helpers.browser.steps import address, cookie, go
from tests.helpers.factories import UserFactory
from tests.helpers.messages.lobby import NUMBER_OF_BOTS, NUMBER_OF_SEATS
from tests.helpers.messages.pages import TRY_IT
from tests.helpers.messages.replay import FINAL_SCORE

pytestmark = pytest.mark.django_db(transaction=True)


SEEDS = ["first", *(pytest.param(seed, marks=pytest.mark.soak) for seed in ("second", "third", "fourth"))]


def deal(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    """The next game is dealt from this seed."""
    monkeypatch.setattr(tables, "generate_seed", lambda: seed)


def play(page: Page, game: Game) -> Newcomer:
    """Play to the end; on the way no page has an error, and none refuses what was offered."""
    newcomer = Newcomer(page, game)
    newcomer.play()
    game.refresh_from_db()
    assert game.state == Game.State.OVER
    expect(page.locator("#decide")).to_have_text(FINAL_SCORE)
    page.goto(address(game, "end/"))
    expect(page.locator("main")).to_contain_text(game.seats.get(bot="").shown_name)
    assert not newcomer.faults
    return newcomer


@pytest.mark.parametrize("seed", SEEDS)
def test_a_newcomer_plays_a_first_game_to_its_end(page: Page, monkeypatch, record_property, seed):
    deal(monkeypatch, seed)
    page.goto("/")
    go(page.get_by_role("button", name=TRY_IT))
    newcomer = play(page, Game.objects.get())
    record_property("sends_by_turn", sorted(newcomer.sends_by_turn.values()))
    assert statistics.median(newcomer.sends_by_turn.values()) == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_a_newcomer_plays_a_game_of_eight_with_seven_bots(
    page: Page, live_server, monkeypatch, record_property, seed
):
    deal(monkeypatch, seed)
    page.context.add_cookies([cookie(UserFactory(), live_server.url)])
    page.goto("/tables/new/")
    page.get_by_label(NUMBER_OF_SEATS, exact=True).select_option("8")
    page.get_by_label(NUMBER_OF_BOTS, exact=True).select_option("7")
    while "/g/" not in page.url:
        go(page.locator("main .button-main").last)
    newcomer = play(page, Game.objects.get())
    record_property("sends_by_turn", sorted(newcomer.sends_by_turn.values()))
    assert statistics.median(newcomer.sends_by_turn.values()) == 1
