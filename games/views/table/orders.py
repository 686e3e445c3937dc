"""The page where a player files, composes and withdraws orders.

The same page is at the table and behind an emailed link. The link works until a newer email asks something;
it shows the hand and what orders have done only while the question of its email is open.
"""

from functools import partial
from typing import Any

import msgspec
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import server_time
from accounts.preferences import languages
from accounts.rate_limits import limit_rate
from games.links.kinds import ORDERS, TURN, OrdersLink, TurnLink
from games.models import GameNotice, Seat
from games.models.game import load_game_and_seats
from games.models.notice import ASKING_KINDS
from games.play import orders
from games.play.errors import NotAllowed, PlayError, Stale, describe_error
from games.play.transaction.locked_game import SeatFinder
from games.play.transaction.origin import How, Origin, clean_request_key, digest_lines, new_request_key
from games.queries import deadline_text
from games.queries.game_view import GameView
from games.queries.orders import list_recent_outcomes
from games.rules.core.errors import RulesError
from games.rules.core.orders import OrdersChange
from games.views.access import find_own_seat, get_rate_limit_key, require_seat
from games.views.links.base import (
    find_linked_seat,
    hash_token,
    open_seat_link,
    protect_token,
    render_closed_link,
)
from games.views.params import parse_whole_number
from games.views.table.context import get_game_view_or_404
from games.views.table.order_forms import PLAN_ACTIONS, PLANNED, InvalidOrderField, OrderFormSet


@require_http_methods(["GET", "HEAD", "POST"])
@limit_rate("orders", "120/m/key", key=get_rate_limit_key)
def edit_orders(request: HttpRequest, key: str) -> HttpResponse:
    """Show and change the orders at the table, signed in or with a pass."""
    view = get_game_view_or_404(request, key)
    require_seat(request, view.seat)
    if not view.game.is_live:
        return redirect("table", key=key)
    response = OrdersHandler(request, view, partial(find_own_seat, request)).respond()
    patch_cache_control(response, private=True, no_store=True)
    return response


class OrdersHandler:
    """Answers one request of a player who shows or changes orders."""

    how: str = How.FORM
    with_hand = True  # may the page show what is hidden from others, apart from the orders?

    def __init__(self, request: HttpRequest, view: GameView, mine: SeatFinder) -> None:
        self.request, self.game_view, self.find_seat = request, view, mine
        self.forms = OrderFormSet(view, request.POST, with_hand=self.with_hand)

    def respond(self) -> HttpResponse:
        if self.request.method != "POST":
            return self.render_page()
        return self.edit_plan() if self.forms.action in PLAN_ACTIONS else self.file_orders()

    # --- showing the page

    def render_page(self, status: int = 200, error: str = "") -> HttpResponse:
        view = self.game_view
        page = {
            "game": view.game,
            "seat": view.seat,
            "asked": view.page["question"] if view.offers and self.with_hand else "",
            "sheet": self.forms,
            "orders_wait": deadline_text.get_time_out_answer(view.game, self.seat) == "orders",
            "lately": list_recent_outcomes(view) if self.with_hand else [],
            "seen": orders.find_last_move_number(self.seat.pk),
            "key": new_request_key(),
            "error": error,
            "knows_orders": view.rules.orders.offered,
            **self.build_urls(),
        }
        return render(self.request, "games/table/orders.html", page, status=status)

    def build_urls(self) -> dict[str, Any]:
        """Return the URLs to which the page leads."""
        table = reverse("table", args=[self.game_view.game.key])
        return {"address": self.request.path, "table": table, "decide": table}

    @property
    def seat(self) -> Seat:
        assert self.game_view.seat is not None  # noqa: S101 - nobody else comes so far
        return self.game_view.seat

    # --- composing and filing

    def edit_plan(self) -> HttpResponse:
        try:
            self.forms.edit_plan(self.request.POST.get("do", "").partition("-")[2])
        except InvalidOrderField as error:
            return self.show_refusal(error)
        return self.render_page()

    def file_orders(self) -> HttpResponse:
        try:
            wanted = self.forms.read_change()
            filed = self.store_change(wanted)
        except NotAllowed as error:
            return self.handle_not_allowed(error)
        except (PlayError, RulesError) as error:
            return self.show_refusal(error)
        self.add_messages(wanted, filed)
        response = redirect(
            f"{self.get_return_url()}#main"
        )  # the anchor of the form would scroll past the message
        response.status_code = 303
        return response

    def store_change(self, wanted: OrdersChange) -> orders.FiledOrder:
        """Store the changes. The same form with the same content counts as the same request."""
        key = clean_request_key(self.request.POST.get("key", ""))
        content = digest_lines(map(str, msgspec.to_builtins(wanted).values()))
        origin = Origin(self.how, f"orders/{key}/{content}", server_time.now())
        seen = self.read_seen_number() if wanted.plan else None
        language = self.game_view.language
        return orders.change_orders(
            self.game_view.game.pk, self.find_seat, wanted, origin, seen=seen, language=language
        )

    def read_seen_number(self) -> int:
        return parse_whole_number(self.request.POST.get("seen", "")) or 0

    def show_refusal(self, error: Exception) -> HttpResponse:
        """Show the page as it was filled in, with the error beside its field."""
        is_stale = isinstance(error, Stale)
        field = PLANNED if is_stale else self.forms.find_field(error)
        if not field:
            return self.render_page(409 if isinstance(error, PlayError) else 422, describe_error(error))
        self.forms.errors[field] = describe_error(error)
        return self.render_page(409 if is_stale else 422)

    def handle_not_allowed(self, error: NotAllowed) -> HttpResponse:
        raise PermissionDenied(str(error)) from error

    def get_return_url(self) -> str:
        return self.request.path

    # --- messages

    def add_messages(self, wanted: OrdersChange, filed: orders.FiledOrder) -> None:
        messages.success(self.request, _describe_change(wanted))
        if filed.moves:
            write = self.game_view.rules.vocabulary.writer(self.game_view.position, self.game_view.language)
            text = _("It answered at once: %(moves)s") % {"moves": ", ".join(map(write, filed.moves))}
            messages.success(self.request, text)
        if filed.stop_reason:
            messages.warning(self.request, filed.stop_reason)
        elif wanted.plan and not filed.moves and (doubt := self.forms.find_plan_warning(wanted.plan)):
            messages.warning(self.request, doubt)


