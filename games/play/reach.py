"""When letters do not reach a player: the table's creator is told, for every game that waits for them."""

from datetime import datetime

from accounts.models import User
from games.models import Game, Notice, Seat
from games.play.notices import leave


def lost(user: User, now: datetime) -> None:
    """Leave a notice for the creator of each live game, if he sits there and is not the one himself."""
    theirs = Seat.objects.filter(
        user=user, bot="", game__state__in=[Game.State.RUNNING, Game.State.PAUSED]
    ).select_related("game__creator")
    leave([_notice(seat, now) for seat in theirs if _is_to_be_told(seat)])


def _is_to_be_told(seat: Seat) -> bool:
    creator = seat.game.creator
    if creator is None or creator.pk == seat.user_id or not creator.is_reachable:
        return False
    return seat.game.seats.filter(user=creator, bot="").exists()


def _notice(lost_one: Seat, now: datetime) -> Notice:
    return Notice(
        game=lost_one.game,
        user=lost_one.game.creator,
        seat=lost_one,  # whom letters do not reach
        kind=Notice.Kind.UNREACHABLE,
        number=lost_one.game.length,
        created_at=now,
    )


def open_decisions(user: User) -> list[Seat]:
    """Where somebody who has been out of reach is waited for."""
    return list(
        Seat.objects.filter(
            user=user, bot="", decision__isnull=False, game__state=Game.State.RUNNING
        ).select_related("game")
    )
