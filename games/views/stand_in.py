"""A seat that looks for a player: what everybody may know of it, and a button to take it."""

from typing import NamedTuple

from django.contrib.auth.views import redirect_to_login
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.limits import limited
from accounts.people import person
from games.models import Move, Seat
from games.play import absence
from games.play.describing import described
from games.play.errors import DoorError
from games.play.origin import How, from_person
from games.rules.core.setup import Described
from games.views import told, visitor
from games.views.invitation import open_state
from games.views.token_pages import closed_page


class Offered(NamedTuple):
    """A seat in the list."""

    seat: Seat
    rules: Described
    moves: int


def listed(request: HttpRequest) -> list[Offered]:
    """Seats that this visitor might take."""
    return _told(absence.offered(request.user))


def _told(seats: list[Seat]) -> list[Offered]:
    moves = Move.objects.standing().filter(game__seats__in=seats)
    counted = dict(moves.values_list("game").annotate(Count("pk", distinct=True)).order_by())
    return [Offered(seat, described(seat.game), counted.get(seat.game_id, 0)) for seat in seats]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("stand_in", "30/m/ip")
def stand_in(request: HttpRequest, key: str, seat_id: int) -> HttpResponse:
    """Its address stands in the list, and in a letter to volunteers."""
    seat = Seat.objects.filter(pk=seat_id, game__key=key).select_related("game").first()
    if seat is None or not seat.game.has_begun:
        raise Http404
    if visitor.own_seat(request, seat.game.seats.all()) is not None:
        return redirect("table", key)  # who has just taken it, too
    if not absence.may_look(seat, request.user):
        raise Http404
    if not absence.is_offered(seat):
        return closed_page(request, 410, _("This seat is not free any more."))
    if request.method == "POST":
        return _taken(request, seat)
    return _shown(request, seat)


def _taken(request: HttpRequest, seat: Seat) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    try:
        absence.stand_in(seat.game_id, seat.pk, person(request), from_person(person(request), How.FORM))
    except DoorError as error:
        return _shown(request, seat, str(error), status=409)
    return redirect("table", seat.game.key)


def _shown(request: HttpRequest, seat: Seat, trouble: str = "", status: int = 200) -> HttpResponse:
    context = {
        "seat": seat,
        "game": seat.game,
        "table": told.listed(seat.game),
        "offered": _told([seat])[0],
        **open_state(seat.game),
        "trouble": trouble,
    }
    return render(request, "games/lobby/stand_in.html", context, status=status)
