"""Leave: days off booked ahead from a yearly budget; they stop the clock at tables that allow it.

Bookings belong to the user, not to a game. Booking or cancelling recomputes the deadlines of all decisions
that are open for the user. Alarms read the bookings again anyway, so a crash in between loses nothing.
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

from accounts import server_time
from accounts.models import User
from accounts.users import lock_user
from games.clock import leave
from games.clock.leave import LeaveBooking
from games.clock.spans import ONE_DAY
from games.models import Game, Seat
from games.play.deadlines import seat_clock
from games.play.errors import NotPossible
from games.play.transaction import sql
from games.play.transaction.locked_game import LockedGame
from games.play.transaction.origin import How, Origin, new_request_key
from games.play.transaction.task_trigger import run_after_commit

# --- what is booked


def load_bookings(user: Any) -> tuple[LeaveBooking, ...]:
    """Return every leave this user has ever booked, in order of date."""
    return leave.load_bookings(user.leave)


def list_upcoming_bookings(user: Any, now: datetime) -> list[LeaveBooking]:
    """List the bookings that are not over yet."""
    return [days for days in load_bookings(user) if days.until > compute_local_date(user, now)]


def find_return_date(user: Any, now: datetime) -> date | None:
    """Return the first day back of a user who is on leave now, or None if they are not on leave."""
    here = compute_local_date(user, now)
    return next((days.until for days in load_bookings(user) if days.first <= here < days.until), None)


def compute_local_date(user: Any, now: datetime) -> date:
    """Return the date at `now` in the user's own time zone."""
    return now.astimezone(user.zone).date()


def count_days_left(user: Any, year: int) -> int:
    """Count the days of leave that may still be booked in this year."""
    return max(settings.LEAVE_DAYS - leave.count_days_in_year(year, load_bookings(user)), 0)


# --- booking


def book_leave(user: Any, first: date, until: date, now: datetime) -> tuple[LeaveBooking, ...]:
    """Book leave from `first`, back on `until`, and recompute the user's deadlines. Returns all bookings."""
    if until <= first:
        raise NotPossible(_("The last day comes before the first one."))
    booked = _store_booking(user.pk, LeaveBooking(first, until), now)
    user.leave = leave.dump_bookings(booked)
    recompute_deadlines(user, now)
    return booked


@transaction.atomic
def _store_booking(user_id: int, wanted: LeaveBooking, now: datetime) -> tuple[LeaveBooking, ...]:
    user = lock_user(user_id)
    here = compute_local_date(user, now)
    if wanted.until > date(here.year + 2, 1, 1):
        raise NotPossible(_("Leave can be booked up to the end of next year."))
    answer = leave.book_leave(
        wanted,
        load_bookings(user),
        at=now,
        zone=user.zone,
        budget=settings.LEAVE_DAYS,
        deadlines=[seat.final_at for seat in _find_awaited_seats(user) if seat.final_at],
    )
    if isinstance(answer, str):
        raise NotPossible(_describe_refusal(answer, user, wanted))
    _save_bookings(user, answer)
    return answer


def _describe_refusal(why: leave.LeaveRefusal, user: User, wanted: LeaveBooking) -> str:
    if why == "past":
        return _("Leave has to begin today or later.")
    if why == "run_out":
        return _("You have just run out of time at one of your tables: leave does not bring that back.")
    cost = leave.compute_budget_use(wanted, load_bookings(user))
    year = next(year for year, days in cost.items() if days > count_days_left(user, year))
    return ngettext(
        "That takes %(n)d day of %(year)d, and you have %(left)d left in that year.",
        "That takes %(n)d days of %(year)d, and you have %(left)d left in that year.",
        cost[year],
    ) % {"n": cost[year], "year": year, "left": count_days_left(user, year)}


