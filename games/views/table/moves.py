"""Play a move or a whole turn at the table, preview or plan it first, and undo the last move."""

from collections.abc import Sequence
from functools import partial

import msgspec
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import server_time
from accounts.methods import require_form
from accounts.preferences import languages
from accounts.rate_limits import is_allowed, respond_too_many
from games.play import moves
from games.play.errors import NotAllowed, NotNow, PlayError, Stale, describe_error
from games.play.lobby import tutorial
from games.play.transaction.origin import How, Origin, clean_request_key, digest_lines
from games.queries import log
from games.queries.game_view import GameView
from games.rules.core.errors import RulesError
from games.views.access import find_own_seat, get_player_or_403, get_rate_limit_key
from games.views.params import parse_whole_number
from games.views.table.context import (
    build_turn_url,
    get_game_view_or_404,
    get_open_question_number,
    list_news,
    make_private,
    render_table,
)
from games.views.table.turn_composer import build_form_after_plan, extend_plan, preview_lines, read_sent_lines
from games.views.table.turn_form import build_turn_form, is_turn_form, list_choices

PREVIEW_RATE = "120/m/key"  # a preview plays a turn in many ways
LIVE = "live"  # what the script sends to look at a turn while it is filled in


@require_form("table", "key")
def post_move(request: HttpRequest, key: str) -> HttpResponse:
    """Play the chosen or typed moves. The busiest view of the site, so it loads only what it needs."""
    if "look" in request.POST or "plan" in request.POST:
        get_player_or_403(request, key)
        if not is_allowed(request, "preview", PREVIEW_RATE, key=get_rate_limit_key(request)):
            return respond_too_many(request)
        if is_turn_form(request.POST):
            return _preview_turn(request, key)
        return _plan_move(request, key) if "plan" in request.POST else _preview_move(request, key)
    try:
        decision = _parse_decision_number(request.POST.get("decision", ""))
        lines = _read_lines(request, key, decision)
        mine, origin = partial(find_own_seat, request), _build_origin(request, lines)
        played = moves.play_moves(
            key, mine, lines, origin, decision=decision, language=languages.get_current_language()
        )
        _record_lessons_read(request, key)
    except (PlayError, RulesError) as error:
        return _render_refusal(request, key, error)
    return _show_next_question(request, key, _describe_stopped_turn(played, lines))


def _record_lessons_read(request: HttpRequest, key: str) -> None:
    """Mark the tutorial lessons shown with the form as read, now that a move was made."""
    if read := request.POST.getlist("lesson"):
        tutorial.record_lessons_read(get_player_or_403(request, key).pk, read)


@require_form("table", "key")
def turn_off_tutorial(request: HttpRequest, key: str) -> HttpResponse:
    """Stop explaining things in this tutorial game."""
    seat = get_player_or_403(request, key)
    if not seat.game.is_tutorial:
        raise Http404
    tutorial.record_lessons_read(seat.pk, [tutorial.TUTORIAL_OFF])
    return _show_next_question(request, key)


def _read_lines(request: HttpRequest, key: str, decision: int) -> list[str]:
    def load_view() -> GameView:
        get_player_or_403(request, key)
        return get_game_view_or_404(request, key)

    return read_sent_lines(request.POST, load_view, decision)


def _build_origin(request: HttpRequest, what: Sequence[str]) -> Origin:
    """Build an origin whose key depends on the form and its content: a double click plays once, while
    a changed choice is a new request. The play service finds out whose seat it is."""
    key = clean_request_key(request.POST.get("key", ""))
    what = list_choices(request.POST) if is_turn_form(request.POST) else what
    return Origin(How.FORM, f"form/{key}/{digest_lines(what)}", server_time.now())


def _parse_decision_number(text: str) -> int:
    if (found := parse_whole_number(text)) is None:
        raise Stale(_("This form does not say which question it answers. Here is the open one."))
    return found


# --- responses


def _describe_stopped_turn(played: moves.MoveResult, lines: list[str]) -> str:
    """Say where and why a turn stopped half-way; empty if all of it was played."""
    if not played.trouble:
        return ""
    left = lines[len(played.moves) :]
    return _("Played: %(moves)s. We stopped at “%(line)s”: %(why)s") % {
        "moves": ", ".join(played.moves),
        "line": left[0] if left else "",
        "why": played.trouble,
    }


