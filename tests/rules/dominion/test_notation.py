"""Positions as text: what was saved in the middle of a card loads again, what was made up is refused."""

import copy

import pytest

from games.rules.core.errors import BadPosition
from games.rules.dominion.ruleset import DOMINION
from tests.helpers.random_games import play_moments

WRITTEN = {
    "seats": ["Ann", "Bob"],
    "Ann": {"hand": ["spy"], "deck": ["copper", "gold"]},
    "Bob": {"hand": ["copper"], "deck": ["estate"]},
}


def saved_spy() -> dict:
    """Ann decides about the cards that her Spy has turned up."""
    position = DOMINION.notation.load(WRITTEN, {})
    DOMINION.play(position, "Ann", DOMINION.read(position, "Ann", "play spy"))
    return DOMINION.notation.dump(position)


def test_a_position_in_the_middle_of_a_card_is_read_back_as_it_was_written():
    for moment in play_moments(DOMINION, "saved", 3, {"set": "deconstruction"}):
        position = moment.position
        if len(position.agenda) > 1:
            written = DOMINION.notation.dump(position)
            again = DOMINION.notation.load(written, {})
            assert again.agenda == position.agenda
            assert DOMINION.notation.dump(again) | {"seed": 0} == written | {"seed": 0}


def test_what_was_saved_asks_the_same():
    assert DOMINION.awaits(DOMINION.notation.load(saved_spy(), {})) == ["Ann"]


MEDDLED = [
    lambda written: written["pending"].insert(0, []),
    lambda written: written.update(pending=written["pending"][:1]),
    lambda written: written["pending"].append([]),
    lambda written: written["pending"].append("spy"),
    lambda written: written["pending"].append([{"name": "dance", "seat": "Ann"}]),
    lambda written: written["pending"].append([{"name": "spy", "seat": "Zoe", "args": {"target": "Ann"}}]),
    lambda written: written["pending"].append([{"name": "spy", "seat": "Ann"}]),
    lambda written: written["pending"].append([{"name": "spy", "seat": "Ann", "args": {"target": 3}}]),
    lambda written: written["pending"].append([{"name": "effect", "seat": "Ann", "args": {"card": "spy"}}]),
    lambda written: written["pending"].append([{"name": "mine.gain", "seat": "Ann", "args": {"most": "x"}}]),
    lambda written: written["pending"].append([{"name": "library", "seat": "Ann", "args": {"card": "spy"}}]),
    lambda written: written["pending"].append(
        [{"name": "thief.gain", "seat": "Ann", "args": {"cards": ["gold"]}}]
    ),
    lambda written: written["pending"][0].update(passing={"Bob": "province"}),
    lambda written: written["pending"][0].update(protected=["Zoe"]),
    lambda written: written["Bob"].pop("revealed"),
]


@pytest.mark.parametrize("meddle", MEDDLED, ids=range(len(MEDDLED)))
def test_what_no_game_can_have_saved_is_refused(meddle):
    written = copy.deepcopy(saved_spy())
    meddle(written)
    with pytest.raises(BadPosition):
        DOMINION.notation.load(written, {})
