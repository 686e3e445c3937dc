"""Extensions of a deadline: requested at the table, granted there or by an emailed link."""

from functools import partial

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.methods import require_form
from accounts.models import User
from accounts.preferences.display_preferences import use_reader_locale
from accounts.rate_limits import limit_rate
from accounts.server_time import now
from games.links.kinds import EXTENSION, ExtensionLink
from games.links.tokens import fits_seat, fits_user
from games.models import ExtensionRequest, Game, Seat
from games.play.deadlines import extensions
from games.play.errors import NotAllowed, PlayError
from games.play.transaction.origin import How, Origin, new_request_key
from games.views.access import find_own_seat, get_game_or_404, get_player_or_403
from games.views.links.base import find_linked_seat, protect_token, render_closed_link, render_revoked_link
from games.views.params import parse_whole_number
from games.views.table.context import get_game_view_or_404, render_table

# --- at the table


@require_form("table", "key")
def request_extension(request: HttpRequest, key: str) -> HttpResponse:
    """Ask the others at the table for more hours."""
    seat = get_player_or_403(request, key)
    wanted = parse_whole_number(request.POST.get("hours", ""), 5) or 0
    origin = Origin(How.FORM, new_request_key(), now(), seat.user_id)
    try:
        extensions.request_extension(seat.game_id, partial(find_own_seat, request), wanted, origin)
    except PlayError as error:
        return render_table(request, get_game_view_or_404(request, key), status=409, error=str(error))
    return redirect("table", key=key)


@require_form("table", "key")
def grant_extension(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Grant a request for more time, as another player or as the creator of the table."""
    game, seat = get_game_or_404(request, key)
    if not game.has_begun or not ExtensionRequest.objects.filter(pk=pk, seat__game=game).exists():
        raise Http404
    if seat is None and not extensions.may_rule_on_game(game.pk, request.user.pk):
        raise PermissionDenied(_("Only somebody at this table, or its host, can agree to this."))
    user_id = seat.user_id if seat else request.user.pk
    try:
        by = partial(find_own_seat, request) if seat else None
        extensions.grant(pk, by, Origin(How.FORM, f"grant/{pk}", now(), user_id))
    except PlayError as error:
        return render_table(request, get_game_view_or_404(request, key), status=409, error=str(error))
    messages.success(request, _("Granted. The log of the table shows it."))
    return redirect("table", key=key)


# --- by an emailed link


@protect_token
@limit_rate("extension_link", "30/m/ip")
@require_http_methods(["GET", "HEAD", "POST"])
def grant_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Grant a request for more time through the link in an email, without signing in."""
    opened = EXTENSION.read(token)
    extension = ExtensionRequest.objects.select_related("seat__game").filter(pk=opened.extension_id).first()
    user = User.objects.filter(pk=opened.user_id, is_active=True).first()
    seat = Seat.objects.select_related("game").filter(pk=opened.seat_id).first()
    if extension is None or user is None or not _may_grant_by_link(opened, user, seat, extension.seat.game):
        return render_revoked_link(request, seat)
    with use_reader_locale(user, request):
        return _answer_grant_link(request, opened, extension, seat)


def _may_grant_by_link(opened: ExtensionLink, user: User, seat: Seat | None, game: Game) -> bool:
    """May the user to whom the link was sent still grant the request?"""
    if not opened.seat_id:
        return fits_user(opened.user_digest, user) and extensions.may_rule_on_game(game.pk, user.pk)
    if seat is None or seat.has_revoked_links or seat.user_id != opened.user_id:
        return False
    return fits_seat(opened, seat)


def _answer_grant_link(
    request: HttpRequest, opened: ExtensionLink, extension: ExtensionRequest, seat: Seat | None
) -> HttpResponse:
    """Show the request (GET) or grant it (POST); granting it twice changes nothing more."""
    game = extension.seat.game
    if request.method == "POST" and extension.granted_at is None:
        by = partial(find_linked_seat, opened) if seat else None
        try:
            extensions.grant(
                extension.pk, by, Origin(How.LINK, f"grant/{extension.pk}", now(), opened.user_id)
            )
        except NotAllowed:  # handed over since the link was checked
            return render_revoked_link(request, Seat.objects.filter(pk=opened.seat_id).first())
        except PlayError as error:
            return render_closed_link(request, 409, str(error), game=game, seat=seat, is_beside=True)
        extension.refresh_from_db()
    if extension.granted_at is None and not extensions.list_open_requests(game.pk, opened.user_id).filter(
        pk=extension.pk
    ):
        sentence = _("It is too late: this has already been decided.")
        return render_closed_link(request, 409, sentence, game=game, seat=seat, is_beside=True)
    page = {
        "game": game,
        "seat": seat,
        "extension": extension,
        "is_own": seat and find_own_seat(request, [seat]),
    }
    return render(request, "games/links/grant_extension.html", page)
