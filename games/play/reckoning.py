"""A game in plain numbers: who has played each seat, with what result, and how long the table waited.

For whoever has arranged it. Scores of a game that goes on may rest on hidden cards: they are for people who
rule, and for no page of the table.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, cast

import msgspec
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from games.clock.forecast import share_left
from games.models import Game, Move, Seat
from games.play import clocks, store, times, views_of
from games.play.errors import NotNow
from games.rules import registry
from games.rules.core.ruleset import Ruleset

By = Literal["self", "stand_in", "bot"]


@dataclass(frozen=True, slots=True)
class Line:
    """One seat."""

    seat_id: int
    name: str
    number: int  # 0 is the first seat
    original: int | None  # the person who began here; none, if a bot did
    finisher: int | None  # the person who plays here, or did in the end; none, if a bot does
    by: By
    score: int
    place: int  # 1 is the best; who ties shares it
    missed: int  # by the person who began here
    excused: int
    waited: timedelta


@dataclass(frozen=True, slots=True)
class Reckoning:
    """One game, seat by seat."""

    game_id: int
    state: str
    started_at: datetime | None
    ended_at: datetime | None
    lines: tuple[Line, ...]
    left: float | None  # what part of the game is probably still to come; none, if nobody can know


def reckon(game_id: int, *, now: datetime | None = None) -> Reckoning:
    """How a game that has begun stands, or has ended."""
    game, seats = views_of.seated(game_id)
    if not game.has_begun:
        raise NotNow(_("The game has not begun."))
    sheet = _Sheet(game, now or times.now())
    return Reckoning(
        game_id=game_id,
        state=game.state,
        started_at=game.started_at,
        ended_at=game.ended_at,
        lines=tuple(map(sheet.line, seats)),
        left=sheet.left(),
    )


class _Sheet:
    """What the lines of one game are written from."""

    def __init__(self, game: Game, now: datetime) -> None:
        self.game, self.now = game, now
        self.rules: Ruleset[Any] = registry.get(game.ruleset)
        self.position = self.rules.load(game.position)
        self.is_over = self.rules.over(self.position)
        lines = self.rules.scores(self.position)
        self.scores = {seat: sum(line.points for line in of_seat) for seat, of_seat in lines.items()}
        ranking = self.rules.ranking(self.position) if self.is_over else _by_score(self.scores)
        self.places = _places(ranking)
        self.misses = _misses(game)

    def line(self, seat: Seat) -> Line:
        missed, excused = self.misses.get((seat.pk, seat.namesake_id), (0, 0))
        return Line(
            seat_id=seat.pk,
            name=seat.name,
            number=seat.place,
            original=seat.namesake_id,
            finisher=None if seat.bot else seat.user_id,
            by=_by(seat),
            score=self.scores[seat.name],
            place=self.places[seat.name],
            missed=missed,
            excused=excused,
            waited=self._waited(seat),
        )

    def _waited(self, seat: Seat) -> timedelta:
        """In the whole game, with what is open now."""
        habits = store.habits_of(seat.user) if seat.user else None
        open_wait = clocks.waiting(cast(Any, self.game), cast(Any, seat), habits, self.now)
        return max(timedelta(seconds=seat.waited) + open_wait, timedelta(0))

    def left(self) -> float | None:
        usual = self.rules.usual_waits(self.game.size, msgspec.json.decode(self.game.options))
        return 0.0 if self.is_over else share_left(usual, sittings(_answers(self.game)))


# --- the result


def _by_score(scores: dict[str, int]) -> list[list[str]]:
    """As long as a game goes on nothing breaks a tie."""
    return [
        [seat for seat, one in scores.items() if one == score]
        for score in sorted(set(scores.values()), reverse=True)
    ]


def _places(ranking: Iterable[list[str]]) -> dict[str, int]:
    """Two who share the first place are followed by the third."""
    found: dict[str, int] = {}
    for equal in ranking:
        found |= dict.fromkeys(equal, len(found) + 1)
    return found


def _by(seat: Seat) -> By:
    if seat.bot:
        return "bot"
    return "self" if seat.user_id == seat.namesake_id else "stand_in"


# --- out of the journal


def _misses(game: Game) -> dict[tuple[int | None, int | None], tuple[int, int]]:
    """By seat and person, counted and excused ones: whoever takes a seat over begins without any."""
    entries = Move.objects.filter(game=game, kind=Move.Kind.MISSED).values_list("seat", "by").order_by()
    counted = entries.annotate(
        missed=Count("pk", filter=Q(text__startswith="missed ")),
        excused=Count("pk", filter=Q(text__startswith="excused ")),
    )
    return {(seat, user): (missed, excused) for seat, user, missed, excused in counted}


def who_missed(games: QuerySet[Game]) -> set[tuple[int, int, int]]:
    """Of many games: the game, the seat and the person, wherever a deadline was missed, excused or not.

    The seat itself forgets it when somebody else sits down, or the same one comes back."""
    entries = Move.objects.filter(game__in=games, kind=Move.Kind.MISSED, seat__isnull=False, by__isnull=False)
    return set(entries.values_list("game", "seat__place", "by").order_by().distinct())


def _answers(game: Game) -> Iterable[tuple[int | None, int | None]]:
    moves = Move.objects.standing().filter(game=game).order_by("number")
    return moves.values_list("seat_id", "decision")


def sittings(answers: Iterable[tuple[int | None, int | None]]) -> int:
    """How often such a game waits if all are people without orders: seats and the decisions they made.

    What a seat decides in one go is one, and so is what is put to several at once."""
    count, present, asked = 0, None, None
    for seat, decision in answers:
        if seat != present and decision != asked:
            count, asked = count + 1, decision
        present = seat
    return count