def _show_next_question(request: HttpRequest, key: str, note: str = "") -> HttpResponse:
    """Redirect to the table with its next question; htmx gets the new table in the response."""
    if request.htmx:  # type: ignore[attr-defined]
        view = get_game_view_or_404(request, key)
        entries = list_news(view, request.POST.get("decision", ""))
        return render_table(request, view, note=note, moved=True, happened=entries)
    if note:
        messages.warning(request, note)
    response = redirect("table", key=key)
    response.status_code = 303
    return response


def _render_refusal(request: HttpRequest, key: str, error: Exception) -> HttpResponse:
    """Show the current table with the reason for the refusal, keeping what was filled in."""
    view = get_game_view_or_404(request, key)
    if isinstance(error, Stale):
        return _render_outdated_form(request, view, error)
    if isinstance(error, NotAllowed):
        raise PermissionDenied(str(error)) from error
    if isinstance(error, NotNow) or not view.offers:
        return render_table(request, view, status=409, error=describe_error(error), moved=True)
    ahead, _trouble = preview_lines(view, request.POST.getlist("then"))
    place = "turn_error" if is_turn_form(request.POST) else "error"  # of a whole turn it stands above Send
    said = {place: describe_error(error)}
    return render_table(request, view, status=422, chosen=request.POST, ahead=ahead, moved=True, **said)


def _render_outdated_form(request: HttpRequest, view: GameView, error: Exception) -> HttpResponse:
    """Say that the game has moved on: show what has changed and the question that is open now."""
    missed = list_news(view, request.POST.get("decision", ""), most=log.LOG_LENGTH)
    return render_table(request, view, status=409, error=describe_error(error), missed=missed, moved=True)


# --- preview and plan


def _preview_move(request: HttpRequest, key: str) -> HttpResponse:
    """Show the chosen move as a sentence to confirm; nothing is played."""
    view = get_game_view_or_404(request, key)
    ahead, problem = preview_lines(view, request.POST.getlist("then"))
    desk = build_form_after_plan(view, ahead)
    try:
        move = view.rules.read(desk.position, desk.seat, desk.read_line(request.POST), view.language)
    except (PlayError, RulesError) as error:
        return _render_refusal(request, key, error)
    look = {"line": str(move), "label": view.rules.label(desk.position, desk.seat, move, view.language)}
    return render_table(request, view, chosen=request.POST, ahead=ahead, look=look, error=problem, moved=True)


def _preview_turn(request: HttpRequest, key: str) -> HttpResponse:
    """Show what would come of a whole turn as it is filled in: the page, or for the script what changes."""
    view = get_game_view_or_404(request, key)
    if request.POST.get("look") != LIVE:
        return render_table(request, view, chosen=request.POST, moved=True)
    form = build_turn_form(view, request.POST)
    if form is None or request.POST.get("decision") != str(get_open_question_number(view)):
        return HttpResponse(status=204)  # the page learns by itself that the game has moved on
    return make_private(render(request, "games/table/_turn_consequences.html", {"turn_form": form}))


def _plan_move(request: HttpRequest, key: str) -> HttpResponse:
    """Append the choice to the plan and show what may follow; nothing is played."""
    view = get_game_view_or_404(request, key)
    ahead, error = extend_plan(view, request.POST)
    if error:
        return render_table(
            request, view, status=422, chosen=request.POST, ahead=ahead, error=error, moved=True
        )
    if request.htmx:  # type: ignore[attr-defined]
        return render_table(request, view, ahead=ahead, moved=True)
    return redirect(build_turn_url(key, [one.line for one in ahead.lines]))


@require_safe
def show_planned_turn(request: HttpRequest, key: str) -> HttpResponse:
    """Show the turn planned in the URL so far, and what may follow it."""
    view = get_game_view_or_404(request, key)
    if not view.offers:
        return redirect("table", key=key)
    ahead, error = preview_lines(view, request.GET.getlist("then"))
    return render_table(request, view, ahead=ahead, error=error, moved=True)


@require_form("table", "key")
def undo_move(request: HttpRequest, key: str) -> HttpResponse:
    """Undo the visitor's own last move."""
    seat = get_player_or_403(request, key)
    try:
        origin = msgspec.structs.replace(_build_origin(request, ["undo"]), user_id=seat.user_id)
        moves.undo_last_move(seat.game_id, seat.name, origin)
    except (PlayError, RulesError) as error:
        return render_table(
            request, get_game_view_or_404(request, key), status=409, error=describe_error(error), moved=True
        )
    return _show_next_question(request, key)
