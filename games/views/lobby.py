"""Lists of tables: those that wait for players, one's own, and those that are over."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.links import tokens
from games.models import Game, Invitation, Seat
from games.rules import registry
from games.tournaments import naming, questions
from games.views import stand_in, told, visitor

ON_A_PAGE = 20
STILL_TOLD = timedelta(days=14)  # for so long a creator reads that a table has expired
DONE = [Game.State.OVER, Game.State.ABANDONED]


@never_cache
@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """Tables that anybody may join, with everything that one should know before."""
    waiting = Game.objects.filter(state=Game.State.OPEN, is_open=True).order_by("-created_at", "-pk")
    page = paged(request, waiting.select_related("creator").prefetch_related("seats__user"))
    listed = [told.listed(game, visitor.own_seat(request, game.seats.all())) for game in page]
    offered = stand_in.listed(request) if page.number == 1 else []
    return render(request, "games/lobby/tables.html", {"page": page, "tables": listed, "offered": offered})


def paged(request: HttpRequest, rows: QuerySet) -> Page:
    return Paginator(rows, ON_A_PAGE).get_page(request.GET.get("page"))


@never_cache
@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    """What waits for me comes first; then what runs, what has not begun, and who invites me."""
    seats = own_seats(request)
    running = seats.filter(game__state__in=[Game.State.RUNNING, Game.State.PAUSED])
    rows = [Row(seat, timezone.now()) for seat in running.order_by("due_at", "-game__changed_at")]
    context = {
        "waiting": [row for row in rows if row.is_asked],
        "running": [row for row in rows if not row.is_asked],
        "gathering": seats.filter(game__state=Game.State.OPEN).order_by("-game__created_at"),
        "invitations": invitations(request),
        "expired": expired(request),
        "finished": seats.filter(game__state__in=DONE).count(),
        "events": questions.waiting_for(request.user, timezone.now())
        if request.user.is_authenticated
        else [],
    }
    return render(request, "games/lobby/my_games.html", context)


def own_seats(request: HttpRequest) -> QuerySet[Seat]:
    """The seats of whoever is signed in, and those for which this browser holds a pass."""
    seats = Seat.objects.filter(visitor.theirs(request))
    return seats.select_related("game").defer("game__position").prefetch_related("game__seats")


class Row(NamedTuple):
    """A running game in the list of somebody who plays in it."""

    seat: Seat
    now: datetime

    @property
    def is_asked(self) -> bool:
        is_running = self.seat.game.state == Game.State.RUNNING
        return self.seat.is_awaited and is_running and not self.seat.is_absent

    @property
    def is_late(self) -> bool:
        return self.seat.deadline is not None and self.seat.deadline <= self.now

    @property
    def others(self) -> str:
        return ", ".join(told.names(self.seat.game.seats.all(), but=self.seat))


def invitations(request: HttpRequest) -> list[tuple[Invitation, str]]:
    """Those to the address of whoever is signed in, each with its link."""
    if not request.user.is_authenticated:
        return []
    found = Invitation.objects.filter(address=request.user.email, state=Invitation.State.SENT)
    return [
        (each, tokens.write(tokens.INVITATION, {"i": each.pk}))
        for each in found.select_related("game", "invited_by").order_by("-sent_at")
    ]


def expired(request: HttpRequest) -> QuerySet[Game]:
    since = timezone.now() - STILL_TOLD
    found = Game.objects.filter(state=Game.State.EXPIRED, ended_at__gt=since)
    return found.filter(creator_id=request.user.pk or 0).order_by("-ended_at")


@never_cache
@require_safe
def finished_games(request: HttpRequest) -> HttpResponse:
    seats = own_seats(request).filter(game__state__in=DONE).order_by("-game__ended_at", "-pk")
    page = paged(request, seats)
    counted = [(slug, naming.ruleset_name(slug)) for slug in registry.RULESETS]
    context = {"page": page, "rows": [(seat, won(seat)) for seat in page], "counted": counted}
    return render(request, "games/lobby/finished.html", context)


def won(seat: Seat) -> list[str]:
    """Who has won, if somebody has."""
    if seat.game.state != Game.State.OVER:
        return []
    rules: Any = registry.get(seat.game.ruleset)
    return rules.winners(rules.load(seat.game.position))
