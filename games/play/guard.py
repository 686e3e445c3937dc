"""A seat whose links somebody else has used: they all die, and only signing in opens it again."""

from datetime import datetime

import msgspec
from django.db import transaction
from django.utils import timezone

from games.models import Move, Notice, Seat
from games.models.game import new_key, new_post_key
from games.play import views_of
from games.play.notices import leave
from games.play.origin import How
from games.play.views_of import Sight

BY_POST = (How.LINK, How.REPLY)
LATELY = 10  # moves


class Lately(msgspec.Struct, frozen=True):
    """Something that was played for a seat without signing in, as everybody may know it."""

    at: datetime
    how: str
    sentences: list[str]


@transaction.atomic
def close(seat: Seat) -> bool:
    """Put its links, its passes and its reply addresses out of use. Was this seat still in the same hands?

    One statement, so that a seat that is given on at this moment is not closed to its new player."""
    same = Seat.objects.filter(pk=seat.pk, key=seat.key, user=seat.user_id)
    is_closed = bool(same.update(key=new_key(), post_key=new_post_key(), is_guarded=True))
    if is_closed:  # whoever pressed the button may have been somebody else: the player hears of it
        leave([_notice(seat)])
    return is_closed


def _notice(seat: Seat) -> Notice:
    about = {"game": seat.game, "user": seat.user, "seat": seat, "number": seat.game.length}
    return Notice(kind=Notice.Kind.GUARDED, created_at=timezone.now(), **about)


def open_again(seat: Seat) -> bool:
    """Its player has signed in, and wants links again. Was it closed?"""
    return bool(Seat.objects.filter(pk=seat.pk, user=seat.user_id, is_guarded=True).update(is_guarded=False))


def lately(sight: Sight, seat: Seat) -> list[Lately]:
    """What was played for this seat by links or replies, the newest first. `sight` says how much is told."""
    moves = Move.objects.filter(seat=seat, kind=Move.Kind.MOVE, how__in=BY_POST, by=seat.user_id)
    return [_told(sight, move) for move in moves.order_by("-number")[:LATELY]]


def _told(sight: Sight, move: Move) -> Lately:
    told = views_of.since(sight, move.number - 1, until=move.number)
    return Lately(move.at, move.get_how_display(), [line for one in told for line in one.sentences])
