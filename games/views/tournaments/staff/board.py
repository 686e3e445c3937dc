"""The desk of the tournament staff: running and late tables, pending work, and every action they need.

Each tab is one view: GET shows it, and POST runs the action that the pressed button names in `do`. What a
role may not do, the service refuses with a sentence that the page shows.
"""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import server_time
from accounts.users import current_user
from games.tournaments.director import pauses
from games.tournaments.mail import announcements
from games.tournaments.models import Round, Tournament
from games.tournaments.setup import drafts, lifecycle
from games.tournaments.staff import live_board
from games.tournaments.staff.live_board import BoardCounts
from games.views.tournaments.context import STAFF_ROLES, TournamentVisit
from games.views.tournaments.entrant_forms import require_cleaned_data
from games.views.tournaments.staff import setup_problems
from games.views.tournaments.staff.base import build_join_link, build_staff_page, get_post_number
from games.views.tournaments.staff.forms import ExtendForm, ReasonForm
from games.views.tournaments.staff.waiting_for import build_waiting_summary

MOST_BOARD_ROWS = 60  # tables on the board


# --- the board


def _build_board_context(request: HttpRequest, visit: TournamentVisit) -> dict[str, Any]:
    found, now = visit.tournament, server_time.now()
    board = live_board.build_board(found, now)
    return {
        "board": board,
        "rows": board.rows[:MOST_BOARD_ROWS],
        "more_rows": max(0, len(board.rows) - MOST_BOARD_ROWS),
        "waits": _list_pending_work(visit, board.counts),
        "problems": [setup_problems.locate_problem(one) for one in drafts.find_opening_problems(found, now)]
        if found.state == Tournament.State.DRAFT
        else [],
        "awaiting": build_waiting_summary(visit, proposals=board.counts.proposals),
        "link": build_join_link(request, visit) if visit.may_direct else "",
        "open_rounds": _list_open_rounds(visit),
        "extend": ExtendForm(),
        "reason": ReasonForm(),
        "now": now,
        "can_repeat": visit.may_direct and found.state == Tournament.State.FINISHED,
    }


def _list_open_rounds(visit: TournamentVisit) -> list[Round]:
    if visit.running_stage is None:
        return []
    return list(visit.running_stage.rounds.filter(state=Round.State.PUBLISHED).order_by("number"))


def _list_pending_work(visit: TournamentVisit, counts: BoardCounts) -> list[tuple[str, str]]:
    """List what waits for a decision of somebody with this role: address of the page, and a sentence."""
    rows = []
    if visit.may_direct and (n := counts.applicants):
        phrase = ngettext("%(n)d person would like to enter", "%(n)d people would like to enter", n)
        rows.append(("staff_entrants", phrase % {"n": n}))
    if visit.may_direct and (n := counts.drafted):
        phrase = ngettext("%(n)d round is drawn, not published", "%(n)d rounds are drawn, not published", n)
        rows.append(("staff_rounds", phrase % {"n": n}))
    if visit.may_rule and (n := counts.proposals):
        phrase = ngettext(
            "%(n)d ruling is waiting for a signature", "%(n)d rulings are waiting for a signature", n
        )
        rows.append(("staff_rulings", phrase % {"n": n}))
    if visit.may_rule and (n := counts.disputes):
        phrase = ngettext("%(n)d dispute is open", "%(n)d disputes are open", n)
        rows.append(("staff_disputes", phrase % {"n": n}))
    return [(reverse(route, args=[visit.tournament.slug]), text) for route, text in rows]


def _parse_scope(request: HttpRequest) -> dict[str, Any]:
    """Read which table or round the action is about; empty for the whole tournament."""
    found = {}
    if request.POST.get("table"):
        found["table_number"] = get_post_number(request, "table")
    elif request.POST.get("round"):
        found["round_id"] = get_post_number(request, "round")
    return found


def _nudge_players(request: HttpRequest, visit: TournamentVisit) -> str:
    names = announcements.nudge_awaited_players(
        visit.tournament.pk, current_user(request), get_post_number(request, "table")
    )
    return _("An email is being sent to %(names)s.") % {"names": ", ".join(names)}


def _pause_play(request: HttpRequest, visit: TournamentVisit) -> str:
    words = require_cleaned_data(ReasonForm(request.POST))["reason"]
    pauses.pause(visit.tournament.pk, current_user(request), reason=words, **_parse_scope(request))
    return _("It is paused: the clocks are stopped.")


def _resume_play(request: HttpRequest, visit: TournamentVisit) -> str:
    pauses.resume(visit.tournament.pk, current_user(request), **_parse_scope(request))
    return _("It has resumed. Deadlines have moved by the length of the pause.")


def _extend_deadlines(request: HttpRequest, visit: TournamentVisit) -> str:
    data = require_cleaned_data(ExtendForm(request.POST))
    pauses.extend_deadlines(
        visit.tournament.pk,
        current_user(request),
        data["hours"],
        reason=data["reason"],
        **_parse_scope(request),
    )
    return _("More time has been given, and everybody concerned will get an email.")


def _open_registration(request: HttpRequest, visit: TournamentVisit) -> str:
    lifecycle.open_registration(visit.tournament.pk, current_user(request))
    return _("It is open: people can enter.")


def _begin_tournament(request: HttpRequest, visit: TournamentVisit) -> str:
    lifecycle.begin_tournament_now(visit.tournament.pk, current_user(request))
    if visit.stages[0].settings.by_hand:
        return _("It has begun. The first draw will be here in a moment, for you to check and publish.")
    return _("It has begun. Tables are drawn and start automatically.")


def _cancel_tournament(request: HttpRequest, visit: TournamentVisit) -> str:
    lifecycle.cancel_tournament(
        visit.tournament.pk, current_user(request), require_cleaned_data(ReasonForm(request.POST))["reason"]
    )
    return _("It is cancelled, and everybody will get an email.")


def _delete_draft(request: HttpRequest, visit: TournamentVisit) -> HttpResponse:
    lifecycle.delete_draft(visit.tournament.pk, current_user(request))
    messages.success(request, _("The draft is deleted."))
    return redirect("my_tournaments")


def _end_ladder(request: HttpRequest, visit: TournamentVisit) -> str:
    lifecycle.end_ladder(visit.tournament.pk, current_user(request))
    return _("The ladder is closed: these are the final places.")


def _create_next_season(request: HttpRequest, visit: TournamentVisit) -> HttpResponse:
    made = drafts.create_next_season(visit.tournament.pk, current_user(request))
    messages.success(request, _("A draft with the same settings. Please check it."))
    return redirect("staff_settings", made.slug, 1)


manage_tournament = build_staff_page(
    "board",
    STAFF_ROLES,
    {
        "nudge": _nudge_players,
        "pause": _pause_play,
        "resume": _resume_play,
        "extend": _extend_deadlines,
        "open": _open_registration,
        "begin": _begin_tournament,
        "call_off": _cancel_tournament,
        "delete": _delete_draft,
        "end_ladder": _end_ladder,
        "repeat": _create_next_season,
    },
    _build_board_context,
)


# --- entrants


# --- rounds before they are published


# --- announcements and helpers


# --- the ledger
