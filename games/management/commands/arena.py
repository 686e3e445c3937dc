"""manage.py arena: let bots play each other and see who wins how often."""

import time
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.arena import BOTS, ArenaResult, Contest, run_contest
from games.management.arguments import (
    FIRST_GAME,
    find_ruleset,
    parse_handles,
    parse_options,
    parse_positive,
    parse_seed,
)
from games.rules.core.errors import RulesError


class Command(BaseCommand):
    help = "Let bots play each other; print how often each has won, in per cent, with a 95 % interval."
    requires_system_checks: list[str] = []  # no database, no settings: only the rules

    def add_arguments(self, parser: ArgumentParser) -> None:
        known = ", ".join(BOTS)
        parser.add_argument("--game", default=FIRST_GAME, help=f"which one ({FIRST_GAME})")
        parser.add_argument(
            "--bots",
            required=True,
            type=parse_handles,
            metavar="BOT,BOT,...",
            help=f"one for each seat: {known}, or a sparring partner of the game",
        )
        parser.add_argument("--games", type=parse_positive, default=400, metavar="N", help="how many (400)")
        parser.add_argument("--options", type=parse_options, default={}, metavar="JSON", help="of the game")
        parser.add_argument("--seed", type=parse_seed, default="1", help="other seeds make other games (1)")
        parser.add_argument(
            "--processes", type=parse_positive, metavar="N", help="left out: one for each core"
        )

    def handle(
        self,
        *,
        game: str,
        bots: list[str],
        games: int,
        options: Mapping[str, Any],
        seed: str,
        processes: int | None,
        **_: Any,
    ) -> None:
        contest = Contest(tuple(bots), dict(options), seed)
        began = time.monotonic()
        try:
            results = run_contest(find_ruleset(game), contest, games, processes)
        except RulesError as error:
            raise CommandError(str(error)) from error
        self._print_results(results, games / (time.monotonic() - began))

    def _print_results(self, results: list[ArenaResult], pace: float) -> None:
        width = max(len(result.bot) for result in results)
        for result in results:
            low, high = (f"{100 * end:.1f}" for end in result.interval)
            share = f"{100 * result.share:5.1f} %"
            self.stdout.write(f"{result.bot:{width}}  {share}  (95 % interval: {low} to {high} %)")
        self.stdout.write(f"{results[0].games} games, {pace:.1f} games per second")
