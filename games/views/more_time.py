"""More time: asked for at the table, granted there or by the link of a letter, without signing in."""

from functools import partial

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.limits import limited
from accounts.models import User
from accounts.switches import as_read_by
from games.links import tokens
from games.links.tokens import Grant
from games.models import Extension, Game, Seat
from games.play import extending
from games.play.errors import DoorError, NotYours
from games.play.origin import How, Origin, fresh_key
from games.play.times import now
from games.views.numbers import whole
from games.views.showing import show_table, sight_or_404
from games.views.token_pages import closed_page, holder, out_of_use, token_page
from games.views.visitor import at_the_door, own_seat, player_or_403

# --- at the table


@require_POST
def ask(request: HttpRequest, key: str) -> HttpResponse:
    """Ask the others for some hours more."""
    seat = player_or_403(request, key)
    wanted = whole(request.POST.get("hours", ""), 5) or 0
    origin = Origin(How.FORM, fresh_key(), now(), seat.user_id)
    try:
        extending.ask(seat.game_id, partial(own_seat, request), wanted, origin)
    except DoorError as error:
        return show_table(request, sight_or_404(request, key), status=409, trouble=str(error))
    return redirect("table", key=key)


@require_POST
def grant(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Give somebody else the time that was asked for: a player, or whoever has opened the table."""
    game, seat = at_the_door(request, key)
    if not game.has_begun or not Extension.objects.filter(pk=pk, seat__game=game).exists():
        raise Http404
    if seat is None and not extending.may_rule(game.pk, request.user.pk):
        raise PermissionDenied(_("Only somebody at this table may grant it, or whoever has opened it."))
    user_id = seat.user_id if seat else request.user.pk
    try:
        by = partial(own_seat, request) if seat else None
        extending.grant(pk, by, Origin(How.FORM, f"grant/{pk}", now(), user_id))
    except DoorError as error:
        return show_table(request, sight_or_404(request, key), status=409, trouble=str(error))
    messages.success(request, _("Granted. It stands in the record of the table."))
    return redirect("table", key=key)


# --- by the link of a letter


@token_page
@limited("more_time", "30/m/ip")
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    try:
        opened = tokens.read_more_time(token)
    except tokens.Expired:
        return closed_page(request, 410, _("This link has become too old."))
    except tokens.BadToken:
        return closed_page(request, 404, _("This is no link of ours. A part of it may be missing."))
    wish = Extension.objects.select_related("seat__game").filter(pk=opened.wish_id).first()
    user = User.objects.filter(pk=opened.user_id, is_active=True).first()
    seat = Seat.objects.select_related("game").filter(pk=opened.seat_id).first()
    if wish is None or user is None or not _may_open(opened, seat, wish.seat.game):
        return out_of_use(request, seat)
    with as_read_by(user, request):
        return _answer(request, opened, wish, seat)


def _may_open(opened: Grant, seat: Seat | None, game: Game) -> bool:
    """Is it still in the hands of whom it was written to?"""
    if not opened.seat_id:
        return extending.may_rule(game.pk, opened.user_id)
    if seat is None or seat.is_guarded or seat.user_id != opened.user_id:
        return False
    return tokens.fits(opened, seat)


def _answer(request: HttpRequest, opened: Grant, wish: Extension, seat: Seat | None) -> HttpResponse:
    """Looking changes nothing; twice is the same as once."""
    game = wish.seat.game
    if request.method == "POST" and wish.granted_at is None:
        by = partial(holder, opened) if seat else None
        try:
            extending.grant(wish.pk, by, Origin(How.LINK, f"grant/{wish.pk}", now(), opened.user_id))
        except NotYours:  # given on a moment ago
            return out_of_use(request, Seat.objects.filter(pk=opened.seat_id).first())
        except DoorError as error:
            return closed_page(request, 409, str(error), game=game, seat=seat, is_beside=True)
        wish.refresh_from_db()
    if wish.granted_at is None and not extending.open_wishes(game.pk, opened.user_id).filter(pk=wish.pk):
        sentence = _("It is too late: this has been decided meanwhile.")
        return closed_page(request, 409, sentence, game=game, seat=seat, is_beside=True)
    page = {"game": game, "seat": seat, "wish": wish, "is_own": seat and own_seat(request, [seat])}
    return render(request, "games/link/more_time.html", page)
