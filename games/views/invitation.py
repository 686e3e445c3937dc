"""The page behind the link of an invitation. It needs no account: whoever has the letter has the address."""

from typing import Any

from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import languages
from accounts.handles import handle_like
from accounts.limits import limited
from games.links import tokens
from games.models import Game, Invitation, Seat
from games.play import inviting
from games.play.errors import DoorError, reason_of
from games.play.views_of import Sight
from games.rules.core.errors import RulesError
from games.views import told, visitor
from games.views.forms import AcceptForm, DeclineForm
from games.views.showing import parts_of
from games.views.token_pages import token_page


@token_page
@limited("invitation", "30/m/ip")
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    try:
        content = tokens.read(tokens.INVITATION, token, tokens.INVITATION_LASTS)
    except tokens.Expired:
        return closed(request, _("This link has become too old. Please ask to be invited again."))
    except tokens.BadToken:
        return unknown(request)
    found = Invitation.objects.filter(pk=content["i"]).select_related("game", "seat", "invited_by").first()
    if found is None:
        return unknown(request)
    return answered(request, found) if request.method == "POST" else shown(request, found)


def closed(request: HttpRequest, sentence: str, status: int = 410) -> HttpResponse:
    return render(request, "games/lobby/no_invitation.html", {"sentence": sentence}, status=status)


def unknown(request: HttpRequest) -> HttpResponse:
    """One text for whatever is not ours: forged, cut off, or long gone."""
    return closed(request, _("This is no invitation of ours. A part of the link may be missing."), 404)


# --- looking


def shown(request: HttpRequest, found: Invitation, accept: Any = None, trouble: str = "") -> HttpResponse:
    """The table and the two answers; or, if it has been answered, what became of it."""
    if found.state == Invitation.State.ACCEPTED and own_seat(request, found):
        return render(request, "games/lobby/accepted.html", {"invitation": found, "game": found.game})
    if found.state != Invitation.State.SENT:
        return closed(request, what_became_of(found))
    context = {
        "invitation": found,
        "game": found.game,
        "host": told.host(found),
        "table": told.listed(found.game),
        "accept": accept or accept_form(request, found),
        "person": owner(request, found),
        "decline": DeclineForm(),
        "trouble": trouble,
        **(open_state(found.game) if found.seat else {}),
    }
    return render(request, "games/lobby/invitation.html", context)


def what_became_of(found: Invitation) -> str:
    """Why it cannot be answered any more."""
    if found.state == Invitation.State.ACCEPTED:
        return _("This invitation has been accepted, and the seat is not to be had by it any more.")
    if found.state == Invitation.State.DECLINED:
        return _("You have declined this invitation. If you think otherwise now, ask to be invited again.")
    reasons = {
        Game.State.CANCELLED: _("The table has been cancelled."),
        Game.State.EXPIRED: _("The table was not filled in time and has been cleared away."),
        Game.State.OPEN: _("The invitation has been withdrawn."),
    }
    return reasons.get(Game.State(found.game.state), _("The game has begun, and all seats are taken."))


def own_seat(request: HttpRequest, found: Invitation) -> Seat | None:
    """The visitor's seat at that table: by signing in, by a pass, or because the address has it."""
    seats = list(found.game.seats.select_related("user"))
    theirs = [seat for seat in seats if seat.user and seat.user.email == found.address.lower()]
    return visitor.own_seat(request, seats) or next(iter(theirs), None)


def owner(request: HttpRequest, found: Invitation) -> Any:
    """Who would take the seat, if we know already: whoever is signed in, or the person of that address."""
    if request.user.is_authenticated:
        return request.user
    return get_user_model().objects.at(found.address)


def accept_form(request: HttpRequest, found: Invitation) -> AcceptForm | None:
    """A name is asked for only if we do not know one."""
    if owner(request, found):
        return None
    return AcceptForm(initial={"handle": handle_like(found.address)})


def open_state(game: Game) -> dict[str, Any]:
    """What everybody may know of a running game, as its own table shows it to somebody who watches."""
    sight = Sight(game, [], None, languages.spoken())
    return {"page": sight.page, "parts": parts_of(game.ruleset)}


# --- answering


def answered(request: HttpRequest, found: Invitation) -> HttpResponse:
    if found.state == Invitation.State.ACCEPTED:
        return opened(request, found)
    try:
        if request.POST.get("answer") == "decline":
            return declined(request, found)
        return accepted(request, found)
    except (DoorError, RulesError) as error:
        return shown(
            request, found, AcceptForm(request.POST) if not owner(request, found) else None, reason_of(error)
        )


def opened(request: HttpRequest, found: Invitation) -> HttpResponse:
    """The holder of the address comes back, perhaps in another browser."""
    seat = own_seat(request, found)
    if seat is None:
        return shown(request, found)
    if seat.is_guarded and seat.user_id != request.user.pk:
        return closed(request, _("The links of this seat are out of use. Its player may sign in."))
    return seated(request, seat)


def declined(request: HttpRequest, found: Invitation) -> HttpResponse:
    form = DeclineForm(request.POST)
    inviting.decline(found.pk, form.cleaned_data["word"] if form.is_valid() else "")
    return render(request, "games/lobby/declined.html", {"invitation": found})


def accepted(request: HttpRequest, found: Invitation) -> HttpResponse:
    if request.user.is_authenticated:
        seat = inviting.accept(found.pk, user=request.user)
        return redirect("table", seat.game.key)
    form = AcceptForm(request.POST)
    if not owner(request, found) and not form.is_valid():
        return shown(request, found, form)
    seat = inviting.accept(found.pk, handle=form.data.get("handle", ""))
    return seated(request, seat)


def seated(request: HttpRequest, seat: Seat) -> HttpResponse:
    """A pass for this browser, unless the person is signed in and needs none."""
    if not (request.user.is_authenticated and request.user.pk == seat.user_id):
        request.session.cycle_key()  # a session that somebody else prepared must not get the seat
        visitor.give_pass(request, seat)
    return redirect("table", seat.game.key)
