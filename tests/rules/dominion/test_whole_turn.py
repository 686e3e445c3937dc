"""The form of a whole turn: what it offers, in which order it is played, how far it is sure."""

import statistics
from functools import partial
from random import Random
from typing import Any

import pytest

from games.rules.core.capabilities.whole_turn import TurnSums
from games.rules.core.notation import Move
from games.rules.core.turns.composition import ComposedTurn, TurnComposer
from games.rules.core.turns.preview import CONTINUES, ENDS, UNKNOWN
from games.rules.dominion.position import DominionGame
from games.rules.dominion.ruleset import DOMINION
from games.rules.dominion.whole_turn.certainty import UNSEEN
from tests.helpers import whole_turns
from tests.helpers.dominion.turns import count_sends, list_turns, play_game
from tests.helpers.messages.moves import CHOICE_DOES_NOT_FIT
from tests.helpers.whole_turns import (
    check_that_worlds_look_alike,
    choose_at_random,
    make_composer,
    play_composed,
)

SETS: list[tuple[int, dict[str, object]]] = [
    (2, {"set": "first_game"}),
    (3, {"set": "victory_dance"}),
    *((seats, {"boxes": ["intrigue", "base"]}) for seats in (3, 4, 6)),
]
GAMES = [(number, seats, options) for number, (seats, options) in enumerate(SETS)]


def load(*hand: str, kingdom: tuple[str, ...] = (), deck: tuple[str, ...] = (), **more: Any) -> DominionGame:
    """Ann is on turn with this hand; the others hold nothing of note."""
    rival = {"hand": ["copper"] * 5, "deck": ["copper"] * 5}
    own = {"hand": list(hand), "deck": list(deck or ("copper",) * 5)}
    written = {
        "seats": ["Ann", "Bob", "Cleo"],
        "turn": "Ann",
        "Ann": own,
        "Bob": rival,
        "Cleo": rival,
        **more,
    }
    return DOMINION.notation.load(written, {"kingdom": list(kingdom)} if kingdom else {})


def make(game: DominionGame) -> TurnComposer[DominionGame]:
    return TurnComposer(DOMINION, game, "Ann", "test")


def compose(game: DominionGame, **chosen: Any) -> ComposedTurn:
    """Ann's turn as it is preset, with these choices in place of some of it."""
    return whole_turns.compose(DOMINION, game, "Ann", **chosen)


def list_values(game: DominionGame) -> dict[str, list[str]]:
    return whole_turns.list_values(DOMINION, game, "Ann")


def count_places(game: DominionGame) -> dict[str, int]:
    return {part.key: len(part.places) for part in make(game).parts}


def find_sums(game: DominionGame, value: str, **chosen: Any) -> str:
    composer = make(game)
    part = next(part for part in composer.parts if part.key == "buys")
    return composer.compute_sums({**composer.presets, **chosen}, part)[value].left


# --- what it offers and presets


def test_a_turn_is_actions_treasures_buys_and_then():
    game = load("village", "smithy", "copper", "copper", "estate")
    values = list_values(game)
    assert [*values] == ["actions", "treasures", "buys", "some_treasures", "then"]
    assert values["actions"] == ["play village", "play smithy", "none"]
    assert values["buys"] == ["buy estate", "buy copper", "buy curse", "none"]


def test_only_all_treasures_and_nothing_are_preset():
    turn = compose(load("copper", "silver", "gold", "estate", "estate"))
    assert (turn.lines, turn.state, turn.sums.left) == (["treasures", "end"], ENDS, "6 coins")


def test_whoever_may_draw_sees_the_drawn_cards_first_unless_they_say_otherwise():
    game = load("smithy", "copper", "silver", "estate", "estate")
    turn = compose(game, actions="play smithy", buys="buy silver")
    assert (turn.lines, turn.is_cut, turn.sums.left) == (["play smithy"], True, "")
    assert compose(game).lines == ["treasures", "end"]
    turn = compose(game, actions="play smithy", buys="buy silver", then="end")
    assert turn.lines == ["play smithy", "treasures", "buy silver", "end"]


