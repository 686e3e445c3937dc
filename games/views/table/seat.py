"""The settings of a player's seat: what answers when the time runs out, and handing the seat over.

A seat is offered to somebody else by an emailed invitation; letting a bot play is a page of `departures`.
"""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.methods import require_form
from accounts.preferences import time_out_choices
from accounts.rate_limits import limit_rate
from accounts.server_time import now
from games.clock.missed_deadline_policy import choose_allowed_answer
from games.links.kinds import SEAT_RETURN, SeatReturnLink
from games.models import Invitation, Seat
from games.play import replacements, seat_emails, seats
from games.play.errors import NotNow, NotPossible, PlayError
from games.play.lobby import invitations
from games.play.transaction.origin import How, Origin, by_user, new_request_key
from games.queries.game_view import GameView
from games.views.access import (
    find_own_seat,
    get_acting_user,
    get_player_or_403,
    get_rate_limit_key,
    require_seat,
)
from games.views.links.base import (
    find_linked_seat,
    open_seat_link,
    protect_token,
    render_closed_link,
)
from games.views.table.context import get_game_view_or_404, list_seats_to_give


@require_http_methods(["GET", "POST"])
@limit_rate("seat", "20/h/key", key=get_rate_limit_key)
def edit_seat(request: HttpRequest, key: str) -> HttpResponse:
    """Choose what answers when your time runs out and, where that is allowed, give a seat away."""
    view = get_game_view_or_404(request, key)
    own = list_seats_to_give(request, view)
    if not own and not (view.seat and view.game.is_live):
        raise PermissionDenied(_("You have no seat here to give away."))
    problem = ""
    if request.method == "POST":
        try:
            if "time_out" in request.POST:
                return _save_time_out_choice(request, view)
            if "emails" in request.POST:
                return _switch_emails(request, view)
            if "bot" in request.POST:  # a page from before there was a question
                return redirect("let_bot_play", key=key)
            _offer_seat(request, view, _require_own_seat(request, own))
            return redirect("table", key=key)
        except PlayError as error:
            problem = str(error)
    page = {
        "game": view.game,
        "seats": own,
        "may_let_bot_play": view.seat in own and not view.seat.bot,
        "error": problem,
        "offered": _list_open_offers(own),
        "choices": _list_time_out_choices(view),
        "seat": view.seat,
    }
    return render(request, "games/table/seat.html", page, status=422 if problem else 200)


def _save_time_out_choice(request: HttpRequest, view: GameView) -> HttpResponse:
    """Store what answers for the visitor at this table when the time runs out."""
    seat, answer = require_seat(request, view.seat), request.POST["time_out"]
    seats.choose_time_out_answer(view.game.pk, seat.name, answer, by_user(seat.user))
    messages.success(request, _("Saved. If you run out of time, this is what happens."))
    return redirect("table", key=view.game.key)


def _switch_emails(request: HttpRequest, view: GameView) -> HttpResponse:
    """Stop the emails about this table, or let them come again."""
    seat = require_seat(request, view.seat)
    if request.POST["emails"] == "on":
        seat_emails.resume_seat_emails(seat, seat.user)
        messages.success(request, _("You will get emails about this table again."))
    else:
        seat_emails.stop_seat_emails(seat, seat.user)
        messages.success(request, _("You will get no more emails about this table."))
    return redirect("table", key=view.game.key)


def _list_time_out_choices(view: GameView) -> list[dict[str, Any]]:
    """List the time-out answers that this table allows, with the player's own choice checked."""
    seat = view.seat
    if seat is None or seat.user is None or not view.has_deadlines:
        return []
    patience, names = view.game.patience, dict(time_out_choices.TIME_OUT_CHOICES)
    usual = _("As in your profile: %(what)s") % {
        "what": names[choose_allowed_answer(seat.user.time_out, patience)]
    }
    offered = [answer for answer in names if answer in ("minimal", *patience.answers)]
    found = [(answer, names[answer], time_out_choices.TIME_OUT_EXPLANATIONS[answer]) for answer in offered]
    chosen = seat.time_out if seat.time_out in offered else seats.USE_PROFILE_DEFAULT
    return [
        {"value": value, "label": label, "meaning": meaning, "checked": value == chosen}
        for value, label, meaning in [(seats.USE_PROFILE_DEFAULT, usual, ""), *found]
    ]


def _list_open_offers(own: list[Seat]) -> list[Invitation]:
    """List the unanswered invitations to take over one of these seats."""
    return list(Invitation.objects.filter(seat__in=own, state=Invitation.State.SENT).select_related("seat"))


def _require_own_seat(request: HttpRequest, own: list[Seat]) -> Seat:
    """Return the seat chosen in the form; refuse one that the visitor may not give away."""
    chosen = request.POST.get("seat", "")
    found = next((one for one in own if str(one.pk) == chosen), None)
    if found is None:
        raise NotPossible(_("This seat is not yours to give."))
    return found


def _offer_seat(request: HttpRequest, view: GameView, given: Seat) -> None:
    """Invite the person with the address of the form to take the seat over."""
    giver = get_acting_user(request, view.seat)
    invitations.offer_seat(view.game.pk, given.pk, giver, _parse_address(request))
    text = _(
        "The invitation to take over the seat is on its way. Until it is accepted, the seat stays yours."
    )
    messages.success(request, text)


def _parse_address(request: HttpRequest) -> str:
    address = request.POST.get("address", "").strip()
    try:
        validate_email(address)
    except ValidationError as error:
        raise NotPossible(_("Please write the whole address, as in ann@example.org.")) from error
    return address


@require_form("table", "key")
def return_to_seat(request: HttpRequest, key: str) -> HttpResponse:
    """Take the seat back from the table page, signed in or with a pass."""
    seat = get_player_or_403(request, key)
    origin = Origin(How.FORM, new_request_key(), now(), seat.user_id)
    try:
        was_away = replacements.return_to_seat(seat.game_id, partial(find_own_seat, request), origin)
    except PlayError as error:
        messages.error(request, str(error))
    else:
        text = (
            _("Welcome back. From now on you are playing yourself.")
            if was_away
            else _("You are already playing yourself.")
        )
        messages.success(request, text)
    return redirect("table", key)


@protect_token
@limit_rate("return_link", "30/m/ip")
@require_http_methods(["GET", "HEAD", "POST"])
def return_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Take the seat back through the link in an email, without signing in."""
    too_old = _("This link has expired. Please sign in to come back.")
    return open_seat_link(request, token, SEAT_RETURN, _answer_return_link, too_old=too_old)


def _answer_return_link(request: HttpRequest, link: SeatReturnLink, seat: Seat) -> HttpResponse:
    """Show the page (GET) or take the seat back (POST); doing it twice changes nothing more."""
    if not seat.game.is_live:
        return render_closed_link(
            request, 410, _("This game is no longer running."), game=seat.game, seat=seat
        )
    if request.method == "POST" and seat.is_absent:
        origin = Origin(How.LINK, new_request_key(), now(), seat.user_id)
        try:
            replacements.return_to_seat(seat.game_id, partial(find_linked_seat, link), origin)
        except NotNow as error:
            return render_closed_link(request, 409, str(error), game=seat.game, seat=seat)
        seat.refresh_from_db()
    page = {"seat": seat, "game": seat.game, "is_own": find_own_seat(request, [seat]) is not None}
    return render(request, "games/links/return_to_seat.html", page)
