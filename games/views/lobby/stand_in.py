"""Seats that look for a stand-in: what everybody may know of them, and a button to take one."""

from typing import NamedTuple

from django.contrib.auth.views import redirect_to_login
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.rate_limits import limit_rate
from accounts.users import current_user
from games.models import GameLogEntry, Seat
from games.play import replacements
from games.play.errors import PlayError
from games.play.transaction.origin import How, by_user
from games.queries.table_summary import describe_rules
from games.rules.core.setup_options import SetupDescription
from games.views import access
from games.views.links.base import render_closed_link
from games.views.lobby import table_facts
from games.views.lobby.invitation import build_public_context


class OfferedSeat(NamedTuple):
    """A seat in the list, with the rules and the number of moves so far."""

    seat: Seat
    rules: SetupDescription
    moves: int


def list_offered_seats(request: HttpRequest) -> list[OfferedSeat]:
    """List the seats that this visitor might take."""
    return _describe_offered_seats(replacements.list_offered_seats(request.user))


def _describe_offered_seats(seats: list[Seat]) -> list[OfferedSeat]:
    moves = GameLogEntry.objects.not_undone().filter(game__seats__in=seats)
    counted = dict(moves.values_list("game").annotate(Count("pk", distinct=True)).order_by())
    return [OfferedSeat(seat, describe_rules(seat.game), counted.get(seat.game_id, 0)) for seat in seats]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit_rate("stand_in", "30/m/ip")
def show_offered_seat(request: HttpRequest, key: str, seat_id: int) -> HttpResponse:
    """Show an offered seat or take it. The public list and emails to volunteers link here."""
    seat = Seat.objects.filter(pk=seat_id, game__key=key).select_related("game").first()
    if seat is None or not seat.game.has_begun:
        raise Http404
    if access.find_own_seat(request, seat.game.seats.all()) is not None:
        return redirect("table", key)  # also after taking it
    if not replacements.may_see_offer(seat, request.user):
        raise Http404
    if not replacements.is_offered(seat):
        return render_closed_link(request, 410, _("This seat is no longer free."))
    if request.method == "POST":
        return _take_seat(request, seat)
    return _render_offered_seat(request, seat)


def _take_seat(request: HttpRequest, seat: Seat) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    try:
        replacements.take_over_seat(
            seat.game_id, seat.pk, current_user(request), by_user(current_user(request), How.FORM)
        )
    except PlayError as error:
        return _render_offered_seat(request, seat, str(error), status=409)
    return redirect("table", seat.game.key)


def _render_offered_seat(
    request: HttpRequest, seat: Seat, error: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "seat": seat,
        "game": seat.game,
        "table": table_facts.build_listing(seat.game),
        "offered": _describe_offered_seats([seat])[0],
        **build_public_context(seat.game),
        "error": error,
    }
    return render(request, "games/lobby/stand_in.html", context, status=status)