def test_a_turn_may_stay_open():
    turn = compose(load("copper", "silver"), buys="buy silver", then="open")
    assert (turn.lines, turn.state) == (["treasures", "buy silver"], CONTINUES)


def test_a_plan_is_preset_in_its_order():
    game = load("village", "smithy", "silver", "copper")
    DOMINION.orders.lines(game, "Ann").extend(["play village", "play smithy", "treasures", "buy silver"])
    assert compose(game, then="end").lines == [
        "play village",
        "play smithy",
        "treasures",
        "buy silver",
        "end",
    ]


def test_there_is_a_place_for_each_action_that_can_be_played():
    assert count_places(load("village", "smithy", "smithy", "copper"))["actions"] == 3
    assert count_places(load("smithy", "smithy", "copper"))["actions"] == 0
    assert count_places(load("village", "village", "village", "village", "smithy"))["actions"] == 4


def test_there_is_a_place_for_each_buy():
    assert count_places(load("copper", buys=2))["buys"] == 2
    assert count_places(load("market", "market", "copper"))["buys"] == 3
    assert count_places(load("copper"))["buys"] == 0


def test_the_few_answers_to_a_card_are_chosen_with_it():
    game = load("nobles", "nobles", "copper")
    assert list_values(game)["actions"] == [
        "play nobles, choose actions",
        "play nobles, choose cards",
        "none",
    ]
    turn = compose(game, actions=["play nobles, choose actions", "play nobles, choose cards"], then="end")
    assert turn.lines[:4] == ["play nobles", "choose actions", "play nobles", "choose cards"]
    assert len(list_values(load("pawn"))["actions"]) == 6 + 1


def test_a_throne_room_names_what_it_doubles():
    game = load("throne_room", "market", "silver", deck=("estate",) * 5)
    turn = compose(game, actions="play throne_room, play market", buys=["buy silver", "none"], then="end")
    assert turn.lines == ["play throne_room", "play market", "treasures", "buy silver", "end"]
    assert (turn.sums.left, turn.sums.worth) == ("at least 1 coin", "2 buys")


def test_only_some_treasures_may_be_played():
    values = list_values(load("copper", "copper", "silver"))["some_treasures"]
    turn = compose(load("copper", "copper", "silver"), some_treasures=[values[0], values[2]])
    assert turn.lines == ["treasures copper", "treasures silver", "end"]


def test_somebody_who_is_asked_something_else_has_no_form():
    game = load("chapel", "copper")
    DOMINION.play(game, "Ann", Move("play", ("chapel",)))
    assert not make(game).parts
    assert not TurnComposer(DOMINION, load("copper"), "Bob", "test").parts


def test_nothing_is_left_to_compose_after_the_last_buy():
    assert not make(load("copper", phase="buy", bought=True, buys=0)).parts


# --- order, doubles, refusals


def test_actions_are_played_in_the_order_of_their_places():
    game = load("village", "smithy", "copper")
    turn = compose(game, actions=["play village", "play smithy"], then="end")
    assert turn.lines[:2] == ["play village", "play smithy"]
    wrong = compose(game, actions=["play smithy", "play village"], then="end")
    assert (wrong.lines, wrong.sums.left) == ([], "")
    assert "Village" in wrong.problem


def test_an_empty_place_is_no_hole():
    turn = compose(load("village", "smithy", "copper"), actions=["none", "play village"], then="end")
    assert turn.lines == ["play village", "treasures", "end"]


def test_two_of_a_pile_may_be_bought():
    turn = compose(load("gold", "gold", buys=2), buys=["buy silver", "buy silver"])
    assert turn.lines == ["treasures", "buy silver", "buy silver", "end"]
    assert turn.sums.left == "0 coins"


