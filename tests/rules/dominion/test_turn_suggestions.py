"""The whole turns that an email of Dominion offers: all Treasures, one thing to buy, and the end."""

from typing import Any

from games.rules.core.turns import suggestions
from games.rules.core.turns.composition import TurnComposer
from games.rules.core.turns.preview import ENDS
from games.rules.core.turns.suggestions import TurnSuggestions
from games.rules.dominion.ruleset import DOMINION
from tests.helpers.dominion.turns import play_game


def suggest(*hand: str, **table: Any) -> TurnSuggestions[Any]:
    """What Ann is offered on her turn with this hand."""
    written = {"seats": ["Ann", "Bob"], **table, "Ann": {"hand": [*hand], "deck": ["copper"] * 5}}
    position = DOMINION.notation.load(written, {"kingdom": ["smithy", "festival", "chapel"]})
    return TurnSuggestions(TurnComposer(DOMINION, position, "Ann", "test"))


def test_each_pile_that_can_be_paid_for_is_a_turn_and_so_is_buying_nothing():
    found = suggest("copper", "silver", "estate", "estate", "estate")
    assert {one.label: (one.turn.lines, one.turn.state) for one in found.turns} == {
        name: (["treasures", *buys, "end"], ENDS)
        for name, buys in (
            ("Silver", ["buy silver"]),
            ("Chapel", ["buy chapel"]),
            ("Estate", ["buy estate"]),
            ("Copper", ["buy copper"]),
            ("Curse", ["buy curse"]),
            ("Buy nothing", []),
        )
    }
    assert found.open_part is None


def test_with_several_buys_one_thing_at_a_time_is_bought():
    [first, *_, last] = suggest("gold", "gold", "silver", buys=2).turns
    assert last.label == "Buy nothing"
    assert (first.label, first.turn.lines) == ("Province", ["treasures", "buy province", "end"])
    assert first.values["buys"] == ["buy province"]


def test_a_list_that_is_too_long_for_an_email_is_cut(monkeypatch):
    monkeypatch.setattr(suggestions, "MAX_VARIATIONS", 2)
    found = suggest("copper", "silver", "estate", "estate", "estate")
    assert [one.label for one in found.turns] == ["Silver", "Chapel"]


def test_that_no_action_is_played_is_said():
    for hand in (("smithy", "copper", "estate"), ("smithy", "festival", "copper")):
        found = suggest(*hand)
        assert found.shared_labels == ["Play no Action", "All Treasures", "End unless you draw"]
        assert not any(line.startswith("play") for one in found.turns for line in one.turn.lines)


def test_every_suggested_turn_can_be_played():
    count = 0
    for asked in play_game(3, 3, {"boxes": ["intrigue", "base"]}):
        if not asked.is_turn:
            continue
        found = TurnSuggestions(TurnComposer(DOMINION, asked.position, asked.seat, "test"))
        for suggested in found.turns:
            world = DOMINION.copy(asked.position)
            for move in suggested.turn.moves:
                DOMINION.play(world, asked.seat, move)
            count += 1
    assert count
