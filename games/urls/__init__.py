"""Every address of the games, room by room."""

from django.urls import include, path

from games.views import front

urlpatterns = [
    path("", front.front, name="front"),
    path("", include("games.urls.lobby")),
    path("", include("games.urls.table")),
    path("", include("games.urls.links")),
    path("", include("games.urls.people")),
    path("", include("games.urls.postroom")),
    path("", include("games.urls.engine_room")),
]
