"""manage.py replay_games: does every stored game come out as it did, with this code?"""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.models import Game
from games.queries.replay_check import replay_games


class Command(BaseCommand):
    help = (
        "Play every stored game again and name those that come out otherwise than they are stored, or that "
        "cannot be played. Run it before a release, on a copy of the database."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default="", help="only games of these rules, such as citadels")
        parser.add_argument("--running", action="store_true", help="only games that are not over")

    def handle(self, *, game: str, running: bool, **_: Any) -> None:
        games = Game.objects.all()
        if game:
            games = games.filter(ruleset=game)
        if running:
            games = games.filter(state__in=[Game.State.RUNNING, Game.State.PAUSED])
        number = wrong = moves = 0
        for one in replay_games(games):
            number, moves = number + 1, moves + one.moves
            if one.reason:
                wrong += 1
                self.stdout.write(f"{one.key} “{one.name}” ({one.ruleset}, {one.state}): {one.reason}")
        self.stdout.write(f"{number} games of {moves} moves: {wrong or 'none'} came out otherwise.")
        if wrong:
            sys.exit(1)
