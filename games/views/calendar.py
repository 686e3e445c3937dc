"""Deadlines and leave for the calendar that a person already has: an address that only they know."""

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

from accounts.limits import limited
from accounts.models import User
from accounts.people import person
from games.models import Game, Seat
from games.play import away, times
from games.views.token_pages import token_page

REFRESH = timedelta(hours=1)  # how often a calendar may ask; most ask less often
IN_TIME = gettext_lazy("Until then an answer costs no saved time. The deadline may move.")
LATE = gettext_lazy("Your saved time runs out then, and it is decided for you. The deadline may move.")


# --- the page


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def calendar(request: HttpRequest) -> HttpResponse:
    """The address, how to use it, and a button for a new one."""
    user = person(request)
    if request.method == "POST":
        User.objects.filter(pk=user.pk).update(calendar_key=_chosen_key(request))
        messages.success(request, _said(request))
        return redirect("calendar")
    return render(request, "games/calendar.html", {"address": _address(user.calendar_key)})


def _chosen_key(request: HttpRequest) -> str | None:
    return None if "none" in request.POST else secrets.token_urlsafe(24)


def _said(request: HttpRequest) -> str:
    if "none" in request.POST:
        return _("Your calendar has no address any more.")
    return _("Here is the address of your calendar. An older one opens nothing any more.")


def _address(key: str | None) -> str:
    return settings.BASE_URL + reverse("calendar_feed", args=[key]) if key else ""


# --- the feed


@token_page
@limited("calendar", "60/m/ip", looking=True)
@require_safe
def feed(request: HttpRequest, secret: str) -> HttpResponse:
    """Whoever has the address is taken for its owner, who need not sign in."""
    user = User.objects.filter(calendar_key=secret, is_active=True).first()
    if user is None:
        raise Http404
    with translation.override(user.language), timezone.override(user.zone):
        text = written(user)
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="citadels.ics"'
    return response


def written(user: User) -> bytes:
    sheet = Calendar()
    sheet.add("prodid", "-//Citadels by Post//Calendar//EN")
    sheet.add("version", "2.0")
    sheet.add("method", "PUBLISH")
    sheet.add("x-wr-calname", _("Citadels by Post"))
    sheet.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    sheet.add("x-published-ttl", "PT1H")  # what programs read that do not know the line above
    for seat in _open_decisions(user):
        sheet.add_component(_decision(seat))
    for days in away.bookings(user):
        sheet.add_component(_leave(user, days))
    text: bytes = sheet.to_ical()
    return text


def _open_decisions(user: User) -> QuerySet[Seat]:
    """Where a clock runs for this person."""
    asked = Seat.objects.filter(user=user, bot="", due_at__isnull=False, stopped_at__isnull=True)
    asked = asked.filter(game__state=Game.State.RUNNING).select_related("game").defer("game__position")
    return asked.order_by("due_at", "pk")


def _decision(seat: Seat) -> Event:
    """At the deadline; once that is over, where the saved time ends.

    Nothing of the table is told but its name: calendars are shared more than letters."""
    is_late = seat.due_at is not None and seat.due_at <= times.now()
    event = _event(f"decision-{seat.pk}-{seat.decision}")
    event.add("summary", _("%(table)s: your turn") % {"table": seat.game.name})
    event.add("description", str(LATE if is_late else IN_TIME))
    event.add("dtstart", seat.final_at if is_late else seat.due_at)
    event.add("url", settings.BASE_URL + reverse("table", args=[seat.game.key]))
    event.add("transp", "TRANSPARENT")
    return event


def _leave(user: User, days: Any) -> Event:
    event = _event(f"leave-{user.pk}-{days.first:%Y%m%d}")
    event.add("summary", _("Leave from Citadels by Post"))
    event.add("dtstart", days.first)
    event.add("dtend", days.until)
    event.add("transp", "TRANSPARENT")
    return event


def _event(name: str) -> Event:
    """The same thing has the same name each time, so that a calendar moves it and shows it once.

    When a deadline was moved is not kept; as it stands now it was never changed later than now."""
    event, now = Event(), times.now()
    event.add("uid", f"{name}@{urlsplit(settings.BASE_URL).hostname}")
    event.add("dtstamp", now)
    event.add("last-modified", now)
    return event
