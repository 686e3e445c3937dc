"""manage.py statistics: count the finished games that are not in the statistics yet."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.statistics import tallies
from games.tournaments.results import hidden_results


class Command(BaseCommand):
    help = "Take finished games into the statistics. The sweep does it too; run twice, it counts once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--anew", action="store_true", help="forget all sums first, and count every game")

    def handle(self, *, anew: bool, **_: Any) -> None:
        if anew:
            tallies.delete_all_counts()
        self.stdout.write(f"{tallies.count_all_games(hidden_results.HIDDEN_GAMES)} games counted")
