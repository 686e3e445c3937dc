"""Seats: the worked examples, an exhaustive check, and whole schedules."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pairing import quality, seat_order
from games.tournaments.pairing.lots import create_random
from games.tournaments.pairing.meetings import RoundTables
from games.tournaments.pairing.seat_order import (
    SEAT_UNIT,
    can_all_fit,
    find_lacking_seats,
    list_seat_kinds,
    seat_round,
    seat_schedule,
    seat_table,
)

A, B, C, D = range(4)


def counted(*counts: tuple[int, ...]) -> dict[int, list[int]]:
    """How often each player sat in each seat."""
    return {player: [SEAT_UNIT * times for times in seats] for player, seats in enumerate(counts)}


def cost(table: tuple[int, ...], sat: dict[int, list[int]]) -> int:
    """In seats: one for a seat never had, three for one had once, and so on."""
    return seat_order.compute_seating_cost(table, sat) // SEAT_UNIT**2


def test_everybody_gets_a_seat_they_never_had():
    sat = counted((2, 0, 1, 0), (1, 1, 1, 0), (0, 2, 0, 1), (0, 0, 1, 2))
    assert seat_table((A, B, C, D), sat) == (D, A, C, B)
    assert cost((D, A, C, B), sat) == 4
    assert sum(cost(order, sat) == 4 for order in permutations(range(4))) == 1


def test_of_equally_good_orders_the_first_is_taken():
    sat = counted((1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1), (0, 1, 1, 0))
    assert {order for order in permutations(range(4)) if cost(order, sat) == 4} == {
        (D, B, C, A),
        (D, C, A, B),
    }
    assert seat_table((A, B, C, D), sat) == (D, B, C, A)


def test_who_is_new_has_sat_nowhere():
    assert seat_table((3, 1, 2), {}) == (1, 2, 3)


@given(st.data(), st.integers(2, 6), st.booleans())
def test_no_order_is_cheaper_and_none_as_cheap_comes_earlier(data, size, alike):
    columns = size if alike else 4
    tally = st.lists(
        st.integers(0, 3).map(lambda times: times * SEAT_UNIT), min_size=columns, max_size=columns
    )
    sat = {player: data.draw(tally) for player in range(size)}
    best = min(
        permutations(range(size)),
        key=lambda order: (seat_order.compute_seating_cost(order, sat, alike=alike), order),
    )
    assert seat_table(range(size), sat, alike=alike) == best


@given(st.permutations(range(8)), st.randoms(use_true_random=False))
def test_it_does_not_matter_who_is_named_first(order, random):
    sat = {player: [random.randrange(3) * SEAT_UNIT for _ in range(8)] for player in range(8)}
    assert seat_table(order, sat) == seat_table(range(8), sat)


@pytest.mark.parametrize(
    ("size", "names"), [(2, "FL"), (3, "FEL"), (4, "FElL"), (5, "FEElL"), (6, "FEEllL"), (8, "FEEElllL")]
)
def test_kinds_of_seats(size, names):
    assert list_seat_kinds(size, alike=False) == tuple("FElL".index(name) for name in names)


def test_where_sizes_differ_the_last_seat_is_the_last_seat():
    past = [((1, 2, 3, 4), (5, 6, 7))]
    (first, second) = seat_round([(4, 7, 1), (2, 3, 5, 6)], past)
    assert first[-1] == 1  # the others were last
    assert second[0] != 5  # who has begun


# --- whom to seat together


def test_whoever_lacks_the_same_seat_does_not_fit():
    third, fourth = 0b0100, 0b1000
    assert can_all_fit((0b0001, 0b0010, third, fourth))
    assert not can_all_fit((0b0001, 0b0010, fourth, fourth))
    assert not can_all_fit((third, fourth, third | fourth))
    assert can_all_fit((0b1111,) * 4)


def test_lacking_are_the_seats_one_had_least():
    assert find_lacking_seats([SEAT_UNIT, 0, SEAT_UNIT, 0], 4) == 0b1010
    assert find_lacking_seats([SEAT_UNIT] * 4, 4) == 0b1111
    assert find_lacking_seats(None, 3) == 0b111


@given(st.lists(st.integers(0, 15), min_size=1, max_size=4))
def test_who_fits_is_found_by_trying_everything(wanted):
    tried = any(
        all(bits & 1 << place for bits, place in zip(wanted, places, strict=True))
        for places in permutations(range(4), len(wanted))
    )
    assert can_all_fit(tuple(sorted(wanted))) == tried


# --- whole schedules


def scattered(tables: int, size: int, rounds: int, seed: str) -> tuple[RoundTables, ...]:
    """Everybody at random."""
    chance = create_random(seed)
    orders = [chance.sample(range(tables * size), tables * size) for _ in range(rounds)]
    return tuple(tuple(tuple(order[at : at + size]) for at in range(0, len(order), size)) for order in orders)


@given(st.integers(1, 9), st.integers(2, 8), st.integers(1, 10), st.text("ab", max_size=3))
def test_whatever_the_schedule_seats_differ_by_one_at_most(tables, size, rounds, seed):
    given_rounds = scattered(tables, size, rounds, seed)
    found = seat_schedule(given_rounds)
    assert quality.compute_seat_imbalance(found) <= (1 if rounds % size else 0)
    assert [[set(table) for table in tables] for tables in found] == [
        [set(table) for table in tables] for tables in given_rounds
    ]


def test_a_schedule_with_short_tables_keeps_its_tables():
    rounds = (((0, 1, 2, 3), (4, 5, 6)), ((0, 4, 1, 5), (2, 3, 6)))
    found = seat_schedule(rounds)
    assert [[set(table) for table in tables] for tables in found] == [
        [set(table) for table in tables] for tables in rounds
    ]


def test_no_rounds_need_no_seats():
    assert seat_schedule(()) == ()


# --- chosen


@pytest.mark.parametrize(
    ("wishes", "order"),
    [
        ({}, (10, 11, 12, 13)),
        ({12: [0], 10: [0, 1]}, (12, 10, 11, 13)),
        ({13: [3, 0], 12: [3, 0], 11: [3]}, (12, 10, 11, 13)),
        ({11: [7]}, (10, 11, 12, 13)),
    ],
)
def test_seats_are_chosen_in_the_order_of_the_ranking(wishes, order):
    assert seat_order.assign_chosen_seats((10, 11, 12, 13), (13, 12, 11, 10), wishes) == order
