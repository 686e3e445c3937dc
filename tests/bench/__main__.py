"""Measure speed: a table for people, var/bench.json for machines. `make bench` runs it."""

import argparse
import gc
import os
from pathlib import Path

import django
import msgspec

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")
django.setup()

from tests.bench import rules, server, tournaments  # noqa: E402
from tests.bench.measure import Measurement  # noqa: E402

GROUPS = (*rules.GROUPS, *tournaments.GROUPS, *server.GROUPS)
REPORT = Path("var/bench.json")


def main() -> None:
    options = parse_arguments()
    report: dict[str, dict[str, object]] = {}
    gc.collect()
    gc.freeze()  # what the framework keeps in memory is not what we measure
    for measures in GROUPS:
        if options.group not in (None, measures.__name__):
            continue
        for measure in measures():
            if options.only in measure.name:
                print(format_row(measure), flush=True)
                fields = msgspec.to_builtins(measure)
                report[measure.name] = {name: value for name, value in fields.items() if name != "name"}
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2))
    print(f"written to {REPORT}")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("make bench", description="Measure speed, as ratios within one run.")
    parser.add_argument("--only", metavar="WORD", default="", help="measures whose name has this word in it")
    parser.add_argument("--group", choices=[group.__name__ for group in GROUPS], help="only this group")
    return parser.parse_args()


def format_row(measure: Measurement) -> str:
    row = f"{measure.name:34} {measure.value:12,.1f} {measure.unit:8}"
    return f"{row} {measure.ratio:7.3f} of {measure.against}" if measure.ratio is not None else row


if __name__ == "__main__":
    main()
