"""One's leave: what is booked, what is left of the year, and at which tables it counts."""

from datetime import date, datetime
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.people import person
from games.clock.leave import Days
from games.clock.spans import A_DAY
from games.play import away, times
from games.play.errors import DoorError


class LeaveForm(forms.Form):
    first = forms.DateField(
        label=gettext_lazy("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    last = forms.DateField(
        label=gettext_lazy("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first, last = cleaned.get("first"), cleaned.get("last")
        if first and last and last < first:
            self.add_error("last", _("The last day comes before the first one."))
        elif last == date.max:
            self.add_error("last", _("Leave can be booked up to the end of next year."))
        return cleaned


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    form = LeaveForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _book(request, form):
        return redirect("my_leave")
    user, now = person(request), times.now()
    context = {
        "form": form,
        "ahead": [Shown(days, away.today(user, now)) for days in away.ahead(user, now)],
        "years": _years(user, now),
        "policies": away.policies(user),
        "budget": settings.LEAVE_DAYS,
    }
    return render(request, "games/leave.html", context, status=422 if form.errors else 200)


def _book(request: HttpRequest, form: LeaveForm) -> bool:
    first, last = form.cleaned_data["first"], form.cleaned_data["last"]
    try:
        away.book(person(request), first, last + A_DAY, times.now())
    except DoorError as error:
        form.add_error(None, str(error))
        return False
    messages.success(request, _("Your leave is booked. Your open deadlines have been moved where it counts."))
    return True


def _years(user: Any, now: datetime) -> list[tuple[int, int]]:
    """This year and the next, with the days that are left."""
    year = away.today(user, now).year
    return [(year, away.left(user, year)), (year + 1, away.left(user, year + 1))]


class Shown:
    """A booking on the page."""

    def __init__(self, days: Days, today: date) -> None:
        self.first, self.last, self.number = days.first, days.until - A_DAY, days.number
        self.is_running = days.first <= today
        self.may_end = days.until > today + A_DAY


@login_required
@require_POST
def take_back(request: HttpRequest) -> HttpResponse:
    try:
        first = date.fromisoformat(request.POST.get("first", ""))
        away.take_back(person(request), first, times.now())
        messages.success(request, _("Taken back. Your clocks run again on these days."))
    except ValueError:
        messages.error(request, _("This is no date."))
    except DoorError as error:
        messages.error(request, str(error))
    return redirect("my_leave")
