"""Who does not sit with whom."""

from games.tournaments.pairing.apart import kept_apart, together


def test_a_wish_goes_both_ways():
    assert kept_apart([(3, 1)]) == {3: {1}, 1: {3}}


def test_a_household_is_kept_apart_pair_by_pair():
    assert kept_apart([(1, 9)], [[1, 2, 3]]) == {1: {2, 3, 9}, 2: {1, 3}, 3: {1, 2}, 9: {1}}


def test_nobody_is_kept_apart_from_themselves():
    assert kept_apart([(1, 1)], [[2]]) == {}


def test_those_who_sit_together_anyway_are_found_once_each():
    apart = kept_apart([(1, 2), (2, 1), (3, 9)])
    assert together([(2, 5, 1), (3, 4)], apart) == ((1, 2),)
