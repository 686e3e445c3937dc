"""manage.py schedules: make schedules in which nobody meets anybody twice, and store them."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.arguments import parse_positive, parse_seed
from games.management.progress import ProgressBar
from games.management.schedules.constructions import (
    SearchEffort,
    build_longest_schedule,
    count_possible_rounds,
)
from games.management.schedules.starters import DEFAULT_PATIENCE
from games.tournaments.pairing.schedules import stored
from games.tournaments.pairing.schedules.stored import ConstructedSchedule


class Command(BaseCommand):
    help = "Make the longest schedules without repeats that we can, and store those that are not shorter."
    requires_system_checks: list[str] = []  # no database, no settings: only numbers

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--groups", type=parse_positive, metavar="N", help="how many tables; left out: all"
        )
        parser.add_argument("--size", type=parse_positive, metavar="N", help="seats of each; left out: all")
        parser.add_argument("--players", type=parse_positive, default=32, metavar="N", help="at most (32)")
        parser.add_argument(
            "--seed", type=parse_seed, default="1", help="other seeds make other schedules (1)"
        )
        parser.add_argument(
            "--patience",
            type=parse_positive,
            default=DEFAULT_PATIENCE,
            metavar="N",
            help=f"tables to look at ({DEFAULT_PATIENCE})",
        )
        parser.add_argument(
            "--swaps", type=parse_positive, default=0, metavar="N", help="if all else fails (0)"
        )
        parser.add_argument(
            "--file", type=Path, default=stored.SCHEDULE_FILE, help="left out: the one that is read"
        )

    def handle(self, *, file: Path, seed: str, patience: int, swaps: int, **given: Any) -> None:
        shapes = _list_shapes(**given)
        kept = stored.parse_schedules(file.read_text("utf-8")) if file.exists() else {}
        bar = ProgressBar(self.stderr, len(shapes))
        for shape in shapes:
            made = self._make(shape, SearchEffort(seed, patience, swaps), bar)
            if shape not in kept or len(made.rounds) >= len(kept[shape].rounds):
                kept[shape] = made
                file.write_text(stored.format_schedules(kept), "utf-8")
        self.stdout.write(f"{len(kept)} schedules in {file.name}")

    def _make(self, shape: tuple[int, int], effort: SearchEffort, bar: ProgressBar) -> ConstructedSchedule:
        name = "{} x {}".format(*shape)
        bar.show(name)
        made = build_longest_schedule(*shape, effort, lambda rounds: bar.show(f"{name}: {rounds} rounds?"))
        bar.step()
        self.stdout.write(
            f"{name}: {len(made.rounds)} of {count_possible_rounds(*shape)} rounds; {made.origin}"
        )
        return made


def _list_shapes(*, groups: int | None, size: int | None, players: int, **_: Any) -> list[tuple[int, int]]:
    """List the tables and seats to try; with fewer tables than seats, a second round has repeats."""
    most = groups * size if groups and size else players
    found = [
        (tables, seats)
        for seats in ([size] if size else range(2, most))
        for tables in ([groups] if groups else range(seats, most // seats + 1))
        if 2 <= seats <= tables and tables * seats <= most
    ]
    if not found:
        raise CommandError("A second round needs at least two seats at a table, and as many tables as seats.")
    return found
