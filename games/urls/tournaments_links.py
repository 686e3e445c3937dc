"""The links in emails about tournaments."""

from django.urls import path

from games.urls import links as links  # registers the token converter
from games.views.links import tournament

urlpatterns = [
    path("e/<token:token>", tournament.open_tournament_link, name="event_link"),
]
