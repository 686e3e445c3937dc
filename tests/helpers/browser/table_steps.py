"""The table in a browser, for tests: whose seat it is, and positions worth looking at."""

from games.models import Game, Seat

HAND = ["tavern", "market", "docks", "castle"]


KING = {
    "called": "king",
    "{0}": {"characters": ["king"], "gold": 3, "hand": HAND, "city": ["manor", "temple"]},
}


MAGICIAN = {"called": "magician", "{0}": {"characters": ["magician"], "hand": HAND}}


def others_of(game: Game) -> Seat:
    return game.seats.filter(decision__isnull=True).select_related("user", "game").first()
