"""Players whom emails do not reach: their clocks stop, the table is notified, and the wait is limited.

The clocks stop when we learn of the problem and resume, with the time that was left, when emails arrive
again. After a maximum wait an alarm is due, and a bot plays until they are back.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from accounts import bounces
from accounts.models import User
from games.models import Game, GameNotice, Seat
from games.play.deadlines import leave
from games.play.transaction import notices
from games.play.transaction.origin import How, Origin
from games.play.transaction.rows import SeatRow
from games.play.transaction.task_trigger import run_after_commit

BY_MAIL = (How.LINK, How.REPLY)  # proof that an email has arrived
BY_HAND = (How.FORM, *BY_MAIL)
RETRY_ADDRESS_AFTER = timedelta(days=1)
NOTIFY_AGAIN_AFTER = timedelta(days=1)


# --- out of reach


def handle_unreachable(user: User, now: datetime) -> None:
    """Stop the clocks of a user whom emails do not reach, and notify the other players at their tables."""
    leave.recompute_deadlines(user, now)
    theirs = Seat.objects.filter(user=user, bot="", game__state__in=[Game.State.RUNNING, Game.State.PAUSED])
    seats = theirs.select_related("game")
    readers = [(seat, user_id) for seat in seats for user_id in _find_readers(seat, now)]
    notices.notify_of_unreachable_player(readers, now)


def _find_readers(unreachable_seat: Seat, now: datetime) -> Iterable[int]:
    """Find whom to notify at one table: nobody if that was done lately, as an address may fail on and off."""
    earlier = GameNotice.objects.filter(seat=unreachable_seat, kind=GameNotice.Kind.UNREACHABLE)
    if earlier.filter(created_at__gt=now - NOTIFY_AGAIN_AFTER).exists():
        return ()
    others = unreachable_seat.game.seats.filter(user__unreachable_since=None, user__is_active=True, bot="")
    return others.exclude(pk=unreachable_seat.pk).values_list("user", flat=True)


# --- within reach again


def handle_reachable_again(user: User, now: datetime) -> list[Seat]:
    """Resume the clocks of a user whom emails reach again. Returns the seats that are waiting for them."""
    leave.recompute_deadlines(user, now)
    return list_open_decisions(user)


def list_open_decisions(user: User) -> list[Seat]:
    """List the seats of running games where this user has an open decision."""
    return list(
        Seat.objects.filter(
            user=user, bot="", decision__isnull=False, game__state=Game.State.RUNNING
        ).select_related("game")
    )


def list_current_seats(user: User) -> list[Seat]:
    """List the seats about which this user gets emails: running games, and tables that wait for players."""
    current = [Game.State.RUNNING, Game.State.PAUSED, Game.State.OPEN]
    seats = Seat.objects.filter(user=user, bot="", has_emails_off=False, game__state__in=current)
    return list(seats.select_related("game").order_by("-game__created_at"))


def retry_address_after_move(seat: SeatRow, origin: Origin) -> None:
    """Retry the address of an unreachable player who has just moved.

    A move by link or reply proves that emails arrive; after a move on the page the address is worth another
    try once in a while. Runs after the commit: users are locked before games, never the other way round."""
    user_id, waiting_preferences = seat.user_id, seat.waiting_preferences
    if (
        user_id is None
        or waiting_preferences is None
        or waiting_preferences.unreachable_since is None
        or origin.how not in BY_HAND
    ):
        return
    run_after_commit(lambda: _retry_address(user_id, origin))


def _retry_address(user_id: int, origin: Origin) -> None:
    user = User.objects.filter(pk=user_id).first()
    if user is None or user.unreachable_since is None:
        return
    if origin.how in BY_MAIL or origin.now - user.unreachable_since >= RETRY_ADDRESS_AFTER:
        bounces.mark_reachable(user)
