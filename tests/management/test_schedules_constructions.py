"""Planes, doubled planes and turned rounds: each seats everybody, and nobody meets twice."""

from itertools import pairwise, product

import pytest

from games.management.schedules.constructions import (
    SearchEffort,
    build_longest_schedule,
    count_possible_rounds,
)
from games.management.schedules.doubled_planes import double_planes
from games.management.schedules.planes import build_plane_rounds, find_finite_field
from games.management.schedules.starters import build_cyclic_schedule
from games.tournaments.pairing import quality
from games.tournaments.pairing.meetings import RoundTables, count_meetings, list_seated_players


def is_clean(rounds: tuple[RoundTables, ...], groups: int, size: int) -> bool:
    """Is everybody at one table of each round, at tables of this size, and does nobody meet twice?"""
    everybody = list(range(groups * size))
    return (
        all(sorted(list_seated_players(tables)) == everybody for tables in rounds)
        and {len(table) for tables in rounds for table in tables} == {size}
        and set(count_meetings(rounds).values()) == {1}
    )


# --- lines of planes


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9])
def test_in_a_field_every_number_but_zero_can_be_divided_by(order):
    numbers = find_finite_field(order)
    everything = set(range(order))
    for one in range(order):
        assert set(numbers.plus[one]) == everything
        assert set(numbers.times[one]) == (everything if one else {0})


@pytest.mark.parametrize("order", [4, 8, 9])
def test_in_a_field_products_are_spread_over_sums(order):
    plus, times = find_finite_field(order).plus, find_finite_field(order).times
    for one, two, three in product(range(order), repeat=3):
        assert times[one][plus[two][three]] == plus[times[one][two]][times[one][three]]
        assert times[one][times[two][three]] == times[times[one][two]][three]


@pytest.mark.parametrize("order", [0, 1, 6, 10, 12, 15])
def test_there_are_fields_for_powers_of_primes_only(order):
    assert find_finite_field(order) is None


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9])
def test_in_an_affine_plane_everybody_meets_everybody(order):
    rounds = build_plane_rounds(order, order)
    assert len(rounds) == order + 1
    assert is_clean(rounds, order, order)
    assert len(count_meetings(rounds)) == order**2 * (order**2 - 1) // 2


@pytest.mark.parametrize(
    ("groups", "size", "rounds"),
    [
        (4, 3, 4),
        (5, 4, 5),
        (8, 4, 9),  # eight slopes, and once within the columns
        (9, 3, 13),  # nine slopes, and the columns play a plane of nine
        (16, 4, 21),  # everybody meets everybody
    ],
)
def test_parts_of_planes_have_a_round_for_each_slope_and_those_within_the_columns(groups, size, rounds):
    assert len(build_plane_rounds(groups, size)) == rounds
    assert is_clean(build_plane_rounds(groups, size), groups, size)


@pytest.mark.parametrize(("groups", "size"), [(6, 4), (3, 4), (1, 4)])
def test_without_a_plane_there_is_one_round(groups, size):
    assert len(build_plane_rounds(groups, size)) == 1
    assert is_clean(build_plane_rounds(groups, size), groups, size)


# --- doubled planes


@pytest.mark.parametrize("seed", ["1", "2"])
@pytest.mark.parametrize("size", [3, 4])
def test_doubled_planes_leave_only_the_twins_strangers(size, seed):
    rounds = double_planes(size, seed=seed)
    assert len(rounds) == 2 * (size + 1)
    assert is_clean(rounds, 2 * size, size)
    met = count_meetings(rounds)
    strangers = {pair for pair in _all_pairs(2 * size**2) if pair not in met}
    assert strangers == {(2 * point, 2 * point + 1) for point in range(size**2)}


def _all_pairs(players):
    return ((one, other) for other in range(players) for one in range(other))


def test_what_has_no_plane_cannot_be_doubled():
    assert double_planes(6, seed="1") is None


# --- turned rounds


@pytest.mark.parametrize(
    ("groups", "size", "rounds", "turn"),
    [
        (8, 2, 15, 15),
        (5, 3, 7, 7),  # Kirkman's schoolgirls
        (7, 3, 10, 5),  # a round to turn ten times would need more kinds of pairs than there are
        (8, 3, 11, 11),
        (6, 4, 7, 7),
    ],
)
def test_rounds_follow_from_others_by_turning(groups, size, rounds, turn):
    found = build_cyclic_schedule(groups, size, rounds, seed="1")
    assert found.turn == turn
    assert len(found.rounds) == rounds
    assert is_clean(found.rounds, groups, size)


def test_a_turn_moves_everybody_on_their_circle_by_one():
    rounds = build_cyclic_schedule(5, 3, 7, seed="1").rounds
    moved = [
        1,
        2,
        3,
        4,
        5,
        6,
        0,
        8,
        9,
        10,
        11,
        12,
        13,
        7,
        14,
    ]  # two circles, and one who stands still
    for before, after in pairwise(rounds):
        assert [tuple(moved[player] for player in table) for table in before] == list(after)


def test_other_seeds_turn_other_rounds_and_the_same_seed_the_same():
    one, again, other = (build_cyclic_schedule(6, 4, 7, seed=seed) for seed in ("1", "1", "2"))
    assert one == again != other


def test_what_does_not_exist_is_not_found():
    assert build_cyclic_schedule(4, 3, 5, seed="1") is None


def test_the_search_gives_up_when_patience_ends():
    assert build_cyclic_schedule(7, 4, 9, seed="1", patience=1000) is None


# --- the longest


def test_the_longest_schedule_is_taken():
    made = build_longest_schedule(8, 4, SearchEffort())
    assert (len(made.rounds), made.origin) == (10, "two planes doubled, seed 1")


def test_it_tells_how_many_rounds_it_seeks():
    rows = []
    made = build_longest_schedule(6, 4, SearchEffort(patience=1), rows.append)
    assert rows == [7, 6, 5, 4, 3, 2]
    assert len(made.rounds) == 1


def test_swaps_are_tried_if_nothing_else_leads_there():
    made = build_longest_schedule(6, 4, SearchEffort(patience=1, swaps=20_000))
    assert made.origin == "20000 swaps, seed 1"
    assert is_clean(made.rounds, 6, 4)
    assert quality.compute_seat_imbalance(made.rounds) <= 1


@pytest.mark.parametrize(("groups", "size", "rounds"), [(6, 6, 3), (5, 6, 1), (2, 4, 1), (7, 5, 8)])
def test_there_are_no_more_rounds_than_new_people(groups, size, rounds):
    assert count_possible_rounds(groups, size) == rounds
