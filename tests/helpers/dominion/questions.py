"""Positions in which each kind of question of Dominion is asked, and how the game gets there.

`{0}` is the first seat, who is on turn, and so on.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.models import Game
from games.rules.dominion.ruleset import DOMINION
from tests.helpers.tables import position, put, written

HAND = ["copper", "silver", "gold", "estate", "village"]
DECK = ["militia", "copper", "silver", "estate", "gold", "market", "duchy", "smithy", "copper", "copper"]
RIVAL = {
    "hand": ["copper", "estate", "great_hall", "silver", "harem"],
    "deck": ["silver", "copper", "gold", "estate", "copper", "copper"],
    "discard": ["duchy", "copper"],
}
# card → the question that it asks as soon as it is played, where that is not the card itself
FIRST_QUESTIONS = {
    "masquerade": "masquerade.pass",
    "mine": "mine.trash",
    "remodel": "remodel.trash",
    "thief": "thief.trash",
    "upgrade": "upgrade.trash",
}
ASKING_CARDS = (
    *("baron", "bureaucrat", "cellar", "chancellor", "chapel", "courtyard", "feast", "ironworks", "library"),
    *("masquerade", "militia", "mine", "mining_village", "minion", "nobles", "pawn", "remodel", "saboteur"),
    *("scout", "secret_chamber", "spy", "steward", "swindler", "thief", "throne_room", "torturer"),
    *("trading_post", "upgrade", "wishing_well", "workshop"),
)
BOTH_REACTIONS = ["moat", "secret_chamber", "copper", "estate", "gold"]
KINGDOM = [
    "bridge",
    "duke",
    "festival",
    "gardens",
    "market",
    "nobles",
    "pawn",
    "swindler",
    "witch",
    "workshop",
]


class DominionQuestion(NamedTuple):
    """What is asked, the position before it in notation, and the moves that lead to it."""

    step: str
    page: dict[str, Any]
    moves: list[tuple[int, str]] = []  # number of the seat, and what it plays
    kingdom: list[str] = []


def list_questions() -> Iterator[DominionQuestion]:
    yield DominionQuestion("main", _turn("bridge"), kingdom=KINGDOM)
    rich = {**_turn("bridge"), "phase": "buy", "coins": 11, "buys": 3}
    yield DominionQuestion("main", rich, kingdom=KINGDOM)  # many things to buy
    for card in ASKING_CARDS:
        played = [(0, f"play {card}")]
        yield DominionQuestion(FIRST_QUESTIONS.get(card, card), _turn(card), played, [card])
    for step, (card, moves) in LATER_QUESTIONS.items():
        yield DominionQuestion(step, _turn(card), [(0, f"play {card}"), *moves], [card])
    for attack in ("militia", "saboteur", "torturer"):
        yield react_to(attack)
    yield react_to("minion", (1, "reveal secret_chamber"))


def react_to(attack: str, *moves: tuple[int, str]) -> DominionQuestion:
    """The second seat, which holds both Reactions, is asked to react to this Attack."""
    page = _turn(attack)
    page["{1}"] = {**page["{1}"], "hand": BOTH_REACTIONS}
    kingdom = [attack, "moat", "secret_chamber"]
    step = "react.topdeck" if moves else "react"
    return DominionQuestion(step, page, [(0, f"play {attack}"), *moves], kingdom)


def ask(game: Game, asked: DominionQuestion) -> None:
    """Put the question on this table of four."""
    written(game, asked.page, kingdom=asked.kingdom)
    now = position(game)
    for number, line in asked.moves:
        seat = now.seats[number]
        DOMINION.play(now, seat, DOMINION.read(now, seat, line.format(*now.seats)))
    put(game, now)


def _turn(card: str) -> dict[str, Any]:
    """The first seat is on turn and holds this card; the others have what somebody may want."""
    own = {"hand": [card, *HAND], "deck": DECK, "discard": ["estate"], "turns": 7}
    others = {seat: {**RIVAL, "turns": 6} for seat in ("{1}", "{2}", "{3}")}
    return {"turn": "{0}", "trash": ["copper", "estate"], "{0}": own, **others}


PASSES = [(0, "pass estate"), (1, "pass copper"), (2, "pass copper"), (3, "pass estate")]
LATER_QUESTIONS: dict[str, tuple[str, list[tuple[int, str]]]] = {  # step → card, and what was answered
    "masquerade.trash": ("masquerade", PASSES),
    "mine.gain": ("mine", [(0, "trash silver")]),
    "remodel.gain": ("remodel", [(0, "trash estate")]),
    "thief.gain": ("thief", [(0, f"trash {{{number}}} silver") for number in (1, 2, 3)]),
    "upgrade.gain": ("upgrade", [(0, "trash estate")]),
}
