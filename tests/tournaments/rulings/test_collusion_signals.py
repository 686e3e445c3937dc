"""Who spares whom."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.rulings.collusion_signals import HostileAction, compute_tail_chance, find_sparing_pairs
from tests.helpers.tournaments.score_sheets import patiently

pytestmark = pytest.mark.one_database  # it needs none

FOUR = ("X", "Y", "Z", "W")


def hits(by, table, **against):
    return [HostileAction(by, who, table) for who, count in against.items() for _ in range(count)]


def test_one_hit_among_twenty_four_is_a_wonder():
    """X3."""
    (flag,) = find_sparing_pairs(hits("X", FOUR, Y=1, Z=12, W=11))
    assert (flag.by, flag.spared, flag.actions, flag.hits) == ("X", "Y", 24, 1)
    assert f"{float(flag.chance):.5f}" == "0.00077"
    assert not flag.mutual


def test_four_hits_among_twenty_four_are_not():
    """X3."""
    assert f"{float(compute_tail_chance(4, Counter({4: 24}))):.4f}" == "0.0594"
    assert find_sparing_pairs(hits("X", FOUR, Y=4, Z=10, W=10)) == ()


def test_nothing_is_said_of_fewer_than_twenty():
    assert compute_tail_chance(0, Counter({4: 19})) < Fraction(1, 1000)
    assert find_sparing_pairs(hits("X", FOUR, Z=10, W=9)) == ()
    assert [flag.spared for flag in find_sparing_pairs(hits("X", FOUR, Z=10, W=10))] == ["Y"]


def test_both_ways_is_a_strong_sign():
    found = find_sparing_pairs([*hits("X", FOUR, Z=12, W=12), *hits("Y", FOUR, Z=13, W=13)])
    assert [(flag.by, flag.spared, flag.mutual) for flag in found] == [("Y", "X", True), ("X", "Y", True)]


def test_only_tables_where_both_sat_count():
    elsewhere = ("X", "Z", "W")
    assert find_sparing_pairs([*hits("X", elsewhere, Z=30, W=30), *hits("X", FOUR, Z=9, W=9)]) == ()


def test_of_two_players_nobody_is_spared():
    assert find_sparing_pairs(hits("X", ("X", "Y"), Y=40)) == ()


@patiently
@given(st.lists(st.sampled_from([2, 3, 4, 5]), max_size=6), st.integers(0, 4))
def test_the_chance_is_what_all_ways_together_make(sizes, count):
    """Every way in which so many actions may fall, one by one."""
    chance = Fraction(0)
    for way in product([True, False], repeat=len(sizes)):
        if sum(way) <= count:
            parts = [
                Fraction(1, size - 1) if hit else 1 - Fraction(1, size - 1)
                for hit, size in zip(way, sizes, strict=True)
            ]
            product_of_all = Fraction(1)
            for part in parts:
                product_of_all *= part
            chance += product_of_all
    assert compute_tail_chance(count, Counter(sizes)) == chance
