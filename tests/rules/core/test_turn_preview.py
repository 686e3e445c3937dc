"""Looking ahead: a plan is tried where everything hidden is dealt afresh, so trying tells nothing."""

import pytest

from games.rules.citadels.ruleset import CITADELS
from games.rules.core.rng import Rng
from games.rules.core.turns.preview import CONTINUES, ENDS, UNKNOWN, TurnPreview
from tests.helpers.citadels.random_games import any_set_up, moments
from tests.helpers.messages.rules import BUILD_FOR
from tests.helpers.rulesets.pebbles import PEBBLES

KING = {
    "seats": ["Ann", "Bob", "Cleo", "Dan"],
    "called": "king",
    "Ann": {"characters": ["king"], "gold": 3, "hand": ["tavern", "castle"]},
    "Bob": {"characters": ["merchant"], "hand": ["docks", "docks"]},
}


def ahead(position, seat="Ann", rules=CITADELS) -> TurnPreview:
    return TurnPreview(rules, position, seat, "some seed")


def kings_turn():
    return CITADELS.notation.load(KING, {})


def test_a_plan_goes_on_as_long_as_everything_is_known():
    plan = ahead(kings_turn())
    assert plan.add_all(["gold", "build castle"]) == ""
    assert plan.state == CONTINUES
    assert [one.label for one in plan.lines][1] == BUILD_FOR.fill(card="Castle", gold=4, left=1)
    assert CITADELS.view(plan.position, "Ann")["players"]["Ann"]["gold"] == 1


def test_the_end_of_the_turn_ends_it():
    plan = ahead(kings_turn())
    plan.add_all(["gold", "end"])
    assert plan.state == ENDS


def test_a_draw_ends_what_is_known_and_the_rest_is_taken_as_written():
    plan = ahead(kings_turn())
    assert plan.add_all(["cards", "keep palace", "whatever comes"]) == ""
    assert plan.state == UNKNOWN
    assert [one.label for one in plan.lines][1:] == ["", ""]


def test_what_cannot_be_planned_is_refused_with_a_reason():
    plan = ahead(kings_turn())
    error = plan.add_all(["gold", "build palace", "end"])
    assert "palace" in error.lower()
    assert [one.line for one in plan.lines] == ["gold"]


def test_the_real_position_is_left_alone():
    position = kings_turn()
    before = CITADELS.dump(position)
    ahead(position).add_all(["gold", "build castle", "end"])
    assert CITADELS.dump(position) == before


@pytest.mark.parametrize("seed", range(3))
def test_a_plan_looks_the_same_in_all_worlds_that_its_seat_cannot_tell_apart(seed):
    for moment in moments(f"ahead {seed}", *any_set_up(f"ahead {seed}")):
        if moment.number % 6:
            continue
        other = CITADELS.deal_again(moment.position, moment.seat, Rng(str(moment.number)))
        plans = [ahead(world, moment.seat) for world in (moment.position, other)]
        for plan in plans:
            plan.add(str(moment.move))
        assert plans[0].state == plans[1].state
        assert plans[0].lines == plans[1].lines
        if plans[0].state == CONTINUES:
            views = [CITADELS.view(plan.position, moment.seat) for plan in plans]
            assert views[0] == views[1]


@pytest.mark.parametrize("seed", range(3))
def test_what_was_promised_is_what_comes(seed):
    for moment in moments(f"promise {seed}", *any_set_up(f"promise {seed}")):
        plan = ahead(moment.position, moment.seat)
        plan.add(str(moment.move))
        if plan.state == CONTINUES:
            real = CITADELS.copy(moment.position)
            CITADELS.play(real, moment.seat, moment.move)
            assert CITADELS.view(real, moment.seat) == CITADELS.view(plan.position, moment.seat)


def test_another_game_can_be_planned_too():
    position, _ = PEBBLES.new(["Ann", "Bob"], {"bag": 3}, "any")
    plan = ahead(position, rules=PEBBLES)
    assert plan.add_all([f"put {position.bag['Ann'][0]}", "end"]) == ""
    assert plan.state == ENDS
