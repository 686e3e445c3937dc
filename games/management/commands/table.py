"""manage.py table: a game that is played through standard input and output."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.protocol import Table, lines, written
from games.management.arguments import handles, options, rules_of, seed, seed_for
from games.rules.core.errors import RulesError


class Command(BaseCommand):
    help = "Play a game by JSON lines on standard input and output (docs/protocol.md)."
    requires_system_checks: list[str] = []  # no database, no settings: only the rules

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", required=True)
        parser.add_argument(
            "--seats", required=True, type=handles, metavar="ANN,BOB,...", help="the handles, clockwise"
        )
        parser.add_argument("--options", type=options, default={}, metavar="JSON")
        parser.add_argument("--seed", type=seed, help="what chance hangs on; left out, nobody can guess it")

    def handle(
        self, *, game: str, seats: list[str], options: Mapping[str, Any], seed: str | None, **_: Any
    ) -> None:
        rules = rules_of(game)
        try:
            position, _events = rules.new(seats, options, seed_for(options, seed))
        except RulesError as error:
            raise CommandError(str(error)) from error
        try:
            self._serve(Table(rules, position, options))
        except BrokenPipeError:
            # who asked is gone: nobody is left to hear what Python would still like to say
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        except KeyboardInterrupt:
            sys.exit(130)

    def _serve(self, table: Table) -> None:
        for line in lines(sys.stdin.buffer):
            self.stdout.write(written(table.answer(line)))
            self.stdout.flush()
