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
from django.utils.translation import ngettext

from accounts import server_time
from accounts.preferences import languages
from games.models import Game, Seat
from games.play import followers, organizers
from games.play.seats import may_give_away
from games.play.transaction.origin import new_request_key
from games.queries import (
    chat,
    clock_display,
    deadline_text,
    forecast,
    log,
    pace_text,
    scores,
    tutorial,
    votes,
)
from games.queries.game_view import GameView
from games.queries.log import LogEntry, describe_entries, list_turns_since_own_move, load_newest_entries
from games.queries.rematch import find_rematch_offer
from games.queries.table_summary import describe_rules
from games.rules.core.turns.preview import TurnPreview
from games.views import access
from games.views.access import find_earlier_game, get_acting_user, get_table_or_404
from games.views.params import parse_whole_number
from games.views.social_cards.content import build_table_tags
from games.views.table.turn_composer import build_form_context

TEMPLATE_PARTS = (
    "styles",
    "script",
    "tabs",
    "purse",
    "header",
    "facts",
    "board",
    "icon",
    "plan_result",
    "replay_step",
    "summary",
    "tableau",
)
MAX_SPOKEN_ENTRIES = 12  # log entries that a screen reader announces at once


def get_game_view_or_404(request: HttpRequest, key: str) -> GameView:
    """Return the game as the visitor may see it; 404 before it has begun."""
    game, seats, seat = get_table_or_404(request, key)
    if not game.has_begun:
        raise Http404
    return GameView(game, seats, seat, languages.get_current_language())


def render_table(request: HttpRequest, view: GameView, *, status: int = 200, **more: Any) -> HttpResponse:
    """Render the whole page, or for htmx only its content."""
    template = "games/table/_table.html" if request.htmx else "games/table/page.html"  # type: ignore[attr-defined]
    response = render(request, template, build_table_context(request, view, **more), status=status)
    is_step = request.method == "GET" or "plan" in request.POST
    set_address_header(request, response, view.game, more.get("ahead"), is_step=is_step)
    return add_stamp(response, view.game)


