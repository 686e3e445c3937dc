"""A person's own time, and what everybody may know of a person."""

from django.urls import path

from games.views import calendar, leave, people, statistics

urlpatterns = [
    path("leave/", leave.leave, name="my_leave"),
    path("leave/back/", leave.take_back, name="take_leave_back"),
    path("calendar/", calendar.calendar, name="calendar"),
    path("calendar/<slug:secret>.ics", calendar.feed, name="calendar_feed"),
    path("people/<slug:handle>/", people.person, name="person"),
    path("statistics/<slug:ruleset>/", statistics.statistics, name="statistics"),
]
