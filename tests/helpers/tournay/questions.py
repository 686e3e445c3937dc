"""Positions in which each kind of question of Tournay is asked, and how the game gets there.

`{0}` is the first seat, who is on turn, and so on; what is asked is asked of the first or of the second.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.models import Game
from games.rules.tournay.ruleset import TOURNAY
from tests.helpers.tables import position, put, written
from tests.helpers.tournay.positions import MIDDLE, READY

RIVAL = {
    "deniers": 5,
    "plaza": READY,
    "hand": ["captain", "abbess"],
    "district": {"c3": "market", "d3": "hospital", "c4": "gatehouse", "d4": "guild"},
}
FULL = {
    "b2": "port", "c2": "market", "d2": "land_office",
    "b3": "hospital", "c3": "chapel", "d3": "monastery",
    "b4": "arsenal", "c4": "fort", "d4": "cloth_hall",
}  # fmt: skip


class TournayQuestion(NamedTuple):
    """What is asked, the position before it in notation, and the moves that lead to it."""

    step: str
    page: dict[str, Any]
    moves: list[str] = []  # of the first seat


def list_questions() -> Iterator[TournayQuestion]:
    middle = {**MIDDLE, "{3}": {"deniers": 5, "plaza": {"yellow": 1, "white": 1, "red": 1}}}
    yield TournayQuestion("turn", middle)
    yield TournayQuestion("turn", middle, ["place hospital b2"])  # only the action is left
    yield TournayQuestion("turn", _turn({}, hand=["alderman", "barracks", "mint", "saint_quentin"]))
    yield TournayQuestion("turn", _turn(FULL, hand=["steward", "bishop", "city_hall", "marshal"], deniers=30))
    yield TournayQuestion("keep", _turn({}), ["draw red 1 two"])
    surplus = _turn({}, hand=["alderman", "barracks", "mint", "siege"])
    yield TournayQuestion("drop", surplus, ["draw red 1 two", "keep ballista"])
    for step, card in (
        ("draw", "school"),
        ("fight", "stronghold"),
        ("other", "port"),
        ("events", "trebuchet"),
    ):
        page = {**_turn({"c3": card}), "queue": ["famine 1", "crusade 2", "norman_attack 1"]}
        yield TournayQuestion(step, page, [f"activate {card} c3"])
    yield TournayQuestion("last_card", {**_turn(FULL, hand=["steward", "mint"]), "step": "last_card"})
    for event in ("famine", "crusade", "norman_attack"):
        yield suffer(event)
        yield suffer(event, hand=["flood", "strike"])


def suffer(event: str, hand: list[str] | None = None) -> TournayQuestion:
    """The second seat is asked about this event, with or without event cards to lay as ramparts."""
    held = ["fire"] if event == "famine" and hand is None else hand or []
    page = {
        **_turn({}),
        "queue": [f"{event} 2", "pilgrimage 0", "bad_coin 0"],
        "{1}": {**RIVAL, "hand": [*RIVAL["hand"], *held]},
        "decks": {"red1": ["town_crier", "ballista", "barracks"]},
    }
    return TournayQuestion("suffer", page, ["draw red 1 two"])


def _turn(district: dict[str, str], **own: Any) -> dict[str, Any]:
    """The first seat is on turn with this district; the others have what an event may take."""
    seat = {"deniers": 7, "plaza": READY, "hand": ["sergeant"], "district": district, **own}
    others = {"{1}": RIVAL, "{2}": {"deniers": 2, "plaza": READY}, "{3}": {"deniers": 0}}
    return {
        "round": 9,
        "turn": "{0}",
        "queue": ["famine 0", "schism 1", "tournament 0"],
        "decks": {"red1": ["ballista", "watch_post", "knight"]},
        "{0}": seat,
        **others,
    }


def ask(game: Game, asked: TournayQuestion) -> None:
    """Put the question on this table of four."""
    written(game, asked.page)
    now = position(game)
    for line in asked.moves:
        TOURNAY.play(now, now.seats[0], TOURNAY.read(now, now.seats[0], line))
    put(game, now)
