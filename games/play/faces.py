"""What a clock shows: to its own player, and to those who wait.

Everybody may know how much is in a bank and how often somebody was missed. What answers for a seat, and
which of its hours are nights, is for its own player alone.
"""

from datetime import date, datetime, timedelta
from typing import Any, cast

import msgspec
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.clock.patience import allowed
from games.models import Game, Seat
from games.play import away, clocks, paces, store


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
    found = (
        [_("%(time)s in the bank") % {"time": paces.amount(in_bank(game, seat, now))}]
        if has_bank(game)
        else []
    )
    if seat.excused:
        found.append(ngettext("excused once", "excused %(n)d times", seat.excused) % {"n": seat.excused})
    if seat.missed:
        found.append(_("missed %(n)d") % {"n": seat.missed})
    if seat.is_absent:
        found.append(_("away, a bot plays meanwhile"))
    elif until := _away_until(game, seat, now):
        found.append(_("on leave, back on %(day)s") % {"day": date_format(until, "j F")})
    return found


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
    "leave": gettext_lazy("Your leave has moved this deadline."),
    "night": gettext_lazy("It was moved out of your quiet hours or a free day."),
}


def own(game: Game, seat: Seat, now: datetime) -> Own:
    return Own(
        bank=_bank_of(game, seat, now),
        answer=str(IF_OUT[answer_of(game, seat)]),
        moved=[str(MOVED[reason]) for reason in _reasons(game, seat) if reason in MOVED],
    )


def answer_of(game: Game, seat: Seat) -> str:
    """What answers for this seat when its time has run out."""
    return allowed(seat.time_out or (seat.user.time_out if seat.user else ""), game.patience)


def _bank_of(game: Game, seat: Seat, now: datetime) -> str:
    left = in_bank(game, seat, now)
    is_late = seat.due_at is not None and seat.due_at <= now
    if not left:
        return _("Your bank is empty.") if has_bank(game) else ""
    words = {"time": paces.amount(left)}
    if is_late:
        return _("Your bank runs: %(time)s left in it.") % words
    return _("After that you have %(time)s in the bank.") % words


def _reasons(game: Game, seat: Seat) -> tuple[str, ...]:
    if seat.user is None or seat.asked_at is None:
        return ()
    habits = store.habits_of(seat.user)
    return clocks.hands(cast(Any, game), cast(Any, seat), habits, seat.asked_at).reasons
