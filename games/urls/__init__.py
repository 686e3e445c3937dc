"""Every address of the games, room by room."""

from django.urls import include, path

from games.views import front, installing
from games.views.sharing import pictures

urlpatterns = [
    path("", front.front, name="front"),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("card/<slug:language>.png", pictures.of_the_house, name="house_picture"),
    path("", include("games.urls.lobby")),
    path("", include("games.urls.rules")),
    path("", include("games.urls.table")),
    path("", include("games.urls.links")),
    path("", include("games.urls.tournaments")),
    path("", include("games.urls.tournaments_links")),
    path("", include("games.urls.people")),
    path("", include("games.urls.postroom")),
    path("", include("games.urls.engine_room")),
]
