"""Who gets what from a table, also when somebody has left it or it was cut off."""

import re
from fractions import Fraction

import pytest
from hypothesis import given

from games.tournaments.standings.messages import InvalidTournamentData
from games.tournaments.standings.points import PointScheme
from games.tournaments.standings.results import (
    FinishedSeat,
    FinishedTable,
    compute_delay_shares,
    find_culpable,
    score_table,
    sum_stand_in_credits,
)
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments import score_sheets
from tests.helpers.tournaments.score_sheets import TEN, patiently, placed, points, table

FOUR = "A30 B26 C22 D18"


def places(one, out=frozenset()):
    return {outcome.entrant: outcome.place for outcome in score_table(one, TEN, out)}


# --- places


def test_the_places_of_the_game_count_before_the_scores():
    """A tie of scores that the game itself has broken."""
    seats = (FinishedSeat("A", 20, place=2), FinishedSeat("B", 20, place=1), FinishedSeat("C", 5, place=3))
    assert points(FinishedTable(1, seats)) == {"A": "4.0000", "B": "10.0000", "C": "1.0000"}


def test_places_of_the_game_may_leave_gaps_or_not():
    assert places(placed({"A": 1, "B": 2, "C": 2, "D": 4})) == places(
        placed({"A": 1, "B": 2, "C": 2, "D": 3})
    )


def test_a_game_without_scores_parts_nobody_by_them():
    outcomes = score_table(placed({"A": 1, "B": 2}), TEN)
    assert {(outcome.relw, outcome.share) for outcome in outcomes} == {(1, Fraction(1, 2))}


def test_a_void_table_brings_nothing():
    assert score_table(table(FOUR, status="void"), TEN) == ()


# --- leavers: S16


def test_a_bot_goes_to_the_end_and_the_others_close_ranks():
    one = table(FOUR, kinds={"B": "bot"})
    assert points(one) == {"A": "10.0000", "B": "0.0000", "C": "6.0000", "D": "3.0000"}
    assert places(one) == {"A": 1, "C": 2, "D": 3, "B": 4}


def test_what_a_stand_in_has_finished_keeps_its_place_and_is_the_stand_ins_credit():
    one = table(FOUR, kinds={"B": "stand_in"})
    assert points(one) == {"A": "10.0000", "B": "0.0000", "C": "3.0000", "D": "1.0000"}
    assert [outcome.credit for outcome in score_table(one, TEN)] == [0, 6, 0, 0]


def test_that_the_entrant_left_takes_nothing_from_the_stand_in():
    one = table(FOUR, kinds={"B": "stand_in"}, lost={"B": "left"})
    assert [outcome.credit for outcome in score_table(one, TEN, frozenset("B"))] == [0, 6, 0, 0]


def test_two_bots_and_a_tie():
    one = table("A30 B26 C22 D22 E12", kinds={"A": "bot", "E": "bot"})
    assert points(one) == {"A": "0.0000", "B": "10.0000", "C": "5.5000", "D": "5.5000", "E": "0.0000"}


def test_a_disqualification_closes_ranks_at_all_tables():
    out = frozenset("A")
    assert points(table(FOUR), out=out) == {"A": "0.0000", "B": "10.0000", "C": "6.0000", "D": "3.0000"}
    assert points(table("E28 A25 F20 D19"), out=out) == {
        "E": "10.0000",
        "A": "0.0000",
        "F": "6.0000",
        "D": "3.0000",
    }


@pytest.mark.parametrize("loss", ["left", "forfeited", "disqualified"])
def test_a_lost_seat_is_like_a_bots(loss):
    assert points(table(FOUR, lost={"B": loss})) == points(table(FOUR, kinds={"B": "bot"}))


def test_the_score_of_a_lost_seat_is_nobodys_measure():
    """Without the bot's 30, the best score is 26, and 66 were scored."""
    outcomes = score_table(table(FOUR, kinds={"A": "bot"}), TEN)
    assert [outcome.relw for outcome in outcomes] == [0, 1, Fraction(22, 26), Fraction(18, 26)]
    assert [outcome.share for outcome in outcomes] == [
        0,
        Fraction(26, 66),
        Fraction(22, 66),
        Fraction(18, 66),
    ]


def test_a_table_that_everybody_lost_brings_nobody_anything():
    outcomes = score_table(table("A3 B2", kinds={"A": "bot", "B": "bot"}), TEN)
    assert [(outcome.points, outcome.is_own) for outcome in outcomes] == [(0, False), (0, False)]


