"""Who does not sit with whom."""

from games.tournaments.pairing.avoidances import build_avoidances, find_unwanted_pairs


def test_a_wish_goes_both_ways():
    assert build_avoidances([(3, 1)]) == {3: {1}, 1: {3}}


def test_a_household_is_kept_apart_pair_by_pair():
    assert build_avoidances([(1, 9)], [[1, 2, 3]]) == {1: {2, 3, 9}, 2: {1, 3}, 3: {1, 2}, 9: {1}}


def test_nobody_is_kept_apart_from_themselves():
    assert build_avoidances([(1, 1)], [[2]]) == {}


def test_those_who_sit_together_anyway_are_found_once_each():
    apart = build_avoidances([(1, 2), (2, 1), (3, 9)])
    assert find_unwanted_pairs([(2, 5, 1), (3, 4)], apart) == ((1, 2),)
