"""What the tests of this folder share."""

import pytest
from django.test import Client

from games.models import Game, Seat
from tests.helpers.pages import client_of
from tests.helpers.tables import table


@pytest.fixture
def game() -> Game:
    return table(3, visibility="nobody")


@pytest.fixture
def seat(game) -> Seat:
    """One that is not asked."""
    return game.seats.filter(decision__isnull=True).select_related("user", "game").first()


@pytest.fixture
def client(seat) -> Client:
    return client_of(seat.user)
