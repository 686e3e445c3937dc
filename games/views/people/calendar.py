"""A calendar feed with a player's deadlines and leave, at a secret URL for any calendar program."""

import secrets
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from icalendar import Calendar, Event

from accounts import server_time
from accounts.models import User
from accounts.rate_limits import limit_rate
from accounts.users import current_user
from games.models import Game, Seat
from games.play.deadlines import leave
from games.views.links.base import protect_token

REFRESH_INTERVAL = timedelta(hours=1)  # suggested to calendar programs; most poll less often
IN_TIME_NOTE = gettext_lazy("Until then an answer uses none of your time bank. The deadline may move.")
LATE_NOTE = gettext_lazy("Your time bank runs out then, and a move is made for you. The deadline may move.")


# --- the page


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_calendar(request: HttpRequest) -> HttpResponse:
    """Show the URL of the feed; create a new one or remove it."""
    user = current_user(request)
    if request.method == "POST":
        User.objects.filter(pk=user.pk).update(calendar_key=_choose_key(request))
        messages.success(request, _describe_change(request))
        return redirect("calendar")
    return render(request, "games/people/calendar.html", {"address": _build_feed_url(user.calendar_key)})


def _choose_key(request: HttpRequest) -> str | None:
    return None if "none" in request.POST else secrets.token_urlsafe(24)


def _describe_change(request: HttpRequest) -> str:
    if "none" in request.POST:
        return _("Your calendar no longer has an address.")
    return _("Here is the address of your calendar. Any older address no longer works.")


def _build_feed_url(key: str | None) -> str:
    return settings.BASE_URL + reverse("calendar_feed", args=[key]) if key else ""


# --- the feed


@protect_token
@limit_rate("calendar", "60/m/ip", looking=True)
@require_safe
def serve_feed(request: HttpRequest, secret: str) -> HttpResponse:
    """Serve the feed to anybody who knows its secret URL; no signing in."""
    user = User.objects.filter(calendar_key=secret, is_active=True).first()
    if user is None:
        raise Http404
    with translation.override(user.language), timezone.override(user.zone):
        text = render_calendar(user)
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="citadels.ics"'
    return response


def render_calendar(user: User) -> bytes:
    """Render the user's open deadlines and booked leave as an iCalendar file."""
    sheet = Calendar()
    sheet.add("prodid", "-//Citadels by Post//Calendar//EN")
    sheet.add("version", "2.0")
    sheet.add("method", "PUBLISH")
    sheet.add("x-wr-calname", _("Citadels by Post"))
    sheet.add("refresh-interval", REFRESH_INTERVAL, parameters={"VALUE": "DURATION"})
    sheet.add("x-published-ttl", "PT1H")  # for programs that do not know refresh-interval
    for seat in _select_open_decisions(user):
        sheet.add_component(_build_deadline_event(seat))
    for days in leave.load_bookings(user):
        sheet.add_component(_build_leave_event(user, days))
    text: bytes = sheet.to_ical()
    return text


def _select_open_decisions(user: User) -> QuerySet[Seat]:
    """Select the seats where this user's clock is running."""
    asked = Seat.objects.filter(user=user, bot="", due_at__isnull=False, stopped_at__isnull=True)
    asked = asked.filter(game__state=Game.State.RUNNING).select_related("game").defer("game__position")
    return asked.order_by("due_at", "pk")


def _build_deadline_event(seat: Seat) -> Event:
    """Build an event at the deadline; once that has passed, at the end of the saved time.

    It names the table and nothing else, because calendars are shared more widely than email."""
    is_late = seat.due_at is not None and seat.due_at <= server_time.now()
    event = _build_event(f"decision-{seat.pk}-{seat.decision}")
    event.add("summary", _("%(table)s: your turn") % {"table": seat.game.name})
    event.add("description", str(LATE_NOTE if is_late else IN_TIME_NOTE))
    event.add("dtstart", seat.final_at if is_late else seat.due_at)
    event.add("url", settings.BASE_URL + reverse("table", args=[seat.game.key]))
    event.add("transp", "TRANSPARENT")
    return event


def _build_leave_event(user: User, days: Any) -> Event:
    event = _build_event(f"leave-{user.pk}-{days.first:%Y%m%d}")
    event.add("summary", _("Leave from Citadels by Post"))
    event.add("dtstart", days.first)
    event.add("dtend", days.until)
    event.add("transp", "TRANSPARENT")
    return event


def _build_event(name: str) -> Event:
    """Create an event with a stable UID, so that calendars move it instead of showing it twice.

    The time of the last change is not stored, so "now" is used: it is never too early."""
    event, now = Event(), server_time.now()
    event.add("uid", f"{name}@{urlsplit(settings.BASE_URL).hostname}")
    event.add("dtstamp", now)
    event.add("last-modified", now)
    return event