def test_no_more_of_a_card_than_there_are():
    game = load("village", "smithy", "copper")
    assert compose(game, actions=["play village", "play village"]).problem
    last = load("gold", "gold", buys=2, supply={"silver": 1})
    assert compose(last, buys=["buy silver", "buy silver"]).problem


def test_what_is_too_dear_is_refused_as_a_whole():
    turn = compose(load("gold", "copper", buys=2), buys=["buy silver", "buy estate"])
    assert (turn.lines, "Estate" in turn.problem) == ([], True)


@pytest.mark.parametrize(
    "parts", [{"buys": "buy palace"}, {"actions": "play gold"}, {"treasures": ["treasures", "none"]}]
)
def test_what_is_not_offered_is_refused(parts):
    assert compose(load("village", "copper"), **parts).problem


def test_more_places_than_there_are_is_refused():
    game = load("gold", "gold", buys=2)
    assert compose(game, buys=["buy copper", "buy copper", "buy copper"]).problem


def test_a_turn_that_does_nothing_is_refused():
    assert compose(load("copper"), treasures="none", then="open").problem


# --- sums


def test_each_buy_says_what_is_left_after_it_and_after_the_others():
    game = load("gold", "gold", buys=2)
    assert find_sums(game, "buy silver") == "3 coins"
    assert find_sums(game, "buy silver", buys=["buy estate"]) == "1 coin"
    assert find_sums(game, "buy gold", buys=["buy estate"]) == ""
    assert find_sums(game, "none", buys=["buy estate"]) == "4 coins"


def test_what_is_refused_anyway_is_not_tried_for_its_sums(monkeypatch):
    composer = make(load("gold", "gold", buys=2))
    part = next(part for part in composer.parts if part.key == "buys")
    tried: list[object] = []
    monkeypatch.setattr(DOMINION.whole_turn, "list_sequences", lambda *asked: [tried.append(asked) or []])
    sums = composer.compute_sums({**composer.presets, "then": ["end", "open"]}, part)
    assert ({*sums.values()}, tried) == ({TurnSums()}, [])


def test_cards_to_be_drawn_are_not_counted_on():
    game = load("smithy", "silver", deck=("gold",) * 5)
    turn = compose(game, actions="play smithy", then="end")
    assert turn.sums.left == "at least 2 coins"
    assert compose(game, actions="play smithy", buys="buy silver", then="end").problem


def test_a_bridge_makes_the_next_card_cheaper():
    game = load("bridge", "copper", "copper")
    turn = compose(game, actions="play bridge", buys=["buy silver", "buy copper"])
    assert (turn.lines[-2], turn.sums.left) == ("buy copper", "1 coin")


# --- where it stops


def test_a_window_stops_the_turn_where_somebody_may_react():
    game = load("witch", "silver", "silver", kingdom=("witch", "moat"))
    turn = compose(game, actions="play witch", buys="buy silver", then="end")
    assert (turn.lines, turn.is_cut, turn.state, turn.sums.left) == (["play witch"], True, UNKNOWN, "")


def test_an_attack_without_a_window_goes_on():
    game = load("witch", "silver", "silver", kingdom=("witch", "village"))
    turn = compose(game, actions="play witch", buys="buy silver", then="end")
    assert turn.lines == ["play witch", "treasures", "buy silver", "end"]


def test_an_adventurer_shows_what_he_brings_before_anything_is_bought():
    game = load("adventurer", "silver", deck=("estate", "gold", "gold"))
    turn = compose(game, actions="play adventurer", buys="buy estate")
    assert (turn.lines, turn.is_cut, turn.sums.left) == (["play adventurer"], True, "")


@pytest.mark.parametrize("card", ["chapel", "militia", "tribute", "workshop", "bureaucrat", "masquerade"])
def test_a_card_that_asks_stops_the_turn_and_the_rest_comes_back(card):
    turn = compose(load(card, "copper", "estate"), actions=f"play {card}", then="end")
    assert (turn.lines, turn.is_cut) == ([f"play {card}"], True)


