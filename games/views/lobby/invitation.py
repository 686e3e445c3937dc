"""The page behind the link of an emailed invitation.

It needs no account: having the email proves that the visitor owns the address.
"""

from typing import Any

from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.handles import suggest_handle
from accounts.preferences import languages
from accounts.rate_limits import limit_rate
from games.links.kinds import INVITATION, fits_invitation
from games.links.tokens import BadToken, ExpiredToken
from games.models import Game, Invitation, Seat
from games.play.errors import PlayError, describe_error
from games.play.lobby import invitations, tables
from games.queries.game_view import GameView
from games.rules.core.errors import RulesError
from games.views import access
from games.views.links.base import protect_token
from games.views.lobby import table_facts
from games.views.lobby.forms import AcceptForm, DeclineForm
from games.views.table.context import list_part_templates


@protect_token
@limit_rate("invitation", "30/m/ip")
@require_http_methods(["GET", "HEAD", "POST"])
def show_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show the invitation of this token, or answer it."""
    try:
        link = INVITATION.read(token)
    except ExpiredToken:
        return render_closed_invitation(request, _("This link has expired. Please ask to be invited again."))
    except BadToken:
        return render_unknown_invitation(request)
    rows = Invitation.objects.select_related("game", "seat", "invited_by", "invitee")
    found = rows.filter(pk=link.invitation_id).first()
    if found is None:
        return render_unknown_invitation(request)
    if not fits_invitation(link, found):
        return render_closed_invitation(
            request, _("This link no longer works: the invitation was sent again, to a different address.")
        )
    return (
        answer_invitation(request, found) if request.method == "POST" else render_invitation(request, found)
    )


def render_closed_invitation(request: HttpRequest, sentence: str, status: int = 410) -> HttpResponse:
    return render(request, "games/lobby/invitation_invalid.html", {"sentence": sentence}, status=status)


def render_unknown_invitation(request: HttpRequest) -> HttpResponse:
    """Give the same answer to every token that opens nothing: forged, truncated or deleted."""
    return render_closed_invitation(
        request, _("This invitation is not valid. Part of the link may be missing."), 404
    )


# --- showing the invitation


def render_invitation(
    request: HttpRequest, found: Invitation, accept: Any = None, error: str = ""
) -> HttpResponse:
    """Show the table with the buttons to accept and decline; if it was answered, say what became of it."""
    if found.state == Invitation.State.ACCEPTED and find_invited_seat(request, found):
        return render(
            request, "games/lobby/invitation_accepted.html", {"invitation": found, "game": found.game}
        )
    if found.state != Invitation.State.SENT:
        return render_closed_invitation(request, describe_outcome(found))
    context = {
        "invitation": found,
        "game": found.game,
        "host": table_facts.find_inviter_name(found),
        "table": table_facts.build_listing(found.game),
        "accept": accept or build_accept_form(request, found),
        "person": find_invitee(request, found),
        "decline": DeclineForm(),
        "error": error,
        **(build_public_context(found.game) if found.seat else {}),
    }
    return render(request, "games/lobby/invitation.html", context)


def describe_outcome(found: Invitation) -> str:
    """Explain why the invitation cannot be answered any more."""
    if found.state == Invitation.State.ACCEPTED:
        return _("This invitation was accepted, and can no longer be used to take the seat.")
    if found.state == Invitation.State.DECLINED:
        return _("You have declined this invitation. If you have changed your mind, ask to be invited again.")
    if found.game.state == Game.State.OPEN:
        return _("The invitation has been withdrawn.")
    return tables.describe_closed_table(found.game)


def find_invited_seat(request: HttpRequest, found: Invitation) -> Seat | None:
    """Find the visitor's seat at the table: as the signed-in user, by a pass, or by the invited address."""
    seats = list(found.game.seats.select_related("user"))
    theirs = [seat for seat in seats if seat.user and is_invited_person(found, seat.user)]
    return access.find_own_seat(request, seats) or next(iter(theirs), None)


def is_invited_person(found: Invitation, user: Any) -> bool:
    return bool(user.email == found.address.lower())


def find_invitee(request: HttpRequest, found: Invitation) -> Any:
    """Find the user who would take the seat: the signed-in one, or the owner of the address; else None."""
    if request.user.is_authenticated:
        return request.user
    return found.addressee or get_user_model().objects.find_by_address(found.address)


def build_accept_form(request: HttpRequest, found: Invitation) -> AcceptForm | None:
    """Build the form that asks for a name; None if the user is known."""
    if find_invitee(request, found):
        return None
    return AcceptForm(initial={"handle": suggest_handle(found.address)})


def build_public_context(game: Game) -> dict[str, Any]:
    """Build the context that shows a running game as a spectator sees it."""
    view = GameView(game, [], None, languages.get_current_language())
    return {"page": view.page, "parts": list_part_templates(game.ruleset)}


# --- answering the invitation


def answer_invitation(request: HttpRequest, found: Invitation) -> HttpResponse:
    if found.state == Invitation.State.ACCEPTED:
        return return_to_table(request, found)
    try:
        if request.POST.get("answer") == "decline":
            return decline_invitation(request, found)
        return accept_invitation(request, found)
    except (PlayError, RulesError) as error:
        return render_invitation(
            request,
            found,
            AcceptForm(request.POST) if not find_invitee(request, found) else None,
            describe_error(error),
        )


def return_to_table(request: HttpRequest, found: Invitation) -> HttpResponse:
    """Let somebody who has accepted open the table again, perhaps in another browser."""
    seat = find_invited_seat(request, found)
    if seat is None:
        return render_invitation(request, found)
    if seat.has_revoked_links and seat.user_id != request.user.pk:
        return render_closed_invitation(
            request, _("The links to this seat are disabled. Its player can sign in.")
        )
    return admit_to_table(request, seat)


def decline_invitation(request: HttpRequest, found: Invitation) -> HttpResponse:
    form = DeclineForm(request.POST)
    invitations.decline(found.pk, form.cleaned_data["reason"] if form.is_valid() else "")
    return render(request, "games/lobby/invitation_declined.html", {"invitation": found})


def accept_invitation(request: HttpRequest, found: Invitation) -> HttpResponse:
    if request.user.is_authenticated:
        seat = invitations.accept(found.pk, user=request.user)
        return redirect("table", seat.game.key)
    form = AcceptForm(request.POST)
    if not find_invitee(request, found) and not form.is_valid():
        return render_invitation(request, found, form)
    seat = invitations.accept(found.pk, handle=form.data.get("handle", ""))
    return admit_to_table(request, seat)


def admit_to_table(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Give this browser a pass, unless the player is signed in, and go to the table."""
    if not (request.user.is_authenticated and request.user.pk == seat.user_id):
        request.session.cycle_key()  # against session fixation
        access.give_pass(request, seat)
    return redirect("table", seat.game.key)
