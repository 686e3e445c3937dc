"""The form of a whole turn: what it offers and presets, what comes of it, and what it never tells."""

import statistics
from functools import partial
from random import Random
from typing import Any

import pytest

from games.rules.core.orders import file_order
from games.rules.core.turns.composition import ComposedTurn, TurnComposer
from games.rules.core.turns.preview import CONTINUES, ENDS, UNKNOWN
from games.rules.core.turns.suggestions import SuggestedTurn, TurnSuggestions
from games.rules.tournay.numbers import ADVANCED, SEAT_COUNTS
from games.rules.tournay.position import TournayGame
from games.rules.tournay.ruleset import TOURNAY
from tests.helpers import whole_turns
from tests.helpers.messages.moves import CHOICE_DOES_NOT_FIT
from tests.helpers.whole_turns import (
    AskedMove,
    check_that_worlds_look_alike,
    choose_at_random,
    make_bot_player,
    make_composer,
    play_composed,
)

GAMES = [*((seats, seats, {}) for seats in SEAT_COUNTS), (5, 3, {"mode": ADVANCED})]
READY = {"yellow": 2, "white": 2, "red": 2}


def load(*hand: str, **more: Any) -> TournayGame:
    """Ann is on turn, with this hand and enough of everything."""
    own = {"deniers": 9, "plaza": READY, "hand": list(hand), **more}
    others = {"deniers": 2, "plaza": READY}
    queue = ["famine 1", "schism 0", "siege 2"]
    seats = {"Ann": own, "Bob": others, "Cleo": others}
    return TOURNAY.notation.load({"seats": [*seats], "queue": queue, **seats}, {})


def compose(game: TournayGame, **chosen: Any) -> ComposedTurn:
    """Ann's turn as it is preset, with these choices in place of some of it."""
    return whole_turns.compose(TOURNAY, game, "Ann", **chosen)


def list_values(game: TournayGame) -> dict[str, list[str]]:
    return whole_turns.list_values(TOURNAY, game, "Ann")


def find_sums(game: TournayGame, value: str, place: str = "none") -> str:
    composer = TurnComposer(TOURNAY, game, "Ann", "test")
    return composer.compute_sums({**composer.presets, "place": [place]}, composer.parts[1])[value].left


def list_turns(game: tuple[int, int, dict[str, object]]) -> list[list[AskedMove]]:
    asked = whole_turns.play_game(TOURNAY, *game, make_bot_player(TOURNAY))
    return whole_turns.list_turns(asked, lambda one: (one.seat, one.position.round))


# --- what it offers and presets


def test_a_turn_is_a_card_to_place_and_one_action():
    values = list_values(load("market", "fort", district={"c3": "hospital"}))
    assert values["place"] == ["market", "fort", "none"]
    assert {"activate hospital c3", "placed fort", "placed market", "tax red 2", "gather"} <= {*values["act"]}
    assert {"draw", "activate", "fight"} <= {*values["act"]}  # with citizens of others


def test_a_sensible_turn_is_preset():
    turn = compose(load("market"))
    assert turn.lines[0] == "place market c3"
    assert len(turn.lines) == 2


def test_a_plan_is_preset():
    game = load("market", "hospital", district={"c3": "gatehouse"})
    file_order(TOURNAY, game, "Ann", "plan place hospital c4, tax yellow 2")
    assert compose(game).lines == ["place hospital c4", "tax yellow 2"]


def test_a_card_is_placed_wherever_it_may_lie():
    game = load("market", district={"c3": "hospital"})
    composer = TurnComposer(TOURNAY, game, "Ann", "test")
    [offer] = [choice.offer for choice in composer.parts[0].choices if choice.offer]
    for move in offer.moves():
        assert compose(game, place=str(move), act="gather").lines == [str(move), "gather"]


