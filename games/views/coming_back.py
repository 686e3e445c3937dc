"""Somebody for whom a bot plays comes back: by the table's page, or by the link of a letter."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.limits import limited
from games.links import tokens
from games.models import Seat
from games.play import absence
from games.play.errors import DoorError, NotYours
from games.play.origin import How, Origin, fresh_key
from games.play.times import now
from games.views.token_pages import closed_page, holder, out_of_use, seat_page, token_page
from games.views.visitor import own_seat, player_or_403


@require_POST
def back(request: HttpRequest, key: str) -> HttpResponse:
    """The button at the table: for whoever is signed in, and for a pass."""
    seat = player_or_403(request, key)
    origin = Origin(How.FORM, fresh_key(), now(), seat.user_id)
    try:
        was_away = absence.come_back(seat.game_id, partial(own_seat, request), origin)
    except DoorError as error:
        messages.error(request, str(error))
    else:
        words = (
            _("Welcome back. You play yourself from now on.") if was_away else _("You play yourself already.")
        )
        messages.success(request, words)
    return redirect("table", key)


@token_page
@limited("back", "30/m/ip")
@require_http_methods(["GET", "HEAD", "POST"])
def by_letter(request: HttpRequest, token: str) -> HttpResponse:
    too_old = _("This link has become too old. Please sign in to come back.")
    return seat_page(request, token, tokens.read_back, _answer, too_old=too_old)


def _answer(request: HttpRequest, chair: tokens.Chair, seat: Seat) -> HttpResponse:
    """Looking changes nothing; twice is the same as once."""
    if not seat.game.is_live:
        return closed_page(request, 410, _("This game is not running any more."), game=seat.game, seat=seat)
    if request.method == "POST" and seat.is_absent:
        origin = Origin(How.LINK, fresh_key(), now(), seat.user_id)
        try:
            absence.come_back(seat.game_id, partial(holder, chair), origin)
        except NotYours:  # given on a moment ago
            return out_of_use(request, Seat.objects.get(pk=seat.pk))
        except DoorError as error:
            return closed_page(request, 409, str(error), game=seat.game, seat=seat)
        seat.refresh_from_db()
    page = {"seat": seat, "game": seat.game, "is_own": own_seat(request, [seat]) is not None}
    return render(request, "games/link/back.html", page)
