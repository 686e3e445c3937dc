"""Bots move through the same play service as everybody else, one move at a time."""

from datetime import timedelta
from typing import Any

from accounts import server_time
from games.bots.arena import BOTS
from games.models import Game, Seat
from games.play.errors import PlayError
from games.play.moves import play_moves
from games.play.transaction.origin import How, by_server
from games.play.transaction.task_trigger import BOTS_MOVE, send_task
from games.rules import registry
from games.rules.core.notation import Move
from games.rules.core.ruleset import Ruleset

MOVES_PER_TASK = 200  # per task; then the task is sent again, so that no table keeps a worker
STALLED_AFTER = timedelta(seconds=20)  # a bot that has not moved for this long was never triggered


def play_bot_moves(game_id: int) -> int:
    """Let the bots of a game move until a person has to decide; return how many moves they made."""
    for made in range(MOVES_PER_TASK):
        if not _play_one_move(game_id):
            return made
    send_task(BOTS_MOVE, game_id)
    return MOVES_PER_TASK


def _play_one_move(game_id: int) -> bool:
    seat = (
        Seat.objects.filter(game_id=game_id, game__state=Game.State.RUNNING, decision__isnull=False)
        .exclude(bot="")
        .select_related("game")
        .order_by("decision", "place")
        .first()
    )
    if seat is None or seat.decision is None:
        return False
    # a second task for the same decision uses the same key, so it changes nothing
    origin = by_server(How.BOT, f"bot/{seat.pk}/{seat.decision}")
    try:
        play_moves(game_id, seat.name, [_choose_for_seat(seat)], origin, decision=seat.decision)
    except PlayError:
        return True  # another worker was faster: look again
    return True


def _choose_for_seat(seat: Seat) -> str:
    rules = registry.get(seat.game.ruleset)
    position = rules.load(seat.game.position)
    return str(choose_move(rules, position, seat.name, bot=seat.bot, decision=seat.decision))


def choose_move(rules: Ruleset[Any], position: Any, seat: str, *, bot: str, decision: int | None) -> Move:
    """Choose the move of this bot from what its seat can see.

    Its randomness comes from the secret seed of the game: nobody can foresee the move, and asking again gives
    the same one."""
    player = BOTS[bot](rules, f"{position.rng.seed}/{seat}/{decision}")
    return player.choose(rules.view(position, seat), rules.offers(position, seat))


def trigger_stalled_bots() -> int:
    """Send the task again for games whose bots should have moved by now; return how many were sent."""
    waiting = (
        Seat.objects.filter(game__state=Game.State.RUNNING, asked_at__lt=server_time.now() - STALLED_AFTER)
        .exclude(bot="")
        .values_list("game_id", flat=True)
        .distinct()
    )
    for game_id in waiting:
        send_task(BOTS_MOVE, game_id)
    return len(waiting)