@pytest.mark.parametrize("more", [{"hand": []}, {"deniers": 0}])
def test_without_a_card_to_place_there_is_nothing_to_compose(more):
    assert list_values(load("market", **more)) == {}


def test_once_a_card_is_placed_only_the_action_is_left_and_asked_as_usual():
    game = load("market")
    TOURNAY.play(game, "Ann", TOURNAY.read(game, "Ann", "place market c3"))
    assert list_values(game) == {}


def test_nobody_else_has_a_form():
    assert not TurnComposer(TOURNAY, load("market"), "Bob", "test").parts


def test_a_turn_may_stay_open_once_the_card_is_placed():
    turn = compose(load("market"), act="open")
    assert (turn.lines, turn.state, turn.sums.left) == (["place market c3"], CONTINUES, "8 deniers")
    assert compose(load("market"), place="none", act="open").problem


# --- the order of play


def test_the_card_that_was_just_placed_may_be_activated_wherever_it_lies():
    game = load("market", district={"c3": "architect"})
    for cell in ("c4", "d3"):
        turn = compose(game, place=f"place market {cell}", act="placed market")
        assert turn.lines == [f"place market {cell}", f"activate market {cell}"]
        assert (turn.state, turn.sums.left) == (ENDS, "14 deniers")  # 1 paid, 1 of the Architect, 5 brought


def test_a_card_that_is_not_placed_cannot_be_activated():
    turn = compose(load("market", district={"c3": "market"}), place="none", act="placed market")
    assert turn.lines == []
    assert CHOICE_DOES_NOT_FIT.is_in(turn.problem, choice="Activate: Market")


def test_a_prestige_building_is_paid_for_with_what_was_chosen():
    game = load("cloth_hall", district={"c3": "market"})
    turn = compose(game, place="place cloth_hall c4 give plaza", act="tax yellow 2")
    assert (turn.lines, bool(turn.problem)) == ([], True)
    turn = compose(game, place="place cloth_hall c4 give plaza", act="tax white 2")
    assert turn.lines == ["place cloth_hall c4 give plaza", "tax white 2"]


def test_money_that_the_card_costs_is_missing_for_the_action():
    game = load("mint", deniers=5, plaza={"yellow": 0, "white": 0, "red": 1}, district={"c3": "market"})
    assert compose(game, place="place mint c4", act="fight famine with 1").problem
    assert compose(game, place="none", act="fight famine with 1").lines == ["fight famine with 1"]


# --- what it ends with, and where it stops


def test_each_action_says_what_the_turn_ends_with_if_the_card_is_placed():
    game = load("steward", district={"c3": "market"})
    assert find_sums(game, "tax red 2") == "10 deniers"
    assert find_sums(game, "tax red 2", "place steward c4") == "7 deniers"
    assert find_sums(game, "activate market c3", "place steward c4") == "13 deniers"


def test_nothing_is_said_of_what_a_town_crier_might_change():
    game = load("market")
    turn = compose(game, place="none", act="draw red 1 two")
    assert (turn.lines, turn.state, turn.sums.left) == (["draw red 1 two"], UNKNOWN, "")
    assert find_sums(game, "draw red 1 two") == ""


def test_a_placement_that_asks_something_stops_the_turn_before_the_action():
    game = load("mint", district={"c3": "knight", "c4": "market"})
    turn = compose(game, place="place mint d3", act="gather")
    assert (turn.lines, turn.is_cut, turn.sums.left) == (["place mint d3"], True, "")


def test_a_hand_that_is_too_full_is_asked_about_after_the_turn():
    game = load("market", "fort", "hospital", "arsenal", "monk", district={"c3": "gatehouse"})
    assert compose(game, place="none", act="gather").state == UNKNOWN
    assert compose(game, place="place market c4", act="gather").state == ENDS


# --- emails


def list_suggested(game: TournayGame) -> list[SuggestedTurn]:
    return list(TurnSuggestions(TurnComposer(TOURNAY, game, "Ann", "test")).turns)


