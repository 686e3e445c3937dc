"""Does every stored game come out as it did, with the rules as they are now?"""

from collections.abc import Iterator

import msgspec
from django.db.models import Q, QuerySet

from games.models import Game
from games.models.game import load_game_and_seats
from games.queries.game_view import GameView
from games.queries.replay import Replay
from games.rules.core.errors import RulesError

STARTED = Q(started_at__isnull=False)


class ReplayedGame(msgspec.Struct, frozen=True):
    """A game that was played again, and how it differs; an empty reason if it does not."""

    key: str
    name: str
    ruleset: str
    state: str
    moves: int
    reason: str


def replay_games(games: QuerySet[Game]) -> Iterator[ReplayedGame]:
    """Play these games again, one at a time, and compare each with what is stored."""
    for number in games.filter(STARTED).order_by("pk").values_list("pk", flat=True).iterator():
        yield _replay_game(number)


def _replay_game(number: int) -> ReplayedGame:
    """Play a game again as everybody sees it when it is over; its position must load, too."""
    game, seats = load_game_and_seats(number)
    moves, reason = 0, ""
    try:
        replay = Replay(GameView(game, seats, None, "en"))
        *_before, last = replay.frames()
        moves = last.number
        replay.check_final_position(last.position)
    except RulesError as error:
        reason = str(error)
    except Exception as error:  # a mended rule may break in any way; the other games are still to be seen
        reason = f"{type(error).__name__}: {error}"
    return ReplayedGame(game.key, game.name, game.ruleset, game.state, moves, reason)
