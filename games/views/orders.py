"""The orders of a seat: shown to its player alone, filed, composed and withdrawn.

The same page stands at the table and behind the link of a letter. That link opens the orders until a newer
letter asks something; the hand and what orders did it shows only while the question of the letter is open.
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

from accounts import languages
from accounts.limits import limited
from games.links import tokens
from games.models import Notice, Seat
from games.play import faces, ordering, times, views_of
from games.play.errors import DoorError, NotYours, Stale, reason_of
from games.play.origin import How, Origin, content_of, fresh_key, given_key
from games.play.table import Finder
from games.play.views_of import Sight
from games.rules.core.errors import RulesError
from games.rules.core.orders import Change
from games.views.numbers import whole
from games.views.order_sheet import COMPOSING, PLANNED, Misfilled, Sheet
from games.views.showing import sight_or_404
from games.views.token_pages import (
    closed_page,
    counted_by,
    holder,
    out_of_use,
    seat_page,
    token_page,
)
from games.views.visitor import counted, own_seat

ASKING = (Notice.Kind.YOUR_TURN, Notice.Kind.REMINDER, Notice.Kind.ALONE)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("orders", "120/m/key", key=counted)
def orders(request: HttpRequest, key: str) -> HttpResponse:
    """At the table: for the player of a seat, signed in or with a pass."""
    sight = sight_or_404(request, key)
    if sight.seat is None:
        raise PermissionDenied(
            _("You do not sit at this table. If one of its seats is yours, please sign in.")
        )
    if not sight.game.is_live:
        return redirect("table", key=key)
    response = Clerk(request, sight, partial(own_seat, request)).answer()
    patch_cache_control(response, private=True, no_store=True)
    return response


class Clerk:
    """Takes orders from the player of a seat."""

    how: str = How.FORM
    with_hand = True  # and with all else that is hidden from others, besides the orders themselves

    def __init__(self, request: HttpRequest, sight: Sight, mine: Finder) -> None:
        self.request, self.sight, self.mine = request, sight, mine
        self.sheet = Sheet(sight, request.POST, with_hand=self.with_hand)

    def answer(self) -> HttpResponse:
        if self.request.method != "POST":
            return self.show()
        return self.compose() if self.sheet.do in COMPOSING else self.file()

    # --- looking

    def show(self, status: int = 200, trouble: str = "") -> HttpResponse:
        sight = self.sight
        page = {
            "game": sight.game,
            "seat": sight.seat,
            "asked": sight.page["question"] if sight.offers and self.with_hand else "",
            "sheet": self.sheet,
            "orders_wait": faces.answer_of(sight.game, self.seat) == "orders",
            "lately": ordering.lately(sight) if self.with_hand else [],
            "seen": ordering.last_move(self.seat.pk),
            "key": fresh_key(),
            "trouble": trouble,
            "knows_orders": sight.rules.knows_orders,
            **self.ways(),
        }
        return render(self.request, "games/orders.html", page, status=status)

    def ways(self) -> dict[str, Any]:
        """Where the page leads."""
        table = reverse("table", args=[self.sight.game.key])
        return {"address": self.request.path, "table": table, "decide": table}

    @property
    def seat(self) -> Seat:
        assert self.sight.seat is not None  # noqa: S101 - nobody else comes so far
        return self.sight.seat

    # --- composing and filing

    def compose(self) -> HttpResponse:
        try:
            self.sheet.compose(self.request.POST.get("do", "").partition("-")[2])
        except Misfilled as error:
            return self.refused(error)
        return self.show()

    def file(self) -> HttpResponse:
        try:
            wanted = self.sheet.wanted()
            filed = self.change(wanted)
        except NotYours as error:
            return self.not_yours(error)
        except (DoorError, RulesError) as error:
            return self.refused(error)
        self.tell(wanted, filed)
        response = redirect(f"{self.back()}#main")  # the form's own anchor would hide what is said
        response.status_code = 303
        return response

    def change(self, wanted: Change) -> ordering.Filed:
        """The same form with the same content is the same request."""
        key = given_key(self.request.POST.get("key", ""))
        content = content_of(map(str, msgspec.to_builtins(wanted).values()))
        origin = Origin(self.how, f"orders/{key}/{content}", times.now())
        seen = self.seen() if wanted.plan else None
        language = self.sight.language
        return ordering.change(self.sight.game.pk, self.mine, wanted, origin, seen=seen, language=language)

    def seen(self) -> int:
        return whole(self.request.POST.get("seen", "")) or 0

    def refused(self, error: Exception) -> HttpResponse:
        """The page with what was filled in, and the reason beside it."""
        is_stale = isinstance(error, Stale)
        field = PLANNED if is_stale else self.sheet.field_of(error)
        if not field:
            return self.show(409 if isinstance(error, DoorError) else 422, reason_of(error))
        self.sheet.errors[field] = reason_of(error)
        return self.show(409 if is_stale else 422)

    def not_yours(self, error: NotYours) -> HttpResponse:
        raise PermissionDenied(str(error)) from error

    def back(self) -> str:
        return self.request.path

    # --- what is said then

    def tell(self, wanted: Change, filed: ordering.Filed) -> None:
        messages.success(self.request, _done(wanted))
        if filed.moves:
            write = self.sight.rules.writer(self.sight.position, self.sight.language)
            told = _("It has answered at once: %(moves)s") % {"moves": ", ".join(map(write, filed.moves))}
            messages.success(self.request, told)
        if filed.trouble:
            messages.warning(self.request, filed.trouble)
        elif wanted.plan and not filed.moves and (doubt := self.sheet.doubt_about(wanted.plan)):
            messages.warning(self.request, doubt)


def _done(wanted: Change) -> str:
    if wanted.plan:
        return _("Your plan is written down.")
    if wanted.filed:
        return _("Your orders are written down.")
    return _("Withdrawn.") if wanted.gone or wanted.plan is not None else _("Nothing has changed.")


# --- behind the link of a letter


@token_page
@limited("orders_link", "60/m/ip,30/m/key", key=counted_by)
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    too_old = _("This link has become too old. Your newest letter has another.")
    return seat_page(request, token, tokens.read_orders, _open, too_old=too_old)


def _open(request: HttpRequest, desk: tokens.Desk, seat: Seat) -> HttpResponse:
    if not seat.game.is_live:
        return closed_page(request, 410, _("This game is not running any more."))
    if _is_replaced(desk):
        return closed_page(request, 410, _("This link is out of use: your newest letter has another."))
    return LinkClerk(request, desk, seat).answer()


def _is_replaced(desk: tokens.Desk) -> bool:
    """Has a letter left since that asks something?"""
    asking = Notice.objects.filter(seat_id=desk.seat_id, kind__in=ASKING, status=Notice.Status.SENT)
    return asking.filter(number__gt=desk.number).exists()


class LinkClerk(Clerk):
    """The same for somebody who is not signed in and holds a letter."""

    how = How.LINK

    def __init__(self, request: HttpRequest, desk: tokens.Desk, seat: Seat) -> None:
        game, seats = views_of.seated(seat.game_id)
        own = next(one for one in seats if one.pk == seat.pk)
        sight = Sight(game, seats, own, languages.spoken())
        # an old letter may lie open somewhere: the hand is for whoever is asked by it
        self.with_hand = bool(sight.offers) and (own.decision or 0) <= desk.number
        super().__init__(request, sight, partial(holder, desk))

    def ways(self) -> dict[str, Any]:
        decide = reverse("by_link", args=[tokens.turn(self.seat)]) if self.with_hand else ""
        return {"address": self.request.path, "table": "", "decide": decide, "by_link": True}

    def back(self) -> str:
        """A fresh link: what an order has just answered may have led to another question."""
        length = type(self.sight.game).objects.values_list("length", flat=True).get(pk=self.sight.game.pk)
        return reverse("orders_by_link", args=[tokens.orders(self.seat, length)])

    def not_yours(self, error: NotYours) -> HttpResponse:
        return out_of_use(self.request, Seat.objects.select_related("game").get(pk=self.seat.pk))
