"""The organizer's tab of helpers and bans."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.users import current_user
from games.tournaments.mail import announcements
from games.tournaments.models import Role
from games.tournaments.staff import live_board, roles
from games.tournaments.staff.permissions import ANNOUNCER_ROLES
from games.views.tournaments.context import STAFF_ROLES, TournamentVisit
from games.views.tournaments.entrant_forms import require_cleaned_data
from games.views.tournaments.staff.base import build_staff_page, get_action_data, get_post_number
from games.views.tournaments.staff.forms import ONE_TABLE, AnnouncementForm, RoleForm


def _build_announcements_context(request: HttpRequest, visit: TournamentVisit) -> dict[str, Any]:
    said = visit.tournament.ledger_entries.filter(kind="announced").order_by("-number")[:20]
    initial = {"to": ONE_TABLE, "table": request.GET["table"]} if "table" in request.GET else {}
    form = AnnouncementForm(get_action_data(request, "announce"), initial=initial)
    return {"form": form, "said": live_board.parse_announcements(said)}


def _send_announcement(request: HttpRequest, visit: TournamentVisit) -> str:
    form = AnnouncementForm(request.POST)
    context = require_cleaned_data(form)
    count = announcements.send_announcement(
        visit.tournament.pk,
        current_user(request),
        subject=context["subject"],
        text=context["text"],
        to=form.recipients,
    )
    return ngettext("The email goes to one person.", "The email goes to %(n)d people.", count) % {"n": count}


manage_announcements = build_staff_page(
    "announcements",
    ANNOUNCER_ROLES,
    {"announce": _send_announcement},
    _build_announcements_context,
    written=("announce",),
)


def _build_helpers_context(request: HttpRequest, visit: TournamentVisit) -> dict[str, Any]:
    return {
        "roles": visit.tournament.roles.select_related("user"),
        "form": RoleForm(),
        "me": current_user(request),
    }


def _appoint_helper(request: HttpRequest, visit: TournamentVisit) -> str:
    context = require_cleaned_data(RoleForm(request.POST))
    role = roles.appoint_helper(visit.tournament.pk, current_user(request), context["who"], context["kind"])
    return _("%(name)s is told by email.") % {"name": role.user.handle}


def _dismiss_helper(request: HttpRequest, visit: TournamentVisit) -> HttpResponse | str:
    roles.dismiss_helper(visit.tournament.pk, current_user(request), get_post_number(request, "person"))
    if get_post_number(request, "person") == request.user.pk:  # they have no access to the desk any more
        messages.success(request, _("You no longer help to run it."))
        return redirect("tournament", visit.tournament.slug)
    return _("They are no longer helpers, and will be told.")


def _transfer_ownership(request: HttpRequest, visit: TournamentVisit) -> str:
    who = require_cleaned_data(RoleForm({**request.POST.dict(), "kind": Role.Kind.DIRECTOR}))["who"]
    role = roles.transfer_ownership(visit.tournament.pk, current_user(request), who)
    return _("%(name)s owns it now.") % {"name": role.user.handle}


manage_helpers = build_staff_page(
    "helpers",
    STAFF_ROLES,
    {"name": _appoint_helper, "dismiss": _dismiss_helper, "transfer": _transfer_ownership},
    _build_helpers_context,
)
