"""The league over seasons: up, down, and who fills what is empty."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pairing.avoidances import build_avoidances, find_unwanted_pairs
from games.tournaments.pairing.formats.pyramid import (
    ReturningPlayer,
    Season,
    SeasonRecord,
    build_next_season,
    compute_tier_sizes,
)
from games.tournaments.pairing.group_sizes import meets_evenly
from games.tournaments.pairing.table_sizes import TableShape

FULL = 7 * 7  # one group, two groups, four groups


def first_season(seeds, **about) -> Season[int]:
    return build_next_season((), newcomers=seeds, **about)


def ended(season: Season[int]) -> list[SeasonRecord[int]]:
    """Everybody as strong as their number is small; in better groups people score a little more."""
    return [
        SeasonRecord(player, tier, group, place, Fraction(60 - 7 * place, 7) + Fraction(group, 100))
        for tier, groups in enumerate(season.tiers)
        for group, players in enumerate(groups)
        for place, player in enumerate(sorted(players), 1)
    ]


def tier_of(season: Season[int], player: int) -> int:
    return next(tier for tier, groups in enumerate(season.tiers) if any(player in group for group in groups))


FIRST = first_season(range(FULL), seed="first")
RECORDS = ended(FIRST)
PLACE = {(one.tier, one.group, one.place): one.player for one in RECORDS}


def moves(season: Season[int], tier: int) -> Counter[str]:
    return Counter(season.moves[player] for group in season.tiers[tier] for player in group)


@pytest.mark.parametrize(
    ("players", "groups"),
    [
        (49, ((7,), (7, 7), (7, 7, 7, 7))),
        (52, ((7,), (7, 7), (7, 7, 7, 5), (5,))),
        (31, ((7,), (7, 7), (5, 5))),
        (24, ((7,), (7, 5), (5,))),
        (20, ((5,), (5, 5), (5,))),
        (13, ((13,),)),
        (10, ((5,), (5,))),
        (6, ((6,),)),
    ],
)
def test_groups_double_and_the_odd_ones_are_the_lowest(players, groups):
    assert compute_tier_sizes(players) == groups


def test_groups_may_be_larger():
    assert compute_tier_sizes(39, 13) == ((13,), (13, 13))
    assert compute_tier_sizes(24, 8) == ((8,), (8, 8))


@pytest.mark.parametrize(
    "shape", [TableShape(), TableShape(4, 4, 4), TableShape(6, 5, 7), TableShape(2, 2, 2)]
)
@given(players=st.integers(2, 1000), size=st.integers(6, 14))
def test_every_number_of_people_has_a_shape_in_which_everybody_plays(shape, players, size):
    tiers = compute_tier_sizes(players, size, shape)
    assert sum(map(sum, tiers)) == players
    assert [len(groups) for groups in tiers[:-1]] == [2**tier for tier in range(len(tiers) - 1)]
    assert 1 <= len(tiers[-1]) <= 2 ** (len(tiers) - 1)
    assert min(map(min, tiers)) >= min(players, shape.size)


@pytest.mark.parametrize("players", range(2, 1001))
def test_at_tables_of_four_every_group_of_every_field_meets_evenly(players):
    for groups in compute_tier_sizes(players):
        assert all(meets_evenly(group, TableShape()) for group in groups)


def test_the_first_season_puts_the_best_seeds_on_top():
    assert sorted(FIRST.tiers[0][0]) == list(range(7))
    assert sorted(player for group in FIRST.tiers[1] for player in group) == list(range(7, 21))


def test_winners_go_up_and_the_last_two_go_down():
    season = build_next_season(RECORDS, seed="second")
    assert [moves(season, tier) for tier in range(3)] == [
        {"stays": 5, "promoted": 2},
        {"stays": 8, "promoted": 4, "relegated": 2},
        {"stays": 24, "relegated": 4},
    ]
    assert {tier_of(season, PLACE[1, group, 1]) for group in range(2)} == {0}
    assert {tier_of(season, PLACE[0, 0, place]) for place in (6, 7)} == {1}


def test_all_kinds_of_people_are_dealt_evenly():
    season = build_next_season(RECORDS, seed="second")
    for group in season.tiers[1]:
        assert Counter(season.moves[player] for player in group) == {
            "stays": 4,
            "promoted": 2,
            "relegated": 1,
        }


def test_the_best_second_takes_the_place_of_a_leaver():
    leaver = PLACE[0, 0, 3]
    season = build_next_season(RECORDS, leaving={leaver}, newcomers=[100], seed="second")
    seconds = [one for one in RECORDS if (one.tier, one.place) == (1, 2)]
    best = max(seconds, key=lambda one: one.per_game).player
    assert season.moves[best] == "promoted"
    assert tier_of(season, best) == 0
    assert leaver not in season.moves
    assert tier_of(season, 100) == 2


def test_where_no_second_is_left_fewer_go_down():
    leaving = {PLACE[1, group, 2] for group in range(2)} | {PLACE[0, 0, 1]}
    season = build_next_season(RECORDS, leaving=leaving, newcomers=[100, 101, 102], seed="second")
    assert tier_of(season, PLACE[0, 0, 6]) == 0
    assert tier_of(season, PLACE[0, 0, 7]) == 1


def test_where_the_lowest_tier_is_not_full_as_many_go_down_as_come_up():
    first = first_season(range(28), seed="first")
    assert [len(groups) for groups in first.tiers] == [1, 2, 1]
    season = build_next_season(ended(first), seed="second")
    assert moves(season, 2) == {"stays": 6, "relegated": 1}
    assert moves(season, 1) == {"stays": 11, "promoted": 1, "relegated": 2}
    worst = min(
        (one for one in ended(first) if (one.tier, one.place) == (1, 7)), key=lambda one: one.per_game
    )
    assert tier_of(season, worst.player) == 2


def test_whoever_returns_soon_keeps_the_tier_and_pushes_somebody_down():
    leaver = PLACE[2, 0, 4]
    season = build_next_season(
        RECORDS, leaving={leaver}, returning=[ReturningPlayer(100, 0, 2)], seed="second"
    )
    assert (tier_of(season, 100), season.moves[100]) == (0, "returns")
    assert moves(season, 0) == {"stays": 4, "promoted": 2, "returns": 1}
    assert tier_of(season, PLACE[0, 0, 5]) == 1


def test_whoever_returns_late_is_new():
    leaver = PLACE[2, 0, 4]
    season = build_next_season(
        RECORDS, leaving={leaver}, returning=[ReturningPlayer(100, 0, 3)], seed="second"
    )
    assert (tier_of(season, 100), season.moves[100]) == (2, "new")


def test_households_are_kept_apart():
    apart = build_avoidances([], [range(10, 18)])
    season = first_season(range(FULL), apart=apart, seed="first")
    assert (
        len(find_unwanted_pairs(season.tiers[1], apart)) == 2 * 6
    )  # eight people in two groups, as evenly as can be


@given(
    st.permutations(RECORDS),
    st.permutations([ReturningPlayer(100, 1, 1), ReturningPlayer(101, 1, 2), ReturningPlayer(102, 9, 1)]),
)
def test_it_does_not_matter_who_is_named_first(records, returning):
    assert build_next_season(records, seed="second") == build_next_season(RECORDS, seed="second")
    assert build_next_season(records, returning=returning, seed="second") == build_next_season(
        RECORDS, returning=sorted(returning, key=lambda one: one.player), seed="second"
    )


@given(
    st.integers(7, 80),
    st.sets(st.integers(0, 79), max_size=20),
    st.lists(st.tuples(st.integers(0, 4), st.integers(1, 4)), max_size=8),
    st.integers(0, 20),
)
def test_everybody_has_one_place(players, leaving, away, new):
    first = first_season(range(players), seed="first")
    returning = [ReturningPlayer(200 + number, tier, seasons) for number, (tier, seasons) in enumerate(away)]
    season = build_next_season(
        ended(first), leaving=leaving, returning=returning, newcomers=range(100, 100 + new), seed="second"
    )
    placed = [player for tier in season.tiers for group in tier for player in group]
    playing = {one.player for one in ended(first)} - leaving
    everybody = playing | {one.player for one in returning} | set(range(100, 100 + new))
    assert sorted(placed) == sorted(everybody)
    assert tuple(tuple(map(len, groups)) for groups in season.tiers) == compute_tier_sizes(len(everybody))
    assert set(season.moves) == set(placed)