def test_credits_are_added_up_by_name():
    seats = (
        FinishedSeat("A", 9, kind="stand_in", stand_in="Zoe"),
        FinishedSeat("B", 8),
        FinishedSeat("C", 7, kind="bot"),
    )
    more = (FinishedSeat("A", 9), FinishedSeat("B", 9, kind="stand_in", stand_in="Zoe"))
    assert sum_stand_in_credits(
        [FinishedTable(1, seats), FinishedTable(2, more), FinishedTable(3, more, "void")], TEN
    ) == {"Zoe": 15}


@patiently
@given(score_sheets.played(8))
def test_places_at_a_table_are_those_of_a_race(played):
    """As many stand before a place as it says; those who share one know how many they are."""
    for one in played:
        found = score_table(one, TEN)
        for outcome in found:
            assert outcome.place == 1 + sum(other.place < outcome.place for other in found)
            assert outcome.tie_size == sum(other.place == outcome.place for other in found)


@patiently
@given(score_sheets.played(8))
def test_nothing_is_earned_in_a_game_that_somebody_else_finished(played):
    for one in played:
        for seat, outcome in zip(one.seats, score_table(one, TEN), strict=False):
            if seat.kind != "self" or seat.loss:
                assert (outcome.is_own, outcome.points, outcome.relw, outcome.share) == (False, 0, 0, 0)
            assert seat.kind == "stand_in" or not outcome.credit


# --- adjudication: S17

CURRENT = "A21 B24 C21 D15"


def test_for_whom_a_table_waited_half_of_its_time_comes_last():
    one = table(CURRENT, status="adjudicated", waited={"A": 40, "B": 310, "C": 90, "D": 60})
    assert compute_delay_shares(one.seats) == (
        Fraction(8, 100),
        Fraction(62, 100),
        Fraction(18, 100),
        Fraction(12, 100),
    )
    assert find_culpable(one) == {"B"}
    assert points(one) == {"A": "8.0000", "B": "0.0000", "C": "8.0000", "D": "3.0000"}


def test_if_nobody_is_culpable_the_current_scores_count():
    one = table(CURRENT, status="adjudicated", waited={"A": 200, "B": 180, "C": 70, "D": 50})
    assert compute_delay_shares(one.seats) == (
        Fraction(2, 5),
        Fraction(9, 25),
        Fraction(7, 50),
        Fraction(1, 10),
    )
    assert find_culpable(one) == frozenset()
    assert points(one) == {"A": "4.5000", "B": "10.0000", "C": "4.5000", "D": "1.0000"}


def test_exactly_half_is_culpable_and_no_waiting_at_all_is_not():
    assert find_culpable(table(CURRENT, status="adjudicated", waited={"A": 5, "B": 5})) == {"A", "B"}
    assert find_culpable(table(CURRENT, status="adjudicated")) == frozenset()


def test_in_a_game_that_was_finished_nobody_is_culpable():
    assert find_culpable(table(CURRENT, waited={"A": 9})) == frozenset()


# --- what is no table


@pytest.mark.parametrize(
    ("seats", "system", "complaint"),
    [
        ((FinishedSeat("A", 1), FinishedSeat("A", 2)), "TEN", re.escape(messages.SITS_TWICE.fill(table=7))),
        ((FinishedSeat("A", 1),), "TEN", re.escape(messages.TABLE_IS_TOO_SMALL.fill(table=7))),
        (
            (FinishedSeat("A", 1), FinishedSeat("B")),
            "TEN",
            re.escape(messages.SCORE_IS_MISSING.fill(table=7)),
        ),
        ((FinishedSeat("A"), FinishedSeat("B")), "TEN", re.escape(messages.SCORE_IS_MISSING.fill(table=7))),
        (
            (FinishedSeat("A", 1, place=1), FinishedSeat("B", 2)),
            "TEN",
            re.escape(messages.PLACE_IS_MISSING.fill(table=7)),
        ),
        (
            (FinishedSeat("A", place=0), FinishedSeat("B", place=1)),
            "TEN",
            re.escape(messages.PLACE_IS_MISSING.fill(table=7)),
        ),
        (
            (FinishedSeat("A", place=1), FinishedSeat("B", place=2)),
            "SHARE",
            re.escape(messages.SCORE_IS_MISSING.fill(table=7)),
        ),
    ],
)
def test_what_cannot_be_judged_is_refused_with_the_reason(seats, system, complaint):
    with pytest.raises(InvalidTournamentData, match=complaint):
        score_table(FinishedTable(7, seats), PointScheme(system))


def test_the_score_of_a_bot_may_be_missing():
    one = FinishedTable(1, (FinishedSeat("A", 3), FinishedSeat("B", 2), FinishedSeat("C", kind="bot")))
    assert points(one) == {"A": "10.0000", "B": "4.0000", "C": "0.0000"}
