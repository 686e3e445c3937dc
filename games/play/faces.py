"""What a clock shows: to its own player, and to those who wait.

Everybody may know how much is in a bank and how often somebody was missed. What answers for a seat, and
which of its hours are nights, is for its own player alone.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any, cast

import msgspec
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.clock.deadlines import Deadline
from games.clock.nights import first_awake
from games.clock.spans import Span
from games.models import Game, Move, Seat
from games.play import away, clocks, paces, store
from games.play.store import Habits

A_MINUTE = timedelta(minutes=1)


class Face(msgspec.Struct, frozen=True):
    """The clock of a seat, as anybody at the table may read it."""

    seat: Any
    is_late: bool  # the time is over: the bank runs, or the grace
    is_still: bool  # it stands still, for letters do not reach the player
    away_until: date | None  # booked leave
    facts: str  # what is in the bank, what was missed, who plays here meanwhile

    @property
    def name(self) -> str:
        return str(self.seat.name)


def face(game: Game, seat: Seat, now: datetime) -> Face:
    return Face(
        seat=seat,
        is_late=seat.deadline is not None and seat.deadline <= now,
        is_still=_is_still(game, seat),
        away_until=_away_until(game, seat, now),
        facts=", ".join(_facts(game, seat, now)),
    )


def _is_still(game: Game, seat: Seat) -> bool:
    return seat.stopped_at is not None and game.state == Game.State.RUNNING


def _away_until(game: Game, seat: Seat, now: datetime) -> date | None:
    if seat.user is None or seat.bot or game.patience.leave == "none":
        return None
    return away.until(seat.user, now)


def _facts(game: Game, seat: Seat, now: datetime) -> list[str]:
    if seat.bot and not seat.is_absent:
        return [_("a bot, without a clock")]
    found = [_in_bank(in_bank(game, seat, now))] if has_bank(game) else []
    if seat.excused:
        found.append(ngettext("excused once", "excused %(n)d times", seat.excused) % {"n": seat.excused})
    if seat.missed:
        found.append(_("missed %(n)d") % {"n": seat.missed})
    if seat.is_absent:
        found.append(_("away, a bot plays meanwhile"))
    elif until := _away_until(game, seat, now):
        found.append(_("on leave, back on %(day)s") % {"day": date_format(until, "MONTH_DAY_FORMAT")})
    return found


def _in_bank(left: timedelta) -> str:
    if left < A_MINUTE:
        return _("nothing in the bank")
    return _("%(time)s in the bank") % {"time": paces.amount(left)}


def has_bank(game: Game) -> bool:
    return bool(game.pace.allowance or game.pace.increment)


def in_bank(game: Game, seat: Seat, now: datetime) -> timedelta:
    """What is left, if the seat answered at this moment."""
    is_late = seat.due_at is not None and seat.due_at < now and seat.user is not None
    habits = store.habits_of(seat.user) if is_late else None
    return timedelta(seconds=seat.bank) - clocks.taken_from_bank(
        cast(Any, game), cast(Any, seat), habits, now
    )


# --- for its own player


class Own(msgspec.Struct, frozen=True):
    """What only the player of a seat reads about its clock."""

    bank: str  # what follows when the time is over
    answer: str  # what happens when all has run out
    moved: list[str]  # why the deadline is later than the pace alone would have it


IF_OUT = {
    "minimal": gettext_lazy("the harmless move is played for you"),
    "bot": gettext_lazy("the careful bot answers for you"),
    "orders": gettext_lazy("your orders answer for you, and the harmless move where they do not"),
}
MOVED = {
    "outage": gettext_lazy("This site, or its post, stood still for a while: that has moved this deadline."),
    "pause": gettext_lazy("The game was paused: that has moved this deadline."),
    "unreachable": gettext_lazy("Letters did not reach you for a while: that has moved this deadline."),
    "leave": gettext_lazy("Your leave has moved this deadline."),
    "night": gettext_lazy("It was moved out of your quiet hours or a free day."),
}


def own(game: Game, seat: Seat, now: datetime) -> Own:
    return Own(
        bank=_bank_of(game, seat, now),
        answer=str(IF_OUT[answer_of(game, seat)]),
        moved=list(_moved(game, seat)),
    )


def answer_of(game: Game, seat: Seat) -> str:
    return clocks.answer_of(game, seat, seat.user)


def _bank_of(game: Game, seat: Seat, now: datetime) -> str:
    left = in_bank(game, seat, now)
    is_late = seat.due_at is not None and seat.due_at <= now
    if left < A_MINUTE:
        return _("Your bank is empty.") if has_bank(game) else ""
    words = {"time": paces.amount(left)}
    if is_late:
        return _("Your bank runs: %(time)s left in it.") % words
    return _("After that you have %(time)s in the bank.") % words


# --- why a deadline is where it is


def _moved(game: Game, seat: Seat) -> Iterator[str]:
    """What has moved the deadline of the open question, and what has not."""
    if seat.user is None or seat.asked_at is None:
        return
    habits = store.habits_of(seat.user)
    outages = _outages(game, seat, habits)
    found, restless = (_hands(game, seat, one, outages) for one in (habits, _without_nights(habits)))
    for reason in found.reasons:
        if reason == "unreachable" and _was_paused(game, seat):
            yield str(MOVED["pause"])
        elif reason != "night":
            yield str(MOVED[reason])
    if hours := seat.given // 3600:
        words = ngettext(
            "The table has given you one hour more.", "The table has given you %(n)d hours more.", hours
        )
        yield words % {"n": hours}
    yield from _about_the_night(game, habits, found.due, is_moved=found.due != restless.due)


def _outages(game: Game, seat: Seat, habits: Habits) -> list[Span]:
    """Looked for only if the written deadline is not the one that would hold without any."""
    if seat.asked_at is None or _hands(game, seat, habits).due == seat.due_at:
        return []
    return [Span(*pair) for pair in store.outages_since(seat.asked_at)]


def _hands(game: Game, seat: Seat, habits: Habits, outages: Sequence[Span] = ()) -> Deadline:
    return clocks.hands(cast(Any, game), cast(Any, seat), habits, cast(datetime, seat.asked_at), outages)


def _without_nights(habits: Habits) -> Habits:
    """The same person, if at any hour of any day they could be waited for."""
    rested = {"quiet_from": None, "quiet_until": None, "free_days": "[]", "holds_letters": False}
    return msgspec.structs.replace(habits, **rested)


def _was_paused(game: Game, seat: Seat) -> bool:
    """Or did the clock stand still because letters did not arrive? A seat does not know which of the two."""
    return Move.objects.filter(game=game, kind=Move.Kind.RESUME, at__gt=seat.asked_at).exists()


def _about_the_night(game: Game, habits: Habits, due: datetime, *, is_moved: bool) -> Iterator[str]:
    """A table moves a deadline for a night only so far; one of fixed times perhaps not at all."""
    is_night = first_awake(due, clocks.person_of(habits)) != due
    if not is_night and is_moved:
        yield str(MOVED["night"])
    elif is_night and game.pace.shift:
        yield _(
            "It still falls into your quiet hours or on a free day: they move a deadline by at most "
            "%(time)s at this table."
        ) % {"time": paces.length(game.pace.shift)}
    elif is_night:
        yield _("It falls into your quiet hours or on a free day: at this table they do not move a deadline.")
