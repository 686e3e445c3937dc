"""The context of the table page, from which the whole page and each of its htmx parts are rendered."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.functional import SimpleLazyObject

from accounts.preferences import languages
from games.models import Game, Seat
from games.play import followers, organizers
from games.play import seats as chairs
from games.play.deadlines import server_time
from games.play.transaction.origin import new_request_key
from games.queries import chat, clock_display, forecast, log, pace_text, scores
from games.queries import log as queries_log
from games.queries import tutorial as queries_tutorial
from games.queries import votes as queries_votes
from games.queries.game_view import GameView
from games.queries.log import LogEntry
from games.queries.table_summary import describe_rules
from games.rules.core.turn_preview import TurnPreview
from games.views.access import get_acting_user, get_table_or_404
from games.views.params import parse_whole_number
from games.views.social_cards.content import build_table_tags
from games.views.table.turn_composer import build_form_context

TEMPLATE_PARTS = (
    "styles",
    "script",
    "tabs",
    "header",
    "board",
    "icon",
    "plan_result",
    "replay_step",
    "summary",
)
MAX_SPOKEN_ENTRIES = 12  # log entries that a screen reader announces at once


def get_game_view_or_404(request: HttpRequest, key: str) -> GameView:
    """Return the game as the visitor may see it; 404 before it has begun."""
    game, seats, seat = get_table_or_404(request, key)
    if not game.has_begun:
        raise Http404
    return GameView(game, seats, seat, languages.get_current_language())


def render_table(request: HttpRequest, sight: GameView, *, status: int = 200, **more: Any) -> HttpResponse:
    """Render the whole page, or for htmx only its content."""
    template = "games/table/_table.html" if request.htmx else "games/table/page.html"  # type: ignore[attr-defined]
    response = render(request, template, build_table_context(request, sight, **more), status=status)
    is_step = request.method == "GET" or "plan" in request.POST
    set_address_header(request, response, sight.game, more.get("ahead"), is_step=is_step)
    return add_stamp(response, sight.game)


def set_address_header(
    request: HttpRequest,
    response: HttpResponse,
    game: Game,
    ahead: TurnPreview[Any] | None = None,
    *,
    is_step: bool = False,
) -> None:
    """Let htmx show the URL of the plan, which is stored nowhere else, so that Back and reload work."""
    shown = _build_address(game, [one.line for one in ahead.planned] if ahead else [])
    if request.htmx and request.htmx.current_url_abs_path != shown:  # type: ignore[attr-defined]
        response["HX-Push-Url" if is_step else "HX-Replace-Url"] = shown


def add_stamp(response: HttpResponse, game: Game) -> HttpResponse:
    """Add the stamp of the shown state, so that the script can ignore a response that arrives too late."""
    response["X-Stamp"] = compute_stamp(game)
    return make_private(response)


def make_private(response: HttpResponse) -> HttpResponse:
    """Keep a page made for one seat out of shared caches, and its htmx part apart from the whole page."""
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["HX-Request"])
    return response


def build_table_context(
    request: HttpRequest,
    sight: GameView,
    *,
    chosen: QueryDict | None = None,
    ahead: TurnPreview[Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Build the context of all table templates. `chosen` is earlier input, `ahead` the planned turn."""
    entries = queries_log.load_newest_entries(sight)
    log, older = queries_log.describe_entries(sight, entries)
    game = sight.game
    return {
        "sight": sight,
        "game": game,
        "rules": describe_rules(game),
        "seat": sight.seat,
        "page": sight.page,
        "parts": list_part_templates(game.ruleset),
        "log": log,
        "older": older,
        "meanwhile": queries_log.list_turns_since_own_move(sight, entries, log)
        if get_open_question_number(sight)
        else [],
        "talk": chat.list_messages(sight),
        "matters": queries_votes.list_vote_statuses(sight),
        "scores": scores.list_scores(sight) if game.state == Game.State.OVER else [],
        "verdict": describe_verdict(sight),
        "may_give": list_seats_to_give(request, sight),
        "follows": followers.is_following(game, sight.seat, request.user),
        "stamp": compute_stamp(game),
        "tournament": SimpleLazyObject(lambda: organizers.find_tournament_link(game)),
        "share": SimpleLazyObject(lambda: build_table_tags(game, sight.seats, sight)),  # a part has no head
        "asked": get_open_question_number(sight),
        "key": new_request_key(),
        "lessons": queries_tutorial.list_lessons(sight),
        "soon": waits_for_bots(sight),
        "extension": SimpleLazyObject(  # a tutorial does not show it
            lambda: clock_display.build_extension_options(sight, request.user.pk)
        ),
        **_build_clock_context(sight),
        **_build_decision_context(sight, chosen, ahead),
        **more,
    }


