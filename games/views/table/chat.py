"""The chat of a table: post, edit and report messages, and mute a seat."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.methods import require_form
from accounts.rate_limits import limit_rate
from games.models import ChatMessage, Seat
from games.play import chat
from games.play.errors import PlayError
from games.play.transaction.origin import clean_request_key, new_request_key
from games.queries.chat import list_messages
from games.views.access import get_player_or_403, get_rate_limit_key
from games.views.params import parse_whole_number
from games.views.table.context import add_stamp, get_game_view_or_404, render_table


@require_form("table", "key")
@limit_rate("chat_message", "20/m/key,200/h/key", key=get_rate_limit_key)
def post_message(request: HttpRequest, key: str) -> HttpResponse:
    """Post a message to the table; one that is refused comes back in the form to be corrected."""
    seat = get_player_or_403(request, key)
    sent = clean_request_key(request.POST.get("key", ""))
    text = request.POST.get("text", "")
    try:
        chat.post_message(seat.game, seat, text, key=f"form/{seat.pk}/{sent}")
    except PlayError as error:
        return _render_chat(request, key, text=text, error=str(error))
    return _render_chat(request, key)


def _render_chat(request: HttpRequest, key: str, *, text: str = "", error: str = "") -> HttpResponse:
    """Render the chat for htmx, else go to the table; the text of a refused message is kept."""
    status = 422 if error else 200
    if not (request.htmx or error):  # type: ignore[attr-defined]
        return redirect_to_chat(key)
    view = get_game_view_or_404(request, key)
    if not request.htmx:  # type: ignore[attr-defined]
        return render_table(request, view, said=text, chat_error=error, status=status)
    page: dict[str, Any] = {"said": text, "chat_error": error, "key": new_request_key()}
    page |= {"game": view.game, "seat": view.seat, "talk": list_messages(view)}
    return add_stamp(render(request, "games/table/_chat.html", page, status=status), view.game)


@require_form("table", "key")
@limit_rate("chat_read", "240/m/key", key=get_rate_limit_key)
def mark_read(request: HttpRequest, key: str) -> HttpResponse:
    """Store which messages the player has seen: sent by the page when they come into view, or by a button."""
    seat = get_player_or_403(request, key)
    chat.mark_read(seat, parse_whole_number(request.POST.get("newest", ""), digits=18) or 0)
    return HttpResponse(status=204) if request.htmx else redirect_to_chat(key)  # type: ignore[attr-defined]


def redirect_to_chat(key: str) -> HttpResponse:
    return redirect(reverse("table", kwargs={"key": key}) + "#talk")


@require_http_methods(["GET", "POST"])
def edit_message(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Edit an own message, shortly after it was posted."""
    seat = get_player_or_403(request, key)
    message = _get_message_or_404(seat, pk)
    problem = ""
    if request.method == "POST":
        try:
            chat.edit_message(message, seat, request.POST.get("text", ""))
            return redirect_to_chat(key)
        except PlayError as error:
            problem = str(error)
    page = {"game": seat.game, "message": message, "error": problem}
    return render(request, "games/table/edit_message.html", page, status=422 if problem else 200)


@require_http_methods(["GET", "POST"])
@limit_rate("chat_report", "20/h/key", key=get_rate_limit_key)
def report_message(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Report a message to the operator."""
    seat = get_player_or_403(request, key)
    message = _get_message_or_404(seat, pk)
    if request.method == "POST":
        chat.report_message(message, seat.user, request.POST.get("reason", ""))
        messages.success(request, _("Thank you. The operator will look at this message."))
        return redirect_to_chat(key)
    return render(request, "games/table/report_message.html", {"game": seat.game, "message": message})


def _get_message_or_404(seat: Seat, pk: int) -> ChatMessage:
    return get_object_or_404(ChatMessage, game=seat.game_id, pk=pk, is_hidden=False)


@require_form("table", "key")
def mute_seat(request: HttpRequest, key: str, seat_id: int) -> HttpResponse:
    """Hide the messages of another seat from this player, or show them again."""
    seat = get_player_or_403(request, key)
    other = get_object_or_404(Seat, game=seat.game_id, pk=seat_id)
    try:
        chat.mute_seat(seat, other, on=request.POST.get("on") == "1")
    except PlayError as error:
        messages.error(request, str(error))
    return _render_chat(request, key)
