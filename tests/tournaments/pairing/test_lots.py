"""Lots: digits that anybody can compute again."""

from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pairing.lots import compute_lot, create_random, order_by_lot


def test_a_lot_is_the_hash_of_seed_and_name():
    assert compute_lot("demo-2027", "b2").startswith("b4906e3c")
    assert compute_lot("demo-2027", "b3").startswith("fc0fa514")


def test_the_smallest_lot_comes_first():
    assert order_by_lot(["b3", "b2"], "demo-2027") == ["b2", "b3"]


@given(st.permutations(range(20)))
def test_the_order_of_the_draw_does_not_hang_on_who_came_first(numbers):
    assert order_by_lot(numbers, "a seed") == order_by_lot(range(20), "a seed")


def test_another_seed_is_another_draw():
    assert order_by_lot(range(20), "a seed") != order_by_lot(range(20), "another seed")


def test_dice_fall_the_same_way_for_the_same_purpose():
    assert create_random("seed", "search").random() == create_random("seed", "search").random()
    assert create_random("seed", "search").random() != create_random("seed", "seats").random()
