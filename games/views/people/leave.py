"""A player's own leave: what is booked, the days left this year, and at which tables it counts."""

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
from django.views.decorators.http import require_http_methods

from accounts import server_time
from accounts.methods import require_form
from accounts.users import current_user
from games.clock.leave import LeaveBooking
from games.clock.spans import ONE_DAY
from games.play.deadlines import leave
from games.play.errors import PlayError


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
def edit_leave(request: HttpRequest) -> HttpResponse:
    """Show the leave of the user, or book more."""
    form = LeaveForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _book_leave(request, form):
        return redirect("my_leave")
    user, now = current_user(request), server_time.now()
    context = {
        "form": form,
        "ahead": [
            BookingRow(days, leave.compute_local_date(user, now))
            for days in leave.list_upcoming_bookings(user, now)
        ],
        "years": _list_days_left(user, now),
        "policies": leave.list_leave_policies(user),
        "budget": settings.LEAVE_DAYS,
    }
    return render(request, "games/people/leave.html", context, status=422 if form.errors else 200)


def _book_leave(request: HttpRequest, form: LeaveForm) -> bool:
    first, last = form.cleaned_data["first"], form.cleaned_data["last"]
    try:
        leave.book_leave(current_user(request), first, last + ONE_DAY, server_time.now())
    except PlayError as error:
        form.add_error(None, str(error))
        return False
    messages.success(request, _("Your leave is booked. Open deadlines have been moved where leave counts."))
    return True


def _list_days_left(user: Any, now: datetime) -> list[tuple[int, int]]:
    """List this year and the next with the days of leave left in each."""
    year = leave.compute_local_date(user, now).year
    return [
        (year, leave.count_days_left(user, year)),
        (year + 1, leave.count_days_left(user, year + 1)),
    ]


class BookingRow:
    """One booking of leave on the page."""

    def __init__(self, days: LeaveBooking, today: date) -> None:
        self.first, self.last, self.number = days.first, days.until - ONE_DAY, days.day_count
        self.is_running = days.first <= today
        self.may_end = days.until > today + ONE_DAY


@login_required
@require_form("my_leave")
def cancel_leave(request: HttpRequest) -> HttpResponse:
    """Cancel the days of a booking that are still to come."""
    try:
        first = date.fromisoformat(request.POST.get("first", ""))
        leave.cancel_leave(current_user(request), first, server_time.now())
        messages.success(request, _("Cancelled. Your clocks run again on these days."))
    except ValueError:
        messages.error(request, _("This is not a date."))
    except PlayError as error:
        messages.error(request, str(error))
    return redirect("my_leave")
