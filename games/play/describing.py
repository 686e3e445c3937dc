"""A table's rules and its time in words: for the lists, the waiting room, the invitation and its letter."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import languages
from games.clock.pace import Pace
from games.models import Game
from games.play import forecasting
from games.rules import registry
from games.rules.core.setup import Described


def described(game: Game) -> Described:
    """What is played at this table, in the language that is spoken now."""
    return registry.get(game.ruleset).describe(options_of(game), game.size, languages.spoken())


def options_of(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(game.options)
    return found


def expected(game: Game, bots: int | None = None) -> str:
    """How long the game will probably take; of a table that is not stored, its bots must be told."""
    seated = sum(bool(seat.bot) for seat in game.seats.all()) if bots is None else bots
    return forecast(game.ruleset, options_of(game), game.size, game.pace, bots=seated)


def forecast(ruleset: str, options: Mapping[str, Any], size: int, pace: Pace, *, bots: int = 0) -> str:
    """The same for a table that is not there yet; nothing, if nobody can know."""
    if bots >= size - 1:  # nobody waits for anybody
        return _("Alone with bots, a game takes as long as you like.")
    length = forecasting.game_length(ruleset, options, size, pace, bots=bots)
    if length is None:
        return ""
    words = {"size": size, "n": bots, "length": forecasting.in_words(length)}
    if not bots:
        return _("A game of %(size)d takes %(length)s.") % words
    told = ngettext(
        "A game of %(size)d with a bot takes %(length)s.",
        "A game of %(size)d with %(n)d bots takes %(length)s.",
        bots,
    )
    return told % words
