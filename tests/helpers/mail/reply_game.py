"""Somebody who is asked and answers by mail, for tests."""

import pytest

from games.models import Game, GameLogEntry, Seat
from tests.helpers.tables import awaited, table, written

TURN = {
    "round": 4,
    "called": "merchant",
    "begun": True,
    "gathered": False,
    "{0}": {
        "characters": ["merchant"],
        "hand": ["tavern", "market", "palace"],
        "gold": 3,
        "city": ["temple"],
    },
    "{1}": {"characters": ["king"], "hand": ["harbor"], "gold": 6, "city": ["keep"]},
    "{2}": {"characters": ["bishop"], "hand": ["docks"], "gold": 2, "city": []},
}


@pytest.fixture
def game() -> Game:
    game = table(3)
    written(game, TURN)
    return game


@pytest.fixture
def seat(game: Game) -> Seat:
    return awaited(game)


def moves(game: Game) -> list[str]:
    own = GameLogEntry.objects.filter(game=game, kind=GameLogEntry.Kind.MOVE, how=GameLogEntry.How.REPLY)
    return list(own.order_by("number").values_list("text", flat=True))
