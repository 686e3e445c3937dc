"""Games that somebody arranges, for tests."""

import pytest

from accounts.models import User
from games.models import Game
from games.play.lobby import arranged_games
from games.play.lobby.arranged_games import Arrangement
from tests.helpers.factories import UserFactory


def wanted(*who: User | str, **more) -> Arrangement:
    """A game for these, or for three people."""
    people = who or [UserFactory() for _ in range(3)]
    fields = {"key": "round 1/table 1", "name": "Table one", "ruleset": "citadels"} | more
    return Arrangement(seats=[one if isinstance(one, str) else one.pk for one in people], **fields)


def arranged(*who: User | str, **more) -> Game:
    return arranged_games.start_arranged_game(wanted(*who, **more))


@pytest.fixture
def people(transactional_db) -> list[User]:
    return [UserFactory() for _ in range(3)]
