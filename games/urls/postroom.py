"""The post room: letters of a house without a mail server."""

from django.urls import path

from games.views import postroom

urlpatterns = [
    path("postroom/", postroom.inbox, name="postroom"),
    path("postroom/<slug:name>/", postroom.letter, name="postroom_letter"),
    path("postroom/<slug:name>/html/", postroom.html, name="postroom_html"),
    path("postroom/<slug:name>/reply/", postroom.reply, name="postroom_reply"),
]
