"""manage.py fuzz: play random legal games and check that nothing goes wrong."""

import re
import sys
import time
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.bots import fuzz
from games.management.arguments import find_ruleset, load_record, parse_options, parse_positive, parse_seed
from games.rules.core.errors import RulesError
from games.rules.core.records.record import GameRecord, format_record
from games.rules.core.ruleset import Ruleset

SECONDS = 5  # between two lines of progress


class Command(BaseCommand):
    help = "Play random legal games and check after every move what must hold in all of them."
    requires_system_checks: list[str] = []  # no database, no settings: only the rules

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", help="which one; a record knows it by itself")
        parser.add_argument("--games", type=parse_positive, default=100, metavar="N", help="how many (100)")
        parser.add_argument("--seed", type=parse_seed, default="1", help="other seeds make other games (1)")
        parser.add_argument(
            "--options", type=parse_options, metavar="JSON", help="left out: all kinds of games"
        )
        parser.add_argument("--seats", type=parse_positive, metavar="N", help="left out: every number")
        parser.add_argument(
            "--processes", type=parse_positive, metavar="N", help="left out: one for each core"
        )
        parser.add_argument("--replay", type=Path, metavar="RECORD", help="look again at a game that failed")

    def handle(self, *, game: str | None, replay: Path | None, **given: Any) -> None:
        try:
            if replay is not None:
                self._replay_record(replay)
            elif game is not None:
                self._fuzz(find_ruleset(game), **given)
            else:
                raise CommandError("Name a game with --game, or a record with --replay.")
        except RulesError as error:
            raise CommandError(str(error)) from error

    def _fuzz(
        self,
        rules: Ruleset[Any],
        *,
        games: int,
        seed: str,
        seats: int | None,
        options: Mapping[str, Any] | None,
        processes: int | None,
        **_: Any,
    ) -> None:
        moves, reported_at = 0, time.monotonic()
        for number, played in enumerate(fuzz.fuzz_games(rules, seed, games, seats, options, processes), 1):
            moves += played.moves
            if played.record is not None:
                self._save_failure(played.trouble, played.record)
            if time.monotonic() - reported_at > SECONDS and number < games:
                reported_at = time.monotonic()
                self.stdout.write(f"{number} of {games} games, {moves} moves")
        self.stdout.write(f"{games} games, {moves} moves, no failure")

    def _save_failure(self, error: str, record: GameRecord) -> None:
        """Save the record of a failed game, say how to replay it, and exit."""
        name = re.sub(r"[^A-Za-z0-9_-]", "_", f"{record.game}-{record.seed}")
        path = Path(settings.VAR_DIR) / "fuzz" / f"{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(format_record(record), "utf-8")
        shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
        self._print_failure(error, record)
        self.stdout.write(f"The game is written down in {shown}. Look again:")
        self.stdout.write(f"  python manage.py fuzz --replay {shown}")
        sys.exit(1)

    def _print_failure(self, error: str, record: GameRecord) -> None:
        plays = record.plays
        last = f"move {len(plays)} ({plays[-1].seat}: {plays[-1].move})" if plays else "the deal"
        self.stdout.write(f"Seed {record.seed}, at {last}: {error}")

    def _replay_record(self, path: Path) -> None:
        record = load_record(path)
        try:
            fuzz.recheck_record(find_ruleset(record.game), record)
        except fuzz.FuzzFailure as failure:
            self._print_failure(failure.trouble, failure.record)
            sys.exit(1)
        self.stdout.write(f"{len(record.plays)} moves, no failure")