def list_part_templates(ruleset: str) -> dict[str, list[str]]:
    """List the templates of each part: the one of this game, else the plain one for all games."""
    return {
        part: [f"games/{ruleset}/_{part}.html", f"games/table/plain/_{part}.html"] for part in TEMPLATE_PARTS
    }


def describe_verdict(sight: GameView) -> list[str]:
    """Say who has won and how ties were broken; empty unless the game is over."""
    if sight.game.state != Game.State.OVER:
        return []
    rules, position, language = sight.rules, sight.position, sight.language
    return [*rules.verdict(position, language), *rules.ties(position, language)]


# --- the decision


def _build_decision_context(
    sight: GameView, chosen: QueryDict | None, ahead: TurnPreview[Any] | None
) -> dict[str, Any]:
    form = build_form_context(sight, chosen, ahead)
    return (
        {**form, "shorter": _build_shorter_plan_url(sight.game, ahead)} if ahead and ahead.planned else form
    )


def _build_shorter_plan_url(game: Game, ahead: TurnPreview[Any]) -> str:
    """The address of the plan without its last line."""
    return _build_address(game, [one.line for one in ahead.planned[:-1]])


def _build_address(game: Game, lines: Sequence[str]) -> str:
    """Return the URL of the table, with these planned lines if there are any."""
    return build_turn_url(game.key, lines) if lines else reverse("table", kwargs={"key": game.key})


def build_turn_url(key: str, lines: Sequence[str]) -> str:
    """Return the URL of a planned turn, which holds the whole plan; nothing is stored."""
    return f"{reverse('planned_turn', kwargs={'key': key})}?{urlencode({'then': lines}, doseq=True)}"


def get_open_question_number(sight: GameView) -> int:
    """Return the number of the question that the page asks now; 0 if it asks none."""
    return sight.seat.decision or 0 if sight.seat and sight.offers else 0


# --- the clocks


def _build_clock_context(sight: GameView) -> dict[str, Any]:
    """Build the context of the clocks: time left at each seat, what a time-out means, the next turn."""
    game, seat, now = sight.game, sight.seat, server_time.now()
    faces_of = {one.pk: clock_display.build_clock_display(game, one, now) for one in sight.seats}
    is_asked = seat is not None and seat.is_awaited
    return {
        "clocks": list(faces_of.values()),
        "awaited": [faces_of[one.pk] for one in sight.awaited],
        "clock": faces_of[seat.pk] if seat else None,
        "own": clock_display.build_own_clock_display(game, seat, now) if seat and is_asked else None,
        "called": _forecast_next_turn(sight, now) if seat and not is_asked else None,
        "pace": pace_text.describe_pace(game.pace, game.patience),
        "time_out": clock_display.TIME_OUT_CONSEQUENCES[clock_display.get_time_out_answer(game, seat)]
        if seat and seat.user
        else "",
    }


def _forecast_next_turn(sight: GameView, now: datetime) -> datetime | None:
    """Estimate when the reader will be asked next; None if that is unknown."""
    if sight.seat is None or sight.seat.bot or sight.game.state != Game.State.RUNNING:
        return None
    found = forecast.forecast_next_turn(sight.game, sight.seat, now)
    return found.around if found else None


# --- news and seats


def waits_for_bots(sight: GameView) -> bool:
    """Is the game waiting only for bots, so that the page should poll for news sooner?"""
    awaited = sight.awaited if sight.game.state == Game.State.RUNNING else []
    return bool(awaited) and all(seat.bot for seat in awaited)


def compute_stamp(game: Game) -> str:
    """Return a string that changes as soon as anything on the page changes."""
    return f"{game.length}-{game.said}"


def list_news(sight: GameView, number: str, *, most: int = MAX_SPOKEN_ENTRIES) -> list[LogEntry]:
    """List the log entries since this number, at most as many as a screen reader should announce."""
    entry = parse_whole_number(number)
    return [] if entry is None else log.list_entries_since(sight, entry, most=most)


def list_seats_to_give(request: HttpRequest, sight: GameView) -> list[Seat]:
    """List the seats that the visitor may give to somebody else."""
    user = get_acting_user(request, sight.seat)
    if user is None:
        return []
    return [seat for seat in sight.seats if chairs.may_give_away(sight.game, seat, user)]