def set_address_header(
    request: HttpRequest,
    response: HttpResponse,
    game: Game,
    ahead: TurnPreview[Any] | None = None,
    *,
    is_step: bool = False,
) -> None:
    """Let htmx show the URL of the plan, which is stored nowhere else, so that Back and reload work."""
    shown = _build_address(game, [one.line for one in ahead.lines] if ahead else [])
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
    view: GameView,
    *,
    chosen: QueryDict | None = None,
    ahead: TurnPreview[Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Build the context of all table templates. `chosen` is earlier input, `ahead` the planned turn."""
    entries = load_newest_entries(view)
    log, older = describe_entries(view, entries)
    game, talk = view.game, chat.list_messages(view)
    return {
        "view": view,
        "game": game,
        "rules": describe_rules(game),
        "seat": view.seat,
        "is_guest": access.is_guest_seat(request, view.seat),
        "own_orders": count_own_orders(view),
        "page": view.page,
        "parts": list_part_templates(game.ruleset),
        "log": log,
        "older": older,
        "meanwhile": list_turns_since_own_move(view, entries, log) if get_open_question_number(view) else [],
        "talk": talk,
        "unread": sum(message.is_unread for message in talk),
        "matters": votes.list_vote_statuses(view),
        "scores": scores.list_scores(view),
        "verdict": describe_verdict(view),
        "rematch": find_rematch_offer(view),
        "earlier": find_earlier_game(request, game),
        "may_give": list_seats_to_give(request, view),
        "follows": followers.is_following(game, view.seat, request.user),
        "stamp": compute_stamp(game),
        "tournament": SimpleLazyObject(lambda: organizers.find_tournament_link(game)),
        "share": SimpleLazyObject(lambda: build_table_tags(game, view.seats, view)),  # a part has no head
        "asked": get_open_question_number(view),
        "key": new_request_key(),
        "lessons": tutorial.list_lessons(view),
        "soon": waits_for_bots(view),
        "extension": SimpleLazyObject(  # a tutorial does not show it
            lambda: clock_display.build_extension_options(view, request.user.pk)
        ),
        **_build_clock_context(view),
        **_build_decision_context(view, chosen, ahead),
        **more,
    }


def list_part_templates(ruleset: str) -> dict[str, list[str]]:
    """List the templates of each part: the one of this game, else the plain one for all games."""
    return {
        part: [f"games/{ruleset}/_{part}.html", f"games/table/plain/_{part}.html"] for part in TEMPLATE_PARTS
    }


def describe_verdict(view: GameView) -> list[str]:
    """Say who has won and how ties were broken; empty unless the game is over."""
    if view.game.state != Game.State.OVER:
        return []
    rules, position, language = view.rules, view.position, view.language
    said = rules.presentation.verdict(position, language)
    if rules.winners(position) == [view.name]:
        said = [_describe_own_victory(view), *said[1:]]
    return [*said, *rules.presentation.ties(position, language)]


def _describe_own_victory(view: GameView) -> str:
    points = sum(line.points for line in view.rules.scores(view.position)[str(view.name)])
    return ngettext("You win with %(n)d point.", "You win with %(n)d points.", points) % {"n": points}


# --- the decision


def _build_decision_context(
    view: GameView, chosen: QueryDict | None, ahead: TurnPreview[Any] | None
) -> dict[str, Any]:
    form = build_form_context(view, chosen, ahead)
    return {**form, "shorter": _build_shorter_plan_url(view.game, ahead)} if ahead and ahead.lines else form


def _build_shorter_plan_url(game: Game, ahead: TurnPreview[Any]) -> str:
    """The address of the plan without its last line."""
    return _build_address(game, [one.line for one in ahead.lines[:-1]])


def _build_address(game: Game, lines: Sequence[str]) -> str:
    """Return the URL of the table, with these planned lines if there are any."""
    return build_turn_url(game.key, lines) if lines else reverse("table", kwargs={"key": game.key})


def build_turn_url(key: str, lines: Sequence[str]) -> str:
    """Return the URL of a planned turn, which holds the whole plan; nothing is stored."""
    return f"{reverse('planned_turn', kwargs={'key': key})}?{urlencode({'then': lines}, doseq=True)}"


def get_open_question_number(view: GameView) -> int:
    """Return the number of the question that the page asks now; 0 if it asks none."""
    return view.seat.decision or 0 if view.seat and view.offers else 0


def count_own_orders(view: GameView) -> int:
    """Count the orders that the reader has given; those that everybody has at first are not among them."""
    orders = view.rules.orders
    if view.seat is None or not view.game.is_live or not orders.offered:
        return 0
    return sum(line not in orders.defaults for line in orders.lines(view.position, view.seat.name))


# --- the clocks


def _build_clock_context(view: GameView) -> dict[str, Any]:
    """Build the context of the clocks: time left at each seat, what a time-out means, the next turn."""
    game, seat, now = view.game, view.seat, server_time.now()
    faces_of = {one.pk: clock_display.build_clock_display(game, one, now) for one in view.seats}
    is_asked = seat is not None and seat.is_awaited
    return {
        "clocks": list(faces_of.values()),
        "awaited": [faces_of[one.pk] for one in view.awaited_seats],
        "clock": faces_of[seat.pk] if seat else None,
        "own": clock_display.build_own_clock_display(game, seat, now) if seat and is_asked else None,
        "forced_answer": deadline_text.describe_deadline(game, seat) if seat and seat.answer_at else "",
        "called": _forecast_next_turn(view, now) if seat and not is_asked else None,
        "has_deadlines": view.has_deadlines,
        "pace": pace_text.describe_pace(game.pace, game.patience),
        "time_out": deadline_text.TIME_OUT_CONSEQUENCES[deadline_text.get_time_out_answer(game, seat)]
        if seat and seat.user and view.has_deadlines
        else "",
    }


def _forecast_next_turn(view: GameView, now: datetime) -> datetime | None:
    """Estimate when the reader will be asked next; None if that is unknown."""
    if view.seat is None or view.seat.bot or view.game.state != Game.State.RUNNING:
        return None
    found = forecast.forecast_next_turn(view.game, view.seat, now)
    return found.around if found else None


# --- news and seats


def waits_for_bots(view: GameView) -> bool:
    """Is the game waiting only for bots, so that the page should poll for news sooner?"""
    awaited = view.awaited_seats if view.game.state == Game.State.RUNNING else []
    return bool(awaited) and all(seat.bot for seat in awaited)


def compute_stamp(game: Game) -> str:
    """Return a string that changes as soon as anything on the page changes."""
    return f"{game.log_length}-{game.page_version}"


def list_news(view: GameView, number: str, *, most: int = MAX_SPOKEN_ENTRIES) -> list[LogEntry]:
    """List the log entries since this number, at most as many as a screen reader should announce."""
    entry = parse_whole_number(number)
    return [] if entry is None else log.list_entries_since(view, entry, most=most)


def list_seats_to_give(request: HttpRequest, view: GameView) -> list[Seat]:
    """List the seats that the visitor may give to somebody else."""
    user = get_acting_user(request, view.seat)
    if user is None:
        return []
    return [seat for seat in view.seats if may_give_away(view.game, seat, user)]
