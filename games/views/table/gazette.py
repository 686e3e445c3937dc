"""The gazette of a game: a page of reports on its rounds, and following it by email as a spectator."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import conditional_page, require_http_methods

from accounts.users import current_user
from games.models import Game
from games.play import followers
from games.play.errors import PlayError
from games.queries.game_view import GameView
from games.queries.gazette import load_editions
from games.queries.table_summary import describe_rules
from games.rules.core.errors import BadRecord
from games.views.access import get_game_or_404
from games.views.social_cards.content import SeatTableau, build_table_tags, build_tableaus
from games.views.table.context import (
    describe_verdict,
    get_game_view_or_404,
    list_part_templates,
    make_private,
)
from games.views.table.replay import render_broken_record


@require_http_methods(["GET", "HEAD", "POST"])
def show_gazette(request: HttpRequest, key: str) -> HttpResponse:
    return _change_subscription(request, key) if request.method == "POST" else _render_gazette(request, key)


@conditional_page
def _render_gazette(request: HttpRequest, key: str) -> HttpResponse:
    """Render all editions, the newest first."""
    view = get_game_view_or_404(request, key)
    try:
        printed = load_editions(view)
    except BadRecord as error:
        return make_private(render_broken_record(request, view, error))
    page = {
        "game": view.game,
        "view": view,
        "rules": describe_rules(view.game),
        "seat": view.seat,
        "parts": list_part_templates(view.game.ruleset),
        "verdict": describe_verdict(view),
        "editions": printed[::-1],
        "tableaus": _rank_tableaus(view),
        "share": build_table_tags(view.game, view.seats, view),
        "follows": followers.is_following(view.game, view.seat, request.user),
    }
    return make_private(render(request, "games/table/gazette.html", page))


def _rank_tableaus(view: GameView) -> list[SeatTableau]:
    """Sort the seats by what everybody can count, best first; winners come before others with as much."""
    winners = view.rules.winners(view.position) if view.game.state == Game.State.OVER else []
    return sorted(build_tableaus(view), key=lambda one: (-int(one.points or 0), one.name not in winners))


def _change_subscription(request: HttpRequest, key: str) -> HttpResponse:
    """Start or stop sending the gazette of each round to the visitor by email."""
    game, seat = get_game_or_404(request, key)
    if request.POST.get("on") == "0" and request.user.is_authenticated:
        followers.unsubscribe(game, current_user(request))
        return redirect("table", key=key)
    try:
        followers.subscribe(game, seat, request.user)
    except PlayError as error:
        raise PermissionDenied(str(error)) from error
    return redirect("table", key=key)
