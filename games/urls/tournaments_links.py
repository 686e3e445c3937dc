"""What the links of letters about events open."""

from django.urls import path

from games.urls import links as links  # whose tokens survive what mail programs do to them
from games.views.tournaments import by_link

urlpatterns = [
    path("e/<token:token>", by_link.by_link, name="event_link"),
]
