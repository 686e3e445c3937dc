"""What the tests of this folder share."""

import pytest

from games.models import Game, Seat
from tests.helpers.mail.reply_game import TURN
from tests.helpers.tables import awaited, table, written


@pytest.fixture
def game() -> Game:
    game = table(3)
    written(game, TURN)
    return game


@pytest.fixture
def seat(game: Game) -> Seat:
    return awaited(game)