def cancel_leave(user: Any, first: date, now: datetime) -> tuple[LeaveBooking, ...]:
    """Cancel the days still to come of the booking that starts on `first`. Returns all bookings."""
    booked = _store_cancellation(user.pk, first, now)
    user.leave = leave.dump_bookings(booked)
    recompute_deadlines(user, now)
    return booked


@transaction.atomic
def _store_cancellation(user_id: int, first: date, now: datetime) -> tuple[LeaveBooking, ...]:
    """Past days stay used, and so does today, because the clock has already been stopped for it."""
    user = lock_user(user_id)
    tomorrow = compute_local_date(user, now) + ONE_DAY
    found = next((days for days in load_bookings(user) if days.first == first), None)
    if found is None:
        raise NotPossible(_("You have no leave that begins on %(day)s.") % {"day": date_format(first)})
    if found.until <= tomorrow:
        raise NotPossible(_("This leave is over, or ends tonight: there is nothing left to cancel."))
    others = [days for days in load_bookings(user) if days != found]
    used = [LeaveBooking(first, tomorrow)] if first < tomorrow else []
    booked = leave.merge_bookings([*others, *used])
    _save_bookings(user, booked)
    return booked


def _save_bookings(user: User, booked: Iterable[LeaveBooking]) -> None:
    user.leave = leave.dump_bookings(booked)
    user.save(update_fields=["leave"])


# --- clocks


def recompute_deadlines(user: Any, now: datetime | None = None) -> None:
    """Recompute all open deadlines of a user whose leave, quiet hours or reachability has changed.

    Runs after the commit, game by game, each under its own lock and in its own transaction: users are always
    locked before games, and no table has to wait for another."""
    run_after_commit(partial(_recompute_all_games, user, now or server_time.now()))


def _recompute_all_games(user: Any, now: datetime) -> None:
    for game_id in sorted({seat.game_id for seat in _find_awaited_seats(user)}):
        _recompute_game(game_id, user.pk, now)


def _find_awaited_seats(user: Any) -> Iterable[Seat]:
    """Find the seats in running games where the user has an open decision.

    Paused games are left out: their deadlines are computed again when the pause ends."""
    asked = Seat.objects.filter(user=user, bot="", decision__isnull=False)
    return asked.filter(game__state=Game.State.RUNNING)


@transaction.atomic
def _recompute_game(game_id: int, user_id: int, now: datetime) -> None:
    locked_game = LockedGame(game_id, Origin(How.CLOCK, new_request_key(), now))
    if locked_game.game.state != Game.State.RUNNING:
        return
    for seat in locked_game.list_asked_seats():
        if seat.user_id == user_id and not seat.bot:
            seat_clock.refresh_deadlines(locked_game.game, seat, now)
    locked_game.fire_orders()  # orders may no longer have to wait for the deadline
    locked_game.save()
    sql.bump_page_version(game_id)


# --- at the tables


class TableLeavePolicy(msgspec.Struct, frozen=True):
    """What leave means at one table of a user."""

    game: Game
    sentence: str
    counts: bool


def list_leave_policies(user: Any) -> list[TableLeavePolicy]:
    """List the tables of this user, each with a sentence on whether leave stops the clock there."""
    live = [Game.State.RUNNING, Game.State.PAUSED, Game.State.OPEN]
    theirs = Game.objects.filter(seats__user=user, state__in=live).defer("position")
    return [_describe_leave_policy(game) for game in theirs.order_by("name", "pk")]


def _describe_leave_policy(game: Game) -> TableLeavePolicy:
    allowed = game.patience.leave
    if allowed == "none":
        return TableLeavePolicy(game, _("leave does not stop the clock here"), counts=False)
    if allowed == "allowed":
        return TableLeavePolicy(game, _("leave stops the clock"), counts=True)
    days = ngettext("%(n)d day of leave", "%(n)d days of leave", allowed) % {"n": allowed}
    return TableLeavePolicy(
        game, _("up to %(days)s stop the clock in this game") % {"days": days}, counts=True
    )
