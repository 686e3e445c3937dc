"""A table's rules and its time in words: for the lists, the waiting room, the invitation and its letter."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.clock.pace import Pace
from games.models import Game
from games.play import forecasting
from games.rules import registry
from games.rules.core.setup import Described


def described(game: Game) -> Described:
    """What is played at this table, in the language that is spoken now."""
    return registry.get(game.ruleset).describe(options_of(game), game.size, get_language() or "en")


def options_of(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(game.options)
    return found


def expected(game: Game) -> str:
    """How long the game will probably take."""
    return forecast(game.ruleset, options_of(game), game.size, game.pace)


def forecast(ruleset: str, options: Mapping[str, Any], size: int, pace: Pace) -> str:
    """The same for a table that is not there yet; nothing, if nobody can know."""
    length = forecasting.game_length(ruleset, options, size, pace)
    if length is None:
        return ""
    words = {"size": size, "length": forecasting.in_words(length)}
    return _("A game of %(size)d takes %(length)s.") % words
