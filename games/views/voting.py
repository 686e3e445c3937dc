"""Votes of a table: at the table, and by the link of a letter without signing in."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import languages
from accounts.limits import limited
from games.links import tokens
from games.links.tokens import Ballot
from games.models import Seat
from games.play import times, views_of, votes
from games.play.errors import DoorError, NotNow, NotYours
from games.play.origin import How, Origin, fresh_key
from games.play.views_of import Sight
from games.play.votes import Standing
from games.views.showing import show_table, sight_or_404
from games.views.token_pages import closed_page, counted_by, holder, out_of_use, seat_page, token_page
from games.views.visitor import own_seat, player_or_403

ACTS = {"1": votes.vote, "no": votes.object_to, "0": votes.take_back}  # for it, against it, neither


# --- at the table


@require_POST
def vote(request: HttpRequest, key: str) -> HttpResponse:
    """Be for a pause, for going on or for giving up; or against it; or neither any more."""
    seat = player_or_403(request, key)
    origin = Origin(How.FORM, f"form/{seat.pk}/{fresh_key()}", times.now(), seat.user_id)
    act = ACTS.get(request.POST.get("on", ""), votes.take_back)
    try:
        act(seat.game_id, seat.name, _matter(request), origin)
    except DoorError as error:
        return show_table(request, sight_or_404(request, key), status=409, trouble=str(error))
    return redirect("table", key=key)


def _matter(request: HttpRequest) -> str:
    matter = request.POST.get("matter", "")
    if matter not in votes.Matter.values:
        raise NotNow(_("This cannot be voted on now."))
    return matter


# --- by the link of a letter


@token_page
@limited("vote_link", "60/m/ip,30/m/key", key=counted_by)
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    too_old = _("This link has become too old.")
    return seat_page(request, token, tokens.read_vote, _answer, too_old=too_old)


def _answer(request: HttpRequest, ballot: Ballot, seat: Seat) -> HttpResponse:
    """Looking changes nothing; the same vote twice is one."""
    standing = _standing(ballot, seat)
    if standing is None:
        sentence = _("This vote is over: it was decided, or nobody is for it any more.")
        return _closed(request, 410, sentence, seat)
    if request.method == "POST":
        return _cast(request, ballot, seat, standing)
    return _shown(request, seat, standing)


def _standing(ballot: Ballot, seat: Seat) -> Standing | None:
    """The vote of the link, as long as it is open."""
    game, seats = views_of.seated(seat.game_id)
    own = next(one for one in seats if one.pk == seat.pk)
    sight = Sight(game, seats, own, languages.spoken())
    found = (one for one in votes.standings(sight) if one.is_open and one.key == ballot.vote_id)
    return next(found, None)


def _cast(request: HttpRequest, ballot: Ballot, seat: Seat, standing: Standing) -> HttpResponse:
    act = votes.object_to if request.POST.get("on") == "no" else votes.vote
    origin = Origin(How.LINK, f"vote/{seat.pk}/{fresh_key()}", times.now())
    try:
        act(seat.game_id, partial(holder, ballot), standing.matter, origin)
    except NotYours:  # given on a moment ago
        return out_of_use(request, Seat.objects.select_related("game").filter(pk=seat.pk).first())
    except DoorError as error:
        return _closed(request, 409, str(error), seat)
    return _shown(request, seat, _standing(ballot, seat), is_cast=True)


def _closed(request: HttpRequest, status: int, sentence: str, seat: Seat) -> HttpResponse:
    is_own = own_seat(request, [seat])
    return closed_page(request, status, sentence, game=seat.game, is_own=is_own, is_beside=True)


def _shown(
    request: HttpRequest, seat: Seat, standing: Standing | None, *, is_cast: bool = False
) -> HttpResponse:
    """Where it stands; without a standing it has just been decided."""
    seat.game.refresh_from_db(fields=["state", "paused_until"])
    page = {"game": seat.game, "seat": seat, "standing": standing, "is_cast": is_cast}
    return render(request, "games/link/vote.html", page | {"is_own": own_seat(request, [seat])})
