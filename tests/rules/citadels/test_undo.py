"""What may be taken back in Citadels: whatever showed nobody anything hidden, and nothing else."""

from typing import Any

import pytest

from games.rules.citadels.position import CitadelsGame
from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.setup.options import PRESETS
from games.rules.core.events import Event
from games.rules.core.rng import Rng
from games.rules.core.undo import UndoHistory, may_undo_move
from tests.helpers.citadels.random_games import Moment, moments
from tests.helpers.citadels.worlds import as_bytes, is_shown, twin

SEATS = ["Ann", "Bob", "Cleo", "Dan"]
SET_UPS = [
    *((seats, {"preset": preset}) for preset in (*PRESETS, "random") for seats in (2, 5)),
    *((seats, {"edition": "classic", "preset": "random"}) for seats in (3, 4, 7)),
]


@pytest.mark.parametrize("set_up", SET_UPS, ids=str)
def test_what_may_be_taken_back_has_shown_nobody_anything(set_up):
    """In a world that a seat could not tell from this one it still cannot, the one who moves least of all."""
    undone = 0
    for moment in moments("undo", *set_up):
        after = CITADELS.copy(moment.position)
        events = CITADELS.play(after, moment.seat, moment.move)
        if may_undo_move(CITADELS, moment.position, after, moment.seat, events):
            undone += 1
            for seat in moment.position.seats:
                shows_nothing(moment, after, seat)
    assert undone > 10


def shows_nothing(moment: Moment, after: CitadelsGame, seat: str) -> None:
    world = CITADELS.deal_again(moment.position, seat, Rng(f"{moment.number}"))
    hidden = seat != moment.seat and not is_shown(moment, seat)
    move = twin(moment, world, seat) if hidden else moment.move
    if move and any(offer.accepts(move) for offer in CITADELS.offers(world, moment.seat)):
        CITADELS.play(world, moment.seat, move)
        assert as_bytes(world, seat) == as_bytes(after, seat)


def history(position: dict[str, Any], *lines: str, edition: str = "2016") -> UndoHistory[CitadelsGame]:
    """Ann plays these lines."""
    game = CITADELS.notation.load({"seats": SEATS, "crown": "Dan", **position}, {"edition": edition})
    played = UndoHistory(CITADELS, game)
    for line in lines:
        played.play("Ann", CITADELS.read(game, "Ann", line))
    return played


BRIBE = {
    "called": "merchant",
    "gathered": True,
    "threats": {"lace": "merchant", "blank": "king"},
    "pending": {"kind": "bribe", "seat": "Ann"},
    "Ann": {"characters": ["merchant"], "gold": 4},
    "Bob": {"characters": ["blackmailer"]},
}
EMPEROR = {"called": "emperor", "Ann": {"characters": ["emperor"]}, "Bob": {"gold": 1, "hand": ["tavern"]}}
ARMORY = {
    "called": "merchant",
    "Ann": {"characters": ["merchant"], "city": ["armory"]},
    "Bob": {"city": ["museum"], "museum": ["manor"]},
}
MARSHAL = {
    "called": "marshal",
    "goal": 2,
    "Ann": {"characters": ["marshal"], "gold": 2, "city": ["manor"]},
    "Bob": {"city": ["tavern"]},
}
DIPLOMAT = {
    "called": "diplomat",
    "gathered": True,
    "Ann": {"characters": ["diplomat"], "gold": 9, "city": ["palace"]},
    "Bob": {"city": ["museum"]},
}


@pytest.mark.parametrize(
    ("position", "line"),
    [
        (BRIBE, "bribe"),
        (EMPEROR, "crown Bob gold"),
        (ARMORY, "armory Bob museum"),
        (DIPLOMAT, "exchange Bob museum palace"),
        (MARSHAL, "seize Bob tavern"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_open_to_all_may_be_taken_back(position, line):
    before = CITADELS.dump(history(position).position)
    played = history(position, line)
    assert CITADELS.dump(played.undo("Ann")) == before


@pytest.mark.parametrize(
    ("position", "line", "why"),
    [
        (EMPEROR, "crown Bob card", "a card is drawn by chance"),
        (
            DIPLOMAT | {"Bob": {"city": ["museum"], "museum": ["manor"]}},
            "exchange Bob museum palace",
            "a look under it",
        ),
        (
            DIPLOMAT
            | {
                "Ann": DIPLOMAT["Ann"] | {"city": ["museum"], "museum": ["manor"]},
                "Bob": {"city": ["palace"]},
            },
            "exchange Bob palace museum",
            "Bob has looked under it",
        ),
        (BRIBE, "refuse", "Bob is asked"),
        (
            DIPLOMAT | {"Ann": DIPLOMAT["Ann"] | {"hand": ["tavern"]}},
            "build tavern",
            "a card of the hand is shown",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_has_shown_something_may_not(position, line, why):
    assert not history(position, line).can_undo("Ann"), why


def test_a_tribute_that_leaves_no_choice_shows_a_card():
    """Classic: Bob has one card and no gold, so it goes to the Emperor at once."""
    position = EMPEROR | {"Bob": {"hand": ["tavern"]}}
    assert not history(position, "crown Bob", edition="classic").can_undo("Ann")


def test_who_gets_a_museum_reads_what_lies_under_it():
    event = Event("uncovered", {}, {"Ann": {"seat": "Ann", "cards": ["manor", "tavern"]}}, private=True)
    game = history(DIPLOMAT).position
    assert CITADELS.phrase(game, event.seen_by("Ann"), "Ann") == "Under the Museum you find Manor and Tavern."
    assert CITADELS.phrase(game, event.seen_by("Bob"), "Bob") == ""
