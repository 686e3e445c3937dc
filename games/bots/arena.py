"""The arena: bots play each other over many games.

Each deal is played once in every rotation of the bots, so that each bot has every seat, and the
cards dealt to it, equally often; the order around the table is random for each deal. A game depends
only on its number and the seed, so the results are the same for any number of processes.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import sqrt
from random import Random
from typing import Any

import msgspec

from games.bots.bot import Bot
from games.bots.parallel import run_in_parallel
from games.bots.rule_based_bot import RuleBasedBot, SparringBot
from games.bots.self_play import play_to_end
from games.rules.core.errors import BadOptions
from games.rules.core.ruleset import Ruleset

from .random_bot import RandomBot

Rules = Ruleset[Any]
BotMaker = Callable[[Rules, str], Bot]  # rules and seed

BOTS: dict[str, BotMaker] = {
    "random": lambda rules, seed: RandomBot(seed),
    "rule_based": RuleBasedBot,
}
NORMAL_95 = 1.959964  # how many standard deviations hold 95 % of a normal distribution


class Contest(msgspec.Struct, frozen=True):
    """Which bots play, with which options and seed."""

    bots: tuple[str, ...]
    options: dict[str, Any]
    seed: str


class ArenaResult(msgspec.Struct, frozen=True):
    """The wins of one bot; a shared victory counts as a fraction of a win."""

    bot: str
    wins: float
    games: int

    @property
    def share(self) -> float:
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        return compute_wilson_interval(self.wins, self.games)


def compute_wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """The 95 % Wilson confidence interval of the share of wins."""
    share, square = wins / games, NORMAL_95**2
    middle = share + square / (2 * games)
    width = NORMAL_95 * sqrt(share * (1 - share) / games + square / (4 * games**2))
    scale = 1 + square / games
    return max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale)


def list_contestants(rules: Rules) -> dict[str, BotMaker]:
    """The bots that can play this game in the arena: those of every game, and its sparring partners."""
    return BOTS | {
        name: lambda rules, seed, name=name: SparringBot(name, rules.advice.sparring[name], seed)
        for name in rules.advice.sparring
    }


def run_contest(
    rules: Rules, contest: Contest, games: int, processes: int | None = None
) -> list[ArenaResult]:
    """Play so many games and count the wins of each bot, in the order of the contest."""
    _check_contest(rules, contest)
    wins = [0.0] * len(contest.bots)
    for won in run_in_parallel(partial(play_game, rules, contest), games, processes):
        for bot, part in enumerate(won):
            wins[bot] += part
    return [ArenaResult(bot, won, games) for bot, won in zip(contest.bots, wins, strict=True)]


def _check_contest(rules: Rules, contest: Contest) -> None:
    """Raise BadOptions if this contest cannot be played."""
    known = list_contestants(rules)
    for name in contest.bots:
        if name not in known:
            raise BadOptions(f"There is no bot “{name:.40}”. There is: {', '.join(known)}.")
    if len(contest.bots) not in rules.seats:
        raise BadOptions(f"This game is for {rules.seats[0]} to {rules.seats[-1]} bots.")
    rules.setup.clean(len(contest.bots), contest.options, contest.seed)


def play_game(rules: Rules, contest: Contest, number: int) -> list[float]:
    """Play one game to its end; return the share of the victory for each bot."""
    deal, rotation = divmod(number, len(contest.bots))
    order = _draw_seat_order(contest, deal, rotation)
    seats = [f"Seat{place}" for place in range(1, len(order) + 1)]
    position, _events = rules.new(seats, contest.options, f"{contest.seed}/{deal}")
    makers = list_contestants(rules)
    bots = {
        seat: makers[contest.bots[bot]](rules, f"{contest.seed}/{number}/{seat}")
        for seat, bot in zip(seats, order, strict=True)
    }
    play_to_end(rules, position, bots)
    return _divide_victory(rules.winners(position), dict(zip(seats, order, strict=True)))


def _draw_seat_order(contest: Contest, deal: int, rotation: int) -> list[int]:
    """The bots by seat, clockwise."""
    order = list(range(len(contest.bots)))
    Random(f"{contest.seed}/{deal}/seats").shuffle(order)
    return order[rotation:] + order[:rotation]


def _divide_victory(winners: Sequence[str], bot_at: Mapping[str, int]) -> list[float]:
    """Divide one win evenly between the bots of the winning seats."""
    parts = [0.0] * len(bot_at)
    for seat in winners:
        parts[bot_at[seat]] += 1 / len(winners)
    return parts