def _describe_change(wanted: OrdersChange) -> str:
    if wanted.plan:
        return _("Your plan is saved.")
    if wanted.standing_orders:
        return _("Your orders are saved.")
    return _("Withdrawn.") if wanted.lines_to_remove or wanted.plan is not None else _("Nothing has changed.")


# --- by an emailed link


@protect_token
@limit_rate("orders_link", "60/m/ip,30/m/key", key=hash_token)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_orders_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show and change the orders through the link in an email, without signing in."""
    too_old = _("This link has expired. There is a newer one in your latest email.")
    return open_seat_link(request, token, ORDERS, _answer_orders_link, too_old=too_old)


def _answer_orders_link(request: HttpRequest, desk: OrdersLink, seat: Seat) -> HttpResponse:
    if not seat.game.is_live:
        return render_closed_link(request, 410, _("This game is no longer running."))
    if _has_newer_link(desk):
        return render_closed_link(
            request, 410, _("This link no longer works: there is a newer one in your latest email.")
        )
    return OrdersLinkHandler(request, desk, seat).respond()


def _has_newer_link(desk: OrdersLink) -> bool:
    """Has a newer email been sent that asks this seat something?"""
    asking = GameNotice.objects.filter(
        seat_id=desk.seat_id, kind__in=ASKING_KINDS, status=GameNotice.Status.SENT
    )
    return asking.filter(number__gt=desk.number).exists()


class OrdersLinkHandler(OrdersHandler):
    """Answers a request through the link in an email, without signing in."""

    how = How.LINK

    def __init__(self, request: HttpRequest, desk: OrdersLink, seat: Seat) -> None:
        game, seats = load_game_and_seats(seat.game_id)
        own = next(one for one in seats if one.pk == seat.pk)
        view = GameView(game, seats, own, languages.get_current_language())
        # an old email may be read by others: show the hand only while its question is open
        self.with_hand = bool(view.offers) and (own.decision or 0) <= desk.number
        super().__init__(request, view, partial(find_linked_seat, desk))

    def build_urls(self) -> dict[str, Any]:
        decide = (
            reverse("play_by_link", args=[TURN.sign(TurnLink.for_seat(self.seat))]) if self.with_hand else ""
        )
        return {"address": self.request.path, "table": "", "decide": decide, "by_link": True}

    def get_return_url(self) -> str:
        """Return a new link, since an order may just have answered and led to another question.

        Only where the question of this link was open: an older one must not lead to the hand of today."""
        if not self.with_hand:
            return self.request.path
        length = (
            type(self.game_view.game)
            .objects.values_list("log_length", flat=True)
            .get(pk=self.game_view.game.pk)
        )
        return reverse("orders_by_link", args=[ORDERS.sign(OrdersLink.for_seat(self.seat, length))])

    def handle_not_allowed(self, error: NotAllowed) -> HttpResponse:
        raise error  # the page of a revoked link
