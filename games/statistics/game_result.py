"""The result of a game in numbers: who played each seat, score and place, and how long the table waited.

For organizers and statistics. The scores of a running game may depend on hidden cards: they are for referees
only and must not appear on any page of the table.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from accounts import server_time
from games.clock.forecast import compute_share_left, count_sittings
from games.models import Game, GameLogEntry, Seat
from games.models.game import load_game_and_seats
from games.play.deadlines import seat_clock
from games.play.errors import NotNow
from games.play.transaction import rows
from games.rules import registry
from games.rules.core.ruleset import Ruleset

PlayedBy = Literal["self", "stand_in", "bot"]


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one seat."""

    seat_id: int
    name: str
    number: int  # 0 is the first seat
    original_user_id: int | None  # the user who began here; None if it was a bot
    finisher_id: int | None  # the user who plays here, or did at the end; None if it is a bot
    played_by: PlayedBy
    score: int
    place: int  # 1 is the best; ties share a place
    missed: int  # by the user who began here
    excused: int
    waiting_time: timedelta


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result, or present standing, of one game."""

    game_id: int
    state: str
    started_at: datetime | None
    ended_at: datetime | None
    seats: tuple[SeatResult, ...]
    share_left: float | None  # the share of the game that is probably still to come; None if unknown


def compute_game_result(game_id: int, *, now: datetime | None = None) -> GameResult:
    """Compute the result of a finished game, or the present standing of a running one."""
    game, seats = load_game_and_seats(game_id)
    if not game.has_begun:
        raise NotNow(_("The game has not begun."))
    sheet = _ResultBuilder(game, now or server_time.now())
    return GameResult(
        game_id=game_id,
        state=game.state,
        started_at=game.started_at,
        ended_at=game.ended_at,
        seats=tuple(map(sheet.build_seat_result, seats)),
        share_left=sheet.compute_share_left(),
    )


class _ResultBuilder:
    """Loads a game once and builds the results of its seats."""

    def __init__(self, game: Game, now: datetime) -> None:
        self.game, self.now = game, now
        self.rules: Ruleset[Any] = registry.get(game.ruleset)
        self.position = self.rules.load(game.position)
        self.is_over = self.rules.over(self.position)
        lines = self.rules.scores(self.position)
        self.scores = {seat: sum(line.points for line in of_seat) for seat, of_seat in lines.items()}
        ranking = self.rules.ranking(self.position) if self.is_over else _rank_by_score(self.scores)
        self.places = _assign_places(ranking)
        self.misses = _count_misses(game)

    def build_seat_result(self, seat: Seat) -> SeatResult:
        missed, excused = self.misses.get((seat.pk, seat.original_user_id), (0, 0))
        return SeatResult(
            seat_id=seat.pk,
            name=seat.name,
            number=seat.place,
            original_user_id=seat.original_user_id,
            finisher_id=None if seat.bot else seat.user_id,
            played_by=_find_played_by(seat),
            score=self.scores[seat.name],
            place=self.places[seat.name],
            missed=missed,
            excused=excused,
            waiting_time=self._compute_waiting_time(seat),
        )

    def _compute_waiting_time(self, seat: Seat) -> timedelta:
        """Return how long the table has waited for this seat, the open decision included."""
        preferences = rows.load_waiting_preferences(seat.user) if seat.user else None
        open_wait = seat_clock.compute_waiting_time(self.game, seat, preferences, self.now)
        return max(timedelta(seconds=seat.waited_seconds) + open_wait, timedelta(0))

    def compute_share_left(self) -> float | None:
        usual = self.rules.statistics.usual_waits(self.game.size, msgspec.json.decode(self.game.options))
        return 0.0 if self.is_over else compute_share_left(usual, count_sittings(_list_answers(self.game)))


# --- the result


def _rank_by_score(scores: dict[str, int]) -> list[list[str]]:
    """Rank seats by score alone: while a game runs, ties are not broken."""
    return [
        [seat for seat, one in scores.items() if one == score]
        for score in sorted(set(scores.values()), reverse=True)
    ]


def _assign_places(ranking: Iterable[list[str]]) -> dict[str, int]:
    """Number the places: two who share the first place are followed by the third."""
    found: dict[str, int] = {}
    for equal in ranking:
        found |= dict.fromkeys(equal, len(found) + 1)
    return found


def _find_played_by(seat: Seat) -> PlayedBy:
    if seat.bot:
        return "bot"
    return "self" if seat.user_id == seat.original_user_id else "stand_in"


# --- from the log


def _count_misses(game: Game) -> dict[tuple[int | None, int | None], tuple[int, int]]:
    """Count counted and excused misses by seat and user: whoever takes a seat over starts without any."""
    entries = (
        GameLogEntry.objects.filter(game=game, kind=GameLogEntry.Kind.MISSED)
        .values_list("seat", "by")
        .order_by()
    )
    counted = entries.annotate(
        missed=Count("pk", filter=Q(text__startswith="missed ")),
        excused=Count("pk", filter=Q(text__startswith="excused ")),
    )
    return {(seat, user): (missed, excused) for seat, user, missed, excused in counted}


def find_missed_deadlines(games: QuerySet[Game]) -> set[tuple[int, int, int]]:
    """Return game, place and user of every missed deadline in these games, excused or not.

    Read from the log, because the counts of a seat are reset when somebody takes it over or comes back."""
    entries = GameLogEntry.objects.filter(
        game__in=games, kind=GameLogEntry.Kind.MISSED, seat__isnull=False, by__isnull=False
    )
    return set(entries.values_list("game", "seat__place", "by").order_by().distinct())


def _list_answers(game: Game) -> Iterable[tuple[int | None, int | None]]:
    moves = GameLogEntry.objects.not_undone().filter(game=game).order_by("number")
    return moves.values_list("seat_id", "decision")
