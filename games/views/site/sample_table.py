"""The sample table on the front page, for people who do not know the site yet.

It is the newest game that everybody may watch, else the one that ended last, else a game of bots with a fixed
seed. Only tables that were publicly listed are shown: players of a private table did not advertise it, even
if everybody may watch."""

from functools import cache
from typing import Any, NamedTuple

from django.db.models import Q

from accounts.preferences import languages
from games.bots.rule_based_bot import RuleBasedBot
from games.bots.self_play import play_to_end
from games.models import Game
from games.models.game import load_game_and_seats
from games.play.lobby.tables import BOT_NAMES
from games.queries.game_view import GameView
from games.queries.table_summary import find_ruleset_name
from games.rules import registry
from games.rules.core.capabilities.presentation import Tile
from games.rules.core.ruleset import Ruleset
from games.views.access import is_public

MIN_ENTRIES = 60  # log entries after which there is something to see
SAMPLE_SEED = "52"  # a close game
PLAYED_SHARE = 3, 4  # three quarters of the moves are played

IS_LISTED = Q(
    is_open=True, arrangement_key="", is_tutorial=False, log_length__gte=MIN_ENTRIES
)  # was in the public list
IS_RUNNING = Q(state=Game.State.RUNNING, visibility=Game.Visibility.ALWAYS)
IS_OVER = Q(state=Game.State.OVER) & ~Q(visibility=Game.Visibility.NOBODY)


class SampleTable(NamedTuple):
    """What anybody may see of a table. Without a game row it was played by bots in memory."""

    ruleset: str
    page: dict[str, Any]
    game: Game | None = None


def find_sample_table() -> SampleTable | None:
    """Find the table to show; None if there is none and no game has a tutorial."""
    if view := _find_newest_game(IS_RUNNING, "-started_at") or _find_newest_game(IS_OVER, "-ended_at"):
        return SampleTable(view.game.ruleset, view.page, view.game)
    slug = find_tutorial_ruleset()
    if not slug:
        return None
    return SampleTable(
        slug,
        registry.get(slug).presentation.page(_play_sample_game(slug), None, languages.get_current_language()),
    )


def find_tutorial_ruleset() -> str:
    """Return the slug of the first game with a tutorial; empty if there is none."""
    return next((slug for slug, rules in registry.RULESETS.items() if rules.tutorial), "")


def list_other_tutorials() -> list[tuple[str, str]]:
    """List slug and name of the other games with a tutorial."""
    with_tutorial = [slug for slug, rules in registry.RULESETS.items() if rules.tutorial]
    return [(slug, find_ruleset_name(slug)) for slug in with_tutorial[1:]]


def build_sample_tableau() -> list[Tile]:
    """Return everything that the bots have built in the sample game, as one row of tiles."""
    slug = find_tutorial_ruleset()
    if not slug:
        return []
    rules = registry.get(slug)
    built = rules.presentation.tableau(rules.view(_play_sample_game(slug), None))
    return [tile for tiles in built.values() for tile in tiles]


def _find_newest_game(which: Q, order: str) -> GameView | None:
    key = Game.objects.filter(IS_LISTED, which).order_by(order).values_list("pk", flat=True).first()
    if key is None:
        return None
    game, seats = load_game_and_seats(key)
    return GameView(game, seats, None, languages.get_current_language()) if is_public(game) else None


@cache
def _play_sample_game(slug: str) -> Any:
    """Play the sample game with bots, up to a late position; once for each process."""
    rules = registry.get(slug)
    position = _deal_sample_game(rules)
    bots = {seat: RuleBasedBot(rules, f"{SAMPLE_SEED}/{seat}") for seat in rules.players(position)}
    plays = play_to_end(rules, position, bots)
    done, of = PLAYED_SHARE
    position = _deal_sample_game(rules)
    for play in plays[: len(plays) * done // of]:
        rules.play(position, play.seat, play.move)
    return position


def _deal_sample_game(rules: Ruleset[Any]) -> Any:
    seats, options = rules.tutorial.first_game() if rules.tutorial else (0, {})
    position, _events = rules.new(BOT_NAMES[:seats], options, SAMPLE_SEED)
    return position
