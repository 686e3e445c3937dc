"""The page of a seat's orders, for tests: who looks at it, and what is sent back."""

import re

from django.test import Client

from games.models import Game, Seat
from games.rules import registry
from tests.helpers.pages import Field, forms, url
from tests.helpers.tables import position

RULES = registry.get("citadels")
HAND = ["tavern", "market", "docks", "castle"]
KING = {"called": "king", "{0}": {"characters": ["king"], "gold": 3, "hand": HAND}}
SNEAKY = {"preset": "cunning_agents"}


def orders_of(seat: Seat) -> list[str]:
    return RULES.orders.lines(position(seat.game), seat.name)


def text(response) -> str:
    return response.content.decode()


def read(response) -> str:
    """What is to be read of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", text(response)).split())


def look(client: Client, game: Game):
    response = client.get(url(game, "orders"))
    assert response.status_code == 200
    return response


def form_with(response, field: str) -> dict[str, Field]:
    return next(form for form in forms(response.content) if field in form["fields"])


def post(client: Client, game: Game, do: str, **filled):
    return client.post(url(game, "orders"), {"do": do, "key": "k", **filled})
