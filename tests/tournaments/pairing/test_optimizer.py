"""Swaps and shaking: what they find is never dearer than what they were given."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.pairing.lots import create_random
from games.tournaments.pairing.optimizer import (
    SeatingCosts,
    TableOptimizer,
    find_cheapest_tables,
    split_ranking,
)


@st.composite
def priced(draw: st.DrawFn, least: int, most: int) -> SeatingCosts:
    """People with points, who have met some others, with and without turns at short tables."""
    people = draw(st.integers(least, most))
    points = draw(st.lists(st.integers(0, 20), min_size=people, max_size=people))
    beside: list[dict[int, int]] = [{} for _ in range(people)]
    somebody = st.integers(0, people - 1)
    for one, other in draw(st.lists(st.tuples(somebody, somebody), max_size=2 * people)):
        if one != other:
            beside[one][other] = beside[other][one] = 100
    turn = draw(st.lists(st.sampled_from([0, 0, 500]), min_size=people, max_size=people))
    return SeatingCosts(
        points, beside, turn, wanted_seats=[15] * people, size=4, empty_seat_points=-1, forbidden_cost=100
    )


def sizes_for(people: int) -> list[int]:
    tables = -(-people // 4)
    short = 4 * tables - people
    return [4] * (tables - short) + [3] * short


@given(priced(6, 30), st.randoms(use_true_random=False))
def test_what_a_swap_is_said_to_change_it_changes(prices, random):
    people = len(prices.points)
    hall = TableOptimizer(split_ranking(random.sample(range(people), people), sizes_for(people)), prices)
    one, other = random.sample(range(len(hall.tables)), 2)
    change, mine, theirs = random.choice(list(hall._swaps(one, other)))
    before = hall.compute_total()
    hall._swap(one, mine, other, theirs)
    assert hall.compute_total() - before == change


@given(priced(13, 40), st.text("ab", max_size=3))
@settings(max_examples=15)
def test_nothing_that_is_cut_down_the_ranking_is_cheaper(prices, seed):
    people = len(prices.points)
    order = sorted(range(people), key=lambda one: -prices.points[one])
    sizes = sizes_for(people)
    found = find_cheapest_tables(order, sizes, prices, create_random(seed))
    assert sorted(one for table in found for one in table) == list(range(people))
    assert sorted(map(len, found), reverse=True) == sizes
    assert prices.compute_total(found) <= prices.compute_total(split_ranking(order, sizes))


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e"])
def test_shaking_finds_the_best_of_all_where_it_is_known(seed):
    chance = create_random(seed, "a field")
    beside: list[dict[int, int]] = [{} for _ in range(12)]
    for one, other in (chance.sample(range(12), 2) for _ in range(24)):
        beside[one][other] = beside[other][one] = 100
    points = [chance.randrange(20) for _ in range(12)]
    prices = SeatingCosts(
        points, beside, [0] * 12, wanted_seats=[15] * 12, size=4, empty_seat_points=-1, forbidden_cost=100
    )
    hall = TableOptimizer(split_ranking(range(12), [4, 4, 4]), prices)
    hall.shake(create_random(seed), 200)
    assert hall.compute_total() == prices.compute_total(
        find_cheapest_tables(range(12), [4, 4, 4], prices, create_random(seed))
    )


def test_a_swap_is_sought_far_away_only_for_what_must_not_be():
    """Everybody near has met; somebody at the other end of a large hall has not."""
    people = 400
    beside: list[dict[int, int]] = [{} for _ in range(people)]
    for one in range(120):
        for other in range(120):
            if one != other:
                beside[one][other] = 1_000_000
    none = [0] * people
    prices = SeatingCosts(
        list(range(people, 0, -1)),
        beside,
        none,
        [15] * people,
        size=4,
        empty_seat_points=0,
        forbidden_cost=1_000_000,
    )
    found = find_cheapest_tables(range(people), [4] * 100, prices, create_random("far"))
    assert all(sum(one < 120 for one in table) <= 2 for table in found)
