"""Modular rounds: the formula's own numbers, and that there are no repeats wherever it says so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pairing import quality
from games.tournaments.pairing.meetings import count_meetings, list_seated_players
from games.tournaments.pairing.schedules import modular


def test_forty_four_players_meet_as_the_formula_says():
    rounds = modular.build_schedule(44, 4, 11)
    assert set(rounds[0][0]) == {0, 11, 22, 33}
    assert set(rounds[1][10]) == {10, 11, 23, 35}
    assert set(rounds[3][0]) == {0, 14, 28, 42}
    assert set(rounds[10][10]) == {10, 20, 30, 40}


def test_the_first_seat_goes_from_column_to_column():
    rounds = modular.build_schedule(44, 4, 11)
    assert rounds[3][0] == (14, 28, 42, 0)
    assert rounds[1][10] == (35, 10, 11, 23)


@pytest.mark.parametrize(("rounds", "seats_apart"), [(11, 1), (8, 0)])
def test_forty_four_players_never_meet_twice_and_sit_evenly(rounds, seats_apart):
    found = quality.compute_quality(modular.build_schedule(44, 4, rounds), 4)
    assert (found.repeats, found.seats_apart) == (0, seats_apart)


def test_fifty_six_at_eight_seats_fail_the_test():
    assert not modular.is_free_of_repeats(7, 8, 7)
    assert modular.build_schedule(56, 8, 7) is None
    raw = quality.compute_quality(modular.build_raw_rounds(56, 8, 7), 8)
    assert (raw.repeats, raw.repeats_at_least, raw.most_meetings) == (42, 42, 7)


def test_fifty_six_at_eight_seats_bend_a_column_so_that_no_pair_meets_three_times():
    rounds = modular.build_quadratic_schedule(56, 8, 7)
    found = quality.compute_quality(rounds, 8)
    assert (found.most_meetings, found.seats_apart) == (2, 1)
    for later, tables in enumerate(rounds):
        for earlier in rounds[:later]:
            assert (
                sum((count_meetings([tables]) & count_meetings([earlier])).values()) == 7
            )  # the least there can be


@pytest.mark.parametrize(
    ("players", "size", "rounds"),
    [
        (44, 4, 3),  # tables enough: nothing needs to bend
        (24, 8, 3),  # so few tables that one bent column would follow another
        (32, 8, 4),  # four tables are no prime number
        (56, 8, 8),  # the circle is through after seven
        (48, 8, 3),  # six tables
    ],
)
def test_elsewhere_nothing_is_bent(players, size, rounds):
    assert modular.build_quadratic_schedule(players, size, rounds) is None


@given(st.integers(1, 40), st.integers(2, 8), st.integers(1, 10))
def test_the_test_for_repeats_is_right(tables, size, rounds):
    found = quality.count_repeats(count_meetings(modular.build_raw_rounds(tables * size, size, rounds)))
    assert modular.is_free_of_repeats(tables, size, rounds) == (found == 0)


@given(st.integers(2, 120), st.integers(2, 8), st.integers(1, 8))
def test_a_schedule_seats_everybody_once_a_round_without_repeats(players, size, rounds):
    found = modular.build_schedule(players, size, rounds)
    if found is None:
        return
    assert len(found) == rounds
    assert all(sorted(list_seated_players(tables)) == list(range(players)) for tables in found)
    assert {len(table) for tables in found for table in tables} <= {size, size - 1}
    assert quality.count_repeats(count_meetings(found)) == 0


@given(st.integers(2, 30), st.integers(2, 8), st.integers(1, 9))
def test_seats_are_even_where_all_tables_are_full(tables, size, rounds):
    found = modular.build_schedule(tables * size, size, rounds)
    if found is not None:
        assert quality.compute_seat_imbalance(found) <= (1 if rounds % size else 0)


def test_one_more_round_is_free_where_columns_fill_tables():
    assert not modular.is_free_of_repeats(4, 4, 3)
    found = quality.compute_quality(modular.build_schedule(16, 4, 3), 4)
    assert (found.repeats, found.seats_apart) == (0, 1)
    assert modular.build_schedule(16, 4, 4) is None


def test_holes_are_so_far_apart_that_nobody_meets_two():
    found = quality.compute_quality(modular.build_schedule(1002, 4, 8), 4)
    assert (found.repeats, found.short) == (0, 1)


def test_a_thousand_and_three_have_one_short_table_a_round():
    rounds = modular.build_schedule(1003, 4, 8)
    assert [sum(len(table) == 3 for table in tables) for tables in rounds] == [1] * 8
    found = quality.compute_quality(rounds, 4)
    assert (found.repeats, found.short) == (0, 1)
    assert found.seats_apart <= 2


def test_more_tables_make_more_of_them_short():
    rounds = modular.build_schedule(24, 4, 6, tables=7)
    assert [sorted(map(len, tables)) for tables in rounds] == [[3, 3, 3, 3, 4, 4, 4]] * 6
    assert quality.count_repeats(count_meetings(rounds)) == 0


def test_ten_thousand_players_in_eight_rounds():
    found = quality.compute_quality(modular.build_schedule(10_000, 4, 8), 4)
    assert (found.repeats, found.seats_apart) == (0, 0)