def test_an_email_lists_the_actions_after_the_best_placement_and_other_cards_to_begin_with():
    turns = list_suggested(load("market", "monk", "chapel", district={"c3": "hospital"}))
    [heading, other] = dict.fromkeys(one.heading for one in turns)
    whole = [one for one in turns if one.heading == heading]
    assert len(whole) > 10
    assert len({one.turn.lines[0] for one in whole}) == 1
    begun = [one.turn.lines for one in turns if one.heading == other]
    assert [len(lines) for lines in begun] == [1, 1]
    placed = {lines[0].split()[1] for lines in [*begun, whole[0].turn.lines]}
    assert placed == {"market", "monk", "chapel"}
    assert all(one.label for one in turns)


def test_an_email_lists_single_moves_where_nothing_is_worth_placing():
    """A Merchant that could only cover a prestige building."""
    titles = {"b2": "city_hall", "b3": "mint", "b4": "tour_des_six"}
    whites = {"c2": "chapel", "d2": "chapel", "c3": "hospital", "d3": "monk", "c4": "library", "d4": "abbey"}
    game = load("merchant", district=titles | whites)
    assert compose(game).lines[0].startswith(("activate", "draw", "fight"))
    assert list_suggested(game) == []


def test_an_email_says_whose_citizens_would_be_used():
    game = load("market", plaza={}, district={"c3": "hospital"})
    borrowing = [one for one in list_suggested(game) if "using" in one.turn.moves[-1].args]
    assert borrowing
    assert all(one.turn.moves[-1].args[-1] in one.label for one in borrowing)


# --- over many turns


@pytest.mark.parametrize("game", GAMES)
def test_every_composed_turn_is_legal_and_ends_as_was_said(game):
    dice, composed = Random(game[0]), 0
    for one, *_later in list_turns(game):
        composer = make_composer(TOURNAY, one)
        for values in (composer.presets, choose_at_random(composer, dice), choose_at_random(composer, dice)):
            turn = composer.compose(values) if composer.parts else ComposedTurn(problem="no form")
            if turn.problem:
                continue
            composed += 1
            later = play_composed(TOURNAY, one, turn)
            if turn.sums.left:
                assert TOURNAY.whole_turn.describe_sums(later, one.seat) == turn.sums
    assert composed > 50


@pytest.mark.parametrize("game", GAMES)
def test_a_form_tells_two_worlds_not_apart(game):
    for one, *_later in list_turns(game)[::4]:
        check_that_worlds_look_alike(TOURNAY, one, partial(choose_at_random, dice=Random(1)))


def test_what_is_preset_always_works():
    for one, *_later in list_turns(GAMES[0]):
        composer = make_composer(TOURNAY, one)
        assert not composer.parts or composer.compose(composer.presets).lines


def test_a_turn_in_which_nothing_is_drawn_is_one_send():
    """What is drawn has to be seen before one of two cards is kept."""
    turns = [turn for turn in list_turns(GAMES[0]) if turn[0].move.verb == "place"]
    drawn = ("draw", "keep", "drop")
    known = [turn for turn in turns if not any(one.move.verb in drawn for one in turn)]
    assert statistics.mean(map(count_sends, turns)) < 0.65 * statistics.mean(map(len, turns))
    assert statistics.median(map(count_sends, known)) == 1


def count_sends(turn: list[AskedMove]) -> int:
    return whole_turns.count_sends(TOURNAY, turn, choose)


def choose(part, wanted):
    """What means these moves; a card just placed is activated by a choice of its own."""
    placed = {move.args[:2] for move in wanted if move.verb == "place"}
    at_once = [move.args[0] for move in wanted if move.verb == "activate" and move.args[:2] in placed]
    found = [f"placed {slug}" for slug in at_once] if part.key == "act" else []
    found = found or whole_turns.choose_wanted(part, wanted)
    return found or ["gather"]
