"""The table that stands in the window of the house: for people who do not know yet what this is.

The newest game that everybody may watch, else the one that ended last, else a game of bots, dealt from a seed
that is always the same. None of them is made up. A table that nobody could join without being asked is not
shown, whoever may watch it: its players have told nobody of it."""

from functools import cache
from typing import Any, NamedTuple

from django.db.models import Q

from accounts import languages
from games.bots.rules_of_thumb import RulesOfThumbBot
from games.bots.table import play_out
from games.models import Game
from games.play.lobby import BOT_NAMES
from games.play.views_of import Sight, seated
from games.rules import registry
from games.rules.core.ruleset import House, Ruleset
from games.views.visitor import is_public

ENOUGH = 60  # entries of a journal, after which there is something to see
SEED = "52"  # a close game
SO_FAR = 3, 4  # of its moves are played

OF_ALL = Q(is_open=True, arranged="", is_lesson=False, length__gte=ENOUGH)  # it stood in the public list
RUNNING = Q(state=Game.State.RUNNING, watching=Game.Watching.ALWAYS)
OVER = Q(state=Game.State.OVER) & ~Q(watching=Game.Watching.NOBODY)


class Shown(NamedTuple):
    """What a stranger may see of a table; without a game, of one that only bots have played."""

    ruleset: str
    page: dict[str, Any]
    game: Game | None = None


def shown() -> Shown | None:
    """None, if there is no game that explains itself."""
    if sight := _newest(RUNNING, "-started_at") or _newest(OVER, "-ended_at"):
        return Shown(sight.game.ruleset, sight.page, sight.game)
    slug = first_game()
    if not slug:
        return None
    return Shown(slug, registry.get(slug).page(_played_by_bots(slug), None, languages.spoken()))


def first_game() -> str:
    """The game with which people begin here; empty, if there is none."""
    return next((slug for slug, rules in registry.RULESETS.items() if rules.first_game()), "")


def skyline() -> list[House]:
    """All that the bots have built, as one street of nobody."""
    slug = first_game()
    if not slug:
        return []
    rules = registry.get(slug)
    built = rules.streets(rules.view(_played_by_bots(slug), None))
    return [house for houses in built.values() for house in houses]


def _newest(which: Q, order: str) -> Sight | None:
    key = Game.objects.filter(OF_ALL, which).order_by(order).values_list("pk", flat=True).first()
    if key is None:
        return None
    game, seats = seated(key)
    return Sight(game, seats, None, languages.spoken()) if is_public(game) else None


@cache
def _played_by_bots(slug: str) -> Any:
    """Played once for as long as this process lives; nobody plays on at it."""
    rules = registry.get(slug)
    position = _dealt(rules)
    bots = {seat: RulesOfThumbBot(rules, f"{SEED}/{seat}") for seat in rules.players(position)}
    plays = play_out(rules, position, bots)
    done, of = SO_FAR
    position = _dealt(rules)
    for play in plays[: len(plays) * done // of]:
        rules.play(position, play.seat, play.move)
    return position


def _dealt(rules: Ruleset[Any]) -> Any:
    seats, options = rules.first_game() or (0, {})
    position, _events = rules.new(BOT_NAMES[:seats], options, SEED)
    return position
