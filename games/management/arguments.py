"""Arguments that the commands share: a game, its options, seed and handles, and record files."""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from games.rules import registry
from games.rules.core.errors import RulesError
from games.rules.core.records.record import LONGEST_RECORD, GameRecord, parse_record
from games.rules.core.rng import generate_seed
from games.rules.core.ruleset import Ruleset

FIRST_GAME = next(iter(registry.RULESETS))  # what commands play unless they are told otherwise


def find_ruleset(game: str) -> Ruleset[Any]:
    """Find the rules of the game with this name."""
    try:
        return registry.get(game)
    except RulesError as error:
        raise CommandError(str(error)) from error


def parse_options(text: str) -> Mapping[str, Any]:
    """Parse the options of a game from JSON."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise argparse.ArgumentTypeError(f"this is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise argparse.ArgumentTypeError('options are a JSON object, as {"name": "value"}')
    return found


def choose_seed(options: Mapping[str, Any], given: str | None) -> str:
    """Return the seed of the command line, else that of the options, else a new one that nobody can guess."""
    return given if given is not None else str(options.get("seed", "")) or generate_seed()


def parse_seed(text: str) -> str:
    """Parse a random seed: any printable text."""
    if not text.isprintable() or not text.strip():
        raise argparse.ArgumentTypeError("a seed is printable text")
    return text.strip()


def parse_handles(text: str) -> list[str]:
    """Parse the handles of a table, separated by commas."""
    if not text.isprintable():
        raise argparse.ArgumentTypeError("there are unprintable characters in the handles")
    return [handle.strip() for handle in text.split(",")]


def parse_positive(text: str) -> int:
    """Parse a whole number above zero."""
    if not (text.isascii() and text.isdigit() and int(text[:9]) > 0 and len(text) < 10):
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number above zero")
    return int(text)


def load_record(path: Path) -> GameRecord:
    """Load the record in this file."""
    try:
        with path.open("rb") as file:
            return parse_record(file.read(4 * LONGEST_RECORD + 1).decode("utf-8"))
    except UnicodeDecodeError as error:
        raise CommandError(f"{path}: this is not a text in UTF-8.") from error
    except (OSError, RulesError) as error:
        raise CommandError(f"{path}: {error}") from error
