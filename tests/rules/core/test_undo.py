"""Taking back: one's own moves of an unfinished turn, as long as they showed nothing."""

import pytest

from games.rules.core.errors import IllegalMove
from games.rules.core.events import Event
from games.rules.core.notation import Move
from games.rules.core.undo import UndoHistory, may_undo_move
from tests.helpers.messages.moves import MAY_NOT_TAKE_BACK, NOTHING_TO_TAKE_BACK_YET, ONLY_ONE_MAY_TAKE_BACK
from tests.helpers.rulesets.pebbles import PEBBLES

PUT, END, DRAW = Move("put", ("red",)), Move("end"), Move("draw")


@pytest.fixture
def history() -> UndoHistory:
    """Ann and Bob have a red and a blue pebble each, and Ann is on turn."""
    position, _ = PEBBLES.new(["Ann", "Bob"], {}, "undo")
    position.bag = {"Ann": ["red", "blue"], "Bob": ["red", "blue"]}
    return UndoHistory(PEBBLES, position)


def test_a_quiet_move_is_taken_back(history):
    before = PEBBLES.dump(history.position)
    history.play("Ann", PUT)
    assert history.position.row["Ann"] == ["red"]
    assert history.undo("Ann") is history.position
    assert PEBBLES.dump(history.position) == before


def test_several_moves_are_taken_back_one_by_one_and_others_played_instead(history):
    history.play("Ann", PUT)
    history.play("Ann", Move("put", ("blue",)))
    history.undo("Ann")
    assert history.position.row["Ann"] == ["red"]
    history.undo("Ann")
    history.play("Ann", Move("put", ("blue",)))
    assert history.position.row["Ann"] == ["blue"]
    with pytest.raises(IllegalMove):
        history.undo("Bob")
    history.undo("Ann")
    assert history.position.row["Ann"] == []


def test_there_is_nothing_to_take_back_at_the_start(history):
    with pytest.raises(IllegalMove, match=NOTHING_TO_TAKE_BACK_YET):
        history.undo("Ann")


@pytest.mark.parametrize("last", [DRAW, END])
def test_what_showed_something_or_ended_the_turn_closes_the_way_back(history, last):
    history.play("Ann", PUT)
    history.play("Ann", last)
    after = PEBBLES.dump(history.position)
    assert not history.can_undo("Ann")
    with pytest.raises(IllegalMove, match=MAY_NOT_TAKE_BACK):
        history.undo("Ann")
    assert PEBBLES.dump(history.position) == after


def test_nobody_takes_back_the_move_of_another(history):
    history.play("Ann", PUT)
    with pytest.raises(IllegalMove, match=ONLY_ONE_MAY_TAKE_BACK.fill(seat="Ann")):
        history.undo("Bob")
    assert history.can_undo("Ann")


def test_a_refused_move_leaves_no_trace(history):
    history.play("Ann", PUT)
    with pytest.raises(IllegalMove):
        history.play("Ann", PUT)
    history.undo("Ann")
    assert not history.can_undo("Ann")


def test_a_move_after_chance_was_used_can_be_taken_back_up_to_there(history):
    history.play("Ann", DRAW)
    drawn = PEBBLES.dump(history.position)
    history.play("Ann", PUT)
    history.undo("Ann")
    assert PEBBLES.dump(history.position) == drawn
    assert not history.can_undo("Ann")


class TestMayBeUndone:
    @pytest.fixture
    def before(self, history):
        return PEBBLES.copy(history.position)

    @pytest.fixture
    def after(self, history):
        history.play("Ann", PUT)
        return history.position

    def test_a_quiet_step_of_an_unfinished_turn(self, before, after):
        assert may_undo_move(PEBBLES, before, after, "Ann", [Event("put")])
        assert may_undo_move(PEBBLES, before, after, "Ann", [])

    def test_not_if_any_event_shows_something(self, before, after):
        assert not may_undo_move(PEBBLES, before, after, "Ann", [Event("put"), Event("drew")])

    def test_not_if_chance_was_used(self, before, after):
        after.rng.below(6)
        assert not may_undo_move(PEBBLES, before, after, "Ann", [])

    def test_not_if_the_seed_was_changed(self, before, after):
        after.rng.seed = "another"
        assert not may_undo_move(PEBBLES, before, after, "Ann", [])

    def test_not_by_another_seat(self, before, after):
        assert not may_undo_move(PEBBLES, before, after, "Bob", [])

    def test_not_if_somebody_else_is_awaited_too(self, before, after):
        alone = after.agenda[-1]
        together = [*alone, type(alone[0])("turn", "Bob")]
        after.agenda[-1] = together
        assert not may_undo_move(PEBBLES, before, after, "Ann", [])
        after.agenda[-1], before.agenda[-1] = alone, together
        assert not may_undo_move(PEBBLES, before, after, "Ann", [])

    def test_not_if_the_game_is_over(self, before, after):
        after.agenda.clear()
        assert not may_undo_move(PEBBLES, before, after, "Ann", [])
