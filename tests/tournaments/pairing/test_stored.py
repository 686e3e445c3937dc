"""What is stored: as many rounds as can be, nobody meets twice, seats are even, all can be made anew."""

from collections import Counter

import pytest

from games.management.schedules.constructions import (
    SearchEffort,
    build_longest_schedule,
    count_possible_rounds,
)
from games.tournaments.pairing import quality
from games.tournaments.pairing.meetings import count_meetings, list_seated_players
from games.tournaments.pairing.schedules import stored

# rounds without repeats that exist, by tables and seats: OEIS A107431; for 8, 9, 10 tables of three Kirkman
# triple systems and nearly such; for 8 tables of four Aguado, 2004. With two seats everybody meets everybody.
KNOWN = {(groups, 2): 2 * groups - 1 for groups in range(2, 17)} | {
    (3, 3): 4,
    (4, 3): 4,
    (5, 3): 7,
    (6, 3): 8,
    (7, 3): 10,
    (8, 3): 11,
    (9, 3): 13,
    (10, 3): 14,
    (4, 4): 5,
    (5, 4): 5,
    (6, 4): 7,
    (7, 4): 9,
    (8, 4): 10,
    (5, 5): 6,
    (6, 5): 6,
}
SHAPES = pytest.mark.parametrize(("groups", "size"), sorted(KNOWN))


@SHAPES
def test_as_many_rounds_are_stored_as_are_known_to_exist(groups, size):
    assert (
        len(stored.load_schedules()[groups, size].rounds)
        == KNOWN[groups, size]
        == count_possible_rounds(groups, size)
    )


def test_all_shapes_for_up_to_32_players_are_there():
    """With fewer tables than seats some must meet again in the second round."""
    shapes = {(groups, size) for size in range(2, 32) for groups in range(size, 32 // size + 1)}
    assert shapes == set(KNOWN) == set(stored.load_schedules())


@SHAPES
def test_everybody_sits_at_one_table_of_each_round(groups, size):
    for tables in stored.load_schedules()[groups, size].rounds:
        assert sorted(list_seated_players(tables)) == list(range(groups * size))
        assert [len(table) for table in tables] == [size] * groups


@SHAPES
def test_nobody_meets_anybody_twice(groups, size):
    assert set(count_meetings(stored.load_schedules()[groups, size].rounds).values()) == {1}


@SHAPES
def test_seats_are_even_however_many_rounds_are_played(groups, size):
    for rounds in range(1, KNOWN[groups, size] + 1):
        apart = quality.compute_seat_imbalance(stored.find_schedule(groups, size, rounds))
        assert apart == (0 if rounds % size == 0 else 1)


@SHAPES
def test_each_can_be_made_again(groups, size):
    assert build_longest_schedule(groups, size, SearchEffort()) == stored.load_schedules()[groups, size]


# --- asking for one


def test_the_first_rounds_are_given():
    assert stored.find_schedule(8, 4, 6) == stored.load_schedules()[8, 4].rounds[:6]
    assert stored.find_schedule(8, 4, 10) == stored.load_schedules()[8, 4].rounds


@pytest.mark.parametrize(
    ("groups", "size", "rounds"), [(8, 4, 11), (8, 4, -1), (9, 4, 3), (4, 8, 1), (0, 0, 0), (-8, 4, 2)]
)
def test_what_is_not_stored_is_not_given(groups, size, rounds):
    assert stored.find_schedule(groups, size, rounds) is None


# --- empty chairs


def short_turns(rounds, size):
    """How often everybody sits at a short table."""
    turns = Counter(one for tables in rounds for table in tables if len(table) < size for one in table)
    return {turns[one] for one in list_seated_players(rounds[0])}


@pytest.mark.parametrize("groups_and_size", [shape for shape in sorted(KNOWN) if shape[1] > 2])
def test_one_chair_can_always_be_empty_and_everybody_sits_beside_it_once_at_most(groups_and_size):
    groups, size = groups_and_size
    rounds = stored.find_schedule(groups, size, KNOWN[groups, size], empty=1)
    for tables in rounds:
        assert sorted(list_seated_players(tables)) == list(range(groups * size - 1))
        assert sorted(map(len, tables)) == [size - 1] + [size] * (groups - 1)
    assert set(count_meetings(rounds).values()) == {1}
    assert short_turns(rounds, size) <= {0, 1}


def test_thirty_players_sit_beside_each_of_two_empty_chairs_once():
    rounds = stored.find_schedule(8, 4, 10, empty=2)
    assert [sorted(map(len, tables)) for tables in rounds] == [[3, 3, 4, 4, 4, 4, 4, 4]] * 10
    assert set(count_meetings(rounds).values()) == {1}
    assert short_turns(rounds, 4) == {2}


@pytest.mark.parametrize(("groups", "size", "rounds", "empty"), [(7, 4, 9, 2), (8, 4, 10, 9), (8, 2, 3, 1)])
def test_chairs_are_not_left_empty_where_a_table_would_lack_two(groups, size, rounds, empty):
    assert stored.find_schedule(groups, size, rounds, empty=empty) is None


# --- the file


def test_the_file_is_read_as_it_is_written():
    text = stored.SCHEDULE_FILE.read_text("utf-8")
    assert stored.format_schedules(stored.parse_schedules(text)) == text
    assert stored.parse_schedules(stored.FILE_HEADER) == {}
