"""A table's rules in words: for the lists, the waiting room, the invitation and its letter."""

import msgspec
from django.utils.translation import get_language

from games.models import Game
from games.rules import registry
from games.rules.core.setup import Described


def described(game: Game) -> Described:
    """What is played at this table, in the language that is spoken now."""
    options = msgspec.json.decode(game.options)
    return registry.get(game.ruleset).describe(options, game.size, get_language() or "en")
