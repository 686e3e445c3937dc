"""Swiss pods: the worked rounds of the design, and what holds for every field."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.pairing import quality
from games.tournaments.pairing.avoidances import build_avoidances, find_unwanted_pairs
from games.tournaments.pairing.formats import swiss
from games.tournaments.pairing.formats.swiss import (
    SwissEntrant,
    compute_round_cost,
    pair_first_round,
    pair_next_round,
    pair_several_tables,
)
from games.tournaments.pairing.lots import compute_lot
from games.tournaments.pairing.meetings import list_seated_players
from games.tournaments.pairing.table_sizes import TableShape
from tests.helpers.tournaments.fields import TEN, partitions, play, ranked, seeds, sets, shapes, standing

HALF = Fraction(1, 2)
THREES = TableShape(3, 3, 3)
NINE = ((1, 6, 7), (2, 5, 8), (3, 4, 9))
NINE_AGAIN = ((1, 3, 5), (2, 4, 6), (7, 8, 9))
AFTER_ONE = {1: 10, 3: 10, 5: 10, 4: 4, 6: 4, 2: 2 + HALF, 8: 2 + HALF, 7: 1, 9: 1}
AFTER_TWO = {3: 20, 1: 14, 2: 12 + HALF, 5: 11, 8: 9 + HALF, 9: 8, 6: 8, 4: 5, 7: 2}
SNAKE = ((1, 6, 7, 12), (2, 5, 8, 11), (3, 4, 9, 10))
WAYS = ["strict", "weighted"]


def told(tables):
    """The same tables, sorted, as they are compared."""
    return sorted(sorted(table) for table in tables)


# --- worked examples


@pytest.mark.parametrize("way", WAYS)
def test_second_round_of_nine(way):
    entrants = standing(list(AFTER_ONE), AFTER_ONE)
    found = pair_next_round(entrants, [NINE], THREES, way=way)
    assert told(found.tables) == [[1, 3, 5], [2, 4, 6], [7, 8, 9]]
    assert compute_round_cost(found.tables, entrants, [NINE]) == swiss.RoundCost(0, Fraction(9), Fraction(9))


def test_the_other_second_round_costs_as_much_and_comes_later():
    entrants = standing(list(AFTER_ONE), AFTER_ONE)
    assert compute_round_cost(((1, 3, 5), (2, 7, 9), (4, 6, 8)), entrants, [NINE]).cost == 9


@pytest.mark.parametrize(
    ("way", "tables", "costs"),
    [
        ("strict", [[1, 2, 9], [3, 6, 8], [4, 5, 7]], (0, 441, 441)),
        ("weighted", [[1, 2, 3], [4, 7, 8], [5, 6, 9]], (2, 198, 398)),
    ],
)
def test_third_round_of_nine(way, tables, costs):
    entrants = standing(list(AFTER_TWO), AFTER_TWO)
    past = [NINE, NINE_AGAIN]
    found = pair_next_round(entrants, past, THREES, way=way)
    assert told(found.tables) == tables
    assert compute_round_cost(found.tables, entrants, past) == swiss.RoundCost(*costs)


@pytest.mark.parametrize(("way", "cost"), [("strict", (0, 441)), ("weighted", 398)])
def test_the_third_round_is_the_only_one_so_good(way, cost):
    entrants = standing(list(AFTER_TWO), AFTER_TWO)
    prices = [
        compute_round_cost(tuple(tables), entrants, [NINE, NINE_AGAIN])
        for tables in partitions(range(1, 10), [3] * 3)
    ]
    costs = [(one.repeats, one.spread) if way == "strict" else one.cost for one in prices]
    assert (min(costs), costs.count(min(costs))) == (cost, 1)


def test_plain_blocks_would_repeat_much():
    entrants = standing(list(AFTER_TWO), AFTER_TWO)
    assert compute_round_cost(
        ((3, 1, 2), (5, 8, 9), (6, 4, 7)), entrants, [NINE, NINE_AGAIN]
    ) == swiss.RoundCost(5, 162, 662)


@pytest.mark.parametrize("way", WAYS)
def test_forced_repeats(way):
    points = dict(zip(list_seated_players(SNAKE), (10, 6, 3, 1) * 3, strict=True))
    entrants = ranked(points, {}, "")
    found = pair_next_round(entrants, [SNAKE], TableShape(), way=way)
    assert told(found.tables) == [[1, 2, 3, 4], [5, 6, 7, 9], [8, 10, 11, 12]]
    assert compute_round_cost(found.tables, entrants, [SNAKE]) == swiss.RoundCost(3, 96, 396)
    assert quality.count_unavoidable_repeats([[4] * 3] * 2, 12) == 3


def test_six_partitions_are_as_good_and_the_first_is_taken():
    points = dict(zip(list_seated_players(SNAKE), (10, 6, 3, 1) * 3, strict=True))
    entrants = ranked(points, {}, "")
    good = [
        tables
        for tables in partitions(range(1, 13), [4] * 3)
        if compute_round_cost(tuple(tables), entrants, [SNAKE]).cost == 396
    ]
    assert len(good) == 6
    assert min(good) == [(1, 2, 3, 4), (5, 6, 7, 9), (8, 10, 11, 12)]


def test_the_bye_goes_to_the_lowest_who_had_none():
    """Seven at tables of three: G and F have sat out, C is last of the others."""
    a, b, c, d, e, f, g = range(7)
    past = [((a, b, c), (d, e, f)), ((a, d, g), (b, e, c))]
    points = {d: 20, b: 14, a: 11, g: 9, e: 8, f: 6, c: 2}
    entrants = [SwissEntrant(one, rank, points[one], one in (f, g)) for rank, one in enumerate(points, 1)]
    assert pair_next_round(entrants, past, THREES).byes == (c,)


def test_how_many_rounds_there_are():
    assert [swiss.count_rounds(players, 4) for players in (4, 5, 16, 17, 64, 1000)] == [3, 4, 4, 5, 5, 7]


def test_small_fields_are_weighted_and_large_ones_strict():
    assert [swiss.choose_repeat_policy(players) for players in (31, 32)] == ["weighted", "strict"]


# --- the first round


def test_the_first_round_is_a_snake():
    entrants = [SwissEntrant(number, number) for number in range(1, 13)]
    assert sets(pair_first_round(entrants, TableShape(), seed="a seed").tables) == sets(SNAKE)


def test_seats_of_the_first_round_are_drawn_by_lot():
    entrants = [SwissEntrant(number, number) for number in range(1, 13)]
    for table in pair_first_round(entrants, TableShape(), seed="a seed").tables:
        assert list(table) == sorted(table, key=lambda one: compute_lot("a seed", one))


def test_the_lowest_seed_sits_out():
    entrants = [SwissEntrant(number, number) for number in range(1, 8)]
    assert pair_first_round(entrants, THREES).byes == (7,)


def test_somebody_else_sits_out_if_only_that_keeps_people_apart():
    entrants = [SwissEntrant(number, number) for number in range(1, 5)]
    found = pair_first_round(entrants, THREES, apart=build_avoidances([(1, 2)]))
    assert (found.byes, found.unwanted_pairs) == ((2,), ())
    found = pair_next_round(entrants, [], THREES, apart=build_avoidances([(1, 2)]))
    assert (found.byes, found.unwanted_pairs) == ((2,), ())


def test_where_nobody_will_sit_with_anybody_the_lowest_sits_out_as_usual():
    entrants = [SwissEntrant(number, number) for number in range(1, 5)]
    found = pair_first_round(entrants, THREES, apart=build_avoidances([], [range(1, 5)]))
    assert (found.byes, len(found.unwanted_pairs)) == ((4,), 3)


# --- what holds always


@given(st.integers(0, 16), shapes, seeds, st.sampled_from(WAYS))
@settings(max_examples=20)
def test_everybody_is_seated_once_or_sits_out(players, shape, seed, way):
    for entrants, _, found in play(range(players), shape, 3, seed, way=way):
        assert sorted([*list_seated_players(found.tables), *found.byes]) == sorted(
            one.number for one in entrants
        )
        assert sorted(map(len, found.tables), reverse=True) == list(shape.split(players).tables)


@given(st.integers(6, 14), seeds, st.data())
@settings(max_examples=20)
def test_whoever_has_withdrawn_is_never_seated(players, seed, data):
    (*_, (entrants, past, _)) = play(range(players), TableShape(), 3, seed)
    gone = data.draw(st.sets(st.integers(0, players - 1), max_size=players - 3))
    left = [SwissEntrant(one.number, one.rank, one.points, active=one.number not in gone) for one in entrants]
    found = pair_next_round(left, past, TableShape(), seed=seed)
    assert {*list_seated_players(found.tables), *found.byes} == set(range(players)) - gone


@given(st.integers(4, 14), shapes, seeds, st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_it_does_not_matter_who_is_named_first(players, shape, seed, random):
    (*_, (entrants, past, found)) = play(range(players), shape, 3, seed)
    random.shuffle(entrants)
    assert pair_next_round(entrants, past, shape, seed=seed) == found
    assert pair_first_round(entrants, shape, seed=seed) == pair_first_round(
        sorted(entrants, key=lambda one: one.rank), shape, seed=seed
    )


@pytest.mark.parametrize("players", [8, 16, 24])
@pytest.mark.parametrize("way", WAYS)
def test_the_very_same_table_is_not_set_again_however_far_apart_the_points_are(players, way):
    """Four who have won everything, and four who have lost everything: still they do not meet as before."""
    past = [tuple(tuple(range(start, start + 4)) for start in range(0, players, 4))]
    points = {one: 100 * (one // 4) for one in range(players)}
    found = pair_next_round(
        standing(sorted(points, reverse=True), points), past, TableShape(4, 4, 4), way=way, seed="a"
    )
    assert not sets(found.tables) & sets(past[0])


@given(st.integers(6, 9), st.integers(2, 5), seeds, st.sampled_from(WAYS))
@settings(max_examples=20)
def test_no_table_is_set_twice_while_there_is_another_way(players, rounds, seed, way):
    for _, past, found in play(range(players), THREES, rounds, seed, way=way):
        before = {table for tables in past for table in sets(tables)}
        again = before & sets(found.tables)
        others = partitions(sorted(list_seated_players(found.tables)), THREES.split(players).tables)
        assert not again or all(before & sets(tables) for tables in others)


@given(st.integers(13, 31), seeds, st.sampled_from(WAYS))
@settings(max_examples=8, derandomize=True)
def test_in_larger_fields_no_table_is_set_twice(players, seed, way):
    (*_, (_, past, found)) = play(range(players), TableShape(), 4, seed, way=way)
    tables = [frozenset(table) for tables in (*past, found.tables) for table in tables]
    assert len(set(tables)) == len(tables)


@given(st.integers(4, 9), st.integers(1, 3), seeds, st.sampled_from(WAYS))
@settings(max_examples=20)
def test_in_small_fields_nothing_is_cheaper(players, rounds, seed, way):
    shape = TableShape(3, 3, 3)
    for entrants, past, found in play(range(players), shape, rounds, seed, way=way):
        sitting = [one.number for one in entrants if one.number not in found.byes]

        def cost(tables, entrants=entrants, past=past):
            costs = compute_round_cost(tuple(tables), entrants, past)
            again = sum(set(table) in map(set, list_seated_players(past)) for table in tables)
            return again, *((costs.repeats, costs.spread) if way == "strict" else (costs.cost,))

        best = min(
            partitions(sorted(sitting), shape.split(players).tables),
            key=lambda tables: (cost(tables), tables),
        )
        assert told(found.tables) == told(best)


@given(st.integers(2, 9), st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=12), seeds)
@settings(max_examples=40)
def test_people_are_kept_apart_before_anything_else(players, blocks, seed):
    shape = TableShape(3, 2, 4)
    apart = build_avoidances([(one, other) for one, other in blocks if max(one, other) < players])
    for _, _, found in play(range(players), shape, 3, seed, apart=apart):
        ways = partitions(range(players), shape.split(players).tables)
        assert len(found.unwanted_pairs) == min(len(find_unwanted_pairs(tables, apart)) for tables in ways)
        assert found.unwanted_pairs == find_unwanted_pairs(found.tables, apart)


@given(st.integers(13, 40), seeds, st.data())
@settings(max_examples=8, derandomize=True)
def test_three_wishes_each_are_fulfilled_in_larger_fields(players, seed, data):
    some = st.tuples(st.integers(0, players - 1), st.integers(0, players - 1))
    apart = build_avoidances(data.draw(st.lists(some, max_size=players // 2)))
    if max(map(len, apart.values()), default=0) > 3:
        return
    for _, _, found in play(range(players), TableShape(), 3, seed, apart=apart):
        assert not found.unwanted_pairs


def test_a_household_of_forty_is_spread_over_three_hundred_people():
    apart = build_avoidances([], [range(40)])  # whose ranks follow each other
    entrants = [SwissEntrant(number, number) for number in range(300)]
    assert not pair_next_round(entrants, [], TableShape(), apart=apart).unwanted_pairs


@given(st.integers(3, 14), st.integers(1, 6), seeds)
@settings(max_examples=20)
def test_nobody_sits_out_twice_before_all_have_sat_out(players, rounds, seed):
    out: Counter[int] = Counter(dict.fromkeys(range(players), 0))
    for _, _, found in play(range(players), THREES, rounds, seed):
        out.update(found.byes)
        assert max(out.values()) - min(out.values()) <= 1


@given(st.integers(6, 18).filter(lambda players: players % 4), st.integers(1, 4), seeds)
@settings(max_examples=20)
def test_nobody_sits_at_two_short_tables_before_all_have_sat_at_one(players, rounds, seed):
    times: Counter[int] = Counter(dict.fromkeys(range(players), 0))
    for _, _, found in play(range(players), TableShape(), rounds, seed):
        times.update(one for table in found.tables if len(table) < 4 for one in table)
        assert max(times.values()) - min(times.values()) <= 1


def test_short_tables_are_at_the_bottom():
    """After one full round everybody may sit at one: it is the last who do."""
    past = [tuple(tuple(range(start, start + 4)) for start in range(0, 40, 4))]
    points = {one: TEN[4][one % 4] for one in range(40)}
    entrants = ranked(points, {}, "a seed")
    entrants[0] = SwissEntrant(entrants[0].number, 1, 10, active=False)
    entrants[1] = SwissEntrant(entrants[1].number, 2, 10, active=False)
    found = pair_next_round(entrants, past, TableShape(), way="strict", seed="a seed")
    assert [len(table) for table in found.tables] == [4] * 8 + [3, 3]
    assert {points[one] for table in found.tables[-2:] for one in table} == {1}


def test_a_lone_leader_does_not_sit_at_a_short_table():
    points = {0: 30, 1: 30, 2: 30, 3: 1, 4: 1, 5: 1, 6: 1}
    found = pair_next_round(standing(list(points), points), [], TableShape(), way="weighted")
    assert told(found.tables)[0][:3] == [0, 1, 2]
    assert len(found.tables[0]) == 4


@given(st.sampled_from([16, 24, 32, 48]), seeds)
@settings(max_examples=8, derandomize=True)
def test_the_second_round_of_full_tables_has_no_repeats(players, seed):
    (_, (_, past, found)) = play(range(players), TableShape(), 2, seed, way="strict")
    assert quality.compute_quality([*past, found.tables], 4).repeats == 0


@pytest.mark.parametrize(("players", "most"), [(16, 8), (32, 0), (64, 0)])
def test_middling_fields_have_few_repeats(players, most):
    """In as many rounds as such a field has."""
    rounds = {16: 4, 32: 5, 64: 6}[players]
    (*_, (_, past, found)) = play(range(players), TableShape(), rounds, "a seed", way="strict")
    assert quality.compute_quality([*past, found.tables], 4).repeats <= most


def test_seats_are_even_in_a_large_field():
    (*_, (_, past, found)) = play(range(400), TableShape(), 3, "a seed")
    assert quality.compute_quality([*past, found.tables], 4).seats_apart <= 1


def test_scores_with_odd_fractions_are_paired_too():
    points = {one: Fraction(one, 9973 + one) for one in range(16)}
    found = pair_next_round(
        standing(sorted(points, reverse=True), points), [], TableShape(), winner=Fraction(1, 3)
    )
    assert told(found.tables) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]


def test_too_few_for_a_table_all_sit_out():
    assert pair_next_round([SwissEntrant(1, 1), SwissEntrant(2, 2)], [], TableShape()).byes == (2, 1)
    assert pair_next_round([], [], TableShape()) == swiss.Pairing(())


def test_a_late_entrant_has_met_nobody_and_sat_nowhere():
    past = [((1, 2, 3), (4, 5, 6))]
    entrants = standing([1, 2, 3, 4, 5, 6, 7], dict.fromkeys(range(1, 8), 0))
    found = pair_next_round(entrants, past, TableShape())
    assert sorted(list_seated_players(found.tables)) == [1, 2, 3, 4, 5, 6, 7]


def test_the_same_seed_gives_the_same_round():
    entrants = [SwissEntrant(number, number, number % 7) for number in range(40)]
    past = [tuple(tuple(range(start, start + 4)) for start in range(0, 40, 4))]
    assert pair_next_round(entrants, past, TableShape(), seed="a") == pair_next_round(
        entrants, past, TableShape(), seed="a"
    )


# --- several tables at a time


def test_the_second_table_of_a_round_counts_the_first_as_played():
    entrants = [SwissEntrant(number, number) for number in range(32)]
    made = pair_several_tables(entrants, [], TableShape(), 3, way="strict")
    assert quality.compute_quality([pairing.tables for pairing in made], 4).repeats == 0


def test_byes_of_one_round_go_to_different_people():
    entrants = [SwissEntrant(number, number) for number in range(7)]
    made = pair_several_tables(entrants, [], THREES, 3)
    assert len({one for pairing in made for one in pairing.byes}) == 3


# --- ten thousand


@pytest.fixture(scope="module")
def great_tournament():
    return list(play(range(10_000), TableShape(), 3, "a seed"))


def test_ten_thousand_do_not_meet_again(great_tournament):
    for entrants, past, found in great_tournament:
        assert compute_round_cost(found.tables, entrants, past).repeats == 0


def test_ten_thousand_sit_with_their_like_and_in_another_seat(great_tournament):
    entrants, past, found = great_tournament[-1]
    assert (
        compute_round_cost(found.tables, entrants, past).spread < 2_500 * 9
    )  # less than a second place apart, all in all
    assert quality.compute_quality([*past, found.tables], 4).seats_apart <= 1


def test_rank_goes_down_the_hall(great_tournament):
    entrants, _, found = great_tournament[-1]
    rank = {one.number: one.rank for one in entrants}
    best = [min(rank[one] for one in table) for table in found.tables]
    assert all(here < there for here, there in pairwise(best))
