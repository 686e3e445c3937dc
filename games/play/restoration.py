"""What a restored backup means for the games: which letters are stale, and whose time it was.

Whatever was played after the backup is gone, but its emails are in people's boxes. Questions are numbered by
the log, so the next ones would get the numbers of those that are gone, and an old email would answer a new
question. So the log of each running game skips some numbers, with an entry that says why.
"""

from datetime import datetime, timedelta

from django.db import transaction

from accounts import server_time
from games.models import Game, GameLogEntry
from games.play.deadlines import outages
from games.play.transaction.locked_game import LockedGame
from games.play.transaction.origin import How, by_server

MIN_SKIPPED_NUMBERS = 1000
SKIPPED_PER_MINUTE = 10  # more than any game goes on, so that a backup may be restored twice


def record_restoration(made_at: datetime) -> int:
    """Give everybody the time since the backup, and tell the players; return how many games there are."""
    outages.record_restoration(made_at)
    running = Game.objects.filter(state__in=[Game.State.RUNNING, Game.State.PAUSED]).order_by("pk")
    games = list(running.values_list("pk", flat=True))
    minutes = (server_time.now() - made_at) // timedelta(minutes=1)
    for game in games:
        _skip_numbers(game, MIN_SKIPPED_NUMBERS + SKIPPED_PER_MINUTE * minutes)
    return len(games)


@transaction.atomic
def _skip_numbers(game_id: int, number: int) -> None:
    locked_game = LockedGame(game_id, by_server(How.CLOCK))
    locked_game.clear_undo()
    locked_game.game.log_length += number
    locked_game.add_log_row(GameLogEntry.Kind.RESTORE, "restore")
    locked_game.save()
