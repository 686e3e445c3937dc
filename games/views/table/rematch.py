"""Play again with the same people: the button at the end of a game, and the link in its last email."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.methods import require_form
from accounts.preferences import languages
from accounts.rate_limits import limit_rate
from games.links.kinds import REMATCH, RematchLink
from games.models import Seat
from games.models.game import load_game_and_seats
from games.play.errors import PlayError, describe_error
from games.play.lobby import rematches
from games.queries.game_view import GameView
from games.queries.rematch import RematchOffer, find_rematch_offer
from games.rules.core.errors import RulesError
from games.views import access
from games.views.links.base import open_seat_link, protect_token, render_closed_link

RATE = "20/h/ip"


@require_form("table", "key")
@limit_rate("play_again", RATE)
def play_again(request: HttpRequest, key: str) -> HttpResponse:
    """Open the table of a rematch, or join it, and go there."""
    seat = access.get_player_or_403(request, key)
    try:
        new_seat = rematches.play_again(seat.game_id, seat.user)
    except (PlayError, RulesError) as error:
        messages.error(request, describe_error(error))
        return redirect("table", key)
    _admit_to_table(request, new_seat)
    return redirect("table", new_seat.game.key)


def _admit_to_table(request: HttpRequest, seat: Seat) -> None:
    """Give this browser a pass for the new seat, unless its player is signed in."""
    if not (request.user.is_authenticated and request.user.pk == seat.user_id):
        access.give_pass(request, seat)


# --- by a link


@protect_token
@limit_rate("play_again_link", RATE)
@require_http_methods(["GET", "HEAD", "POST"])
def play_again_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Play again through the link in the last email of a game, without signing in."""
    return open_seat_link(request, token, REMATCH, _answer_link)


def _answer_link(request: HttpRequest, _link: RematchLink, seat: Seat) -> HttpResponse:
    """Show the page (GET), or take a seat in the rematch (POST); doing it twice changes nothing more."""
    if not rematches.can_be_played_again(seat.game):
        sentence = _("This game cannot be played again.")
        return render_closed_link(request, 410, sentence, game=seat.game, seat=seat)
    if request.method != "POST":
        return _render_link(request, seat)
    try:
        new_seat = rematches.play_again(seat.game_id, seat.user)
    except (PlayError, RulesError) as error:
        return _render_link(request, seat, describe_error(error), status=409)
    if not _may_have_pass(request, seat):
        return _render_link(request, seat)
    _admit_to_table(request, new_seat)
    return redirect("table", new_seat.game.key)


def _may_have_pass(request: HttpRequest, seat: Seat) -> bool:
    """May the link open the new table? For guests there is no other way; who has an account signs in."""
    return seat.user is not None and (seat.user.is_guest or access.find_own_seat(request, [seat]) is not None)


def _render_link(request: HttpRequest, seat: Seat, error: str = "", status: int = 200) -> HttpResponse:
    page = {"seat": seat, "game": seat.game, "rematch": _find_offer(seat), "error": error}
    return render(request, "games/links/play_again.html", page, status=status)


def _find_offer(seat: Seat) -> RematchOffer | None:
    game, seats = load_game_and_seats(seat.game_id)
    own = next(one for one in seats if one.pk == seat.pk)
    return find_rematch_offer(GameView(game, seats, own, languages.get_current_language()))
