"""Access to tables: the visitor is a signed-in user, holds a pass for a seat, or is a spectator.

A pass is stored in the session of a browser that has followed an invitation link. It opens that one seat and
nothing else. When the seat is handed over its key changes, and the pass is no longer valid.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from games.links.tokens import LinkedSeat
from games.models import Game, Seat
from games.play import organizers

PASSES = "passes"


def give_pass(request: HttpRequest, seat: Seat) -> None:
    """Let this browser play this seat."""
    request.session[PASSES] = {**request.session.get(PASSES, {}), str(seat.pk): seat.key}


def get_passes(request: HttpRequest) -> dict[str, str]:
    """Map the seats for which this browser has a pass to their keys."""
    return dict(request.session.get(PASSES, {}))


def build_own_seats_filter(request: HttpRequest) -> Q:
    """Build a filter for the seats of the signed-in user and those with a valid pass in this browser."""
    lent = [
        Q(pk=pk, key=key, user__isnull=False) for pk, key in get_passes(request).items() if pk.isdecimal()
    ]
    mine = [Q(user=request.user.pk)] if request.user.is_authenticated else []
    return reduce(or_, [*mine, *lent], Q(pk__in=[]))


AnySeat = TypeVar("AnySeat", bound=LinkedSeat)


def find_own_seat(request: HttpRequest, seats: Iterable[AnySeat]) -> AnySeat | None:
    """Find the visitor's own seat among these: as the signed-in user, else by a pass."""
    held = get_passes(request)
    mine = [seat for seat in seats if request.user.is_authenticated and seat.user_id == request.user.pk]
    lent = [seat for seat in seats if seat.user_id and held.get(str(seat.pk)) == seat.key]
    return next(iter([*mine, *lent]), None)


def may_see_game(request: HttpRequest, game: Game, seat: Seat | None) -> bool:
    """May the visitor see the game: as a player, as its creator, or because it is public?"""
    return seat is not None or game.creator_id == (request.user.pk or 0) or is_public(game)


def is_public(game: Game) -> bool:
    """May anybody see the game?"""
    if game.state == Game.State.OPEN:
        return game.is_open
    if game.visibility == Game.Visibility.ALWAYS:
        return True
    return game.visibility == Game.Visibility.AFTERWARDS and game.state == Game.State.OVER


def find_earlier_game(request: HttpRequest, game: Game) -> Game | None:
    """Return the game whose players play again at this table, if the visitor may see it."""
    if game.rematch_of_id is None:
        return None
    seats = list(Seat.objects.filter(game=game.rematch_of_id).select_related("game").defer("game__position"))
    earlier = seats[0].game if seats else None
    return earlier if earlier and may_see_game(request, earlier, find_own_seat(request, seats)) else None


def get_table_or_404(request: HttpRequest, key: str) -> tuple[Game, list[Seat], Seat | None]:
    """Return the game, its seats and the visitor's own; 404 for a table that the visitor may not see."""
    seats = list(Seat.objects.filter(game__key=key).select_related("game__creator", "user").order_by("place"))
    # one query, so that the position and who is asked belong together
    game = seats[0].game if seats else Game.objects.filter(key=key).select_related("creator").first()
    if game is None:
        raise Http404
    seat = find_own_seat(request, seats)
    _require_access(request, game, seat)
    return game, seats, seat


def get_game_or_404(request: HttpRequest, key: str) -> tuple[Game, Seat | None]:
    """Return the game without its position and the visitor's seat: one cheap query, for polls and POSTs."""
    seats = list(Seat.objects.filter(game__key=key).select_related("game").defer("game__position"))
    if not seats:
        raise Http404
    game, seat = seats[0].game, find_own_seat(request, seats)
    _require_access(request, game, seat)
    return game, seat


def _require_access(request: HttpRequest, game: Game, seat: Seat | None) -> None:
    if not may_see_game(request, game, seat) and not organizers.may_review_game(request.user, game):
        raise Http404


def get_player_or_403(request: HttpRequest, key: str) -> Seat:
    """Return the visitor's own seat; 403 for a spectator."""
    _game, seat = get_game_or_404(request, key)
    return require_seat(request, seat)


def require_seat(request: HttpRequest, seat: Seat | None) -> Seat:
    """Return this seat; 403 for a spectator, who has none."""
    if seat is None:
        raise PermissionDenied(_describe_missing_seat(request))
    return seat


def _describe_missing_seat(request: HttpRequest) -> str:
    """Say why a spectator may not act; only somebody who is not signed in is asked to do that."""
    if request.user.is_authenticated:
        return _("You are not at this table.")
    return _("You are not at this table. If one of its seats is yours, please sign in.")


def is_guest_seat(request: HttpRequest, seat: Seat | None) -> bool:
    """Is this the seat of a guest with an address, who could turn it into an account?"""
    if request.user.is_authenticated or seat is None or seat.user is None:
        return False
    return seat.user.is_guest and not seat.user.is_visitor


def get_rate_limit_key(request: HttpRequest, *_words: object, **_more: object) -> str:
    """Return the key for rate limits: the user, else the session, else the IP address."""
    if request.user.is_authenticated:
        return f"user {request.user.pk}"
    return request.session.session_key or str(request.META.get("REMOTE_ADDR"))


def get_acting_user(request: HttpRequest, seat: Seat | None) -> Any:
    """Return the user on whose behalf the visitor acts: the seat's, else the signed-in one, else None."""
    if seat is not None:
        return seat.user
    return request.user if request.user.is_authenticated else None
