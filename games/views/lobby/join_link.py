"""Invitation links: what the host sees of the own one, and the page behind it for whoever has it.

The page shows the table (GET) and gives a seat (POST). Somebody without an account gives an email address and
gets an invitation there, as if the host had sent one: its link asks for a name and gives the seat.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.rate_limits import is_allowed, limit_rate
from accounts.users import current_user
from games.links.kinds import JOIN_LINK, JoinLinkToken
from games.links.tokens import BadToken
from games.models import Game, JoinLink, Seat
from games.play.errors import NotPossible, PlayError, describe_error
from games.play.lobby import invitations, join_links
from games.rules.core.errors import RulesError
from games.views import access
from games.views.links.base import protect_token
from games.views.lobby import table_facts
from games.views.lobby.qr_code import render_qr_code
from games.views.social_cards.content import build_invitation_tags

LIFETIMES = (1, 3, 7, 14)  # days that a host may choose
DEFAULT_LIFETIME = 7


# --- for the host


class JoinLinkForm(forms.Form):
    """For how many people a link is, and for how long."""

    uses = forms.TypedChoiceField(label=_("For how many people?"), coerce=int)
    days = forms.TypedChoiceField(label=_("For how long?"), coerce=int, initial=DEFAULT_LIFETIME)

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        uses, days = self.fields["uses"], self.fields["days"]
        uses.choices = [(number, str(number)) for number in range(1, game.size)]  # type: ignore[attr-defined]
        days.choices = [(number, _describe_days(number)) for number in LIFETIMES]  # type: ignore[attr-defined]

    @property
    def max_uses(self) -> int:
        return int(self.cleaned_data["uses"])

    @property
    def lasts(self) -> timedelta:
        return timedelta(days=self.cleaned_data["days"])


def _describe_days(number: int) -> str:
    return ngettext("%(n)d day", "%(n)d days", number) % {"n": number}


def build_join_link_context(game: Game, seats: Sequence[Seat]) -> dict[str, Any]:
    """Build what the waiting room shows of the link: its address and picture, or the form that makes one."""
    link = join_links.find_join_link(game)
    free = max(1, game.size - len(seats))
    form = JoinLinkForm(game, initial={"uses": min(free, game.size - 1), "days": DEFAULT_LIFETIME})
    if link is None:
        return {"link_form": form}
    problem = join_links.find_problem(link)
    address = build_join_address(link)
    return {
        "link": link,
        "link_form": form,
        "link_address": address,
        "link_problem": describe_error(problem) if problem else "",
        "link_uses": join_links.count_uses(link),
        "qr_code": render_qr_code(address, gettext("The invitation link as a QR code"))
        if not problem
        else "",
    }


def build_join_address(link: JoinLink) -> str:
    return settings.BASE_URL + reverse("join_link", args=[JOIN_LINK.sign(JoinLinkToken(link.pk))])


# --- for whoever has the link


class JoinAddressForm(forms.Form):
    """Somebody without an account says where to send the invitation."""

    address = forms.EmailField(
        label=_("Your email address"),
        max_length=254,
        help_text=_("The other players do not see it, and neither does your host."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


@protect_token
@limit_rate("join_link", "20/h/ip")
@require_http_methods(["GET", "HEAD", "POST"])
def show_join_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the table of an invitation link, or take a seat at it."""
    link = _find_link(token)
    if link is None:
        return _render_closed(
            request, gettext("This invitation is not valid. Part of the link may be missing."), 404
        )
    if access.find_own_seat(request, link.game.seats.all()) is not None:
        return redirect("table", link.game.key)
    user = current_user(request) if request.user.is_authenticated else None
    if problem := join_links.find_problem(link, user):
        return _render_closed(request, describe_error(problem), 410)
    return (
        _answer_link(request, link, token) if request.method == "POST" else _render_link(request, link, token)
    )


def _find_link(token: str) -> JoinLink | None:
    """Find the link of a token; None for one that is forged, too old or of another kind."""
    try:
        opened = JOIN_LINK.read(token)
    except BadToken:
        return None
    found = JoinLink.objects.filter(pk=opened.join_link_id).select_related("game__creator")
    return found.prefetch_related("game__seats__user").first()


def _render_closed(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    page = {"sentence": sentence, "is_link": True}
    return render(request, "games/lobby/invitation_invalid.html", page, status=status)


def _render_link(
    request: HttpRequest, link: JoinLink, token: str, form: JoinAddressForm | None = None, error: str = ""
) -> HttpResponse:
    seats, address = list(link.game.seats.all()), settings.BASE_URL + reverse("join_link", args=[token])
    context = {
        "game": link.game,
        "host": link.game.creator.name if link.game.creator else gettext("Somebody"),
        "table": table_facts.build_listing(link.game),
        "form": form or JoinAddressForm(),
        "error": error,
        "share": build_invitation_tags(link.game, seats, address),
    }
    status = 409 if error else 200
    return render(request, "games/lobby/join_link.html", context, status=status)


def _answer_link(request: HttpRequest, link: JoinLink, token: str) -> HttpResponse:
    try:
        if request.user.is_authenticated:
            return redirect("table", join_links.join_by_link(link.pk, current_user(request)).game.key)
        return _request_invitation(request, link, token)
    except (PlayError, RulesError) as error:
        return _render_link(request, link, token, error=describe_error(error))


def _request_invitation(request: HttpRequest, link: JoinLink, token: str) -> HttpResponse:
    """Send an invitation to the address; the answer is the same if it has an account, or a seat.

    Requests are counted here, whatever becomes of them: a count of emails would tell who gets none."""
    form = JoinAddressForm(request.POST)
    if not form.is_valid():
        return _render_link(request, link, token, form)
    rate = f"{invitations.MAX_REQUESTS}/{max(LIFETIMES)}d/key"
    if not is_allowed(request, "join_link_address", rate, key=str(link.pk)):
        raise NotPossible(gettext("Too many people have asked for an email through this link."))
    invitations.request_by_link(link.pk, form.cleaned_data["address"])
    page = {"game": link.game, "address": form.cleaned_data["address"]}
    return render(request, "games/lobby/join_link_sent.html", page)
