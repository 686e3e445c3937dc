"""Positions as text: what was saved in the middle of a turn loads again, what was made up is refused."""

import copy
from typing import Any

import pytest

from games.rules.core.errors import BadPosition
from games.rules.tournay.ruleset import TOURNAY
from tests.helpers.random_games import play_moments

WRITTEN: dict[str, Any] = {
    "seats": ["Ann", "Bob"],
    "queue": ["famine 0", "siege 1", "fire 0"],
    "decks": {"red1": ["town_crier", "fort", "arsenal", "knight"]},
    "Ann": {
        "deniers": 3,
        "plaza": {"red": 1},
        "hand": ["storm"],
        "district": {"c3": "great_market over market"},
    },
    "Bob": {"deniers": 3, "hand": ["market"], "district": {"c3": "ballista", "d3": "fort with grey"}},
}


def saved_crier() -> dict[str, Any]:
    """Ann has drawn a crier, and is asked about the first event."""
    position = TOURNAY.notation.load(WRITTEN, {})
    TOURNAY.play(position, "Ann", TOURNAY.read(position, "Ann", "draw red 1 two"))
    return TOURNAY.notation.dump(position)


def test_what_is_still_to_be_done_is_written_line_by_line():
    assert saved_crier()["pending"] == [
        "event famine on Ann",
        "event siege on Ann Bob",
        "event fire on Ann Bob",
        "look red1",
        "end",
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_position_of_a_game_is_read_back_as_it_was_written(seats):
    asked = set()
    for moment in play_moments(TOURNAY, "saved", seats, {}):
        position = moment.position
        asked |= {step.name for step in position.agenda[-1]}
        written = TOURNAY.notation.dump(position)
        again = TOURNAY.notation.load(written, {})
        assert TOURNAY.notation.dump(again) | {"seed": 0} == written | {"seed": 0}
        assert [TOURNAY.offers(again, seat)[0].verb for seat in TOURNAY.awaits(again)] == [
            TOURNAY.offers(position, seat)[0].verb for seat in TOURNAY.awaits(position)
        ]
    assert {"turn", "keep", "suffer", "drop"} <= asked


def test_a_saved_position_asks_the_same_and_goes_on_alike():
    again = TOURNAY.notation.load(saved_crier(), {})
    assert TOURNAY.awaits(again) == ["Ann"]
    TOURNAY.play(again, "Ann", TOURNAY.read(again, "Ann", "endure famine"))
    assert TOURNAY.awaits(again) == ["Ann"]
    assert again.players["Bob"].district["c3"].damaged  # who has no choice suffers at once
    TOURNAY.play(again, "Ann", TOURNAY.read(again, "Ann", "rampart storm siege"))
    assert TOURNAY.notation.dump(again)["pending"] == ["keep red1 fort arsenal", "end"]


MEDDLED = [
    lambda written: written["pending"].append("end"),
    lambda written: written["pending"].insert(0, ""),
    lambda written: written["pending"].insert(0, "dance"),
    lambda written: written["pending"].insert(0, "look blue1"),
    lambda written: written["pending"].insert(0, "take red1 7"),
    lambda written: written["pending"].insert(0, "draw red 9"),
    lambda written: written["pending"].insert(0, "other"),
    lambda written: written["pending"].insert(0, "event flood on Ann"),
    lambda written: written["pending"].insert(0, "event famine on Zoe"),
    lambda written: written["pending"].insert(0, "event famine on Ann Ann"),
    lambda written: written["pending"].insert(0, "event famine"),
    lambda written: written["pending"].insert(0, "keep red1 fort"),
    lambda written: written["pending"].insert(0, "keep red1 fort market"),
    lambda written: written["pending"].insert(1, "keep red1 knight sergeant"),
    lambda written: written["pending"].insert(0, "keep red1 fort fort"),
    lambda written: written["pending"].__setitem__(-1, "next"),
    lambda written: written.update(step="over"),
    lambda written: written.update(step="last_card"),
    lambda written: written.update(up=["red1", "red1"]),
    lambda written: written.update(criers=["red1", "red1"]),
    lambda written: written.update(round=0),
    lambda written: written.update(queue=["famine x", "siege 1", "fire 0"]),
    lambda written: written.update(queue=["famine 0"], event_deck=[], pending=["event siege on Bob", "end"]),
    lambda written: written.update(supply={"blue": 1}),
    lambda written: written["Bob"].update(district={"c3": "over"}),
    lambda written: written["Bob"].update(district={"c3": ""}),
    lambda written: written["Bob"].update(district={"c3": "market with blue"}),
    lambda written: written["Bob"].update(district={"c3": "market market"}),
    lambda written: written["Bob"].update(ramparts=["market"]),
    lambda written: written["Bob"].update(orders=["always dance"]),
    lambda written: written["Bob"].update(orders=["gather"] * 41),
]


@pytest.mark.parametrize("meddle", MEDDLED, ids=range(len(MEDDLED)))
def test_what_no_game_can_have_saved_is_refused(meddle):
    written = copy.deepcopy(saved_crier())
    meddle(written)
    with pytest.raises(BadPosition):
        TOURNAY.notation.load(written, {})


def test_the_hand_may_be_too_large_once_hands_do_not_matter_any_more():
    """A knight of the last round brings an event beyond the limit, and the seat after it is asked."""
    hand = ["market", "guild", "port", "monk", "famine"]
    written = {"seats": ["Ann", "Bob"], "step": "last_card", "turn": "Bob", "Ann": {"hand": hand}}
    position = TOURNAY.notation.load({**written, "Bob": {"hand": ["fort"]}}, {})
    assert TOURNAY.awaits(position) == ["Bob"]


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("place c3 market", "place market c3"),
        ("Place Market, C3!", "place market c3"),
        ("build market c3", "place market c3"),
        ("market c3 place", "place market c3"),
        ("draw red I two", "draw red 1 two"),
        ("tax red 2", "tax red 2"),
        ("gather my citizens", "gather"),
        ("activate d3 gatehouse", "activate gatehouse d3"),
        ("activate d3 gatehouse using bob", "activate gatehouse d3 using Bob"),
        ("draw red 1 two using Bob", "draw red 1 two using Bob"),
    ],
)
def test_lines_are_read_as_people_write_them(line, move):
    written = {
        "seats": ["Ann", "Bob"],
        "Ann": {"deniers": 9, "hand": ["market"], "plaza": {"red": 2}, "district": {"d3": "gatehouse"}},
    }
    position = TOURNAY.notation.load(written, {})
    assert str(TOURNAY.read(position, "Ann", line)) == move
