"""Deciding: a move, a whole turn, a look before it, and taking it back."""

from collections.abc import Sequence
from functools import partial

import msgspec
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import languages
from games.play import lessons, service, times, views_of
from games.play.errors import DoorError, NotNow, NotYours, Stale, reason_of
from games.play.origin import How, Origin, content_of, given_key
from games.play.views_of import Sight
from games.rules.core.errors import RulesError
from games.views.composing import ahead_of, desk_at, lines_sent, one_more
from games.views.numbers import whole
from games.views.showing import happened, show_table, sight_or_404, turn_url
from games.views.visitor import own_seat, player_or_403


@require_POST
def move(request: HttpRequest, key: str) -> HttpResponse:
    """Play what was chosen or written. This is the busiest thing on the site: it loads only what it needs."""
    if "look" in request.POST or "plan" in request.POST:
        player_or_403(request, key)
        return _plan(request, key) if "plan" in request.POST else _look(request, key)
    try:
        lines, decision = _lines(request, key), _number(request.POST.get("decision", ""))
        mine, origin = partial(own_seat, request), _origin(request, lines)
        played = service.play(key, mine, lines, origin, decision=decision, language=languages.spoken())
        _learn(request, key)
    except (DoorError, RulesError) as error:
        return _refused(request, key, error)
    return _done(request, key, _told(played, lines))


def _learn(request: HttpRequest, key: str) -> None:
    """Whoever has decided has read what was explained beside it."""
    if read := request.POST.getlist("lesson"):
        lessons.learn(player_or_403(request, key).pk, read)


@require_POST
def no_more_lessons(request: HttpRequest, key: str) -> HttpResponse:
    """From here on the reader needs no explanations."""
    seat = player_or_403(request, key)
    if not seat.game.is_lesson:
        raise Http404
    lessons.learn(seat.pk, [lessons.NO_MORE])
    return _done(request, key)


def _lines(request: HttpRequest, key: str) -> list[str]:
    def sight() -> Sight:
        player_or_403(request, key)
        return sight_or_404(request, key)

    return lines_sent(request.POST, sight)


def _origin(request: HttpRequest, what: Sequence[str]) -> Origin:
    """The same form with the same content is the same request: a double click is one move, a second thought
    is not swallowed. Whose seat it is, the door finds out."""
    key = given_key(request.POST.get("key", ""))
    return Origin(How.FORM, f"form/{key}/{content_of(what)}", times.now())


def _number(text: str) -> int:
    if (found := whole(text)) is None:
        raise Stale(_("This form does not say which question it answers. Here is the one that is open."))
    return found


# --- what the page says then


def _told(played: service.Played, lines: list[str]) -> str:
    """Nothing needs to be said about one move that was made; a turn that stopped says where, and why."""
    if not played.trouble:
        return ""
    left = lines[len(played.moves) :]
    return _("Played: %(moves)s. Then it stopped at “%(line)s”: %(why)s") % {
        "moves": ", ".join(played.moves),
        "line": left[0] if left else "",
        "why": played.trouble,
    }


def _done(request: HttpRequest, key: str, note: str = "") -> HttpResponse:
    """On to the table, where the next question stands; htmx gets it at once."""
    if request.htmx:  # type: ignore[attr-defined]
        sight = sight_or_404(request, key)
        told = happened(sight, request.POST.get("decision", ""))
        return show_table(request, sight, note=note, moved=True, happened=told)
    if note:
        messages.warning(request, note)
    response = redirect("table", key=key)
    response.status_code = 303
    return response


def _refused(request: HttpRequest, key: str, error: Exception) -> HttpResponse:
    """The page as it stands now, with the reason, and with what had been filled in."""
    sight = sight_or_404(request, key)
    if isinstance(error, Stale):
        return _overtaken(request, sight, error)
    if isinstance(error, NotYours):
        raise PermissionDenied(str(error)) from error
    if isinstance(error, NotNow) or not sight.offers:
        return show_table(request, sight, status=409, trouble=reason_of(error), moved=True)
    ahead, _trouble = ahead_of(sight, request.POST.getlist("then"))
    return show_table(
        request, sight, status=422, chosen=request.POST, ahead=ahead, trouble=reason_of(error), moved=True
    )


def _overtaken(request: HttpRequest, sight: Sight, error: Exception) -> HttpResponse:
    """Somebody moved meanwhile: what has changed, and the question that is open now."""
    missed = happened(sight, request.POST.get("decision", ""), most=views_of.LOG_LENGTH)
    return show_table(request, sight, status=409, trouble=reason_of(error), missed=missed, moved=True)


# --- before it is final


def _look(request: HttpRequest, key: str) -> HttpResponse:
    """The chosen move in words, to be confirmed; nothing is played."""
    sight = sight_or_404(request, key)
    ahead, trouble = ahead_of(sight, request.POST.getlist("then"))
    desk = desk_at(sight, ahead)
    try:
        move = sight.rules.read(desk.position, desk.seat, desk.line(request.POST), sight.language)
    except (DoorError, RulesError) as error:
        return _refused(request, key, error)
    look = {"line": str(move), "label": sight.rules.label(desk.position, desk.seat, move, sight.language)}
    return show_table(
        request, sight, chosen=request.POST, ahead=ahead, look=look, trouble=trouble, moved=True
    )


def _plan(request: HttpRequest, key: str) -> HttpResponse:
    """Put what was chosen behind the plan, and show what may come then."""
    sight = sight_or_404(request, key)
    ahead, trouble = one_more(sight, request.POST)
    if trouble:
        return show_table(
            request, sight, status=422, chosen=request.POST, ahead=ahead, trouble=trouble, moved=True
        )
    if request.htmx:  # type: ignore[attr-defined]
        return show_table(request, sight, ahead=ahead, moved=True)
    return redirect(turn_url(key, [one.line for one in ahead.planned]))


@require_safe
def turn(request: HttpRequest, key: str) -> HttpResponse:
    """A turn that is being composed: what was planned so far, and what may come then."""
    sight = sight_or_404(request, key)
    if not sight.offers:
        return redirect("table", key=key)
    ahead, trouble = ahead_of(sight, request.GET.getlist("then"))
    return show_table(request, sight, ahead=ahead, trouble=trouble, moved=True)


@require_POST
def undo(request: HttpRequest, key: str) -> HttpResponse:
    """Take the own last move back."""
    seat = player_or_403(request, key)
    try:
        origin = msgspec.structs.replace(_origin(request, ["undo"]), user_id=seat.user_id)
        service.undo(seat.game_id, seat.name, origin)
    except (DoorError, RulesError) as error:
        return show_table(
            request, sight_or_404(request, key), status=409, trouble=reason_of(error), moved=True
        )
    return _done(request, key)
