"""The links in emails about games and tournaments."""

from django.urls import path

from games.urls import converters  # noqa: F401 (registers `token`)
from games.views.links import move, not_me, unsubscribe
from games.views.table import extensions, orders, rematch, seat, votes
from games.views.tournaments.links import open_tournament_link

urlpatterns = [
    path("t/<token:token>", move.play_by_link, name="play_by_link"),
    path("o/<token:token>", orders.edit_orders_by_link, name="orders_by_link"),
    path("x/<token:token>", extensions.grant_by_link, name="grant_extension_by_link"),
    path("v/<token:token>", votes.vote_by_link, name="vote_by_link"),
    path("u/<token:token>", unsubscribe.unsubscribe_by_link, name="unsubscribe"),
    path("a/<token:token>", rematch.play_again_by_link, name="play_again_by_link"),
    path("b/<token:token>", seat.return_by_link, name="return_by_link"),
    path("n/<token:token>", not_me.report_not_me, name="report_not_me"),
    path("e/<token:token>", open_tournament_link, name="tournament_link"),
    path("g/<slug:key>/links/", not_me.restore_links, name="restore_links"),
]
