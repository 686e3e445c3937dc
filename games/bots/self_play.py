"""Self-play: games between bots only."""

from collections.abc import Mapping
from random import Random
from typing import Any

from games.bots.bot import Bot
from games.rules.core.agenda import Position
from games.rules.core.records.record import RecordedMove
from games.rules.core.ruleset import Ruleset

MAX_MOVES = 20_000  # moves; a real game has far fewer


class EndlessGame(RuntimeError):
    """A bug of ours: a game that never ends."""


def play_to_end(
    rules: Ruleset[Any], position: Any, bots: Mapping[str, Bot], limit: int = MAX_MOVES
) -> list[RecordedMove]:
    """Play this position to the end of the game, in place, and return the moves."""
    plays: list[RecordedMove] = []
    while not rules.over(position):
        if len(plays) == limit:
            raise EndlessGame(f"the game is not over after {limit} moves")
        plays.append(play_one_move(rules, position, bots))
    return plays


def play_one_move(rules: Ruleset[Any], position: Any, bots: Mapping[str, Bot]) -> RecordedMove:
    """Let a seat that has to decide make its move."""
    seat = pick_awaited_seat(rules, position)
    bot = bots[seat]
    view = rules.view(position, seat) if bot.needs_view else {}
    move = bot.choose(view, rules.offers(position, seat))
    rules.play(position, seat, move)
    return RecordedMove(seat, move)


def pick_awaited_seat(rules: Ruleset[Any], position: Position) -> str:
    """Pick who answers next. Of several that are asked at once any may be first; the game's seed decides."""
    seats = rules.awaits(position)
    if len(seats) == 1:
        return seats[0]
    return Random(f"{position.rng.seed}/{position.rng.drawn}/{position.agenda[-1]}").choice(seats)
