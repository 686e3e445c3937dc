"""Finished games whose players may play again, for tests."""

from typing import Any

from accounts import server_time
from games.models import Game
from tests.helpers.factories import RunningGameFactory


def finished(people: int = 2, *, bots: int = 0, **wish: Any) -> Game:
    """A game that is over, as far as its row says: nobody has played it."""
    game = RunningGameFactory(people=people, bots=bots, **wish)
    Game.objects.filter(pk=game.pk).update(
        state=Game.State.OVER, started_at=game.created_at, ended_at=server_time.now()
    )
    game.refresh_from_db()
    return game
