"""The search by swaps: fewer repeats, the same players at the same tables, and always the same way."""

from collections import Counter
from itertools import combinations, count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.pairing import quality
from games.tournaments.pairing.meetings import count_meetings, list_seated_players
from games.tournaments.pairing.schedules import search
from games.tournaments.pairing.schedules.search import build_random_schedule, improve_schedule

STEPS = 20_000


def repeats(rounds):
    return quality.count_repeats(count_meetings(rounds))


def found(sizes, rounds, *, seed="1", **options):
    return improve_schedule(
        build_random_schedule(sizes, rounds, seed=seed), seed=seed, **({"steps": STEPS} | options)
    )


# --- where it begins


def test_a_search_begins_with_everybody_somewhere():
    rounds = build_random_schedule([4, 4, 3], 5, seed="1")
    assert [[len(table) for table in tables] for tables in rounds] == [[4, 4, 3]] * 5
    assert all(sorted(list_seated_players(tables)) == list(range(11)) for tables in rounds)
    assert len(set(rounds)) == 5


# --- what it finds


@pytest.mark.parametrize(
    ("groups", "size", "rounds"), [(4, 4, 5), (5, 4, 4), (6, 4, 5), (3, 3, 4), (8, 4, 6)]
)
def test_small_fields_are_solved(groups, size, rounds):
    assert repeats(found([size] * groups, rounds, steps=200_000)) == 0


def test_thirty_two_players_come_close():
    before = build_random_schedule([4] * 8, 8, seed="1")
    after = improve_schedule(before, seed="1", steps=60_000)
    assert repeats(before) > 90
    assert repeats(after) < 15


def test_repeats_that_nobody_can_avoid_are_accepted():
    """With twelve players there are 66 pairs, and five rounds have 90 meetings."""
    rounds = found([4] * 3, 5, steps=300_000)
    assert repeats(rounds) == 24


def test_no_pair_meets_too_often():
    rounds = found([8] * 7, 5)
    assert max(count_meetings(rounds).values()) <= 3


def test_a_lower_bound_for_meetings_makes_more_repeats_of_fewer_meetings():
    rounds = found([8] * 7, 5, met_bound=2)
    assert max(count_meetings(rounds).values()) == 2


def test_turns_at_short_tables_are_even():
    rounds = found([4] * 5 + [3] * 3, 6, steps=100_000)
    assert repeats(rounds) == 0
    assert quality.compute_quality(rounds, 4).short == 1


def test_who_met_before_does_not_meet_again():
    tables = ((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11))
    before = dict.fromkeys((pair for table in tables for pair in combinations(table, 2)), 1)
    rounds = found([4] * 5, 3, met=before)
    assert repeats(rounds) == 0
    assert not before.keys() & count_meetings(rounds).keys()


def test_who_must_stay_apart_does_though_others_meet_twice():
    apart = {(0, other): 100 for other in (1, 2, 3)}
    rounds = found([4] * 3, 3, met=apart)
    assert repeats(rounds) > 0
    assert not apart.keys() & count_meetings(rounds).keys()


def test_people_who_are_not_there_may_have_met_before():
    assert repeats(found([4] * 4, 3, met={(3, 99): 5, (98, 99): 2})) == 0


# --- what it never does


shapes = st.lists(st.integers(2, 5), min_size=1, max_size=5)


@settings(max_examples=30)
@given(shapes, st.integers(0, 5), st.text("ab", max_size=2))
def test_rounds_keep_their_players_and_their_tables(sizes, rounds, seed):
    before = build_random_schedule(sizes, rounds, seed=seed)
    after = improve_schedule(before, seed=seed, steps=4_000)
    for old, new in zip(before, after, strict=True):
        assert sorted(list_seated_players(new)) == sorted(list_seated_players(old))
        assert [len(table) for table in new] == [len(table) for table in old]


@settings(max_examples=30)
@given(st.integers(2, 5), st.integers(2, 5), st.integers(1, 5), st.text("ab", max_size=2))
def test_repeats_never_grow_in_number_where_no_pair_met_too_often(groups, size, rounds, seed):
    before = build_random_schedule([size] * groups, rounds, seed=seed)
    after = improve_schedule(before, seed=seed, steps=4_000, met_bound=99)
    assert repeats(after) <= repeats(before)


def test_who_sits_out_goes_on_to_sit_out():
    before = (((0, 1, 2), (3, 4, 5)), ((1, 2, 6), (3, 4, 5)), ((0, 1, 2), (3, 4, 6)))
    after = improve_schedule(before, seed="1", steps=STEPS)
    assert [set(list_seated_players(tables)) for tables in after] == [
        set(list_seated_players(tables)) for tables in before
    ]
    assert repeats(after) < repeats(before)


def test_the_price_it_counts_along_is_the_price_of_its_tables():
    before = Counter({(0, 1): 2})
    hall = search._ScheduleAnnealer(build_random_schedule([4, 4, 4, 3, 2], 6, seed="1"), before, 3, Random(1))
    for _ in range(5):
        hall.shake(0.4, end=-1)
        again = search._ScheduleAnnealer(
            [tuple(map(tuple, tables)) for tables in hall.rounds], before, 3, Random(1)
        )
        assert (hall.price, hall.met, hall.turns) == (again.price, again.met, again.turns)


@pytest.mark.parametrize("rounds", [(), ((),), (((0, 1, 2, 3),),), (((0,), (1,)),)])
def test_where_nothing_can_be_swapped_all_stays(rounds):
    assert improve_schedule(rounds, seed="1", steps=STEPS) == rounds


# --- how long it takes


def test_the_same_steps_give_the_same_result():
    assert found([4] * 6, 7) == found([4] * 6, 7)
    assert found([4] * 6, 7) != found([4] * 6, 7, seed="2")


def test_it_stops_when_the_seconds_are_over():
    clock = count()
    rounds = improve_schedule(
        build_random_schedule([4] * 6, 8, seed="1"), seed="1", seconds=10, now=lambda: next(clock)
    )
    assert next(clock) == 11
    assert repeats(rounds) < repeats(build_random_schedule([4] * 6, 8, seed="1"))


def test_it_stops_when_there_are_few_enough_repeats():
    clock = count()
    rounds = improve_schedule(
        build_random_schedule([4] * 8, 8, seed="1"), seed="1", seconds=1000, goal=40, now=lambda: next(clock)
    )
    assert repeats(rounds) <= 40
    assert next(clock) < 100


@pytest.mark.parametrize("budget", [{"steps": 0}, {"seconds": 0}, {"steps": 10**9, "seconds": 0}])
def test_without_a_budget_nothing_changes(budget):
    before = build_random_schedule([4] * 6, 3, seed="1")
    after = improve_schedule(before, seed="1", **budget)
    assert [[set(table) for table in tables] for tables in after] == [
        [set(table) for table in tables] for tables in before
    ]


def test_a_search_without_an_end_is_refused():
    with pytest.raises(ValueError, match="needs an end"):
        improve_schedule(build_random_schedule([4] * 6, 3, seed="1"), seed="1")
