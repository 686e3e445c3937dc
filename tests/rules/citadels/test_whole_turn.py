"""The form of a whole turn: what it offers, the order in which it is played, and what it never tells."""

import statistics
from functools import partial
from random import Random
from typing import Any

import pytest

from games.rules.citadels.characters.card import RANK
from games.rules.citadels.districts.cards import CLASSIC, EDITIONS, NEW
from games.rules.citadels.position import CitadelsGame
from games.rules.citadels.ruleset import CITADELS
from games.rules.core.rng import Rng
from games.rules.core.turns.composition import ComposedTurn, TurnComposer
from games.rules.core.turns.preview import CONTINUES, ENDS
from tests.helpers import whole_turns
from tests.helpers.citadels.bot_turns import count_sends, count_single_sends, list_turns, play_bot_game
from tests.helpers.citadels.questions import turn as turn_of
from tests.helpers.whole_turns import (
    check_that_worlds_look_alike,
    choose_at_random,
    make_composer,
    play_composed,
)

SETS = [(4, {}), (7, {"edition": CLASSIC}), *(CITADELS.setup.sample(Rng(f"set {n}")) for n in range(4))]
HAS_OTHER_FORM = ("witch", "navigator")  # the one goes on in the turn of her victim, the other builds nothing
GAMES = [(number, seats, options) for number, (seats, options) in enumerate(SETS)]


def load(edition: str = NEW, **more: Any) -> CitadelsGame:
    written = {"seats": ["Ann", "Bob", "Cleo"], **more}
    return CITADELS.notation.load(written, {"edition": edition})


def load_turn(character: str, edition: str) -> CitadelsGame:
    """Ann has this character and much to do."""
    names = {"{0}": "Ann", "{1}": "Bob", "{2}": "Cleo", "{3}": "Dan"}
    written = {names.get(key, key): value for key, value in turn_of(character, edition).items()}
    return CITADELS.notation.load({"seats": [*names.values()], **written}, {"edition": edition})


def compose(game: CitadelsGame, **chosen: Any) -> ComposedTurn:
    """Ann's turn as it is preset, with these choices in place of some of it."""
    return whole_turns.compose(CITADELS, game, "Ann", **chosen)


def list_values(game: CitadelsGame) -> dict[str, list[str]]:
    return whole_turns.list_values(CITADELS, game, "Ann")


def merchant(**more: Any) -> CitadelsGame:
    own = {"gold": 3, "hand": ["watchtower", "market", "harbor"], "city": ["tavern", "castle"], **more}
    return load(called="merchant", Ann={"characters": ["merchant"], **own})


# --- what it offers and presets


def test_a_turn_is_gathering_collecting_building_and_then():
    assert list_values(merchant()) == {
        "gather": ["gold", "cards"],
        "collect": ["income", "bonus"],
        "build": ["build watchtower", "build market", "build harbor", "none"],
        "then": ["end", "open"],
    }


def test_gold_all_that_is_free_and_the_end_are_preset():
    turn = compose(merchant())
    assert (turn.lines, turn.state) == (["gold", "bonus", "income", "end"], ENDS)


def test_a_plan_is_preset():
    game = merchant()
    CITADELS.orders.lines(game, "Ann").append("build market")
    assert "build market" in compose(game).lines


def test_the_turn_of_somebody_who_draws_cards_is_left_open():
    game = load(called="architect", Ann={"characters": ["architect"], "gold": 4, "hand": ["market"]})
    turn = compose(game)
    assert (turn.lines, turn.state) == (["gold", "bonus"], CONTINUES)


@pytest.mark.parametrize("edition", EDITIONS)
def test_whoever_may_build_has_a_form_unless_something_comes_first(edition):
    for character in RANK[edition]:
        values = list_values(load_turn(character, edition))
        if character not in HAS_OTHER_FORM and (character, edition) != ("emperor", CLASSIC):
            assert {"gather", "build", "then"} <= {*values}, character


def test_the_witch_gathers_and_bewitches_in_one_form():
    game = load(called="witch", Ann={"characters": ["witch"]})
    assert list(list_values(game)) == ["gather", "power"]
    assert compose(game).problem
    assert compose(game, power="bewitch king").lines == ["gold", "bewitch king"]


WARRANTS, THREATS = "warrant king bishop thief", "threaten king bishop"
MARKS = [("magistrate", WARRANTS), ("blackmailer", THREATS)]


@pytest.mark.parametrize(("character", "marks"), MARKS)
def test_marks_are_set_in_the_same_form_as_the_rest_of_the_turn(character, marks):
    turn = compose(load_turn(character, NEW), power=marks)
    assert marks in turn.lines
    assert (turn.lines[-1], turn.state) == ("end", ENDS)


@pytest.mark.parametrize(("character", "marks"), MARKS)
def test_marks_do_not_wait_for_drawn_cards(character, marks):
    assert compose(load_turn(character, NEW), gather="cards", power=marks).lines == [marks, "cards"]


@pytest.mark.parametrize(("character", "_marks"), MARKS)
def test_marks_may_be_left_out_but_not_be_forgotten(character, _marks):
    game = load_turn(character, NEW)
    assert compose(game).problem
    assert compose(game, power="none").state == ENDS


@pytest.mark.parametrize(
    ("character", "marks"),
    [("magistrate", "warrant king king thief"), ("magistrate", THREATS), ("blackmailer", "threaten king")],
)
def test_marks_that_are_not_offered_are_refused(character, marks):
    assert compose(load_turn(character, NEW), power=marks).problem


@pytest.mark.parametrize("more", [{"bewitched": "merchant"}, {"thanked": False}])
def test_a_turn_that_begins_with_something_else_has_no_form(more):
    game = merchant()
    for field, value in more.items():
        setattr(game, field, value)
    assert list_values(game) == {}


