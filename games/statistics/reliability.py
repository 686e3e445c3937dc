"""What others may know of a player in advance: do they finish their games, and how fast do they answer?

Counted from the log, where an entry names the user it is about. Guests and closed accounts have no figures.

Answers count only when their game has ended: in a running game, a number that does not change would reveal
that a move was made by an order. Misses are public in the log and count at once. An anonymous game does not
count before its end, and a game of one person not at all: nobody waited for them.
"""

from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games.clock.forecast import Quartiles, compute_quartiles
from games.models import Game, GameLogEntry, Seat
from games.play.seats import BOT_IN_LOG
from games.play.transaction.origin import How
from games.text import format_duration

BY_HAND = (How.FORM, How.LINK, How.REPLY)
MAX_ANSWERS = 500  # newest answers that are counted
ENDED_STATES = (Game.State.OVER, Game.State.ABANDONED)
HAD_PLAYER = Q(user__isnull=False) | Q(original_user__isnull=False)
SHARED_GAMES = Seat.objects.filter(HAD_PLAYER).order_by().values("game").annotate(n=Count("pk"))
# games of two people at least
IS_SERIOUS_GAME = Q(Exists(SHARED_GAMES.filter(game=OuterRef("game"), n__gt=1)))
# games whose players are public
IS_PUBLIC_GAME = IS_SERIOUS_GAME & (Q(game__is_anonymous=False) | Q(game__state__in=ENDED_STATES))
A_DAY, AN_HOUR = timedelta(days=1), timedelta(hours=1)


class Reliability(msgspec.Struct, frozen=True):
    """The reliability figures of one user."""

    finished: int  # games played to their end
    left_games: int  # games that a bot has taken over and the user has not returned to
    running: int
    answered: int  # decisions
    missed: int
    excused: int
    times: Quartiles | None  # from the question to the answer

    @property
    def ended_games(self) -> int:
        """Games that this user has either finished or left."""
        return self.finished + self.left_games


def has_reliability(user: Any) -> bool:
    return user is not None and user.is_active and not user.is_guest


def compute_reliability(user: Any) -> Reliability:
    answers = _select_answers(user)
    misses = _count_misses(user)
    return Reliability(
        finished=_select_finished(user).count(),
        left_games=_count_games_left(user),
        running=_select_seats(user)
        .filter(IS_PUBLIC_GAME, game__state__in=[Game.State.RUNNING, Game.State.PAUSED])
        .count(),
        answered=answers.count(),
        missed=misses["missed"],
        excused=misses["excused"],
        times=_compute_answer_times(answers),
    )


def describe_reliability(user: Any) -> str:
    """Describe the reliability in a few words, beside a name; empty for guests and closed accounts."""
    if not has_reliability(user):
        return ""
    finished = _select_finished(user).count()
    begun, times = finished + _count_games_left(user), _compute_answer_times(_select_answers(user))
    words = [_("finishes %(n)d of %(all)d") % {"n": finished, "all": begun}] if begun else []
    words += (
        [_("usually answers within %(time)s") % {"time": format_rounded_duration(times.second)}]
        if times
        else []
    )
    return ", ".join(words) or _("new here")


def count_finished_games(user: Any) -> int:
    """Count the games that the user played to their end."""
    return _select_finished(user).count()


def compute_finish_percentage(user: Any, last: int) -> int | None:
    """Return the percentage of the user's last games that they finished; None if there were none."""
    ends = [(at, True) for at in _list_last_times(_select_finished(user), "game__ended_at", last)]
    ends += [(at, False) for at in _list_last_times(_select_departures(user), "at", last)]
    newest = [is_finished for _at, is_finished in sorted(ends, reverse=True)[:last]]
    return 100 * sum(newest) // len(newest) if newest else None


def _list_last_times(rows: QuerySet[Any], at: str, most: int) -> list[datetime]:
    """List the latest times of these rows, one for each game."""
    found = rows.values("game").annotate(last=Max(at)).filter(last__isnull=False)
    return list(found.order_by("-last").values_list("last", flat=True)[:most])


def format_rounded_duration(time: timedelta) -> str:
    """Format a duration rounded as people say it: an hour, 5 hours, 2 days."""
    if time < 2 * A_DAY:
        return format_duration(max(round(time / AN_HOUR), 1) * AN_HOUR)
    return format_duration(round(time / A_DAY) * A_DAY)


# --- queries


def _select_seats(user: Any) -> QuerySet[Seat]:
    """Select the seats where this user plays, or did at the end."""
    return Seat.objects.filter(IS_SERIOUS_GAME, user=user, bot="")


def _select_finished(user: Any) -> QuerySet[Seat]:
    return _select_seats(user).filter(game__state=Game.State.OVER)


def _count_games_left(user: Any) -> int:
    return _select_departures(user).values("game").distinct().count()


def _select_departures(user: Any) -> QuerySet[GameLogEntry]:
    """Select log entries of games that the user left to a bot and has not returned to.

    Games of a tournament from which they withdrew are included."""
    gone = GameLogEntry.objects.filter(by=user, kind=GameLogEntry.Kind.SEAT, text__endswith=f" {BOT_IN_LOG}")
    gone = gone.filter(IS_PUBLIC_GAME).exclude(
        how=GameLogEntry.How.REFEREE
    )  # `by` is not the player who left
    is_back = Seat.objects.filter(user=user, bot="", game=OuterRef("game"))
    return gone.filter(~Exists(is_back))


def _select_answers(user: Any) -> QuerySet[GameLogEntry]:
    answers = GameLogEntry.objects.filter(
        by=user, kind=GameLogEntry.Kind.MOVE, how__in=BY_HAND, taken_back=False
    )
    return answers.filter(IS_SERIOUS_GAME, game__state__in=ENDED_STATES)


def _count_misses(user: Any) -> dict[str, int]:
    misses = GameLogEntry.objects.filter(IS_PUBLIC_GAME, by=user, kind=GameLogEntry.Kind.MISSED)
    return misses.aggregate(
        excused=Count("pk", filter=Q(text__startswith="excused ")),
        missed=Count("pk", filter=Q(text__startswith="missed ")),
    )


def _compute_answer_times(answers: QuerySet[GameLogEntry]) -> Quartiles | None:
    """Compute the quartiles of answer times.

    Only answers that others waited for count: the second move of a turn follows directly on the first."""
    own = GameLogEntry.objects.filter(
        game=OuterRef("game"), number=OuterRef("decision"), seat=OuterRef("seat")
    )
    called = answers.filter(~Exists(own.filter(kind=GameLogEntry.Kind.MOVE)), asked_at__isnull=False)
    waits = called.order_by("-at").annotate(wait=F("at") - F("asked_at")).values_list("wait", flat=True)
    return compute_quartiles(list(waits[:MAX_ANSWERS]))
