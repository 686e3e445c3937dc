"""Early start: which tables may begin, and how long a league takes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pairing.schedules.cyclic import find_design
from games.tournaments.pairing.start_order import TableCalendar, build_calendar, find_ready_tables

LEAGUE = find_design(7, 4)
DAYS = (20, 12, 25, 10, 15, 18, 14)


@pytest.mark.parametrize(
    ("cap", "starts", "end"),
    [
        (1, (0, 20, 32, 57, 67, 82, 100), 114),
        (2, (0, 0, 12, 12, 22, 22, 37), 51),
        (4, (0,) * 7, 25),
    ],
)
def test_the_league_of_seven_takes_as_long_as_people_play_few_tables_at_a_time(cap, starts, end):
    assert build_calendar(LEAGUE, DAYS, cap) == TableCalendar(starts, end)


def test_a_table_starts_when_all_have_time():
    assert find_ready_tables([(1, 2), (3, 4)], [(1, 5)], cap=1) == (1,)
    assert find_ready_tables([(1, 2), (3, 4)], [(1, 5)], cap=2) == (0, 1)


def test_nobody_is_drawn_from_a_table_that_waits():
    """Table one waits for 1; then the second table waits for 2, who is free."""
    assert find_ready_tables([(1, 2), (2, 3)], [(1, 5)], cap=1) == ()


def test_tables_that_start_together_count_too():
    assert find_ready_tables([(1, 2), (1, 3), (1, 4)], [], cap=2) == (0, 1)


def test_a_player_may_want_fewer_tables_but_not_fewer_than_two():
    assert find_ready_tables([(1, 2), (1, 3), (1, 4)], [], cap=4, caps={1: 2}) == (0, 1)
    assert find_ready_tables([(1, 2), (1, 3), (1, 4)], [], cap=4, caps={1: 1}) == (0, 1)
    assert find_ready_tables([(1, 2), (1, 3)], [], cap=1, caps={1: 3}) == (0,)


def test_the_same_people_do_not_sit_at_two_tables_at_once():
    assert find_ready_tables([(1, 2, 3), (3, 2, 1)], []) == (0,)
    assert find_ready_tables([(3, 2, 1)], [(1, 2, 3)]) == ()
    assert build_calendar([(1, 2, 3), (3, 2, 1)], [5, 5]) == TableCalendar((0, 5), 10)


def test_no_tables_are_over_at_once():
    assert build_calendar([], []) == TableCalendar((), 0)
    assert find_ready_tables([], []) == ()


def test_without_any_table_at_a_time_nothing_is_forecast():
    with pytest.raises(ValueError, match="nothing ever starts"):
        build_calendar(LEAGUE, DAYS, cap=0)


tables = st.lists(
    st.sets(st.integers(0, 8), min_size=2, max_size=4).map(lambda table: tuple(sorted(table))), max_size=14
)


@given(tables, st.integers(1, 4), st.data())
def test_the_calendar_is_what_asking_every_day_gives(tables, cap, data):
    days = [data.draw(st.integers(1, 9)) for _ in tables]
    starts: dict[int, int] = {}
    today = 0
    while len(starts) < len(tables):
        waiting = [number for number in range(len(tables)) if number not in starts]
        running = [number for number, start in starts.items() if start + days[number] > today]
        now = find_ready_tables(
            [tables[number] for number in waiting], [tables[number] for number in running], cap
        )
        starts |= {waiting[place]: today for place in now}
        today += 1
    ends = [starts[number] + days[number] for number in range(len(tables))]
    expected = TableCalendar(tuple(starts[number] for number in range(len(tables))), max(ends, default=0))
    assert build_calendar(tables, days, cap) == expected
