"""Who looks at a table: a person who is signed in, or somebody who holds a pass for a seat.

A pass is given to whoever follows the link of an invitation: it opens that one seat, in this browser,
and nothing else. When the seat is given on, its key changes and the pass opens nothing any more.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from games.links.tokens import Place
from games.models import Game, Seat
from games.tournaments import impartial

PASSES = "passes"


def give_pass(request: HttpRequest, seat: Seat) -> None:
    """Let this browser play this seat."""
    request.session[PASSES] = {**request.session.get(PASSES, {}), str(seat.pk): seat.key}


def passes(request: HttpRequest) -> dict[str, str]:
    """Seats that this browser has a pass for, and the keys of them."""
    return dict(request.session.get(PASSES, {}))


def theirs(request: HttpRequest) -> Q:
    """The seats of whoever is signed in, and those for which this browser holds a pass that is still good."""
    lent = [Q(pk=pk, key=key, user__isnull=False) for pk, key in passes(request).items() if pk.isdecimal()]
    mine = [Q(user=request.user.pk)] if request.user.is_authenticated else []
    return reduce(or_, [*mine, *lent], Q(pk__in=[]))


AnySeat = TypeVar("AnySeat", bound=Place)


def own_seat(request: HttpRequest, seats: Iterable[AnySeat]) -> AnySeat | None:
    """The seat of the visitor among these: by signing in first, else by a pass."""
    held = passes(request)
    mine = [seat for seat in seats if request.user.is_authenticated and seat.user_id == request.user.pk]
    lent = [seat for seat in seats if seat.user_id and held.get(str(seat.pk)) == seat.key]
    return next(iter([*mine, *lent]), None)


def may_see(request: HttpRequest, game: Game, seat: Seat | None) -> bool:
    """Players see their table; others as its creator has chosen. An open table is there for all to join."""
    return seat is not None or game.creator_id == (request.user.pk or 0) or is_public(game)


def is_public(game: Game) -> bool:
    """May a stranger see it?"""
    if game.state == Game.State.OPEN:
        return game.is_open
    if game.watching == Game.Watching.ALWAYS:
        return True
    return game.watching == Game.Watching.AFTERWARDS and game.state == Game.State.OVER


def table_or_404(request: HttpRequest, key: str) -> tuple[Game, list[Seat], Seat | None]:
    """The game, its seats and the visitor's own; a table that he may not see is not there."""
    seats = list(Seat.objects.filter(game__key=key).select_related("game__creator", "user").order_by("place"))
    # out of one statement, so that the position and who is asked belong together
    game = seats[0].game if seats else Game.objects.filter(key=key).select_related("creator").first()
    if game is None:
        raise Http404
    seat = own_seat(request, seats)
    _must_see(request, game, seat)
    return game, seats, seat


def at_the_door(request: HttpRequest, key: str) -> tuple[Game, Seat | None]:
    """The same question without all that a page shows: one statement, for those who only ask what is new."""
    seats = list(Seat.objects.filter(game__key=key).select_related("game").defer("game__position"))
    if not seats:
        raise Http404
    game, seat = seats[0].game, own_seat(request, seats)
    _must_see(request, game, seat)
    return game, seat


def _must_see(request: HttpRequest, game: Game, seat: Seat | None) -> None:
    if not may_see(request, game, seat) and not impartial.may_look(request.user, game):
        raise Http404


def player_or_403(request: HttpRequest, key: str) -> Seat:
    """The visitor's own seat; somebody who only watches is told that he cannot do this."""
    _game, seat = at_the_door(request, key)
    if seat is None:
        raise PermissionDenied(
            _("You do not sit at this table. If one of its seats is yours, please sign in.")
        )
    return seat


def counted(request: HttpRequest, *_words: object, **_more: object) -> str:
    """By what a visitor is counted where there is a limit: the person, else the browser, else the machine."""
    if request.user.is_authenticated:
        return f"user {request.user.pk}"
    return request.session.session_key or str(request.META.get("REMOTE_ADDR"))


def person(request: HttpRequest, seat: Seat | None) -> Any:
    """On whose behalf the visitor acts: the owner of the seat, or whoever is signed in; else nobody's."""
    if seat is not None:
        return seat.user
    return request.user if request.user.is_authenticated else None
