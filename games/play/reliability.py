"""What others may know of somebody before they play together: does he finish, how fast does he answer?

Counted from the journal, where an entry names the person whom it is about. Guests and closed accounts have no
such figures.

Answers count when their game has ended: while it runs, a number that stays as it was would tell that a move
was made by an order. Misses are in the record for all to read, and count at once. A game without names does
not count before its end, and a first game with explanations not at all.
"""

from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games.clock.forecast import Quartiles, quartiles
from games.models import Game, Move, Seat
from games.play import paces
from games.play.origin import How
from games.play.seats import A_BOT

BY_HAND = (How.FORM, How.LINK, How.REPLY)
LAST = 500  # answers that are looked at
ENDED = (Game.State.OVER, Game.State.ABANDONED)
SERIOUS = Q(game__is_lesson=False)
# games of which all may know who plays there
KNOWN = SERIOUS & (Q(game__is_anonymous=False) | Q(game__state__in=ENDED))
A_DAY, AN_HOUR = timedelta(days=1), timedelta(hours=1)


class Figures(msgspec.Struct, frozen=True):
    """Of one person."""

    finished: int  # games played to their end
    left: int  # games that a bot has taken over for good, so far
    running: int
    answered: int  # decisions
    missed: int
    excused: int
    times: Quartiles | None  # from the call to the answer

    @property
    def begun(self) -> int:
        """Games whose end for this person is known."""
        return self.finished + self.left


def has_figures(user: Any) -> bool:
    return user is not None and user.is_active and not user.is_guest


def of(user: Any) -> Figures:
    answers = _answers(user)
    misses = _misses(user)
    return Figures(
        finished=_finished(user).count(),
        left=_left(user),
        running=_seats(user).filter(KNOWN, game__state__in=[Game.State.RUNNING, Game.State.PAUSED]).count(),
        answered=answers.count(),
        missed=misses["missed"],
        excused=misses["excused"],
        times=_times(answers),
    )


def phrase(user: Any) -> str:
    """In a few words, for beside a name; nothing, where there is nothing to tell."""
    if not has_figures(user):
        return ""
    finished = _finished(user).count()
    begun, times = finished + _left(user), _times(_answers(user))
    words = [_("finishes %(n)d of %(all)d") % {"n": finished, "all": begun}] if begun else []
    words += [_("usually answers within %(time)s") % {"time": about(times.second)}] if times else []
    return ", ".join(words) or _("new here")


def finished(user: Any) -> int:
    """Games played to their end."""
    return _finished(user).count()


def percent(user: Any, last: int) -> int | None:
    """Of the games that ended last for this person, how many they finished; nothing, if there were none."""
    ends = [(at, True) for at in _last(_finished(user), "game__ended_at", last)]
    ends += [(at, False) for at in _last(_gone(user), "at", last)]
    newest = [is_finished for _at, is_finished in sorted(ends, reverse=True)[:last]]
    return 100 * sum(newest) // len(newest) if newest else None


def _last(rows: QuerySet[Any], at: str, most: int) -> list[datetime]:
    """When these happened, the last ones; of one game, once."""
    found = rows.values("game").annotate(last=Max(at)).filter(last__isnull=False)
    return list(found.order_by("-last").values_list("last", flat=True)[:most])


def about(time: timedelta) -> str:
    """Rounded, as people say it: an hour, 5 hours, 2 days."""
    if time < 2 * A_DAY:
        return paces.length(max(round(time / AN_HOUR), 1) * AN_HOUR)
    return paces.length(round(time / A_DAY) * A_DAY)


# --- out of the rows


def _seats(user: Any) -> QuerySet[Seat]:
    """Where this person plays, or did at the end."""
    return Seat.objects.filter(SERIOUS, user=user, bot="")


def _finished(user: Any) -> QuerySet[Seat]:
    return _seats(user).filter(game__state=Game.State.OVER)


def _left(user: Any) -> int:
    return _gone(user).values("game").distinct().count()


def _gone(user: Any) -> QuerySet[Move]:
    """Games given up, or taken over by a bot, to which the person has not come back; those of an event from
    which they have withdrawn, too."""
    gone = Move.objects.filter(by=user, kind=Move.Kind.SEAT, text__endswith=f" {A_BOT}")
    gone = gone.filter(KNOWN).exclude(how=Move.How.REFEREE)  # who has sent somebody else away
    is_back = Seat.objects.filter(user=user, bot="", game=OuterRef("game"))
    return gone.filter(~Exists(is_back))


def _answers(user: Any) -> QuerySet[Move]:
    answers = Move.objects.filter(by=user, kind=Move.Kind.MOVE, how__in=BY_HAND, taken_back=False)
    return answers.filter(SERIOUS, game__state__in=ENDED)


def _misses(user: Any) -> dict[str, int]:
    misses = Move.objects.filter(KNOWN, by=user, kind=Move.Kind.MISSED)
    return misses.aggregate(
        excused=Count("pk", filter=Q(text__startswith="excused ")),
        missed=Count("pk", filter=Q(text__startswith="missed ")),
    )


def _times(answers: QuerySet[Move]) -> Quartiles | None:
    """Only answers to a call: the second move of a turn follows the first, and nobody waits for it."""
    own = Move.objects.filter(game=OuterRef("game"), number=OuterRef("decision"), seat=OuterRef("seat"))
    called = answers.filter(~Exists(own.filter(kind=Move.Kind.MOVE)), asked_at__isnull=False)
    waits = called.order_by("-at").annotate(wait=F("at") - F("asked_at")).values_list("wait", flat=True)
    return quartiles(list(waits[:LAST]))
