"""The first tables, and people for the numbers of a schedule."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.pairing.avoidances import build_avoidances, find_unwanted_pairs
from games.tournaments.pairing.first_round import (
    assign_numbers,
    build_first_tables,
    deal_by_hour,
    deal_by_lot,
    deal_from_pots,
    deal_in_fold,
    deal_in_snake,
    replace_numbers,
)
from games.tournaments.pairing.schedules.cyclic import find_design
from games.tournaments.pairing.schedules.modular import build_schedule
from games.tournaments.pairing.table_sizes import TableShape
from tests.helpers.tournaments.fields import partitions, seeds, sets, shapes

SPREADS = ["snake", "fold", "pots", "random"]


def test_snake_of_twelve():
    assert deal_in_snake(range(1, 13), [4, 4, 4]) == [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10]]


def test_snake_of_twenty_two_leaves_tables_short_where_it_ends():
    sizes = TableShape(4, 3, 5).split(22).tables
    assert deal_in_snake(range(1, 23), sizes) == [
        [1, 12, 13],
        [2, 11, 14],
        [3, 10, 15, 22],
        [4, 9, 16, 21],
        [5, 8, 17, 20],
        [6, 7, 18, 19],
    ]


def test_snake_into_very_unlike_tables():
    assert sorted(map(len, deal_in_snake(range(22), [8, 8, 6]))) == [6, 8, 8]


HOURS = {1: 60, 2: -300, 3: 540, 4: 0, 5: -480, 6: 570, 7: 120, 8: -360}  # of clocks, in minutes


def test_groups_by_the_hour_are_cut_where_nobody_lives():
    """East of Japan and Adelaide there is nobody before California."""
    groups = deal_by_hour(range(1, 9), [3, 3, 2], HOURS)
    assert [sorted(group) for group in groups] == [[2, 5, 8], [1, 4, 7], [3, 6]]


def test_whoever_has_no_clock_is_in_any_group_alike():
    groups = deal_by_hour(range(1, 13), [4, 4, 4], HOURS | {12: 60})
    assert [len(group) for group in groups] == [4, 4, 4]
    assert [sum(one in (9, 10, 11) for one in group) for group in groups] == [1, 1, 1]
    assert deal_by_hour(range(1, 6), [3, 2], {}) == [[1, 3, 5], [2, 4]]


@given(st.dictionaries(st.integers(0, 40), st.integers(-720, 840)), st.integers(1, 5))
def test_by_the_hour_everybody_is_in_one_group(hours, groups):
    sizes = [len(range(41)[group::groups]) for group in range(groups)]
    found = deal_by_hour(range(41), sizes, hours)
    assert [len(group) for group in found] == sizes
    assert sorted(one for group in found for one in group) == list(range(41))


def test_fold_seats_the_strongest_with_the_weakest():
    assert deal_in_fold(range(1, 13), [4, 4, 4]) == [[1, 12, 4, 9], [2, 11, 5, 8], [3, 10, 6, 7]]


def test_pots_give_each_table_one_of_each_strength():
    tables = deal_from_pots(range(12), [4, 4, 4], "a seed")
    assert all([player // 3 for player in table] == [0, 1, 2, 3] for table in tables)
    assert tables != deal_from_pots(range(12), [4, 4, 4], "another seed")


def test_by_lot_seeds_do_not_matter():
    assert deal_by_lot(range(12), [4, 4, 4], "a seed") == deal_by_lot(
        reversed(range(12)), [4, 4, 4], "a seed"
    )


@pytest.mark.parametrize("spread", SPREADS)
@given(st.integers(0, 60), shapes, seeds)
def test_however_they_are_dealt_all_are_seated_at_tables_of_the_right_size(spread, players, shape, seed):
    sizes = shape.split(players).tables
    tables = build_first_tables(range(sum(sizes)), sizes, spread=spread, seed=seed)
    assert sorted(player for table in tables for player in table) == list(range(sum(sizes)))
    assert sorted(map(len, tables), reverse=True) == list(sizes)


# --- keeping apart


def test_whoever_is_kept_apart_changes_places_with_the_next_seed():
    tables = build_first_tables(range(1, 13), [4, 4, 4], apart=build_avoidances([(1, 7)]))
    assert tables == [[1, 6, 8, 12], [2, 5, 7, 11], [3, 4, 9, 10]]


def test_a_household_of_three_is_spread_over_three_tables():
    apart = build_avoidances([], [[1, 6, 12]])
    assert not find_unwanted_pairs(build_first_tables(range(1, 13), [4, 4, 4], apart=apart), apart)


def test_names_are_people_too():
    apart = build_avoidances([("ann", "dee")])
    assert build_first_tables(["ann", "bob", "cy", "dee"], [2, 2], apart=apart) == [
        ["ann", "cy"],
        ["bob", "dee"],
    ]


@given(st.integers(4, 9), st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=14), seeds)
def test_in_small_fields_as_few_as_possible_sit_together_who_should_not(players, blocks, seed):
    sizes = TableShape(3, 2, 4).split(players).tables
    apart = build_avoidances([(one, other) for one, other in blocks if max(one, other) < players])
    found = build_first_tables(range(players), sizes, apart=apart, seed=seed)
    assert len(find_unwanted_pairs(found, apart)) == min(
        len(find_unwanted_pairs(tables, apart)) for tables in partitions(range(players), sizes)
    )


@given(st.integers(13, 40), st.data())
@settings(derandomize=True)
def test_in_larger_fields_three_wishes_each_are_fulfilled(players, data):
    some = st.tuples(st.integers(0, players - 1), st.integers(0, players - 1))
    apart = build_avoidances(data.draw(st.lists(some, max_size=players // 2)))
    tables = build_first_tables(range(players), TableShape().split(players).tables, apart=apart)
    if max(map(len, apart.values()), default=0) <= 3:
        assert not find_unwanted_pairs(tables, apart)


def test_households_as_large_as_there_are_tables_leave_one_way_only():
    """Each of the five tables takes one of every household of five."""
    apart = build_avoidances([], [range(start, start + 5) for start in range(0, 20, 5)])
    assert not find_unwanted_pairs(build_first_tables(range(20), [4] * 5, apart=apart), apart)


def test_a_household_larger_than_the_hall_has_tables_is_spread_as_evenly_as_can_be():
    apart = build_avoidances([], [range(40)])
    tables = build_first_tables(range(132), [4] * 33, apart=apart)
    assert len(find_unwanted_pairs(tables, apart)) == 7


# --- people for the numbers of a schedule


@given(st.permutations(range(30)))
def test_numbers_are_drawn_by_lot_whoever_came_first(order):
    rounds = build_schedule(28, 4, 5)
    assert assign_numbers(order, rounds, seed="a seed") == assign_numbers(range(30), rounds, seed="a seed")


def test_people_kept_apart_get_numbers_that_never_meet():
    rounds = build_schedule(44, 4, 5)
    apart = build_avoidances([(one, one + 1) for one in range(0, 44, 2)], [[0, 9, 18, 27]])
    seated = replace_numbers(rounds, assign_numbers(range(44), rounds, apart, "a seed"))
    assert not any(find_unwanted_pairs(tables, apart) for tables in seated)
    assert all(sorted(player for table in tables for player in table) == list(range(44)) for tables in seated)


def test_where_all_meet_all_nothing_helps_and_it_ends():
    tables = find_design(7, 4)
    apart = build_avoidances([(1, 2), (3, 4)])
    order = assign_numbers(range(7), (tables,), apart, "a seed")
    assert sorted(order) == list(range(7))
    assert len(sets(replace_numbers((tables,), order)[0])) == 7
