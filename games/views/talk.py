"""Table talk: said, mended, reported, muted."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.limits import limited
from games.models import Message, Seat
from games.play import talk, views_of
from games.play.errors import DoorError
from games.play.origin import fresh_key, given_key
from games.views.showing import answer, show_table, sight_or_404
from games.views.visitor import counted, player_or_403


@require_POST
@limited("say", "20/m/key,200/h/key", key=counted)
def say(request: HttpRequest, key: str) -> HttpResponse:
    """Say something to the table; what could not be said comes back to be written better."""
    seat = player_or_403(request, key)
    sent = given_key(request.POST.get("key", ""))
    text = request.POST.get("text", "")
    try:
        talk.say(seat.game, seat, text, key=f"form/{seat.pk}/{sent}")
    except DoorError as error:
        return _talk(request, key, text=text, trouble=str(error))
    return _talk(request, key)


def _talk(request: HttpRequest, key: str, *, text: str = "", trouble: str = "") -> HttpResponse:
    """htmx gets the talk anew, everybody else the table; what could not be said is not lost."""
    status = 422 if trouble else 200
    if not (request.htmx or trouble):  # type: ignore[attr-defined]
        return to_talk(key)
    sight = sight_or_404(request, key)
    if not request.htmx:  # type: ignore[attr-defined]
        return show_table(request, sight, said=text, talk_trouble=trouble, status=status)
    page: dict[str, Any] = {"said": text, "talk_trouble": trouble, "key": fresh_key()}
    page |= {"game": sight.game, "seat": sight.seat, "talk": views_of.talk(sight)}
    return answer(render(request, "games/table/_talk.html", page, status=status), sight.game)


def to_talk(key: str) -> HttpResponse:
    return redirect(reverse("table", kwargs={"key": key}) + "#talk")


@require_http_methods(["GET", "POST"])
def mend(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Write an own message better, as long as hardly anybody has read it."""
    seat = player_or_403(request, key)
    message = _message(seat, pk)
    trouble = ""
    if request.method == "POST":
        try:
            talk.mend(message, seat, request.POST.get("text", ""))
            return to_talk(key)
        except DoorError as error:
            trouble = str(error)
    page = {"game": seat.game, "message": message, "trouble": trouble}
    return render(request, "games/mend.html", page, status=422 if trouble else 200)


@require_http_methods(["GET", "POST"])
@limited("report", "20/h/key", key=counted)
def report(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Tell the operator of a message that should not stand there."""
    seat = player_or_403(request, key)
    message = _message(seat, pk)
    if request.method == "POST":
        talk.report(message, seat.user, request.POST.get("reason", ""))
        messages.success(request, _("Thank you. The operator will look at this message."))
        return to_talk(key)
    return render(request, "games/report.html", {"game": seat.game, "message": message})


def _message(seat: Seat, pk: int) -> Message:
    return get_object_or_404(Message, game=seat.game_id, pk=pk, is_hidden=False)


@require_POST
def mute(request: HttpRequest, key: str, seat_id: int) -> HttpResponse:
    """Stop reading what somebody says, or read it again."""
    seat = player_or_403(request, key)
    other = get_object_or_404(Seat, game=seat.game_id, pk=seat_id)
    try:
        talk.mute(seat, other, on=request.POST.get("on") == "1")
    except DoorError as error:
        messages.error(request, str(error))
    return _talk(request, key)
