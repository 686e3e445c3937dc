"""Measure speed: a table for people, var/bench.json for machines."""

import gc
from pathlib import Path

import msgspec
from django.core.management.base import BaseCommand, CommandParser

from games.management.bench import house, rules, tournaments
from games.management.bench.measure import Measure

GROUPS = (*rules.GROUPS, *tournaments.GROUPS, *house.GROUPS)
REPORT = Path("var/bench.json")


class Command(BaseCommand):
    help = "Measure how fast the house is, as ratios within one run."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--only", metavar="WORD", default="", help="measures whose name has this word in it"
        )
        parser.add_argument("--group", choices=[group.__name__ for group in GROUPS], help="only this group")

    def handle(self, *, only: str, group: str | None, **options: object) -> None:
        report: dict[str, dict[str, object]] = {}
        gc.collect()
        gc.freeze()  # what the framework keeps in memory is not what we measure
        for measures in GROUPS:
            if group not in (None, measures.__name__):
                continue
            for measure in measures():
                if only in measure.name:
                    self.stdout.write(_row(measure))
                    report[measure.name] = {
                        name: value for name, value in msgspec.to_builtins(measure).items() if name != "name"
                    }
        REPORT.parent.mkdir(exist_ok=True)
        REPORT.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2))
        self.stdout.write(f"written to {REPORT}")


def _row(measure: Measure) -> str:
    row = f"{measure.name:34} {measure.value:12,.1f} {measure.unit:8}"
    return f"{row} {measure.ratio:7.3f} of {measure.against}" if measure.ratio is not None else row
