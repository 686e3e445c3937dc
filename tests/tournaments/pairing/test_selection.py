"""Where a schedule comes from, and that it is as good as can be had."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.pairing import quality
from games.tournaments.pairing.meetings import list_seated_players
from games.tournaments.pairing.schedules.cyclic import find_design
from games.tournaments.pairing.schedules.selection import find_best_schedule
from games.tournaments.pairing.table_sizes import TableShape
from tests.helpers.tournaments.fields import seeds, shapes

FOURS = TableShape(4, 3, 5)
EIGHTS = TableShape(8, 6, 8)


@pytest.mark.parametrize(("players", "size"), [(7, 4), (13, 4), (5, 4), (11, 6), (57, 8)])
def test_a_design_is_taken_where_there_is_one(players, size):
    found = find_best_schedule(players, TableShape(size, size - 1, size + 1), size)
    assert (found.origin, found.rounds) == ("design", (find_design(players, size),))


def test_a_design_has_its_own_number_of_games():
    assert find_best_schedule(13, FOURS, 3, steps=0).origin != "design"


@pytest.mark.parametrize(
    ("players", "rounds", "origin"),
    [
        (20, 5, "modular"),
        (28, 7, "modular"),
        (44, 11, "modular"),
        (100, 8, "modular"),
        (9, 4, "modular"),  # three tables of three
        (16, 5, "stored"),
        (24, 7, "stored"),
        (32, 10, "stored"),
    ],
)
def test_nobody_meets_twice_where_that_is_known_to_be_possible(players, rounds, origin):
    found = find_best_schedule(players, FOURS, rounds)
    assert (found.origin, found.quality.repeats) == (origin, 0)
    assert found.quality.seats_apart == (1 if rounds % len(found.rounds[0][0]) else 0)


@pytest.mark.parametrize("players", [17, 19, 22, 23, 26, 27, 29, 31, 33, 50, 1003])
def test_with_short_tables_nobody_meets_twice_and_turns_are_even(players):
    found = find_best_schedule(players, FOURS, 4).quality
    assert (found.repeats, found.short) == (0, 1)
    assert found.seats_apart <= 2


def test_rounds_of_fifty_six_at_eight_seats_do_not_bring_the_same_pairs_together():
    found = find_best_schedule(56, EIGHTS, 7)
    assert found.quality.most_meetings < 7
    assert (found.origin, found.quality.most_meetings, found.quality.repeats) == ("modular", 2, 147)


def test_long_tables_are_short_ones_of_a_larger_size():
    """Nine at five and four: the formula of two tables of five, with a hole."""
    found = find_best_schedule(9, TableShape(4, 3, 5, long_first=True), 1)
    assert [len(table) for table in found.rounds[0]] in ([5, 4], [4, 5])
    assert found.origin == "modular"


def test_a_field_without_a_formula_is_searched_for():
    found = find_best_schedule(24, FOURS, 8, seed="a seed")
    assert found.origin == "search"
    assert found.quality.repeats < 40
    assert found.quality.most_meetings <= 3
    assert found.quality.seats_apart == 0


def test_the_search_finds_the_same_schedule_again():
    found = find_best_schedule(18, FOURS, 6, seed="a seed", steps=20_000)
    assert found == find_best_schedule(18, FOURS, 6, seed="a seed", steps=20_000)


def test_the_search_may_be_given_time_instead():
    assert find_best_schedule(24, FOURS, 8, seconds=0).origin == "search"


def test_byes_go_round():
    found = find_best_schedule(10, TableShape(3, 3, 3), 6)
    out = Counter(one for tables in found.rounds for one in set(range(10)) - set(list_seated_players(tables)))
    assert max(out.values()) == 1
    assert found.quality.byes == 1


def test_a_large_field_with_byes_is_not_searched_through():
    found = find_best_schedule(302, TableShape(3, 3, 3), 3)
    assert (found.origin, found.quality.repeats, found.quality.byes) == ("search", 0, 1)


@given(st.integers(0, 40), shapes, st.integers(0, 5), seeds)
@settings(max_examples=30)
def test_whatever_is_asked_for_everybody_sits_once_a_round_or_sits_out(players, shape, rounds, seed):
    found = find_best_schedule(players, shape, rounds, seed=seed, steps=2_000)
    if found.origin == "design":
        assert Counter(list_seated_players(found.rounds[0])) == Counter(dict.fromkeys(range(players), rounds))
        return
    assert len(found.rounds) == rounds
    for tables in found.rounds:
        assert (
            len(set(list_seated_players(tables)))
            == len(list_seated_players(tables))
            == players - shape.split(players).byes
        )
        assert all(shape.least <= len(table) <= shape.most for table in tables)
    assert found.quality == quality.compute_quality(found.rounds, shape.size)


@given(st.integers(1, 8), st.integers(2, 6), st.integers(1, 7), seeds)
@settings(max_examples=30)
def test_seats_differ_by_one_at_most_where_tables_are_full(tables, size, rounds, seed):
    found = find_best_schedule(tables * size, TableShape(size, size, size), rounds, seed=seed, steps=2_000)
    assert found.quality.seats_apart <= (1 if rounds % size else 0)
