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
from games.management.arguments import handles, options, positive, rules_of, seed, seed_for
from games.management.terminal.game import Game, table_for
from games.management.terminal.screen import Screen, may_colour, width_of
from games.management.terminal.session import Session
from games.rules.core.errors import RulesError
from games.rules.core.speech import LANGUAGES

USUAL_SEATS = 4
UNNAMED = Path()


def handle(text: str) -> str:
    """What the person is called at the table."""
    found = handles(text)
    if len(found) != 1:
        raise argparse.ArgumentTypeError("a name has no commas")
    return found[0]


class Command(BaseCommand):
    help = "Play a game in the terminal, you against bots that move at random or by rules of thumb."
    requires_system_checks: list[str] = []  # no database, no settings: only the rules

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default="citadels")
        parser.add_argument("--seats", type=positive, metavar="N", help="how many play, you included (4)")
        parser.add_argument("--name", type=handle, default="Guest", help="what you are called (Guest)")
        parser.add_argument("--rivals", choices=list(BOTS), default="random", help="how they play (random)")
        parser.add_argument("--preset", help="a set of cards, as first_game, vicious_nobles or random")
        parser.add_argument("--options", type=options, default={}, metavar="JSON", help="all other options")
        parser.add_argument("--seed", type=seed, help="what chance hangs on; left out, nobody can guess it")
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
        game = _begun(**given)
        screen = Screen(self.stdout, width_of(), may_colour(self.stdout) and not no_color)
        session = Session(game, screen, _own_record(game))
        _tolerate_any_text()
        try:
            if record is not None:
                screen.say(session.keep_record(None if record == UNNAMED else record))
            session.run(auto=auto)
        except BrokenPipeError:
            # nobody is left to read what Python would still like to say
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)


def _begun(
    *,
    game: str,
    seats: int | None,
    name: str,
    preset: str | None,
    options: Mapping[str, Any],
    seed: str | None,
    language: str,
    rivals: str,
    **_: Any,
) -> Game:
    rules = rules_of(game)
    count = seats or min(max(USUAL_SEATS, rules.seats[0]), rules.seats[-1])
    if count not in rules.seats:
        raise CommandError(f"This game is for {rules.seats[0]} to {rules.seats[-1]} seats, not {count}.")
    chosen = {**options, "preset": preset} if preset else options
    deal = seed_for(chosen, seed)
    try:
        return Game(rules, table_for(name, count), chosen, deal, language, rivals)
    except RulesError as error:
        raise CommandError(str(error)) from error


def _own_record(game: Game) -> Path:
    """Where the record goes if nobody names a place: the fingerprint makes it this game's own."""
    return Path(settings.VAR_DIR) / "records" / f"{game.rules.slug}-{game.commitment[:12]}.txt"


def _tolerate_any_text() -> None:
    """What cannot be read or shown becomes a question mark: a wrong byte must not end a game."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
