"""“This was not me”: somebody else has used the links of a seat.

The link of the letter shows what was played lately, and a button puts every link, pass and reply address of
the seat out of use. From then on only its player can open it again, signed in.
"""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import languages
from accounts.limits import limited
from games.links import tokens
from games.mail import outbox
from games.models import Game, Seat
from games.play import guard, views_of
from games.play.views_of import Sight
from games.views.token_pages import login_address, out_of_use, seat_page, token_page
from games.views.visitor import player_or_403


@token_page
@limited("not_me", "30/m/ip")
@require_http_methods(["GET", "HEAD", "POST"])
def not_me(request: HttpRequest, token: str) -> HttpResponse:
    too_old = _("This link has become too old. Your newest letter has another.")
    return seat_page(request, token, tokens.read_not_me, _answer, too_old=too_old, may_open=_is_theirs)


def _is_theirs(alarm: tokens.Alarm, seat: Seat) -> bool:
    """Whoever has raised the alarm before is still known."""
    return seat.user_id == alarm.user_id


def _answer(request: HttpRequest, alarm: tokens.Alarm, seat: Seat) -> HttpResponse:
    """Twice is the same as once: who comes again sees that it is done, and what to do now."""
    if not seat.is_guarded:
        if not tokens.fits(alarm, seat):
            return out_of_use(request, seat)
        if request.method != "POST":
            return render(request, "games/link/not_me.html", _page(seat))
        if not guard.close(seat):
            return out_of_use(request, Seat.objects.select_related("game").get(pk=seat.pk))
    return render(request, "games/link/guarded.html", {**_page(seat), "login": login_address(seat)})


def _page(seat: Seat) -> dict[str, Any]:
    """What it is about. The letter may be in other hands, so no hidden card is told."""
    game, seats = views_of.seated(seat.game_id)
    in_public = Sight(game, seats, None, languages.spoken())
    return {"seat": seat, "game": seat.game, "lately": guard.lately(in_public, seat)}


@require_POST
def put_back(request: HttpRequest, key: str) -> HttpResponse:
    """“It is me”: only for the player, signed in. A pass is not enough, and neither is a letter."""
    seat = player_or_403(request, key)
    if seat.user_id != request.user.pk:
        raise PermissionDenied(_("Please sign in first: only the player of this seat may do this."))
    with transaction.atomic():
        if guard.open_again(seat) and seat.is_awaited and seat.game.state == Game.State.RUNNING:
            outbox.send_again(seat, request.user)
    messages.success(request, _("Letters to this seat have links again, and you may reply to them."))
    return redirect("table", key=key)
