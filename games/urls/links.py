"""What the links of a letter open."""

import re

from django.urls import path, register_converter

from games.views import by_link, coming_back, more_time, not_me, orders, unsubscribe, voting


class Token:
    """A token, without what mail programs leave behind it or in it: a full stop, a bracket, a folded line."""

    regex = r"[\s\S]+"

    def to_python(self, value: str) -> str:
        return re.sub(r"[^A-Za-z0-9_:-]", "", value)

    def to_url(self, value: str) -> str:
        return f"{value}/"


register_converter(Token, "token")

urlpatterns = [
    path("t/<token:token>", by_link.by_link, name="by_link"),
    path("o/<token:token>", orders.by_link, name="orders_by_link"),
    path("x/<token:token>", more_time.by_link, name="more_time"),
    path("v/<token:token>", voting.by_link, name="vote_by_link"),
    path("u/<token:token>", unsubscribe.unsubscribe, name="unsubscribe"),
    path("b/<token:token>", coming_back.by_letter, name="back_by_link"),
    path("n/<token:token>", not_me.not_me, name="not_me"),
    path("g/<slug:key>/links/", not_me.put_back, name="put_links_back"),
]
