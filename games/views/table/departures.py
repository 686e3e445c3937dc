"""Leaving a running game: a bot plays on, or the game is abandoned.

Both ask first. Opening the page (GET) says what follows and changes nothing; its button (POST) does it.
"""

from collections.abc import Iterator, Sequence

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.rate_limits import limit_rate
from games.models import Seat
from games.play import seats, votes
from games.play.errors import PlayError
from games.play.transaction.origin import by_user
from games.queries.game_view import GameView
from games.queries.votes import VoteStatus, find_vote_status
from games.views.access import get_rate_limit_key, require_seat
from games.views.table.context import count_own_orders, get_game_view_or_404

# --- a bot plays on


@require_http_methods(["GET", "HEAD", "POST"])
@limit_rate("seat", "20/h/key", key=get_rate_limit_key)
def let_bot_play(request: HttpRequest, key: str) -> HttpResponse:
    """Ask whether a bot shall play for the visitor (GET), and put it on the seat (POST)."""
    view = get_game_view_or_404(request, key)
    seat = require_seat(request, view.seat)
    if seat.bot or not view.game.is_live:
        return redirect("table", key=key)  # a second click, or a page from before the end
    if not seats.may_give_away(view.game, seat, seat.user):
        raise PermissionDenied(_("Seats in this game cannot be given away. Please write to its organizer."))
    if request.method == "POST":
        seats.give_to_bot(view.game.pk, seat.pk, seat.user)
        messages.success(
            request,
            _("A bot is playing for you. You can take over again as long as nobody else has taken the seat."),
        )
        return redirect("table", key=key)
    return _render_question(
        request,
        view,
        heading=_("Let a bot play for you?"),
        consequences=list(_describe_bot_play(view, seat)),
        button=_("Let a bot play"),
    )


def _describe_bot_play(view: GameView, seat: Seat) -> Iterator[str]:
    """Say what follows when a bot plays for this seat."""
    others = [one for one in view.seats if one.pk != seat.pk]
    yield _("From now on a bot plays your seat, starting with any decision that is open now.")
    if count_own_orders(view):
        yield _("Your orders remain. They answer first, and the bot does the rest.")
    yield _("You stay at the table and see what you see now, but you do not play.")
    yield _(
        "“Play myself again” at the table gives you the seat back, as long as the game is running and "
        "nobody else has taken it."
    )
    if not any(one.user_id and not one.bot for one in others):
        yield _("There are no other people in this game: the bots will finish it within minutes.")
    elif any(one.user_id for one in others):
        yield _("The others are told. Until you come back, this counts as a game you have left.")


# --- abandoning the game


@require_http_methods(["GET", "HEAD", "POST"])
@limit_rate("abandon", "20/h/key", key=get_rate_limit_key)
def abandon_game(request: HttpRequest, key: str) -> HttpResponse:
    """Ask whether the visitor wants to abandon the game (GET), and vote for it (POST).

    The vote of somebody who plays alone with bots, or the last one needed, ends the game."""
    view = get_game_view_or_404(request, key)
    seat, standing = require_seat(request, view.seat), find_vote_status(view, votes.Matter.ABANDON)
    if request.method == "POST":
        _vote_to_abandon(request, view, seat)
        return redirect("table", key=key)
    if standing is None or not standing.may_vote_for:
        return redirect("table", key=key)
    return _render_question(
        request,
        view,
        heading=_("Abandon this game?") if standing.is_decisive else _("Vote to abandon this game?"),
        consequences=list(_describe_end(view, standing)),
        button=standing.label_for,
    )


def _vote_to_abandon(request: HttpRequest, view: GameView, seat: Seat) -> None:
    try:
        is_over = votes.cast_vote(view.game.pk, seat.name, votes.Matter.ABANDON, by_user(seat.user))
    except PlayError as error:
        if view.game.is_live:  # otherwise the page of the ended game says it
            messages.error(request, str(error))
    else:
        text = (
            _("The game has been abandoned.")
            if is_over
            else _("Your vote is recorded. The game continues until then.")
        )
        messages.success(request, text)


def _describe_end(view: GameView, standing: VoteStatus) -> Iterator[str]:
    """Say what follows from the visitor's vote to abandon the game."""
    if standing.is_decisive:
        if not standing.is_alone:
            yield _("All others have voted for it: yours is the last vote needed.")
        yield _("The game ends at once, without a winner, and cannot be resumed.")
    else:
        yield (
            _("The game ends, without a winner, as soon as every player has voted for it.")
            + " "
            + _("So far: %(votes)d of %(needed)d votes.")
            % {"votes": len(standing.supporters), "needed": standing.needed}
        )
        yield _(
            "Until then the game continues, and you can withdraw your vote. The others are told by email."
        )
    yield _("It does not count in statistics, nor as a game you have left. You can still read its log.")
    if standing.is_alone and not view.has_deadlines:
        yield _(
            "If you only want a break, just close the page: there are no deadlines here, and the game "
            "waits for you."
        )


# --- the page


def _render_question(
    request: HttpRequest, view: GameView, *, heading: str, consequences: Sequence[str], button: str
) -> HttpResponse:
    page = {"game": view.game, "heading": heading, "consequences": consequences, "button": button}
    return render(request, "games/table/departure.html", page)
