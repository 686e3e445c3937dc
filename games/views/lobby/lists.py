"""Lists of tables: open ones that wait for players, the visitor's own games, and finished ones."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import server_time
from games.links.kinds import INVITATION, InvitationLink
from games.models import Game, Invitation, Seat
from games.play import organizers
from games.play.transaction.origin import new_request_key
from games.queries import public_games, table_summary
from games.queries.chat import build_unread_count
from games.rules import registry
from games.views import access
from games.views.lobby import stand_in, table_facts
from games.views.site import sample_table
from games.views.waiting_tables import BY_URGENCY

PAGE_SIZE = 20
SHOW_EXPIRED_FOR = timedelta(days=14)  # how long a creator sees that a table has expired
ENDED_STATES = [Game.State.OVER, Game.State.ABANDONED]


@never_cache
@require_safe
def show_open_tables(request: HttpRequest) -> HttpResponse:
    """List the tables that anybody may join, and on the first page the seats that look for a stand-in."""
    waiting = Game.objects.filter(state=Game.State.OPEN, is_open=True).order_by("-created_at", "-pk")
    page = paginate_rows(request, waiting.select_related("creator").prefetch_related("seats__user"))
    listed = [
        table_facts.build_listing(game, access.find_own_seat(request, game.seats.all())) for game in page
    ]
    offered = stand_in.list_offered_seats(request) if page.number == 1 else []
    return render(
        request, "games/lobby/open_tables.html", {"page": page, "tables": listed, "offered": offered}
    )


def paginate_rows(request: HttpRequest, rows: QuerySet) -> Page:
    return Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))


@never_cache
@require_safe
def show_my_games(request: HttpRequest) -> HttpResponse:
    """Show games that wait for the visitor first, then other running ones, tables not begun, invitations."""
    seats = select_own_seats(request)
    now = server_time.now()
    rows = list_running_games(request, now)
    context = {
        "waiting": [row for row in rows if row.is_waiting],
        "running": [row for row in rows if not row.is_waiting],
        "gathering": seats.filter(game__state=Game.State.OPEN).order_by("-game__created_at"),
        "invitations": list_own_invitations(request),
        "expired": select_expired_tables(request),
        "finished": seats.filter(game__state__in=ENDED_STATES).count(),
        "events": organizers.list_tournaments_awaiting_answer(request.user, now)
        if request.user.is_authenticated
        else [],
        **build_first_steps_context(request),
    }
    return render(request, "games/lobby/my_games.html", context)


def list_running_games(request: HttpRequest, now: datetime) -> list["RunningGameRow"]:
    """List the visitor's running games, the most urgent first."""
    running = select_own_seats(request).filter(game__state__in=[Game.State.RUNNING, Game.State.PAUSED])
    return [RunningGameRow(seat, now) for seat in running.order_by(*BY_URGENCY, "-game__changed_at")]


def build_first_steps_context(request: HttpRequest) -> dict[str, Any]:
    """Build the ways to a first game, for somebody with an account who has no seat anywhere; else empty."""
    if not request.user.is_authenticated or Seat.objects.filter(user=request.user).exists():
        return {}
    first_game = sample_table.find_tutorial_ruleset()
    return {
        "first_game": first_game,
        "other_first_games": sample_table.list_other_tutorials(),
        "bot_game": first_game or next(iter(registry.RULESETS)),
        "open_tables": Game.objects.filter(state=Game.State.OPEN, is_open=True).count(),
        "request_key": new_request_key(),
        "is_new_here": True,
    }


def select_own_seats(request: HttpRequest) -> QuerySet[Seat]:
    """Select the seats of the signed-in user and those for which this browser holds a pass."""
    seats = Seat.objects.filter(access.build_own_seats_filter(request))
    seats = seats.annotate(unread_messages=build_unread_count())
    return seats.select_related("game", "user").defer("game__position").prefetch_related("game__seats__user")


class RunningGameRow(NamedTuple):
    """A running game in the list of one of its players."""

    seat: Seat
    now: datetime

    @property
    def is_waiting(self) -> bool:
        is_running = self.seat.game.state == Game.State.RUNNING
        return self.seat.is_awaited and is_running and not self.seat.is_absent

    @property
    def is_late(self) -> bool:
        return self.seat.deadline is not None and self.seat.deadline <= self.now

    @property
    def others(self) -> str:
        return ", ".join(table_facts.list_seat_names(self.seat.game.seats.all(), but=self.seat))


def list_own_invitations(request: HttpRequest) -> list[tuple[Invitation, str]]:
    """List the open invitations to the address of the signed-in user, each with the token of its link."""
    if not request.user.is_authenticated:
        return []
    found = Invitation.objects.to_user(request.user).filter(state=Invitation.State.SENT)
    return [
        (each, INVITATION.sign(InvitationLink.for_invitation(each)))
        for each in found.select_related("game", "invited_by").order_by("-invited_at")
    ]


def select_expired_tables(request: HttpRequest) -> QuerySet[Game]:
    """Select tables of the signed-in user that have recently expired before they were full."""
    since = server_time.now() - SHOW_EXPIRED_FOR
    found = Game.objects.filter(state=Game.State.EXPIRED, ended_at__gt=since)
    return found.filter(creator_id=request.user.pk or 0).order_by("-ended_at")


@never_cache
@require_safe
def show_finished_games(request: HttpRequest) -> HttpResponse:
    seats = select_own_seats(request).filter(game__state__in=ENDED_STATES).order_by("-game__ended_at", "-pk")
    page = paginate_rows(request, seats)
    counted = [(slug, table_summary.find_ruleset_name(slug)) for slug in registry.RULESETS]
    rows = [(seat, public_games.list_winners(seat.game)) for seat in page]
    context = {"page": page, "rows": rows, "counted": counted}
    return render(request, "games/lobby/finished_games.html", context)
