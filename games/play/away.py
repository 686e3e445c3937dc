"""Days on which somebody is away: booked ahead, from a yearly budget, counted where the table lets them.

Bookings belong to the person and not to a game. Whoever books, or takes back, sets the hands of all clocks
that run for them at that moment; an alarm looks at the bookings again anyway, so a crash in between loses
nothing.
"""

from collections.abc import Iterable
from datetime import date, datetime
from functools import partial
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.people import locked
from games.clock import leave
from games.clock.leave import Days
from games.clock.spans import A_DAY
from games.models import Game, Seat
from games.play import clocks, store, times
from games.play.errors import NotPossible
from games.play.origin import How, Origin, fresh_key
from games.play.table import Table
from games.play.wake import after_commit

# --- what is booked


def bookings(user: Any) -> tuple[Days, ...]:
    """Everything that this person has ever booked, in its order."""
    return leave.read(user.leave)


def ahead(user: Any, now: datetime) -> list[Days]:
    """What is not over yet."""
    return [days for days in bookings(user) if days.until > today(user, now)]


def until(user: Any, now: datetime) -> date | None:
    """The first day on which somebody who is away now is back; nothing, if they are not away."""
    here = today(user, now)
    return next((days.until for days in bookings(user) if days.first <= here < days.until), None)


def today(user: Any, now: datetime) -> date:
    """On the person's own calendar."""
    return now.astimezone(user.zone).date()


def left(user: Any, year: int) -> int:
    """Days of this year that may still be booked."""
    return max(settings.LEAVE_DAYS - leave.days_in(year, bookings(user)), 0)


# --- booking


def book(user: Any, first: date, until: date, now: datetime) -> tuple[Days, ...]:
    """Be away from the first day on, and back on `until`. Returns all bookings."""
    if until <= first:
        raise NotPossible(_("The last day comes before the first one."))
    booked = _book(user.pk, Days(first, until), now)
    user.leave = leave.written(booked)
    retime(user, now)
    return booked


@transaction.atomic
def _book(user_id: int, wanted: Days, now: datetime) -> tuple[Days, ...]:
    user = locked(user_id)
    here = today(user, now)
    if wanted.until > date(here.year + 2, 1, 1):
        raise NotPossible(_("Leave can be booked up to the end of next year."))
    answer = leave.book(
        wanted,
        bookings(user),
        at=now,
        zone=user.zone,
        budget=settings.LEAVE_DAYS,
        deadlines=[seat.final_at for seat in _waited_for(user) if seat.final_at],
    )
    if isinstance(answer, str):
        raise NotPossible(_refusal(answer, user, wanted))
    _save(user, answer)
    return answer


def _refusal(why: leave.Refusal, user: User, wanted: Days) -> str:
    if why == "past":
        return _("Leave begins today or later.")
    if why == "run_out":
        return _("Your time at one of your tables has just run out: leave does not bring it back.")
    cost = leave.uses(wanted, bookings(user))
    year = next(year for year, days in cost.items() if days > left(user, year))
    return ngettext(
        "That takes %(n)d day of %(year)d, and you have %(left)d left in that year.",
        "That takes %(n)d days of %(year)d, and you have %(left)d left in that year.",
        cost[year],
    ) % {"n": cost[year], "year": year, "left": left(user, year)}


def take_back(user: Any, first: date, now: datetime) -> tuple[Days, ...]:
    """Be there after all, on the days of this booking that are still to come. Returns all bookings."""
    booked = _take_back(user.pk, first, now)
    user.leave = leave.written(booked)
    retime(user, now)
    return booked


@transaction.atomic
def _take_back(user_id: int, first: date, now: datetime) -> tuple[Days, ...]:
    """Days of the past stay used, and so does today: the clock has not run on it."""
    user = locked(user_id)
    tomorrow = today(user, now) + A_DAY
    found = next((days for days in bookings(user) if days.first == first), None)
    if found is None:
        raise NotPossible(_("No leave is booked that begins on %(day)s.") % {"day": date_format(first)})
    if found.until <= tomorrow:
        raise NotPossible(_("This leave is over, or ends tonight: there is nothing left to take back."))
    others = [days for days in bookings(user) if days != found]
    used = [Days(first, tomorrow)] if first < tomorrow else []
    booked = leave.merged([*others, *used])
    _save(user, booked)
    return booked


def _save(user: User, booked: Iterable[Days]) -> None:
    user.leave = leave.written(booked)
    user.save(update_fields=["leave"])


# --- clocks


def retime(user: Any, now: datetime | None = None) -> None:
    """Set the hands of all clocks that run for this person: their hours, or their leave, are others now.

    When all else is committed, game by game, each under its own lock and in its own transaction: people are
    locked before games, and a table need not wait for another."""
    after_commit(partial(_retime_all, user, now or times.now()))


def _retime_all(user: Any, now: datetime) -> None:
    for game_id in sorted({seat.game_id for seat in _waited_for(user)}):
        _retime(game_id, user.pk, now)


def _waited_for(user: Any) -> Iterable[Seat]:
    """Seats whose clock runs, or stands still because of the person. A pause looks again when it ends."""
    asked = Seat.objects.filter(user=user, bot="", decision__isnull=False)
    return asked.filter(game__state=Game.State.RUNNING)


@transaction.atomic
def _retime(game_id: int, user_id: int, now: datetime) -> None:
    table = Table(game_id, Origin(How.CLOCK, fresh_key(), now))
    if table.game.state != Game.State.RUNNING:
        return
    for seat in table.asked():
        if seat.user_id == user_id and not seat.bot:
            clocks.look_again(table.game, seat, now)
    table.let_orders_answer()  # they need not wait any more, if that is what has changed
    table.save()
    store.show_pages(game_id)


# --- at the tables


class Policy(msgspec.Struct, frozen=True):
    """What leave means at one of the own tables."""

    game: Game
    sentence: str
    counts: bool


def policies(user: Any) -> list[Policy]:
    """Every table at which this person plays, with what it lets count."""
    live = [Game.State.RUNNING, Game.State.PAUSED, Game.State.OPEN]
    theirs = Game.objects.filter(seats__user=user, state__in=live).defer("position")
    return [_policy(game) for game in theirs.order_by("name", "pk")]


def _policy(game: Game) -> Policy:
    allowed = game.patience.leave
    if allowed == "none":
        return Policy(game, _("leave does not stop the clock here"), counts=False)
    if allowed == "allowed":
        return Policy(game, _("leave stops the clock"), counts=True)
    days = ngettext("%(n)d day of leave", "%(n)d days of leave", allowed) % {"n": allowed}
    return Policy(game, _("up to %(days)s stop the clock in this game") % {"days": days}, counts=True)
