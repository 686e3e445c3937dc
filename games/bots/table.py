"""A table where only bots sit."""

from collections.abc import Mapping
from typing import Any

from games.rules.core.record import Play
from games.rules.core.ruleset import Ruleset

from .player import Bot

FAR_TOO_MANY = 20_000  # moves; no game of ours comes near it


class EndlessGame(RuntimeError):
    """A bug of ours: a game that does not come to its end."""


def play_out(
    rules: Ruleset[Any], position: Any, bots: Mapping[str, Bot], limit: int = FAR_TOO_MANY
) -> list[Play]:
    """Play this game to its end, in place, and return the moves that were made."""
    plays: list[Play] = []
    while not rules.over(position):
        if len(plays) == limit:
            raise EndlessGame(f"the game is not over after {limit} moves")
        plays.append(play_one(rules, position, bots))
    return plays


def play_one(rules: Ruleset[Any], position: Any, bots: Mapping[str, Bot]) -> Play:
    """Let the first seat that is awaited make its move."""
    seat = rules.awaits(position)[0]
    bot = bots[seat]
    view = rules.view(position, seat) if bot.looks else {}
    move = bot.choose(view, rules.offers(position, seat))
    rules.play(position, seat, move)
    return Play(seat, move)
