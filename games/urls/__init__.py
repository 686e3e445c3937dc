"""All URLs of the games, one module for each part of the site."""

from django.urls import include, path

from games.views.site import front, manifest, privacy, security_txt
from games.views.social_cards import views

urlpatterns = [
    path("", front.show_front_page, name="front_page"),
    path("privacy/", privacy.show_privacy, name="privacy"),
    path(".well-known/security.txt", security_txt.show_security_txt, name="security_txt"),
    path("manifest.webmanifest", manifest.show_manifest, name="manifest"),
    path(
        "card/invitation/<slug:ruleset>/<slug:language>.png",
        views.show_invitation_card,
        name="invitation_picture",
    ),
    path("card/<slug:language>.png", views.show_site_card, name="site_picture"),
    path("", include("games.urls.lobby")),
    path("", include("games.urls.rules")),
    path("", include("games.urls.table")),
    path("", include("games.urls.links")),
    path("", include("games.urls.tournaments")),
    path("", include("games.urls.people")),
    path("", include("games.urls.dev_inbox")),
    path("", include("games.urls.ops")),
]
