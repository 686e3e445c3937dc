"""What the tests of this folder share."""

import pytest

from games.models import Game
from tests.helpers.factories import UserFactory
from tests.helpers.tables import advice, awaited, move, table


@pytest.fixture
def ann():
    return UserFactory(handle="Ann")


@pytest.fixture
def game() -> Game:
    """Somebody is on turn, and can take gold or cards."""
    game = table(3, visibility="nobody")
    while (line := advice(seat := awaited(game))) != "gold":
        move(seat, line)
    game.refresh_from_db()
    return game
