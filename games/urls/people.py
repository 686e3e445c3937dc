"""A player's own leave and calendar, public profiles and statistics."""

from django.urls import path

from games.views import statistics
from games.views.people import calendar, leave, profile

urlpatterns = [
    path("leave/", leave.edit_leave, name="my_leave"),
    path("leave/cancel/", leave.cancel_leave, name="cancel_leave"),
    path("calendar/", calendar.show_calendar, name="calendar"),
    path("calendar/<slug:secret>.ics", calendar.serve_feed, name="calendar_feed"),
    path("people/<slug:handle>/", profile.show_profile, name="public_profile"),
    path("statistics/<slug:ruleset>/", statistics.show_statistics, name="statistics"),
]
