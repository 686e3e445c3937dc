"""When letters do not reach a player: no time runs for them, the table is told, and a rule ends the waiting.

Their clocks stand still from the moment we know of it, and go on with what was left when letters arrive
again. After `clocks.WAITS_FOR_THE_LOST` their alarm rings, and a bot plays until they are back.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from accounts import bounces
from accounts.models import User
from games.models import Game, Notice, Seat
from games.play import away
from games.play.notices import leave
from games.play.origin import How, Origin
from games.play.store import SeatRow
from games.play.wake import after_commit

BY_POST = (How.LINK, How.REPLY)  # who moves like this has got a letter
BY_HAND = (How.FORM, *BY_POST)
TRIED_AGAIN_AFTER = timedelta(days=1)
TOLD_AGAIN_AFTER = timedelta(days=1)


# --- out of reach


def lost(user: User, now: datetime) -> None:
    """Stop their clocks, and tell everybody else who plays at their tables."""
    away.retime(user, now)
    theirs = Seat.objects.filter(user=user, bot="", game__state__in=[Game.State.RUNNING, Game.State.PAUSED])
    leave([notice for seat in theirs.select_related("game") for notice in _notices(seat, now)])


def _notices(lost_one: Seat, now: datetime) -> Iterator[Notice]:
    """None, if the table was told a short while ago: an address may come and go."""
    told = Notice.objects.filter(seat=lost_one, kind=Notice.Kind.UNREACHABLE)
    if told.filter(created_at__gt=now - TOLD_AGAIN_AFTER).exists():
        return
    others = lost_one.game.seats.filter(user__unreachable_since=None, user__is_active=True, bot="")
    for user_id in others.exclude(pk=lost_one.pk).values_list("user", flat=True):
        yield Notice(
            game=lost_one.game,
            user_id=user_id,
            seat=lost_one,  # whom letters do not reach
            kind=Notice.Kind.UNREACHABLE,
            number=lost_one.game.length,
            created_at=now,
            next_try_at=now,
        )


# --- within reach again


def found(user: User, now: datetime) -> list[Seat]:
    """Their clocks go on with what was left. Returns where they are waited for."""
    away.retime(user, now)
    return open_decisions(user)


def open_decisions(user: User) -> list[Seat]:
    """Where somebody who has been out of reach is waited for."""
    return list(
        Seat.objects.filter(
            user=user, bot="", decision__isnull=False, game__state=Game.State.RUNNING
        ).select_related("game")
    )


def has_moved(seat: SeatRow, origin: Origin) -> None:
    """If letters do not reach whoever has moved: by a link or a reply, they do; and at the page, the address
    is worth another try now and then.

    After the commit: people are locked before games, and never the other way round."""
    user_id, habits = seat.user_id, seat.habits
    if user_id is None or habits is None or habits.unreachable_since is None or origin.how not in BY_HAND:
        return
    after_commit(lambda: _try_again(user_id, origin))


def _try_again(user_id: int, origin: Origin) -> None:
    user = User.objects.filter(pk=user_id).first()
    if user is None or user.unreachable_since is None:
        return
    if origin.how in BY_POST or origin.now - user.unreachable_since >= TRIED_AGAIN_AFTER:
        bounces.reachable_again(user)
