"""Games that everybody may watch: those that run, and those that have ended, with filters.

A table is listed if its creator lets everybody watch from the start. One that opens only after its end is
listed then, unless it was private: its players have advertised it to nobody. Tutorials are nobody's business.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.clock.pace import PRESETS
from games.models import Game, GameTally, PlayerResult, Seat
from games.models.game import dump_pace_json
from games.rules import registry

OTHER_PACE = "other"
WON, LOST, ABANDONED = RESULTS = ("won", "lost", "abandoned")

WATCHED_ALWAYS = Q(visibility=Game.Visibility.ALWAYS)
WATCHED_AFTERWARDS = Q(visibility=Game.Visibility.AFTERWARDS) & (Q(is_open=True) | ~Q(arrangement_key=""))


# --- games that run


def select_running_games(ruleset: str = "", pace: str = "") -> QuerySet[Game]:
    """Select the running games that are listed, without their positions; a pace is a preset or `other`."""
    games = Game.objects.filter(WATCHED_ALWAYS, state=Game.State.RUNNING, is_tutorial=False)
    games = games.filter(ruleset__in=[ruleset] if ruleset else list(registry.RULESETS))
    presets = {name: dump_pace_json(preset) for name, preset in PRESETS.items()}
    if pace in presets:
        games = games.filter(pace_data=presets[pace])
    elif pace == OTHER_PACE:
        games = games.exclude(pace_data__in=presets.values())
    return games.defer("position").prefetch_related("seats__user")


# --- games that have ended


class FinishedGameFilter(NamedTuple):
    """What a reader looks for among finished games. Won and lost are results of the player."""

    ruleset: str = ""
    edition: str = ""
    player: User | None = None
    result: str = ""
    since: datetime | None = None
    until: datetime | None = None  # not included


def select_finished_games(wanted: FinishedGameFilter) -> QuerySet[Game]:
    """Select the listed games that have ended, with their positions, from which the winners are read."""
    games = _select_ended(wanted.result).filter(is_tutorial=False)
    games = games.filter(ruleset__in=[wanted.ruleset] if wanted.ruleset else list(registry.RULESETS))
    if wanted.edition:
        games = games.filter(counted_game__tally__variant=wanted.edition)
    if wanted.player is not None:
        games = games.filter(_build_player_filter(wanted.player, wanted.result))
    if wanted.since is not None:
        games = games.filter(ended_at__gte=wanted.since)
    if wanted.until is not None:
        games = games.filter(ended_at__lt=wanted.until)
    return games.prefetch_related("seats__user")


def _select_ended(result: str) -> QuerySet[Game]:
    if result == ABANDONED:
        return Game.objects.filter(WATCHED_ALWAYS, state=Game.State.ABANDONED)
    return Game.objects.filter(WATCHED_ALWAYS | WATCHED_AFTERWARDS, state=Game.State.OVER)


def _build_player_filter(player: User, result: str) -> Exists:
    if result in (WON, LOST):
        results = PlayerResult.objects.filter(counted__game=OuterRef("pk"), user=player)
        return Exists(results.filter(has_won=result == WON))
    return Exists(Seat.objects.filter(game=OuterRef("pk"), user=player))


def list_editions() -> list[tuple[str, str]]:
    """List the games and editions that were played to the end, as pairs of slugs."""
    played = GameTally.objects.exclude(variant="").filter(ruleset__in=list(registry.RULESETS))
    return list(played.values_list("ruleset", "variant").distinct().order_by("ruleset", "variant"))


def list_winners(game: Game) -> list[str]:
    """Return the shown names of the winners; empty if the game was given up."""
    return [seat.shown_name for seat in find_winning_seats(game)]


def find_winning_seats(game: Game) -> list[Seat]:
    """Return the seats that have won; none if the game was given up."""
    if game.state != Game.State.OVER:
        return []
    rules: Any = registry.get(game.ruleset)
    seats = {seat.name: seat for seat in game.seats.all()}
    return [seats[name] for name in rules.winners(rules.load(game.position))]


def list_awaited_names(seats: Iterable[Seat]) -> list[str]:
    """Return whom a running game waits for, which everybody may know; nobody waits long for a bot."""
    return [seat.shown_name for seat in seats if seat.is_awaited and not seat.bot]
