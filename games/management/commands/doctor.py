"""manage.py doctor: is everything in order, and if not, what is to be done?"""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management import doctor_checks
from games.ops.health import OK, WRONG, HealthFinding


class Command(BaseCommand):
    help = "Look at settings, database, broker, workers, mail and machine, and say in words what is wrong."
    requires_system_checks = []  # they would stop at the first thing

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="for a program: a list of findings")

    def handle(self, *, json: bool, **_: Any) -> None:
        found = list(doctor_checks.run_checks())
        self.stdout.write(format_as_json(found) if json else format_as_text(found))
        if wrong := sum(one.state == WRONG for one in found):
            raise CommandError(f"{wrong} thing(s) to mend.")


def format_as_json(found: list[HealthFinding]) -> str:
    return json.dumps([one._asdict() for one in found], indent=1, ensure_ascii=False)


def format_as_text(found: list[HealthFinding]) -> str:
    lines = []
    for one in found:
        lines.append(f"{one.state:5}  {one.name:10}  {one.message}")
        if one.remedy:
            lines.append(f"{'':19}→ {one.remedy}")
    if all(one.state == OK for one in found):
        lines.append("All that can be seen from here is in order.")
    return "\n".join(lines)
