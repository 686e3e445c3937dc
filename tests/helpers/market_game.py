"""A running game of the toy ruleset “Market day”, for tests of what holds for every game."""

import pytest

from games.models import Game
from games.play.lobby import tables
from games.rules import registry
from tests.helpers.factories import UserFactory
from tests.helpers.rulesets.market_day import MARKET_DAY


@pytest.fixture
def market(monkeypatch) -> Game:
    """Three people who are asked at the same time."""
    monkeypatch.setitem(registry.RULESETS, "market_day", MARKET_DAY)
    game = tables.open_table(UserFactory(), tables.NewTable("Market", "market_day", {}, 3, is_open=True))
    for _ in range(2):
        tables.join_table(game.pk, UserFactory())
    game.refresh_from_db()
    return game
