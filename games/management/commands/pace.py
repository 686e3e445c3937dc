"""manage.py pace: how long do games take, with orders and without?"""

import argparse
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.clock.pace import PRESETS
from games.management.arguments import FIRST_GAME, find_ruleset, parse_options, parse_positive, parse_seed
from games.management.simulation import wait_counts
from games.management.simulation.decisions import MODES, Mode
from games.management.simulation.people import ZONES, SimulatedHabits
from games.management.simulation.report import compute_answer_shares, compute_table_spread, format_report
from games.management.simulation.runner import LOOKS_PER_DAY, Trial, play_trial
from games.management.simulation.tally import SimulationTally
from games.rules.core.errors import RulesError

SECONDS = 5  # between two lines of progress
GAMES_TO_COUNT = 200  # games of each kind and size


class Command(BaseCommand):
    help = "Simulate people who play whole games by mail: how long they take, and what is waited for."
    requires_system_checks: list[str] = []  # no database, no emails: only rules and clocks

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default=FIRST_GAME, help=f"which one ({FIRST_GAME})")
        parser.add_argument("--seats", type=parse_positive, default=5, metavar="N", help="at a table (5)")
        parser.add_argument("--people", type=parse_positive, default=200, metavar="N", help="in all (200)")
        parser.add_argument(
            "--games", type=parse_positive, metavar="N", help="left out: everybody plays once"
        )
        parser.add_argument("--preset", choices=PRESETS, default="daily", help="the pace (daily)")
        parser.add_argument(
            "--looks", type=_parse_looks, metavar="K", help="at the mail, a day; left out: as the pace is"
        )
        parser.add_argument(
            "--mood", type=_parse_share, default=0.8, metavar="SHARE", help="of the looks answer (0.8)"
        )
        parser.add_argument(
            "--away", type=_parse_share, default=0.05, metavar="SHARE", help="of all days (0.05)"
        )
        parser.add_argument("--zones", choices=ZONES, default="world", help="where they live (world)")
        parser.add_argument("--mode", choices=MODES, help="left out: one after the other")
        parser.add_argument("--options", type=parse_options, default={}, metavar="JSON", help="of the game")
        parser.add_argument("--seed", type=parse_seed, default="1", help="other seeds make other people (1)")
        parser.add_argument(
            "--processes", type=parse_positive, metavar="N", help="left out: one for each core"
        )
        parser.add_argument("--counts", action="store_true", help="count waits among bots, for the forecasts")

    def handle(self, *, game: str, counts: bool, **given: Any) -> None:
        try:
            if counts:
                self._count(game, **given)
            else:
                self._simulate(_build_trial(game, **given), **given)
        except RulesError as error:
            raise CommandError(str(error)) from error

    # --- people

    def _simulate(
        self, trial: Trial, *, preset: str, mode: Mode | None, processes: int | None, **_: Any
    ) -> None:
        trial.rules.setup.clean(trial.seats, trial.options, trial.seed)
        habits = trial.habits
        self.stdout.write(
            f"{trial.rules.slug} for {trial.seats}, {trial.games} games of {trial.people} people who look"
            f" {habits.looks:g} times a day and are away {100 * habits.away:g} % of all days; {preset}"
        )
        modes = [mode] if mode else list(MODES)
        played = {mode: list(self._play_with_progress(trial, mode, processes)) for mode in modes}
        self.stdout.write("\n".join(["", *format_report(played)]))
        self.stdout.write("\n" + self._format_forecast_constants(played[modes[0]], trial))

    def _format_forecast_constants(self, games: list[SimulationTally], trial: Trial) -> str:
        """Format the constants of the forecast, taken from the games of the first column."""
        shares = ", ".join(f"{share:.2f}" for share in compute_answer_shares(games, trial.pace))
        spread = compute_table_spread(games)
        return f"a wait takes of the time for a decision: {shares}; tables differ by {spread:.2f}"

    def _play_with_progress(
        self, trial: Trial, mode: Mode, processes: int | None
    ) -> Iterator[SimulationTally]:
        """Play the games and print the progress now and then."""
        reported_at = time.monotonic()
        for number, tally in enumerate(play_trial(trial, mode, processes), 1):
            yield tally
            if time.monotonic() - reported_at > SECONDS and number < trial.games:
                reported_at = time.monotonic()
                self.stdout.write(f"{MODES[mode]}: {number} of {trial.games} games")

    # --- bots

    def _count(self, game: str, *, games: int | None, seed: str, processes: int | None, **_: Any) -> None:
        rules = find_ruleset(game)
        if rules.statistics.waits_file is None:
            raise CommandError(f"{game} has no file for its counts: name one in waits_file.")
        found = wait_counts.sample_all_counts(rules, games or GAMES_TO_COUNT, seed, processes)
        rules.statistics.waits_file.write_text(wait_counts.format_counts(self._print_counts(found)), "utf-8")
        self.stdout.write(f"written to {rules.statistics.waits_file.name}")

    def _print_counts(
        self, found: Iterator[tuple[str, int, list[int]]]
    ) -> Iterator[tuple[str, int, list[int]]]:
        for kind, seats, waits in found:
            self.stdout.write(f"{kind}, {seats} seats: {waits[0]} to {waits[-1]} waits")
            yield kind, seats, waits


def _build_trial(
    game: str,
    *,
    seats: int,
    people: int,
    games: int | None,
    preset: str,
    looks: float | None,
    mood: float,
    away: float,
    zones: str,
    options: dict[str, Any],
    seed: str,
    **_: Any,
) -> Trial:
    rules = find_ruleset(game)
    if seats not in rules.seats or people < seats:
        raise CommandError(f"{game} is for {rules.seats[0]} to {rules.seats[-1]} people.")
    habits = SimulatedHabits(LOOKS_PER_DAY[preset] if looks is None else looks, mood, away, zones)
    return Trial(rules, seats, people, games or people // seats, PRESETS[preset], habits, dict(options), seed)


def _parse_looks(text: str) -> float:
    number = _parse_number(text)
    if not 0.1 <= number <= 100:
        raise argparse.ArgumentTypeError("people look at their mail between 0.1 and 100 times a day")
    return number


def _parse_share(text: str) -> float:
    number = _parse_number(text)
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError("this is a part from 0 to 1")
    return number


def _parse_number(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"“{text}” is not a number") from error
