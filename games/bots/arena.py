"""Bots against each other, over many games.

A deal is played once in every rotation of the bots, so that each of them has every seat, and
what the deal gives to it, as often as the others; who sits beside whom is drawn by lot for each deal.
A game hangs only on its number and the seed: it does not matter how many processes share the work.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import sqrt
from random import Random
from typing import Any

import msgspec

from games.rules.core.errors import BadOptions
from games.rules.core.ruleset import Ruleset

from .player import Bot
from .random_bot import RandomBot
from .rules_of_thumb import RulesOfThumbBot
from .spread import spread
from .table import play_out

Rules = Ruleset[Any]

BOTS: dict[str, Callable[[Rules, str], Bot]] = {
    "random": lambda rules, seed: RandomBot(seed),
    "thumb": RulesOfThumbBot,
}
NORMAL_95 = 1.959964  # how many standard deviations hold 95 % of a normal distribution


class Contest(msgspec.Struct, frozen=True):
    """Who plays what."""

    bots: tuple[str, ...]
    options: dict[str, Any]
    seed: str


class Result(msgspec.Struct, frozen=True):
    """How one bot has done; a shared victory is a fraction of a win for each."""

    bot: str
    wins: float
    games: int

    @property
    def share(self) -> float:
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Where the true share of wins lies, 95 times out of 100."""
    share, square = wins / games, NORMAL_95**2
    middle = share + square / (2 * games)
    width = NORMAL_95 * sqrt(share * (1 - share) / games + square / (4 * games**2))
    scale = 1 + square / games
    return max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale)


def hold(rules: Rules, contest: Contest, games: int, processes: int | None = None) -> list[Result]:
    """Play so many games and count the wins of each bot, in the order in which they were named."""
    _check(rules, contest)
    wins = [0.0] * len(contest.bots)
    for won in spread(partial(play_game, rules, contest), games, processes):
        for bot, part in enumerate(won):
            wins[bot] += part
    return [Result(bot, won, games) for bot, won in zip(contest.bots, wins, strict=True)]


def _check(rules: Rules, contest: Contest) -> None:
    """Say what is wrong before anything is played."""
    for name in contest.bots:
        if name not in BOTS:
            raise BadOptions(f"There is no bot “{name:.40}”. There is: {', '.join(BOTS)}.")
    if len(contest.bots) not in rules.seats:
        raise BadOptions(f"This game is for {rules.seats[0]} to {rules.seats[-1]} bots.")
    rules.clean(len(contest.bots), contest.options, contest.seed)


def play_game(rules: Rules, contest: Contest, number: int) -> list[float]:
    """Play one game to its end; for each bot its part of the victory."""
    deal, rotation = divmod(number, len(contest.bots))
    order = _order(contest, deal, rotation)
    seats = [f"Seat{place}" for place in range(1, len(order) + 1)]
    position, _events = rules.new(seats, contest.options, f"{contest.seed}/{deal}")
    bots = {
        seat: BOTS[contest.bots[bot]](rules, f"{contest.seed}/{number}/{seat}")
        for seat, bot in zip(seats, order, strict=True)
    }
    play_out(rules, position, bots)
    return _parts(rules.winners(position), dict(zip(seats, order, strict=True)))


def _order(contest: Contest, deal: int, rotation: int) -> list[int]:
    """Which bot sits where, clockwise."""
    order = list(range(len(contest.bots)))
    Random(f"{contest.seed}/{deal}/seats").shuffle(order)
    return order[rotation:] + order[:rotation]


def _parts(winners: Sequence[str], bot_at: Mapping[str, int]) -> list[float]:
    parts = [0.0] * len(bot_at)
    for seat in winners:
        parts[bot_at[seat]] += 1 / len(winners)
    return parts
