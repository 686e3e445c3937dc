"""What the commands have in common: how a game, its options and a file are named."""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from games.rules import registry
from games.rules.core.errors import RulesError
from games.rules.core.record import LONGEST_RECORD, Record, read
from games.rules.core.rng import fresh_seed
from games.rules.core.ruleset import Ruleset


def rules_of(game: str) -> Ruleset[Any]:
    """The rules of the game with this name."""
    try:
        return registry.get(game)
    except RulesError as error:
        raise CommandError(str(error)) from error


def options(text: str) -> Mapping[str, Any]:
    """The options of a game, written as JSON."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise argparse.ArgumentTypeError(f"this is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise argparse.ArgumentTypeError('options are a JSON object, as {"name": "value"}')
    return found


def seed_for(options: Mapping[str, Any], given: str | None) -> str:
    """The seed on the command line, else the one of the options, else one that nobody can guess."""
    return given if given is not None else str(options.get("seed", "")) or fresh_seed()


def seed(text: str) -> str:
    """What chance hangs on: any text that can be written down again."""
    if not text.isprintable() or not text.strip():
        raise argparse.ArgumentTypeError("a seed is printable text")
    return text.strip()


def handles(text: str) -> list[str]:
    """The handles of a table, separated by commas."""
    if not text.isprintable():
        raise argparse.ArgumentTypeError("there are unprintable characters in the handles")
    return [handle.strip() for handle in text.split(",")]


def positive(text: str) -> int:
    """A whole number above zero."""
    if not (text.isascii() and text.isdigit() and int(text[:9]) > 0 and len(text) < 10):
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number above zero")
    return int(text)


def record_in(path: Path) -> Record:
    """The record that this file holds."""
    try:
        with path.open("rb") as file:
            return read(file.read(4 * LONGEST_RECORD + 1).decode("utf-8"))
    except UnicodeDecodeError as error:
        raise CommandError(f"{path}: this is not a text in UTF-8.") from error
    except (OSError, RulesError) as error:
        raise CommandError(f"{path}: {error}") from error
