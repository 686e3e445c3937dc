"""A table's rules and expected length in words: for lists, the waiting room, invitations and their emails."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.preferences import languages
from games.clock.pace import Pace
from games.models import Game
from games.queries import forecast
from games.rules import registry
from games.rules.core.setup_options import SetupDescription


def describe_rules(game: Game) -> SetupDescription:
    """Describe what is played at this table, in the active language."""
    return registry.get(game.ruleset).setup.describe(
        load_options(game), game.size, languages.get_current_language()
    )


def find_ruleset_name(ruleset: str, size: int | None = None) -> str:
    """Return the translated name of a game, whatever its options; without a size, of its smallest table."""
    return _load_ruleset_name(
        ruleset, size or registry.get(ruleset).seats[0], languages.get_current_language()
    )


@cache
def _load_ruleset_name(ruleset: str, size: int, language: str) -> str:
    rules = registry.get(ruleset)
    return rules.setup.describe(rules.setup.clean(size, {}, "any seed"), size, language).game


def load_options(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(game.options)
    return found


def describe_expected_length(game: Game, bots: int | None = None) -> str:
    """Describe how long the game will probably take. Pass `bots` for a table that is not stored yet."""
    seated = count_bots(game) if bots is None else bots
    return describe_length_forecast(game.ruleset, load_options(game), game.size, game.pace, bots=seated)


def count_bots(game: Game) -> int:
    return sum(bool(seat.bot) for seat in game.seats.all())


def leaves_one_person(size: int, bots: int) -> bool:
    """Do so many bots leave a seat for one person at most, so that nobody waits for anybody?"""
    return bots >= size - 1


def describe_length_forecast(
    ruleset: str, options: Mapping[str, Any], size: int, pace: Pace, *, bots: int = 0
) -> str:
    """Describe the expected length of a game with these settings; empty if there is no data to tell from."""
    if leaves_one_person(size, bots):
        return _("With bots only, a game takes as long as you like.")
    length = forecast.forecast_game_length(ruleset, options, size, pace, bots=bots)
    if length is None:
        return ""
    context = {"size": size, "n": bots, "length": forecast.describe_length(length)}
    if not bots:
        return _("A game of %(size)d takes %(length)s.") % context
    text = ngettext(
        "A game of %(size)d with a bot takes %(length)s.",
        "A game of %(size)d with %(n)d bots takes %(length)s.",
        bots,
    )
    return text % context
