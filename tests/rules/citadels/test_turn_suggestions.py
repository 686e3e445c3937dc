"""The whole turns that an email offers: the preset one, varied in what is built, or in what has no preset."""

from typing import Any

from games.rules.citadels.ruleset import CITADELS
from games.rules.core.turns.composition import TurnComposer
from games.rules.core.turns.suggestions import TurnSuggestions


def suggest(character: str, **own: Any) -> TurnSuggestions[Any]:
    """What Ann is offered on her turn with this character."""
    ann = {"characters": [character], "gold": 2, **own}
    written = {"seats": ["Ann", "Bob", "Cleo"], "called": character, "Ann": ann}
    position = CITADELS.notation.load(written, {"edition": "2016"})
    return TurnSuggestions(TurnComposer(CITADELS, position, "Ann", "test"))


def list_lines(found: TurnSuggestions[Any]) -> dict[str, list[str]]:
    return {one.label: one.turn.lines for one in found.turns}


def test_each_thing_that_can_be_built_is_a_turn_and_so_is_nothing():
    found = suggest("king", hand=["tavern", "palace", "castle"])
    assert list_lines(found) == {
        "Tavern for 1": ["gold", "build tavern", "end"],
        "Castle for 4": ["gold", "build castle", "income", "end"],
        "Build nothing": ["gold", "end"],
    }
    assert found.open_part is None


def test_a_part_with_several_choices_is_varied_by_one_at_a_time_and_by_none():
    found = list_lines(suggest("architect", hand=["tavern", "market"]))
    assert [*found] == ["Tavern for 1", "Market for 2", "Nothing of these"]
    assert all("bonus" in lines and "end" not in lines for lines in found.values())  # the turn stays open


def test_where_nothing_is_built_the_part_without_a_preset_varies():
    found = suggest("thief", hand=[])
    assert list_lines(found)["King"] == ["gold", "rob king", "end"]
    assert found.open_part is None


def test_what_has_no_preset_besides_is_left_to_be_answered_before():
    found = suggest("thief", hand=["tavern"])
    assert list_lines(found) == {
        "Tavern for 1": ["gold", "build tavern", "end"],
        "Build nothing": ["gold", "end"],
    }
    assert found.open_part is not None
    assert found.open_part.key == "power"


def test_without_anything_to_vary_there_is_the_preset_turn():
    assert list_lines(suggest("bishop", hand=[])) == {"Take 2 gold, End my turn": ["gold", "end"]}


def test_one_move_alone_is_no_whole_turn():
    written = {"seats": ["Ann", "Bob"], "called": "warlord", "gathered": True}
    ann, bob = {"characters": ["warlord"], "gold": 3}, {"characters": ["king"], "city": ["tavern"]}
    position = CITADELS.notation.load({**written, "Ann": ann, "Bob": bob}, {"edition": "2016"})
    composer = TurnComposer(CITADELS, position, "Ann", "test")
    assert composer.parts
    assert not TurnSuggestions(composer).turns