def test_nobody_else_has_a_form():
    assert not TurnComposer(CITADELS, merchant(), "Bob", "test").parts


def test_what_can_be_done_in_many_ways_is_filled_in_as_a_part_of_the_turn():
    game = load_turn("magician", CLASSIC)
    redraw = CITADELS.read(game, "Ann", "redraw tavern market")
    turn = compose(game, power=str(redraw), build="none")
    assert str(redraw) in turn.lines
    assert (turn.lines[-1], turn.state) == ("end", ENDS)


@pytest.mark.parametrize("character", ["assassin", "thief"])
def test_a_target_that_makes_no_sense_says_so(character):
    own = {"characters": [character], "gold": 2}
    game = load(CLASSIC, called=character, Ann=own, faceup=["bishop"])
    [part] = [part for part in TurnComposer(CITADELS, game, "Ann", "test").parts if part.key == "power"]
    assert [choice.label for choice in part.choices if choice.doubt] == ["Bishop"]


# --- the order of play


def test_income_follows_building_where_that_brings_more():
    turn = compose(merchant(), build="build market")
    assert turn.lines == ["gold", "bonus", "build market", "income", "end"]
    assert turn.sums.left == "6 gold"


def test_income_comes_first_where_it_pays_for_the_build():
    turn = compose(merchant(gold=0), build="build harbor")
    assert turn.lines == ["gold", "bonus", "income", "build harbor", "end"]
    assert turn.sums.left == "0 gold"


def test_income_that_only_a_build_brings_is_collected_after_it_and_else_left_out():
    game = load(called="king", Ann={"characters": ["king"], "gold": 3, "hand": ["manor", "tavern"]})
    assert compose(game, build="build manor").lines == ["gold", "build manor", "income", "end"]
    assert compose(game, build="build tavern").lines == ["gold", "build tavern", "end"]


def test_a_factory_is_built_before_what_it_makes_cheaper():
    own = {"characters": ["architect"], "gold": 9, "hand": ["smithy", "factory"]}
    game = load(called="architect", gathered=True, begun=True, Ann=own)
    turn = compose(game, build=["build smithy", "build factory"], collect=[], then="end")
    assert turn.lines == ["build factory", "build smithy", "end"]


def test_a_district_is_destroyed_with_what_building_leaves():
    own = {"characters": ["warlord"], "gold": 3, "hand": ["market"]}
    game = load(called="warlord", Ann=own, Bob={"city": ["castle"], "characters": ["merchant"]})
    turn = compose(game, build="build market", power="destroy Bob castle")
    assert turn.lines == ["gold", "build market", "destroy Bob castle", "end"]


# --- what does not work, and what stops


def test_a_combination_that_does_not_work_is_refused_as_a_whole():
    turn = compose(merchant(gold=0), gather="gold", build="build harbor", collect=[])
    assert (turn.lines, turn.sums.left) == ([], "")
    assert "Harbor" in turn.problem


def test_what_is_not_offered_is_refused():
    assert compose(merchant(), build="build palace").problem
    assert compose(merchant(), gather=["gold", "cards"]).problem


def test_a_turn_that_does_nothing_is_refused():
    game = load(
        called="merchant",
        gathered=True,
        begun=True,
        Ann={"characters": ["merchant"], "gold": 2, "hand": ["market"]},
    )
    assert compose(game, collect=[], then="open").problem


def test_cards_to_choose_from_stop_the_turn_before_anything_that_may_depend_on_them():
    turn = compose(merchant(), gather="cards", build="build market")
    assert (turn.lines, turn.is_cut, turn.sums.left) == (["cards"], True, "")


def test_a_named_victim_does_not_wait_for_drawn_cards():
    game = load(called="assassin", Ann={"characters": ["assassin"], "gold": 2})
    assert compose(game, gather="cards", power="murder king").lines == ["murder king", "cards"]


def test_a_question_to_somebody_else_stops_the_turn():
    own = {"characters": ["merchant"], "gold": 5, "hand": ["market"]}
    game = load(
        called="merchant",
        Ann=own,
        Bob={"characters": ["magistrate"]},
        warrants={"signed": "merchant", "blank": ["bishop", "king"]},
    )
    turn = compose(game, build="build market")
    assert (turn.lines[-1], turn.is_cut) == ("build market", True)


# --- over many turns


@pytest.mark.parametrize(("number", "seats", "options"), GAMES)
def test_every_composed_turn_is_legal_and_ends_as_previewed(number, seats, options):
    dice, composed = Random(number), 0
    for asked in list_turns(play_bot_game(number, seats, options)):
        composer = make_composer(CITADELS, asked[0])
        if not composer.parts:
            continue
        for values in (composer.presets, choose_at_random(composer, dice)):
            turn = composer.compose(values)
            if turn.problem:
                continue
            composed += 1
            game = play_composed(CITADELS, asked[0], turn)
            if turn.sums.left:
                assert CITADELS.whole_turn.describe_sums(game, asked[0].seat) == turn.sums
    assert composed > 20


@pytest.mark.parametrize(("number", "seats", "options"), GAMES[1:3])
def test_a_form_tells_two_worlds_not_apart(number, seats, options):
    for asked in list_turns(play_bot_game(number, seats, options))[::4]:
        dice = Random(number)
        check_that_worlds_look_alike(CITADELS, asked[0], partial(choose_at_random, dice=dice))


def test_half_of_all_turns_are_one_send():
    """One step at a time they take three."""
    turns = [turn for game in GAMES[:2] for turn in list_turns(play_bot_game(*game))]
    assert statistics.median(map(count_single_sends, turns)) >= 3
    assert statistics.median(map(count_sends, turns)) == 1
