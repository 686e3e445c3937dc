"""A table before its game: who is there, who is invited, and what the visitor may do about it."""

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
from django.views.decorators.http import require_POST

from accounts import joining
from accounts.limits import limited
from games.models import Game, Invitation, Seat
from games.play import inviting, lobby
from games.play.describing import described
from games.play.errors import DoorError, reason_of
from games.rules.core.errors import RulesError
from games.views import told, visitor
from games.views.forms import InviteForm
from games.views.numbers import whole
from games.views.sharing.cards import share_of_table

View = Callable[..., HttpResponse]
Act = Callable[..., HttpResponse | None]  # None: back to the table


def show(
    request: HttpRequest,
    game: Game,
    seats: list[Seat],
    seat: Seat | None,
    form: InviteForm | None = None,
) -> HttpResponse:
    """The page of a table that has not begun, or never will."""
    person = visitor.person(request, seat)
    is_host = person is not None and person.pk == game.creator_id
    context = {
        "game": game,
        "table": told.Listed(game, described(game), seats, seat),
        "seat": seat,
        "is_host": is_host,
        "is_waiting": game.state == Game.State.OPEN,
        "invitations": shown_invitations(game) if is_host else [],
        "asked": game.invitations.filter(state=Invitation.State.SENT).count(),
        "form": form or InviteForm(),
        "share": share_of_table(game, seats),
        "address": settings.BASE_URL + reverse("table", args=[game.key]),
        "is_guest": seat is not None and seat.user is not None and seat.user.is_guest,
    }
    return render(request, "games/lobby/waiting_room.html", context)


def shown_invitations(game: Game) -> list[Invitation]:
    """The open ones first; who sits at the table needs no line here."""
    found = game.invitations.filter(seat=None).exclude(state=Invitation.State.ACCEPTED)
    return sorted(found, key=lambda each: (each.state != Invitation.State.SENT, -each.pk))


# --- what one may do here


def at_table(act: Act) -> View:
    """Find the table and on whose behalf the visitor asks; what the door refuses is a message on the page."""

    @require_POST
    @wraps(act)
    def guarded(request: HttpRequest, key: str, **kwargs: Any) -> HttpResponse:
        game, _seats, seat = visitor.table_or_404(request, key)
        person = visitor.person(request, seat)
        if person is None:
            return redirect_to_login(reverse("table", args=[key]))
        try:
            response = act(request, game, person, **kwargs)
        except (DoorError, RulesError) as error:
            messages.error(request, reason_of(error))
            response = None
        return response or redirect("table", key)

    return guarded


@at_table
def join(request: HttpRequest, game: Game, person: Any) -> None:
    lobby.join(game.pk, person)


@at_table
def leave(request: HttpRequest, game: Game, person: Any) -> HttpResponse:
    lobby.leave(game.pk, person)
    messages.success(request, _("You have left the table “%(name)s”.") % {"name": game.name})
    return redirect("my_games")  # a private table is not to be seen any more


@at_table
def cancel(request: HttpRequest, game: Game, person: Any) -> HttpResponse:
    lobby.cancel(game.pk, person)
    messages.success(request, _("The table “%(name)s” is cancelled.") % {"name": game.name})
    return redirect("my_games")


@at_table
def start(request: HttpRequest, game: Game, person: Any) -> None:
    lobby.start(game.pk, person)


@at_table
def bots(request: HttpRequest, game: Game, person: Any) -> None:
    lobby.add_bots(game.pk, person, whole(request.POST.get("upto", ""), 3) or 0)


@at_table
def remove(request: HttpRequest, game: Game, person: Any, seat_id: int) -> None:
    lobby.remove(game.pk, person, seat_id)


@limited("invite", "60/h/ip")
@at_table
def invite(request: HttpRequest, game: Game, person: Any) -> HttpResponse | None:
    form = InviteForm(request.POST)
    if not form.is_valid():
        seats = list(game.seats.select_related("user"))
        return show(request, game, seats, visitor.own_seat(request, seats), form)
    sent = inviting.invite(game.pk, person, form.cleaned_data["addresses"])
    messages.success(
        request,
        ngettext("%(n)d letter is on its way.", "%(n)d letters are on their way.", len(sent))
        % {"n": len(sent)}
        if sent
        else _("All of these have been invited already, or sit here."),
    )
    return None


@limited("invite", "60/h/ip")
@at_table
def again(request: HttpRequest, game: Game, person: Any, pk: int) -> None:
    inviting.send_again(of_table(game, pk), person)
    messages.success(request, _("The letter goes out once more."))


@at_table
def withdraw(request: HttpRequest, game: Game, person: Any, pk: int) -> None:
    inviting.withdraw(of_table(game, pk), person)


def of_table(game: Game, pk: int) -> int:
    """The number of an invitation, if it is one to this table."""
    return get_object_or_404(game.invitations, pk=pk).pk


@limited("account", "10/h/ip")
@require_POST
def account(request: HttpRequest, key: str) -> HttpResponse:
    """A guest wants the seat's address to be an account: a code goes there, and comes back with them."""
    _game, _seats, seat = visitor.table_or_404(request, key)
    if seat is None or seat.user is None or not seat.user.is_guest or seat.user.is_visitor:
        return redirect("table", key)
    return joining.send_code(request, seat.user, next_url=reverse("table", args=[key]))
