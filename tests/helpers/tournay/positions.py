"""Positions of Tournay for tests: a table in the middle of a game, with something of everything."""

from typing import Any

from games.rules.tournay.position import TournayGame
from games.rules.tournay.ruleset import TOURNAY

READY = {"yellow": 2, "white": 2, "red": 2}
MIDDLE: dict[str, Any] = {  # `{0}` is the first seat, who is on turn
    "round": 14,
    "start": "{2}",
    "turn": "{0}",
    "queue": ["norman_attack 2", "pilgrimage 1", "famine 0"],
    "criers": ["yellow1", "red1", "white2"],
    "up": ["yellow1", "white1"],
    "decks": {
        "yellow1": ["land_office", "market", "port"],
        "white1": ["cloister", "monk", "chapel", "town_crier"],
        "red1": ["arsenal", "watch_post", "barracks"],
    },
    "{0}": {
        "deniers": 7,
        "plaza": {"yellow": 2, "white": 1, "red": 1},
        "aside": {"white": 1, "red": 1},
        "hand": ["hospital", "cloth_hall", "sergeant", "flood"],
        "district": {
            "c2": "architect",
            "d2": "merchant",
            "b3": "chapel",
            "c3": "market with yellow",
            "d3": "great_market over guild",
            "c4": "fort damaged",
        },
        "ramparts": ["robbers"],
    },
    "{1}": {
        "deniers": 6,
        "plaza": {"yellow": 2, "white": 1, "red": 1},
        "aside": {"white": 1, "red": 1},
        "hand": ["captain", "abbess"],
        "district": {
            "b2": "porte_de_la_vigne",
            "c2": "dean",
            "b3": "scriptorium",
            "c3": "monastery with white",
            "d3": "library",
            "b4": "gatehouse with grey",
            "c4": "abbey over hospital",
            "d4": "saint_jacques",
        },
    },
    "{2}": {
        "deniers": 4,
        "plaza": {"yellow": 1, "white": 2, "red": 2},
        "aside": {"yellow": 1},
        "hand": ["toll_house", "knight", "tour_henry_viii", "siege"],
        "district": {
            "c3": "ballista",
            "d3": "tour_henry_viii",
            "c4": "fort",
            "d4": "counting_house",
            "c5": "stronghold with red",
        },
        "ramparts": ["storm", "bad_coin"],
    },
}
ANN, BOB, CLEO = SEATS = ("Ann", "Bob", "Cleo")


def name_seats(written: Any) -> Any:
    """The same position with Ann, Bob and Cleo in place of the numbers of the seats."""
    if isinstance(written, str):
        return written.format(*SEATS)
    if isinstance(written, dict):
        return {name_seats(key): name_seats(value) for key, value in written.items()}
    return [name_seats(one) for one in written] if isinstance(written, list) else written


def load_middle(**more: Any) -> TournayGame:
    """The table of three in round 14, Ann on turn; what is given takes the place of what it has."""
    return TOURNAY.notation.load({"seats": [*SEATS], **name_seats(MIDDLE), **more}, {})


def load_turn(own: dict[str, Any] | None = None, **more: Any) -> TournayGame:
    """Ann is on turn with what is given and nobody else has anything special."""
    seat = {"deniers": 5, "plaza": READY, **(own or {})}
    queue = ["famine 0", "schism 0", "siege 0"]
    return TOURNAY.notation.load({"seats": [ANN, BOB], ANN: seat, "queue": queue, **more}, {})


def play(position: TournayGame, *lines: str, seat: str = ANN) -> TournayGame:
    for line in lines:
        TOURNAY.play(position, seat, TOURNAY.read(position, seat, line))
    return position
