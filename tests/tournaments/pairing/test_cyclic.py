"""Cyclic designs: each one is verified here, pair by pair and seat by seat."""

from collections import Counter

import pytest

from games.tournaments.pairing.meetings import count_meetings
from games.tournaments.pairing.schedules.cyclic import DIFFERENCE_SETS, find_design

ALL = [*DIFFERENCE_SETS, *((size + 1, size) for size in range(2, 9))]


def test_league_of_seven():
    assert find_design(7, 4) == (
        (0, 3, 5, 6),
        (1, 4, 6, 0),
        (2, 5, 0, 1),
        (3, 6, 1, 2),
        (4, 0, 2, 3),
        (5, 1, 3, 4),
        (6, 2, 4, 5),
    )
    met = count_meetings((find_design(7, 4),))
    assert (len(met), met.total(), set(met.values())) == (21, 42, {2})


def test_thirteen_players_at_four_tables_each():
    tables = find_design(13, 4)
    assert len(tables) == 13
    assert (tables[4], tables[10], tables[12]) == ((4, 5, 7, 0), (10, 11, 0, 6), (12, 0, 2, 8))
    met = count_meetings((tables,))
    assert (len(met), set(met.values())) == (78, {1})


def test_one_more_than_seats_everybody_misses_one_table():
    assert {frozenset(table) for table in find_design(5, 4)} == {
        frozenset(range(5)) - {one} for one in range(5)
    }


@pytest.mark.parametrize(("players", "size"), ALL)
def test_everybody_meets_everybody_equally_often(players, size):
    met = count_meetings((find_design(players, size),))
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {size * (size - 1) // (players - 1)}


@pytest.mark.parametrize(("players", "size"), ALL)
def test_everybody_sits_in_each_seat_once(players, size):
    for seat in range(size):
        assert Counter(table[seat] for table in find_design(players, size)) == Counter(range(players))


@pytest.mark.parametrize(("players", "size"), [(8, 4), (12, 4), (4, 4), (2, 1)])
def test_for_other_numbers_there_is_no_design(players, size):
    assert find_design(players, size) is None
