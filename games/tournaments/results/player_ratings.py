"""Player ratings from finished games of any kind, used for seeding and entry conditions, never for standings.

The players who started a game are compared, if there were two at least. Leavers come last, but only the
first of several games left in a row counts. Bots and stand-ins are not rated.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts import server_time
from games.models import Game
from games.statistics import game_result, tallies
from games.tournaments.models import RatedGame, Rating
from games.tournaments.results import hidden_results
from games.tournaments.standings.ratings import NEW_PLAYER, Strength, update_strengths


def rate_due_games(now: datetime | None = None) -> int:
    """Rate some of the recently finished games; return how many were processed."""
    at = now or server_time.now()
    return tallies.process_finished_games(
        "rated_game",
        hidden_results.HIDDEN_GAMES,
        lambda pk: rate_game(pk, at),
        lambda pk: _mark_as_processed(pk, at),
    )


def _mark_as_processed(game_id: int, now: datetime) -> None:
    """Mark a game as processed without rating it."""
    RatedGame.objects.get_or_create(game_id=game_id, defaults={"at": now})


@transaction.atomic
def rate_game(game_id: int, now: datetime) -> bool:
    """Rate one game, unless it is already rated, is being rated, or has nobody to compare."""
    _row, is_new = RatedGame.objects.get_or_create(game_id=game_id, defaults={"at": now})
    if not is_new:
        return False
    game = game_result.compute_game_result(game_id)
    lines = {line.original_user_id: line for line in game.seats if line.original_user_id is not None}
    if len(lines) < 2:  # alone with bots
        return False
    ruleset = Game.objects.values_list("ruleset", flat=True).get(pk=game_id)
    rows = _lock_ratings(ruleset, list(lines), now)
    left = {row.user_id for row in rows if lines[row.user_id].played_by != "self"}
    counted = [row for row in rows if not (row.user_id in left and row.left_last_game)]
    last = len(lines) + 1
    ranks = [last if row.user_id in left else lines[row.user_id].place for row in counted]
    after = update_strengths([(row.mu, row.sigma) for row in counted], ranks)
    for row, strength in zip(counted, after, strict=True):
        row.mu, row.sigma = strength
    for row in rows:
        row.games, row.left_last_game, row.changed_at = row.games + 1, row.user_id in left, now
        row.save()
    return True


def _lock_ratings(ruleset: str, people: list[int], now: datetime) -> list[Rating]:
    """Lock the rating rows in a fixed order, since two games with the same players may end at once."""
    Rating.objects.bulk_create(
        [
            Rating(user_id=user, ruleset=ruleset, mu=NEW_PLAYER.mu, sigma=NEW_PLAYER.sigma, changed_at=now)
            for user in sorted(people)
        ],
        ignore_conflicts=True,
    )
    rows = Rating.objects.select_for_update().filter(ruleset=ruleset, user__in=people)
    return list(rows.order_by("user_id"))


def load_strength(user: Any, ruleset: str) -> Strength:
    """Load a user's strength at a game; the default for a newcomer."""
    row = Rating.objects.filter(user=user, ruleset=ruleset).first()
    return Strength(row.mu, row.sigma) if row else NEW_PLAYER


def load_strengths(users: Any, ruleset: str) -> dict[int, Strength]:
    """Load the strengths of many users at once; newcomers are missing."""
    rows: QuerySet[Rating] = Rating.objects.filter(user__in=users, ruleset=ruleset)
    return {row.user_id: Strength(row.mu, row.sigma) for row in rows}
