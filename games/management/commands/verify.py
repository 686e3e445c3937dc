"""manage.py verify: was this game dealt fairly?"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.management.arguments import find_ruleset, load_record
from games.rules.core.records.replay import verify_record

OLDER_RULES = 2  # the exit code for a game of which today's rules cannot tell


class Command(BaseCommand):
    help = "Replay a record from its seed and say whether the game was dealt fairly."
    requires_system_checks: list[str] = []  # no database, no settings: only the rules

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("record", type=Path, metavar="RECORD")
        parser.add_argument("--commitment", help="the one that was published when the game began")

    def handle(self, *, record: Path, commitment: str | None, **_: Any) -> None:
        found = load_record(record)
        if commitment is not None and commitment.strip().lower() != found.commitment:
            self.stdout.write("The record has another commitment than the one that was published.")
            sys.exit(1)
        verdict = verify_record(find_ruleset(found.game), found)
        self.stdout.write(verdict.sentence)
        if not verdict.fair:
            sys.exit(OLDER_RULES if verdict.by_older_rules else 1)
