"""The tables that wait for the visitor's move, the most urgent first."""

from datetime import datetime
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game, Seat
from games.views import access

IS_ASKED = Q(decision__isnull=False, bot="", game__state=Game.State.RUNNING)
# a clock that stands still, or none, is the least urgent; then who has waited longest
BY_URGENCY = (
    F("stopped_at").asc(nulls_first=True),
    F("due_at").asc(nulls_last=True),
    F("asked_at").asc(nulls_last=True),
)


class WaitingTable(NamedTuple):
    """A table at which the visitor is asked something."""

    key: str
    name: str
    due_at: datetime | None


def may_have_seats(request: HttpRequest) -> bool:
    """Can the visitor have a seat: signed in, or with a pass in this browser?"""
    return request.user.is_authenticated or bool(access.get_passes(request))


def count_waiting_tables(request: HttpRequest) -> int:
    """Count the tables that wait for the visitor. No query for somebody who cannot have a seat."""
    return _select_waiting_seats(request).count() if may_have_seats(request) else 0


def list_waiting_tables(request: HttpRequest) -> list[WaitingTable]:
    """List the tables that wait for the visitor. No query for somebody who cannot have a seat."""
    if not may_have_seats(request):
        return []
    found = _select_waiting_seats(request).order_by(*BY_URGENCY, "pk")
    return [WaitingTable(*row) for row in found.values_list("game__key", "game__name", "due_at")]


def _select_waiting_seats(request: HttpRequest) -> QuerySet[Seat]:
    return Seat.objects.filter(access.build_own_seats_filter(request), IS_ASKED)


@never_cache
@require_safe
def open_next_table(request: HttpRequest) -> HttpResponse:
    """Go to the most urgent table that waits for the visitor, or to the list of their games.

    Emails link here. The address holds no secret: whoever is not signed in does that first."""
    if not may_have_seats(request):
        return redirect_to_login(request.path)
    if waiting := list_waiting_tables(request):
        return redirect("table", key=waiting[0].key)
    messages.info(request, _("No table is waiting for you at the moment."))
    return redirect("my_games")
