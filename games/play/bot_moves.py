"""Bots play through the same door as everybody else, one move at a time."""

from datetime import timedelta
from typing import Any

from games.bots.arena import BOTS
from games.models import Game, Seat
from games.play import times
from games.play.errors import DoorError
from games.play.origin import How, from_house
from games.play.service import play
from games.play.wake import BOTS_MOVE, ring
from games.rules import registry
from games.rules.core.notation import Move
from games.rules.core.ruleset import Ruleset

AT_A_TIME = 200  # moves of one task; then the bell is rung again, so that no table keeps a worker
PATIENCE = timedelta(seconds=20)  # a bot that has not moved for so long was not woken


def play_on(game_id: int) -> int:
    """Let the bots move until a person is asked; return how many moves they made."""
    for made in range(AT_A_TIME):
        if not _one_move(game_id):
            return made
    ring(BOTS_MOVE, game_id)
    return AT_A_TIME


def _one_move(game_id: int) -> bool:
    seat = (
        Seat.objects.filter(game_id=game_id, game__state=Game.State.RUNNING, decision__isnull=False)
        .exclude(bot="")
        .select_related("game")
        .order_by("decision", "place")
        .first()
    )
    if seat is None or seat.decision is None:
        return False
    # whoever is asked twice for the same decision writes the same key: the second one changes nothing
    origin = from_house(How.BOT, f"bot/{seat.pk}/{seat.decision}")
    try:
        play(game_id, seat.name, [_choice(seat)], origin, decision=seat.decision)
    except DoorError:
        return True  # another worker was faster: look again
    return True


def _choice(seat: Seat) -> str:
    rules = registry.get(seat.game.ruleset)
    position = rules.load(seat.game.position)
    return str(choice(rules, position, seat.name, bot=seat.bot, decision=seat.decision))


def choice(rules: Ruleset[Any], position: Any, seat: str, *, bot: str, decision: int | None) -> Move:
    """What this bot does with what the seat sees. Nobody can foresee it, and asked again it is the same."""
    player = BOTS[bot](rules, f"{position.rng.seed}/{seat}/{decision}")
    return player.choose(rules.view(position, seat), rules.offers(position, seat))


def sweep() -> int:
    """Ring for the tables whose bots were not woken."""
    waiting = (
        Seat.objects.filter(game__state=Game.State.RUNNING, asked_at__lt=times.now() - PATIENCE)
        .exclude(bot="")
        .values_list("game_id", flat=True)
        .distinct()
    )
    for game_id in waiting:
        ring(BOTS_MOVE, game_id)
    return len(waiting)
