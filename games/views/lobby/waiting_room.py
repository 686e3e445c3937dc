"""The page of a table before its game begins: who has joined, who is invited, and the actions there."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.codes import login_codes
from accounts.methods import require_form
from accounts.rate_limits import limit_rate
from games.models import Game, Invitation, Seat
from games.play.errors import NotPossible, PlayError, describe_error
from games.play.lobby import invitations, join_links, tables
from games.queries.table_summary import describe_rules
from games.rules.core.errors import RulesError
from games.views import access
from games.views.lobby import table_facts
from games.views.lobby.forms import InviteForm
from games.views.lobby.join_link import JoinLinkForm, build_join_link_context
from games.views.params import parse_whole_number
from games.views.social_cards.content import build_table_tags

ViewFunction = Callable[..., HttpResponse]
ActionFunction = Callable[..., HttpResponse | None]  # None: redirect to the table


def render_waiting_room(
    request: HttpRequest,
    game: Game,
    seats: list[Seat],
    seat: Seat | None,
    form: InviteForm | None = None,
) -> HttpResponse:
    """Render the page of a table whose game has not begun: open, cancelled or expired."""
    person = access.get_acting_user(request, seat)
    is_host = person is not None and person.pk == game.creator_id
    context = {
        "game": game,
        "table": table_facts.TableListing(game, describe_rules(game), seats, seat),
        "seat": seat,
        "is_host": is_host,
        "is_waiting": game.state == Game.State.OPEN,
        "invitations": list_unaccepted_invitations(game) if is_host else [],
        "earlier": access.find_earlier_game(request, game),
        "asked": game.invitations.filter(state=Invitation.State.SENT).count(),
        "form": form or InviteForm(),
        **(build_join_link_context(game, seats) if is_host and game.state == Game.State.OPEN else {}),
        "share": build_table_tags(game, seats),
        "address": settings.BASE_URL + reverse("table", args=[game.key]),
        "is_guest": seat is not None and seat.user is not None and seat.user.is_guest,
    }
    return render(request, "games/lobby/waiting_room.html", context)


def list_unaccepted_invitations(game: Game) -> list[Invitation]:
    """List the open invitations, then the declined and withdrawn ones; accepted ones have a seat."""
    found = (
        game.invitations.filter(seat=None).exclude(state=Invitation.State.ACCEPTED).select_related("invitee")
    )
    return sorted(found, key=lambda each: (each.state != Invitation.State.SENT, -each.pk))


# --- actions


def table_action(act: ActionFunction) -> ViewFunction:
    """Decorate an action: find the game and the acting user, and show a refusal as a message."""

    @require_form("table", "key")
    @wraps(act)
    def guarded(request: HttpRequest, key: str, **kwargs: Any) -> HttpResponse:
        game, _seats, seat = access.get_table_or_404(request, key)
        person = access.get_acting_user(request, seat)
        if person is None:
            return redirect_to_login(reverse("table", args=[key]))
        try:
            response = act(request, game, person, **kwargs)
        except (PlayError, RulesError) as error:
            messages.error(request, describe_error(error))
            response = None
        return response or redirect("table", key)

    return guarded


@table_action
def join_table(request: HttpRequest, game: Game, person: Any) -> None:
    tables.join_table(game.pk, person)


@table_action
def leave_table(request: HttpRequest, game: Game, person: Any) -> HttpResponse:
    tables.leave_table(game.pk, person)
    messages.success(request, _("You have left the table “%(name)s”.") % {"name": game.name})
    return redirect("my_games")  # a private table is no longer visible


@table_action
def cancel_table(request: HttpRequest, game: Game, person: Any) -> HttpResponse:
    tables.cancel_table(game.pk, person)
    messages.success(request, _("The table “%(name)s” has been cancelled.") % {"name": game.name})
    return redirect("my_games")


@table_action
def start_game(request: HttpRequest, game: Game, person: Any) -> None:
    tables.start_early(game.pk, person)


@table_action
def add_bots(request: HttpRequest, game: Game, person: Any) -> None:
    tables.add_bots(game.pk, person, parse_whole_number(request.POST.get("upto", ""), 3) or 0)


@table_action
def remove_seat(request: HttpRequest, game: Game, person: Any, seat_id: int) -> None:
    tables.remove_seat(game.pk, person, seat_id)


@limit_rate("invite", "60/h/ip")
@table_action
def invite_people(request: HttpRequest, game: Game, person: Any) -> HttpResponse | None:
    form = InviteForm(request.POST)
    if not form.is_valid():
        seats = list(game.seats.select_related("user"))
        return render_waiting_room(request, game, seats, access.find_own_seat(request, seats), form)
    sent = invitations.invite_people(game.pk, person, form.cleaned_data["addresses"])
    messages.success(
        request,
        ngettext("%(n)d email is on its way.", "%(n)d emails are on their way.", len(sent)) % {"n": len(sent)}
        if sent
        else _("All of these have already been invited, or are at the table."),
    )
    return None


@limit_rate("invite", "60/h/ip")
@table_action
def resend_invitation(request: HttpRequest, game: Game, person: Any, pk: int) -> None:
    invitations.resend_invitation(get_invitation_pk(game, pk), person)
    messages.success(request, _("The invitation is being sent again."))


@table_action
def withdraw_invitation(request: HttpRequest, game: Game, person: Any, pk: int) -> None:
    invitations.withdraw(get_invitation_pk(game, pk), person)


def get_invitation_pk(game: Game, pk: int) -> int:
    """Return the primary key of an invitation; 404 unless it is for this table."""
    return get_object_or_404(game.invitations, pk=pk).pk


@limit_rate("create_join_link", "30/h/ip")
@table_action
def create_join_link(request: HttpRequest, game: Game, person: Any) -> HttpResponse:
    form = JoinLinkForm(game, request.POST)
    if not form.is_valid():
        raise NotPossible(_("Please choose how many people the link is for, and for how long."))
    join_links.create_join_link(game.pk, person, max_uses=form.max_uses, lasts=form.lasts)
    return redirect(reverse("table", args=[game.key]) + "#link")


@table_action
def revoke_join_link(request: HttpRequest, game: Game, person: Any) -> None:
    join_links.revoke_join_link(game.pk, person)
    messages.success(request, _("The link no longer works. Everybody who has a seat keeps it."))


@limit_rate("account", "10/h/ip")
@require_form("table", "key")
def send_account_code(request: HttpRequest, key: str) -> HttpResponse:
    """Turn a guest into an account: send a login code to the address of the seat."""
    _game, _seats, seat = access.get_table_or_404(request, key)
    if seat is None or seat.user is None or not seat.user.is_guest or seat.user.is_visitor:
        return redirect("table", key)
    return login_codes.send_login_code(request, seat.user, next_url=reverse("table", args=[key]))
