"""Votes to pause, resume or abandon a game: at the table, or by an emailed link without signing in.

A vote to abandon is given on a page of its own, which says what follows (`departures`)."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import server_time
from accounts.methods import require_form
from accounts.preferences import languages
from accounts.rate_limits import limit_rate
from games.links.kinds import VOTE, VoteLink
from games.models import Seat
from games.models.game import load_game_and_seats
from games.play import votes
from games.play.errors import NotNow, PlayError
from games.play.transaction.origin import How, Origin, new_request_key
from games.queries.game_view import GameView
from games.queries.votes import VoteStatus, list_vote_statuses
from games.views.access import find_own_seat, get_player_or_403
from games.views.links.base import (
    find_linked_seat,
    hash_token,
    open_seat_link,
    protect_token,
    render_closed_link,
)
from games.views.table.context import get_game_view_or_404, render_table

VOTE_ACTIONS = {
    "1": votes.cast_vote,
    "no": votes.vote_against,
    "0": votes.withdraw_vote,
}  # for, against, withdraw


# --- at the table


@require_form("table", "key")
def post_vote(request: HttpRequest, key: str) -> HttpResponse:
    """Vote for or against a pause, resuming or abandoning the game, or withdraw the vote."""
    seat = get_player_or_403(request, key)
    origin = Origin(How.FORM, f"form/{seat.pk}/{new_request_key()}", server_time.now(), seat.user_id)
    act = VOTE_ACTIONS.get(request.POST.get("on", ""), votes.withdraw_vote)
    try:
        matter = _require_matter(request)
        if (matter, act) == (votes.Matter.ABANDON, votes.cast_vote):
            return redirect("abandon_game", key=key)  # asked first
        act(seat.game_id, seat.name, matter, origin)
    except PlayError as error:
        return render_table(request, get_game_view_or_404(request, key), status=409, error=str(error))
    return redirect("table", key=key)


def _require_matter(request: HttpRequest) -> str:
    matter = request.POST.get("matter", "")
    if matter not in votes.Matter.values:
        raise NotNow(_("There is nothing to vote on here at the moment."))
    return matter


# --- by an emailed link


@protect_token
@limit_rate("vote_link", "60/m/ip,30/m/key", key=hash_token)
@require_http_methods(["GET", "HEAD", "POST"])
def vote_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Vote through the link in an email, without signing in."""
    return open_seat_link(request, token, VOTE, _answer_vote_link)


def _answer_vote_link(request: HttpRequest, ballot: VoteLink, seat: Seat) -> HttpResponse:
    """Show the vote (GET) or cast one (POST); the same vote twice counts once."""
    standing = _find_open_vote(ballot, seat)
    if standing is None:
        sentence = _("This vote is over: it has been decided, or nobody supports it any more.")
        return _render_closed_vote(request, 410, sentence, seat)
    if request.method == "POST":
        return _cast_vote(request, ballot, seat, standing)
    return _render_vote(request, seat, standing)


def _find_open_vote(ballot: VoteLink, seat: Seat) -> VoteStatus | None:
    """Find the vote of the link; None once it is closed."""
    game, seats = load_game_and_seats(seat.game_id)
    own = next(one for one in seats if one.pk == seat.pk)
    view = GameView(game, seats, own, languages.get_current_language())
    found = (one for one in list_vote_statuses(view) if one.is_open and one.key == ballot.vote_id)
    return next(found, None)


def _cast_vote(request: HttpRequest, ballot: VoteLink, seat: Seat, standing: VoteStatus) -> HttpResponse:
    act = votes.vote_against if request.POST.get("on") == "no" else votes.cast_vote
    origin = Origin(How.LINK, f"vote/{seat.pk}/{new_request_key()}", server_time.now())
    try:
        act(seat.game_id, partial(find_linked_seat, ballot), standing.matter, origin)
    except NotNow as error:
        return _render_closed_vote(request, 409, str(error), seat)
    return _render_vote(request, seat, _find_open_vote(ballot, seat), is_cast=True)


def _render_closed_vote(request: HttpRequest, status: int, sentence: str, seat: Seat) -> HttpResponse:
    is_own = find_own_seat(request, [seat])
    return render_closed_link(request, status, sentence, game=seat.game, is_own=is_own, is_beside=True)


def _render_vote(
    request: HttpRequest, seat: Seat, standing: VoteStatus | None, *, is_cast: bool = False
) -> HttpResponse:
    """Show the state of the vote; without one, it has just been decided."""
    seat.game.refresh_from_db(fields=["state", "paused_until"])
    page = {"game": seat.game, "seat": seat, "standing": standing, "is_cast": is_cast}
    return render(request, "games/links/vote.html", page | {"is_own": find_own_seat(request, [seat])})
