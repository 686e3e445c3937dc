"""Somebody who is asked and answers by mail, for tests."""

from games.models import Game, GameLogEntry

TURN = {
    "round": 4,
    "called": "merchant",
    "begun": True,
    "gathered": False,
    "{0}": {
        "characters": ["merchant"],
        "hand": ["tavern", "market", "palace"],
        "gold": 3,
        "city": ["temple"],
    },
    "{1}": {"characters": ["king"], "hand": ["harbor"], "gold": 6, "city": ["keep"]},
    "{2}": {"characters": ["bishop"], "hand": ["docks"], "gold": 2, "city": []},
}


def moves(game: Game) -> list[str]:
    own = GameLogEntry.objects.filter(game=game, kind=GameLogEntry.Kind.MOVE, how=GameLogEntry.How.REPLY)
    return list(own.order_by("number").values_list("text", flat=True))
