"""manage.py play: a game in the terminal, you against bots."""

import argparse
import os
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.bots.arena import BOTS
from games.management.arguments import (
    FIRST_GAME,
    choose_seed,
    find_ruleset,
    parse_handles,
    parse_options,
    parse_positive,
    parse_seed,
)
from games.management.terminal.game import TerminalGame, list_seat_names
from games.management.terminal.screen import Screen, find_terminal_width, may_style
from games.management.terminal.session import TerminalSession
from games.rules.core.errors import RulesError
from games.rules.core.translation import LANGUAGES

USUAL_SEATS = 4
UNNAMED = Path()


def parse_handle(text: str) -> str:
    """Parse the name of the person at the table."""
    found = parse_handles(text)
    if len(found) != 1:
        raise argparse.ArgumentTypeError("a name has no commas")
    return found[0]


class Command(BaseCommand):
    help = "Play a game in the terminal, you against bots that move at random or by rules."
    requires_system_checks: list[str] = []  # no database, no settings: only the rules

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default=FIRST_GAME)
        parser.add_argument(
            "--seats", type=parse_positive, metavar="N", help="how many play, you included (4)"
        )
        parser.add_argument("--name", type=parse_handle, default="Guest", help="what you are called (Guest)")
        parser.add_argument("--rivals", choices=list(BOTS), default="random", help="how they play (random)")
        parser.add_argument("--options", type=parse_options, default={}, metavar="JSON", help="of the game")
        parser.add_argument(
            "--seed", type=parse_seed, help="what chance hangs on; left out, nobody can guess it"
        )
        parser.add_argument("--language", choices=LANGUAGES, default="en")
        parser.add_argument(
            "--record",
            nargs="?",
            type=Path,
            const=UNNAMED,
            metavar="FILE",
            help="write the game down; without a name in var/records",
        )
        parser.add_argument("--auto", action="store_true", help="let a bot make your moves as well")

    def handle(self, *, auto: bool, record: Path | None, no_color: bool, **given: Any) -> None:
        game = _begin_game(**given)
        screen = Screen(self.stdout, find_terminal_width(), may_style(self.stdout) and not no_color)
        session = TerminalSession(game, screen, _default_record_path(game))
        _tolerate_any_text()
        try:
            if record is not None:
                screen.say(session.keep_record(None if record == UNNAMED else record))
            session.run(auto=auto)
        except BrokenPipeError:
            # the reader is gone: silence what Python would still print at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)


def _begin_game(
    *,
    game: str,
    seats: int | None,
    name: str,
    options: Mapping[str, Any],
    seed: str | None,
    language: str,
    rivals: str,
    **_: Any,
) -> TerminalGame:
    rules = find_ruleset(game)
    count = seats or min(max(USUAL_SEATS, rules.seats[0]), rules.seats[-1])
    if count not in rules.seats:
        raise CommandError(f"This game is for {rules.seats[0]} to {rules.seats[-1]} seats, not {count}.")
    deal = choose_seed(options, seed)
    try:
        return TerminalGame(rules, list_seat_names(name, count), options, deal, language, rivals)
    except RulesError as error:
        raise CommandError(str(error)) from error


def _default_record_path(game: TerminalGame) -> Path:
    """Return the default path of the record; the seed's commitment makes it unique to this game."""
    return Path(settings.VAR_DIR) / "records" / f"{game.rules.slug}-{game.commitment[:12]}.txt"


def _tolerate_any_text() -> None:
    """Replace text that cannot be decoded or shown by question marks: a wrong byte must not end a game."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
