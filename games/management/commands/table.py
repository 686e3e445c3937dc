"""manage.py table: a game that is played through standard input and output."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.json_protocol import JsonTable, format_answer, read_lines
from games.management.arguments import choose_seed, find_ruleset, parse_handles, parse_options, parse_seed
from games.rules.core.errors import RulesError


class Command(BaseCommand):
    help = "Play a game by JSON lines on standard input and output (docs/protocol.md)."
    requires_system_checks: list[str] = []  # no database, no settings: only the rules

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", required=True)
        parser.add_argument(
            "--seats", required=True, type=parse_handles, metavar="ANN,BOB,...", help="the handles, clockwise"
        )
        parser.add_argument("--options", type=parse_options, default={}, metavar="JSON")
        parser.add_argument(
            "--seed", type=parse_seed, help="what chance hangs on; left out, nobody can guess it"
        )

    def handle(
        self, *, game: str, seats: list[str], options: Mapping[str, Any], seed: str | None, **_: Any
    ) -> None:
        rules = find_ruleset(game)
        try:
            position, _events = rules.new(seats, options, choose_seed(options, seed))
        except RulesError as error:
            raise CommandError(str(error)) from error
        try:
            self._serve(JsonTable(rules, position, options))
        except BrokenPipeError:
            # the client is gone: silence what Python would still print at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        except KeyboardInterrupt:
            sys.exit(130)

    def _serve(self, table: JsonTable) -> None:
        for line in read_lines(sys.stdin.buffer):
            self.stdout.write(format_answer(table.answer(line)))
            self.stdout.flush()
