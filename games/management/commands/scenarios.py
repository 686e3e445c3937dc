"""manage.py scenarios: do the rules do what the scenario files say?"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.rules import registry
from games.rules.core import scenarios


class Command(BaseCommand):
    help = "Run the scenarios of these files and folders."
    requires_system_checks: list[str] = []  # no database, no settings: only the rules

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")

    def handle(self, *, paths: list[Path], **_: Any) -> None:
        passed = failed = 0
        for outcome in scenarios.run_scenarios(paths, registry.get):
            if outcome.trouble:
                failed += 1
                where = ": ".join(filter(None, (str(outcome.path), outcome.name)))
                self.stdout.write(f"{where}: {outcome.trouble}")
            else:
                passed += 1
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed:
            sys.exit(1)
