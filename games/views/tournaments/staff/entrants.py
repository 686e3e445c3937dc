"""The organizer's tab of entrants."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.users import current_user
from games.tournaments.entries import registration
from games.tournaments.models import Entrant
from games.tournaments.staff.permissions import DIRECTOR_ROLES
from games.views.tournaments.context import TournamentVisit
from games.views.tournaments.entrant_forms import parse_number_or_404
from games.views.tournaments.staff.base import build_join_link, build_staff_page, get_post_number

ENTRANTS_PER_PAGE = 100  # entrants on a page

MOST_SEEDED = 2000


def _build_entrants_context(request: HttpRequest, visit: TournamentVisit) -> dict[str, Any]:
    """List the entrants, those who wait for approval apart from the others."""
    everybody = visit.tournament.entrants.order_by("number")
    pending = everybody.filter(state=Entrant.State.PENDING).order_by("queued_at", "number")
    others = everybody.exclude(state=Entrant.State.PENDING)
    return {
        "pending": pending,
        "page": Paginator(others, ENTRANTS_PER_PAGE).get_page(request.GET.get("page")),
        "more": "",
        "link": build_join_link(request, visit),
    }


def _approve_entrant(request: HttpRequest, visit: TournamentVisit) -> str:
    one = registration.approve_entrant(
        visit.tournament.pk, current_user(request), get_post_number(request, "entrant")
    )
    return _("%(name)s: %(state)s.") % {"name": one.name, "state": one.get_state_display()}


def _refuse_entrant(request: HttpRequest, visit: TournamentVisit) -> str:
    reason = request.POST.get("reason", "")[:300]
    one = registration.refuse_entrant(
        visit.tournament.pk, current_user(request), get_post_number(request, "entrant"), reason
    )
    return _("%(name)s was not accepted, and will be told.") % {"name": one.name}


def _remove_entrant(request: HttpRequest, visit: TournamentVisit) -> str:
    found = visit.tournament.entrants.filter(pk=get_post_number(request, "entrant")).first()
    if found is None:
        raise Http404
    one = registration.withdraw_entrant(found.pk, current_user(request))
    return _("%(name)s is out.") % {"name": one.name}


def _add_bots(request: HttpRequest, visit: TournamentVisit) -> str:
    made = registration.add_bots(visit.tournament.pk, current_user(request), get_post_number(request, "upto"))
    return ngettext("%(n)d bot has entered.", "%(n)d bots have entered.", made) % {"n": made}


def _seed_by_hand(request: HttpRequest, visit: TournamentVisit) -> str:
    words = request.POST.get("seeds", "").replace(",", " ").split()
    numbers = [parse_number_or_404(word) for word in words[:MOST_SEEDED]]
    registration.seed_by_hand(visit.tournament.pk, current_user(request), numbers)
    return _("The seeding is saved.")


manage_entrants = build_staff_page(
    "entrants",
    DIRECTOR_ROLES,
    {
        "approve": _approve_entrant,
        "refuse": _refuse_entrant,
        "take_out": _remove_entrant,
        "bots": _add_bots,
        "seed": _seed_by_hand,
    },
    _build_entrants_context,
)
