"""Designs of groups: each one is counted here, pair by pair and seat by seat."""

from collections import Counter
from itertools import combinations

import pytest

from games.tournaments.pairing.schedules import designs
from games.tournaments.pairing.schedules.designs import find_design, find_group_design
from games.tournaments.pairing.table_sizes import TableShape

FOURS = TableShape(4, 3, 5)
ALL = [
    *designs.BASE_TABLES,
    *designs.SPECIAL_DESIGNS,
    *((players, 2) for players in range(3, 10)),
    (7, 4),
    (13, 4),
]


def count_pairs(tables) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))


@pytest.mark.parametrize(("players", "size"), ALL)
def test_everybody_meets_everybody_equally_often(players, size):
    found = find_design(players, size)
    met = count_pairs(found.tables)
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {found.meetings}
    assert {len(set(table)) for table in found.tables} == {size}


@pytest.mark.parametrize(("players", "size"), ALL)
def test_everybody_plays_equally_often_and_has_each_seat_equally_often_or_once_more(players, size):
    found = find_design(players, size)
    assert Counter(one for table in found.tables for one in table) == dict.fromkeys(
        range(players), found.games
    )
    for player in range(players):
        seats = Counter(table.index(player) for table in found.tables if player in table)
        assert max(seats.values()) - min(seats[seat] for seat in range(size)) <= 1


@pytest.mark.parametrize(
    ("players", "size", "games", "meetings"),
    [
        (6, 3, 5, 2),
        (7, 4, 4, 2),
        (8, 4, 7, 3),
        (9, 3, 4, 1),
        (10, 4, 6, 2),
        (13, 4, 4, 1),
        (16, 6, 6, 2),
        (5, 4, 4, 3),
    ],
)
def test_games_and_meetings(players, size, games, meetings):
    found = find_design(players, size)
    assert (found.games, found.meetings, found.size) == (games, meetings, size)


@pytest.mark.parametrize(
    ("players", "size"), [(5, 4), (6, 3), (7, 4), (8, 4), (9, 3), (10, 4), (11, 5), (13, 4), (16, 4)]
)
def test_a_group_plays_at_the_tables_that_suit_it_best(players, size):
    assert find_group_design(players, FOURS).size == size


@pytest.mark.parametrize("players", [3, 4, 12, 14, 17])
def test_for_one_table_and_for_some_numbers_there_is_none(players):
    assert find_group_design(players, FOURS) is None
