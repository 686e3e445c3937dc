"""Where a game turned, from its scores."""

from games.queries.turning_points import TurningPoint, find_turning_points

NAMES = ["Ann", "Bob", "Cleo"]


def test_a_game_in_which_nothing_was_scored_has_no_turns():
    assert find_turning_points(NAMES, [[0, 0, 0]]) == []
    assert find_turning_points(NAMES, [[0, 0, 0], [0, 0, 0]]) == []


def test_the_lead_for_good_is_named_however_small_the_step():
    scores = [[0, 0, 0], [5, 0, 0], [5, 6, 0], [12, 6, 0], [12, 6, 11], [12, 13, 11], [12, 13, 12]]
    turns = find_turning_points(NAMES, scores, most=1)
    assert turns == [TurningPoint(5, [("Bob", 7)], takes_lead="Bob", for_good=True)]


def test_the_largest_swings_come_in_the_order_of_the_moves():
    scores = [[0, 0, 0], [1, 0, 0], [1, 6, 0], [1, 6, 1], [9, 6, 1]]
    assert [turn.number for turn in find_turning_points(NAMES, scores, most=2)] == [2, 4]


def test_what_one_loses_and_another_gains_is_one_swing():
    scores = [[0, 4, 0], [0, 9, 0], [3, 5, 0]]
    both = find_turning_points(NAMES, scores)[-1]
    assert both.gains == [("Ann", 3), ("Bob", -4)]
    assert find_turning_points(NAMES, scores, most=1)[0].number == 2  # 7 points between them, against 5


def test_to_catch_up_is_not_to_lead_and_a_shared_victory_has_no_lead_for_good():
    turns = find_turning_points(NAMES, [[0, 0, 0], [4, 0, 0], [4, 4, 0]])
    assert [(turn.takes_lead, turn.for_good) for turn in turns] == [("Ann", False), ("", False)]
