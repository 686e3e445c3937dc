"""Knock-out pods: who goes on, who fills up, and the next tables."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pairing.avoidances import build_avoidances
from games.tournaments.pairing.formats.knock_out import (
    AdvancingPlayers,
    PlayerFinish,
    build_next_tables,
    compute_field_size,
    list_stage_sizes,
    rank_finishes,
    select_advancing,
)
from games.tournaments.pairing.lots import compute_lot
from games.tournaments.pairing.table_sizes import TableShape
from tests.helpers.tournaments.fields import sets

FOURS = TableShape(4, 3, 5)
SEED = "demo-2027"
SCORES = {
    "a": (33, 30, 21, 15),
    "b": (28, 27, 27, 20),
    "c": (31, 22, 19, 18),
    "d": (26, 26, 24, 11),
    "e": (35, 28, 14),
    "f": (24, 21, 20),
}


def finished(scores: dict[str, tuple[int, ...]]) -> list[PlayerFinish[str]]:
    """Tables as they ended: a1 is the first one of table a."""
    return [
        PlayerFinish(
            f"{name}{seat}",
            table,
            1 + sum(other > score for other in row),
            Fraction(score, max(row)),
            Fraction(score * len(row), sum(row)),
        )
        for table, (name, row) in enumerate(scores.items())
        for seat, score in enumerate(row, 1)
    ]


STAGE = finished(SCORES)


def test_winners_go_on_and_both_who_share_a_first_place():
    assert set(select_advancing(STAGE, 1, FOURS, SEED).qualified) == {
        "a1",
        "b1",
        "c1",
        "d1",
        "d2",
        "e1",
        "f1",
    }


def test_the_best_second_is_decided_by_lot_where_nothing_else_does():
    twins = [one for one in STAGE if one.player in ("b2", "b3")]
    assert {(one.relative, one.share) for one in twins} == {(Fraction(27, 28), Fraction(108, 102))}
    assert compute_lot(SEED, "b2") < compute_lot(SEED, "b3")
    assert select_advancing(STAGE, 1, FOURS, SEED).wild_cards == ("b2",)


def test_seconds_come_by_their_score_against_the_winner_and_thirds_after_them():
    others = [one.player for one in rank_finishes(STAGE, SEED) if one.place > 1]
    assert others[:7] == ["b2", "b3", "a2", "f2", "e2", "c2", "d3"]
    digits = [f"{float(one.relative):.4f}" for one in rank_finishes(STAGE, SEED) if one.place > 1]
    assert digits[:7] == ["0.9643", "0.9643", "0.9091", "0.8750", "0.8000", "0.7097", "0.9231"]


def test_eight_go_on_to_two_tables_of_four():
    going_on = select_advancing(STAGE, 1, FOURS, SEED)
    assert len(going_on.ranking) == 8
    tables = build_next_tables(going_on, STAGE, FOURS, SEED)
    assert [len(table) for table in tables] == [4, 4]
    assert not any({"d1", "d2"} <= set(table) or {"b1", "b2"} <= set(table) for table in tables)


def test_more_winners_than_fill_the_tables_leave_no_room_for_others():
    """Ten share first places: all go on, and two more fill the third table."""
    level = finished({"a": (9, 9, 9, 9, 9), "b": (9, 9, 9, 9, 1), "c": (9, 5, 5, 1, 1)})
    going_on = select_advancing(level, 1, FOURS, SEED)
    assert (len(going_on.qualified), len(going_on.wild_cards)) == (10, 2)
    assert select_advancing(level, 1, FOURS, SEED, wanted=8).wild_cards == ()


def test_all_who_share_the_last_place_that_counts_go_on():
    tables = finished({"a": (9, 7, 7, 1), "b": (9, 8, 7, 1), "c": (9, 9, 7, 1)})
    assert set(select_advancing(tables, 2, FOURS, SEED).qualified) == {
        "a1",
        "a2",
        "a3",
        "b1",
        "b2",
        "c1",
        "c2",
    }


def test_whoever_may_not_go_on_is_replaced_by_the_next():
    gone = [
        PlayerFinish(one.player, one.table, one.place, one.relative, one.share, active=one.player != "a1")
        for one in STAGE
    ]
    going_on = select_advancing(gone, 1, FOURS, SEED)
    assert "a1" not in going_on.ranking
    assert going_on.wild_cards == ("b2", "b3")


def test_the_organizer_may_want_another_number():
    assert len(select_advancing(STAGE, 1, FOURS, SEED, wanted=12).ranking) == 12


@given(st.permutations(STAGE))
def test_it_does_not_matter_who_finished_first(finishes):
    assert select_advancing(finishes, 1, FOURS, SEED) == select_advancing(STAGE, 1, FOURS, SEED)


def test_the_field_is_the_next_that_fills_tables_unless_that_sends_nobody_home():
    assert compute_field_size(6, 22, FOURS) == 8
    assert compute_field_size(8, 32, FOURS) == 8
    assert compute_field_size(6, 8, FOURS) == 6


def test_the_way_to_the_final():
    assert [sizes.tables for sizes in list_stage_sizes(22, 1, FOURS)] == [(4, 4, 4, 4, 3, 3), (4, 4), (4,)]
    assert [sizes.tables for sizes in list_stage_sizes(64, 2, FOURS)] == [
        (4,) * 16,
        (4,) * 8,
        (4,) * 4,
        (4,) * 2,
        (4,),
    ]
    assert [sizes.tables for sizes in list_stage_sizes(4, 1, FOURS)] == [(4,)]


def test_a_knock_out_that_knocks_nobody_out_is_refused():
    with pytest.raises(ValueError, match="nobody is knocked out"):
        list_stage_sizes(16, 4, FOURS)


# --- the next tables


def test_next_tables_are_a_snake_through_the_ranking():
    strangers = [PlayerFinish(number, number, 1) for number in range(1, 13)]
    going_on = AdvancingPlayers(tuple(range(1, 13)))
    assert build_next_tables(going_on, strangers, FOURS, SEED) == [
        [1, 6, 7, 12],
        [2, 5, 8, 11],
        [3, 4, 9, 10],
    ]


def test_people_from_one_table_are_seated_apart():
    before = [PlayerFinish(number, number % 4, 1 + number // 4) for number in range(16)]
    going_on = select_advancing(before, 2, FOURS, SEED)
    tables = build_next_tables(going_on, before, FOURS, SEED)
    assert len(sets(tables)) == 2
    assert all(len({number % 4 for number in table}) == 4 for table in tables)


def test_rather_two_pairs_of_old_companions_than_one_of_people_kept_apart():
    """At tables of two: 0 and 1 have met, 2 and 3 have met, and 0 sits with neither of these."""
    before = [PlayerFinish(number, number // 2, 1) for number in range(4)]
    apart = build_avoidances([(0, 2), (1, 3), (0, 3)])
    tables = build_next_tables(AdvancingPlayers((0, 1, 2, 3)), before, TableShape(2, 2, 2), SEED, apart=apart)
    assert sets(tables) == {frozenset({0, 1}), frozenset({2, 3})}


def test_where_somebody_must_sit_out_it_is_the_best():
    threes = TableShape(3, 3, 3)
    tables = build_next_tables(AdvancingPlayers(tuple(range(7))), [], threes, SEED)
    assert {player for table in tables for player in table} == {1, 2, 3, 4, 5, 6}