@pytest.mark.parametrize("first", ["militia", "chapel", "throne_room, play militia"])
def test_an_action_for_which_no_action_is_left_is_refused_behind_a_card_that_asks(first):
    held = first.split(", play ")
    game = load("great_hall", *held, "copper")
    turn = compose(game, actions=[f"play {first}", "play great_hall"], then="end")
    assert turn.lines == []
    assert CHOICE_DOES_NOT_FIT.is_in(turn.problem, choice="Great Hall")
    assert compose(game, actions=["play great_hall", f"play {first}"], then="end").is_cut


@pytest.mark.parametrize("first", ["tribute", "ironworks", "spy", "throne_room, play tribute"])
def test_an_action_behind_a_card_that_may_give_one_is_asked_again(first):
    turn = compose(load(*first.split(", play "), "great_hall"), actions=[f"play {first}", "play great_hall"])
    assert (turn.problem, turn.is_cut) == ("", True)


def test_a_baron_stops_where_a_drawn_estate_may_make_him_ask():
    sure = compose(load("baron", "copper"), actions="play baron", then="end")
    assert sure.lines == ["play baron", "treasures", "end"]
    unsure = compose(load("village", "baron", "copper"), actions=["play village", "play baron"], then="end")
    assert (unsure.lines, unsure.is_cut) == (["play village", "play baron"], True)


# --- over many turns


@pytest.mark.parametrize(("number", "seats", "options"), GAMES)
def test_every_composed_turn_is_legal_and_ends_with_no_less_than_was_said(number, seats, options):
    dice, composed = Random(number), 0
    for asked in list_turns(play_game(number, seats, options)):
        one = asked[0]
        composer = make_composer(DOMINION, one)
        for values in (composer.presets, *(choose_at_random(composer, dice, 1) for _ in range(4))):
            turn = composer.compose(values)
            if turn.problem:
                continue
            composed += 1
            game = play_composed(DOMINION, one, turn)
            if not turn.sums.left:
                continue
            said = int("".join(filter(str.isdigit, turn.sums.left)))
            is_least = said < game.coins and turn.sums.left != f"{said} coins"
            assert said == game.coins or is_least, (turn, game.coins)
            assert UNSEEN not in game.players[one.seat].hand
    assert composed > 100


@pytest.mark.parametrize(("number", "seats", "options"), GAMES[2:4])
def test_a_form_tells_two_worlds_not_apart(number, seats, options):
    for asked in list_turns(play_game(number, seats, options))[::3]:
        for dice in map(Random, range(3)):
            check_that_worlds_look_alike(DOMINION, asked[0], partial(choose_at_random, dice=dice))


def test_a_turn_is_one_send_unless_a_card_asks_and_then_far_fewer_than_its_moves():
    turns = [turn for game in GAMES[:3] for turn in list_turns(play_game(*game))]
    asked_nothing = [turn for turn in turns if all(one.position.agenda[-1][0].name == "main" for one in turn)]
    assert statistics.median(map(len, asked_nothing)) >= 3
    assert statistics.median(map(count_sends, asked_nothing)) == 1
    assert statistics.mean(map(count_sends, turns)) < 0.65 * statistics.mean(map(len, turns))


def test_what_may_be_bought_after_an_open_end_is_not_known_rather_than_too_dear():
    game = load("militia", "silver", "copper", kingdom=("militia", "moat"))
    composer = make(game)
    part = next(part for part in composer.parts if part.key == "buys")
    before = composer.compute_sums(composer.presets, part)
    after = composer.compute_sums({**composer.presets, "actions": ["play militia"]}, part)
    assert (before["buy silver"].is_unknown, after["buy silver"].is_unknown) == (False, True)
    assert before["buy militia"] == TurnSums()  # this is too dear for sure
