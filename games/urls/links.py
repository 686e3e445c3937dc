"""The links in emails about games and tournaments."""

import re

from django.urls import path, register_converter

from games.views.links import move, not_me, unsubscribe
from games.views.table import extensions, orders, rematch, seat, votes
from games.views.tournaments.links import open_tournament_link


class TokenConverter:
    """Path converter for tokens; drops what mail programs add to them: full stops, brackets, line breaks."""

    regex = r"[\s\S]+"

    def to_python(self, value: str) -> str:
        return re.sub(r"[^A-Za-z0-9_:-]", "", value)

    def to_url(self, value: str) -> str:
        return f"{value}/"


register_converter(TokenConverter, "token")

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
