"""How strong people are, from finished tables of any kind: for seeding and entry, never for standings.

Compared are the people who began at a table. Whoever has left it comes last, but not again and again: of
several games left one after the other only the first one counts. Bots and stand-ins are not rated.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from games.models import Game
from games.play import afterwards, times
from games.play import reckoning as door
from games.tournaments import veiling
from games.tournaments.models import RatedGame, Rating
from games.tournaments.standings.ratings import NEW, Strength, rated


def rate_due(now: datetime | None = None) -> int:
    """Reckon with some of the games that have ended since; return how many were done with."""
    at = now or times.now()
    return afterwards.each_due(
        "rated", veiling.SECRET, lambda pk: rate(pk, at), lambda pk: _leave_out(pk, at)
    )


def _leave_out(game_id: int, now: datetime) -> None:
    RatedGame.objects.get_or_create(game_id=game_id, defaults={"at": now})


@transaction.atomic
def rate(game_id: int, now: datetime) -> bool:
    """Reckon with one game; not with one that somebody else has at hand or has done."""
    _row, is_new = RatedGame.objects.get_or_create(game_id=game_id, defaults={"at": now})
    if not is_new:
        return False
    game = door.reckon(game_id)
    lines = {line.original: line for line in game.lines if line.original is not None}
    ruleset = Game.objects.values_list("ruleset", flat=True).get(pk=game_id)
    rows = _locked(ruleset, list(lines), now)
    left = {row.user_id for row in rows if lines[row.user_id].by != "self"}
    counted = [row for row in rows if not (row.user_id in left and row.has_left)]
    last = len(lines) + 1
    ranks = [last if row.user_id in left else lines[row.user_id].place for row in counted]
    after = rated([(row.mu, row.sigma) for row in counted], ranks)
    for row, strength in zip(counted, after, strict=True):
        row.mu, row.sigma = strength
    for row in rows:
        row.games, row.has_left, row.changed_at = row.games + 1, row.user_id in left, now
        row.save()
    return True


def _locked(ruleset: str, people: list[int], now: datetime) -> list[Rating]:
    """Their rows, in one order for everybody: two games with the same people may end at once."""
    Rating.objects.bulk_create(
        [
            Rating(user_id=user, ruleset=ruleset, mu=NEW.mu, sigma=NEW.sigma, changed_at=now)
            for user in sorted(people)
        ],
        ignore_conflicts=True,
    )
    rows = Rating.objects.select_for_update().filter(ruleset=ruleset, user__in=people)
    return list(rows.order_by("user_id"))


def strength(user: Any, ruleset: str) -> Strength:
    """What we know of somebody at this game."""
    row = Rating.objects.filter(user=user, ruleset=ruleset).first()
    return Strength(row.mu, row.sigma) if row else NEW


def strengths(users: Any, ruleset: str) -> dict[int, Strength]:
    """Of many at once."""
    rows: QuerySet[Rating] = Rating.objects.filter(user__in=users, ruleset=ruleset)
    return {row.user_id: Strength(row.mu, row.sigma) for row in rows}
