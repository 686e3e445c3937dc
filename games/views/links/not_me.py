"""“This was not me”: a player reports that somebody else has used the links of the seat.

The link in the email shows the latest moves made by email, and a button revokes every link, pass and reply
address of the seat. After that only its player can restore them, signed in.
"""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.methods import require_form
from accounts.preferences import languages
from accounts.rate_limits import limit_rate
from games.links.kinds import NOT_ME, NotMeLink
from games.links.tokens import fits_seat
from games.mail.outgoing import game_outbox
from games.models import Game, Seat
from games.models.game import load_game_and_seats
from games.play import link_revocation
from games.queries import log
from games.queries.game_view import GameView
from games.views.access import get_player_or_403
from games.views.links.base import build_login_url, open_seat_link, protect_token, render_revoked_link


@protect_token
@limit_rate("not_me", "30/m/ip")
@require_http_methods(["GET", "HEAD", "POST"])
def report_not_me(request: HttpRequest, token: str) -> HttpResponse:
    """Revoke all links of a seat through the link in an email, without signing in."""
    too_old = _("This link has expired. There is a newer one in your latest email.")
    return open_seat_link(request, token, NOT_ME, _answer_report, too_old=too_old, may_open=_is_addressee)


def _is_addressee(alarm: NotMeLink, seat: Seat) -> bool:
    """Is the seat still played by the user to whom the link was sent? Revoked links do not matter here."""
    return seat.user_id == alarm.user_id


def _answer_report(request: HttpRequest, alarm: NotMeLink, seat: Seat) -> HttpResponse:
    """Ask for confirmation (GET), revoke the links (POST), or say that this is done and what to do next."""
    if not seat.has_revoked_links:
        if not fits_seat(alarm, seat):
            return render_revoked_link(request, seat)
        if request.method != "POST":
            return render(request, "games/links/report_not_me.html", _build_context(seat))
        if not link_revocation.revoke_links(seat):
            return render_revoked_link(request, Seat.objects.select_related("game").get(pk=seat.pk))
    return render(
        request, "games/links/links_revoked.html", {**_build_context(seat), "login": build_login_url(seat)}
    )


def _build_context(seat: Seat) -> dict[str, Any]:
    """Build the context as a stranger may see it: the email may be in the wrong hands."""
    game, seats = load_game_and_seats(seat.game_id)
    in_public = GameView(game, seats, None, languages.get_current_language())
    return {"seat": seat, "game": seat.game, "lately": log.list_recent_mail_moves(in_public, seat)}


@require_form("table", "key")
def restore_links(request: HttpRequest, key: str) -> HttpResponse:
    """Restore the links of a seat. Only for its signed-in player: a pass or an email is not enough."""
    seat = get_player_or_403(request, key)
    if seat.user_id != request.user.pk:
        is_other = request.user.is_authenticated
        first = _("Please sign in first: only the player of this seat can do this.")
        raise PermissionDenied(_("Only the player of this seat can do this.") if is_other else first)
    with transaction.atomic():
        if link_revocation.restore_links(seat) and seat.is_awaited and seat.game.state == Game.State.RUNNING:
            game_outbox.resend_turn_email(seat, request.user)
    messages.success(request, _("Emails for this seat have links again, and you can reply to them."))
    return redirect("table", key=key)
