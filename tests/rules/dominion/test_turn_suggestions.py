"""The whole turns that an email of Dominion offers: all Treasures, one thing to buy, and the end."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from games.rules.core.turns import suggestions
from games.rules.core.turns.composition import TurnComposer
from games.rules.core.turns.preview import ENDS
from games.rules.core.turns.suggestions import TurnSuggestions
from games.rules.dominion.ruleset import DOMINION
from tests.helpers.dominion.turns import play_game


def suggest(*hand: str, deck: Sequence[str] = ("copper",) * 5, **table: Any) -> TurnSuggestions[Any]:
    """What Ann is offered on her turn with this hand."""
    written = {"seats": ["Ann", "Bob"], **table, "Ann": {"hand": [*hand], "deck": [*deck]}}
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


# --- with Actions in hand


def list_by_heading(found: TurnSuggestions[Any]) -> list[tuple[bool, list[list[str]]]]:
    """The moves of the turns below each heading, and whether they are only a start."""
    groups = groupby(found.turns, key=lambda one: (one.heading, one.is_start))
    return [(is_start, [one.turn.lines for one in some]) for (_heading, is_start), some in groups]


def test_the_plays_of_the_bot_come_first_and_stop_where_cards_are_drawn():
    (is_start, starts), (_, without) = list_by_heading(suggest("village", "smithy", "copper", "copper"))
    assert is_start
    assert starts == [["play village", "play smithy"], ["play village"], ["play smithy"]]
    assert without[0][0] == "treasures"
    assert without[-1] == ["treasures", "end"]


def test_plays_without_a_draw_are_whole_turns_with_each_thing_to_buy():
    (_, with_action), (_, without) = list_by_heading(suggest("festival", "silver", "copper", "estate"))
    assert with_action[0] == ["play festival", "treasures", "buy duchy", "end"]
    assert with_action[-1] == ["play festival", "treasures", "end"]
    assert without[0] == ["treasures", "buy silver", "end"]


def test_where_the_bot_would_play_no_action_that_comes_first():
    (is_start, without), (_, starts) = list_by_heading(suggest("chapel", "gold", "gold", "silver"))
    assert not is_start
    assert without[0] == ["treasures", "buy province", "end"]
    assert starts == [["play chapel"]]


def test_of_a_card_with_many_answers_only_one_is_offered():
    (_, starts), _ = list_by_heading(suggest("pawn", "copper"))
    assert len(starts) == 1
    assert starts[0][0] == "play pawn"


def test_what_would_be_drawn_decides_nothing():
    decks = (["smithy", "village", "gold"], ["curse", "curse", "curse"])
    found = [
        [(one.label, one.turn.lines) for one in suggest("village", "smithy", "copper", deck=deck).turns]
        for deck in decks
    ]
    assert found[0] == found[1]


def test_single_treasures_are_left_to_those_who_write_them():
    game = DOMINION.notation.load({"seats": ["Ann", "Bob"], "Ann": {"hand": ["gold", "silver"]}}, {})
    aside = {
        str(next(offer.moves()))
        for offer in DOMINION.offers(game, "Ann")
        if DOMINION.presentation.hint(game, "Ann", offer).is_aside
    }
    assert aside == {"treasures gold"}  # an example of the offer in which they are chosen


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
