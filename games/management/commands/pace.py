"""manage.py pace: how long do games take, with orders and without?"""

import argparse
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.clock.pace import PRESETS
from games.management.arguments import options, positive, rules_of, seed
from games.management.pacing import counting
from games.management.pacing.minds import MODES, Mode
from games.management.pacing.people import ZONES, Habits
from games.management.pacing.report import answer_shares, between_tables, report
from games.management.pacing.running import LOOKS, Trial, play_all
from games.management.pacing.tally import Tally
from games.rules.core.errors import RulesError

SECONDS = 5  # between two lines of progress
COUNTED = 200  # games of each kind and size


class Command(BaseCommand):
    help = "Simulate people who play whole games by mail: how long they take, and what is waited for."
    requires_system_checks: list[str] = []  # no database, no letters: only rules and clocks

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default="citadels", help="which one (citadels)")
        parser.add_argument("--seats", type=positive, default=5, metavar="N", help="at a table (5)")
        parser.add_argument("--people", type=positive, default=200, metavar="N", help="in all (200)")
        parser.add_argument("--games", type=positive, metavar="N", help="left out: everybody plays once")
        parser.add_argument("--preset", choices=PRESETS, default="daily", help="the pace (daily)")
        parser.add_argument(
            "--looks", type=_looks, metavar="K", help="at the mail, a day; left out: as the pace is"
        )
        parser.add_argument(
            "--mood", type=_share, default=0.8, metavar="SHARE", help="of the looks answer (0.8)"
        )
        parser.add_argument("--away", type=_share, default=0.05, metavar="SHARE", help="of all days (0.05)")
        parser.add_argument("--zones", choices=ZONES, default="world", help="where they live (world)")
        parser.add_argument("--mode", choices=MODES, help="left out: one after the other")
        parser.add_argument("--options", type=options, default={}, metavar="JSON", help="of the game")
        parser.add_argument("--seed", type=seed, default="1", help="other seeds make other people (1)")
        parser.add_argument("--processes", type=positive, metavar="N", help="left out: one for each core")
        parser.add_argument("--counts", action="store_true", help="count waits among bots, for the forecasts")

    def handle(self, *, game: str, counts: bool, **given: Any) -> None:
        try:
            if counts:
                self._count(game, **given)
            else:
                self._simulate(_trial(game, **given), **given)
        except RulesError as error:
            raise CommandError(str(error)) from error

    # --- people

    def _simulate(
        self, trial: Trial, *, preset: str, mode: Mode | None, processes: int | None, **_: Any
    ) -> None:
        trial.rules.clean(trial.seats, trial.options, trial.seed)
        habits = trial.habits
        self.stdout.write(
            f"{trial.rules.slug} for {trial.seats}, {trial.games} games of {trial.people} people who look"
            f" {habits.looks:g} times a day and are away {100 * habits.away:g} % of all days; {preset}"
        )
        modes = [mode] if mode else list(MODES)
        played = {mode: list(self._told(trial, mode, processes)) for mode in modes}
        self.stdout.write("\n".join(["", *report(played)]))
        self.stdout.write("\n" + self._for_the_forecast(played[modes[0]], trial))

    def _for_the_forecast(self, games: list[Tally], trial: Trial) -> str:
        """What games/play/forecasting.py is told, of the first column."""
        shares = ", ".join(f"{share:.2f}" for share in answer_shares(games, trial.pace))
        return (
            f"a wait takes of the time for a decision: {shares}; tables differ by {between_tables(games):.2f}"
        )

    def _told(self, trial: Trial, mode: Mode, processes: int | None) -> Iterator[Tally]:
        """The games, with a line now and then that says how far it is."""
        told = time.monotonic()
        for number, tally in enumerate(play_all(trial, mode, processes), 1):
            yield tally
            if time.monotonic() - told > SECONDS and number < trial.games:
                told = time.monotonic()
                self.stdout.write(f"{MODES[mode]}: {number} of {trial.games} games")

    # --- bots

    def _count(self, game: str, *, games: int | None, seed: str, processes: int | None, **_: Any) -> None:
        rules = rules_of(game)
        if rules.waits_file is None:
            raise CommandError(f"{game} has no file for its counts: name one in waits_file.")
        found = counting.counts(rules, games or COUNTED, seed, processes)
        rules.waits_file.write_text(counting.written(self._shown(found)), "utf-8")
        self.stdout.write(f"written to {rules.waits_file.name}")

    def _shown(self, found: Iterator[tuple[str, int, list[int]]]) -> Iterator[tuple[str, int, list[int]]]:
        for kind, seats, waits in found:
            self.stdout.write(f"{kind}, {seats} seats: {waits[0]} to {waits[-1]} waits")
            yield kind, seats, waits


def _trial(
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
    rules = rules_of(game)
    if seats not in rules.seats or people < seats:
        raise CommandError(f"{game} is for {rules.seats[0]} to {rules.seats[-1]} people.")
    habits = Habits(LOOKS[preset] if looks is None else looks, mood, away, zones)
    return Trial(rules, seats, people, games or people // seats, PRESETS[preset], habits, dict(options), seed)


def _looks(text: str) -> float:
    number = _number(text)
    if not 0.1 <= number <= 100:
        raise argparse.ArgumentTypeError("people look at their mail between 0.1 and 100 times a day")
    return number


def _share(text: str) -> float:
    number = _number(text)
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError("this is a part from 0 to 1")
    return number


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"“{text}” is not a number") from error
