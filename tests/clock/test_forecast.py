"""How long a game takes, and when somebody is called."""

from datetime import timedelta
from random import Random
from statistics import median, quantiles

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock.forecast import (
    Quartiles,
    compute_longest_length,
    compute_quartiles,
    compute_share_left,
    compute_typical_length,
    forecast_length,
    forecast_turn,
)
from games.clock.pace import PRESETS, Pace
from games.clock.spans import ZERO
from tests.helpers import clock_times as times
from tests.helpers.clock_times import at, hours, shown

DAY = timedelta(days=1)
answers = st.lists(times.lengths, min_size=1, max_size=12)
counts = st.lists(st.integers(0, 300), min_size=1, max_size=12)


# --- the length of a game


def test_people_who_all_answer_alike():
    found = forecast_length([80], [hours(6)] * 3)
    assert found.median == pytest.approx(20, abs=0.001)
    assert found.ninetieth_percentile == pytest.approx(20, abs=0.001)


def test_a_longer_kind_of_game_is_what_the_slow_tenth_is():
    """One game in five has twice the decisions: the middle one is short, the ninetieth of a hundred long."""
    found = forecast_length([40, 40, 40, 40, 80], [hours(12)])
    assert found.median == pytest.approx(20, abs=0.001)
    assert found.ninetieth_percentile == pytest.approx(40, abs=0.001)


def test_it_is_what_games_drawn_by_lot_take():
    observed = [hours(number) for number in (0.2, 0.5, 1, 2, 3, 5, 9, 14, 26, 47)]
    played = [70, 85, 90, 100, 120]
    dice = Random(1)
    games = [sum(dice.choices(observed, k=dice.choice(played)), ZERO) / DAY for _ in range(3000)]
    found = forecast_length(played, observed)
    assert found.median == pytest.approx(median(games), rel=0.03)
    assert found.ninetieth_percentile == pytest.approx(quantiles(games, n=10)[-1], rel=0.03)


def test_tables_that_differ_move_the_slow_tenth_and_not_the_middle():
    """All answer in six hours, but tables differ by a fifth: 1.28 standard deviations of four days."""
    found = forecast_length([80], [hours(6)], between=0.2)
    assert found.median == pytest.approx(20, abs=0.001)
    assert found.ninetieth_percentile == pytest.approx(20 + 1.2816 * 4, abs=0.01)


def test_without_anything_observed_there_is_no_forecast():
    assert forecast_length([], [hours(1)]) is None
    assert forecast_length([80], []) is None
    assert compute_quartiles([]) is None


@given(counts, answers)
def test_the_ninetieth_game_is_not_shorter_than_the_middle_one(decisions, observed):
    found = forecast_length(decisions, observed)
    assert 0 <= found.median <= found.ninetieth_percentile


@given(counts, answers, times.lengths)
def test_slower_people_make_no_shorter_game(decisions, observed, more):
    slower = forecast_length(decisions, [answer + more for answer in observed])
    assert slower.median >= forecast_length(decisions, observed).median - 1e-4


# --- from the pace alone


def test_the_worst_case_uses_every_hour_and_every_bank():
    pace = PRESETS["daily"]  # 24 hours, 2 more each, 2 of grace, and 48 for each seat once
    assert compute_longest_length([60, 80], pace, seats=5) == pytest.approx((80 * (24 + 2 + 2) + 5 * 48) / 24)


def test_a_typical_game_uses_a_share_of_the_time():
    assert compute_typical_length([60, 80, 90], PRESETS["daily"], share=0.25) == pytest.approx(20)
    assert compute_typical_length([60, 80, 90], PRESETS["brisk"], share=0.5) == pytest.approx(80 * 4 / 24)


def test_a_pace_without_games_takes_no_time():
    assert compute_longest_length([], Pace(), seats=4) == 0
    assert compute_typical_length([], Pace(), share=0.5) == 0


@given(counts, times.paces(), st.floats(0, 1))
def test_no_typical_game_is_longer_than_the_worst(decisions, pace, share):
    assert (
        compute_typical_length(decisions, pace, share=share)
        <= compute_longest_length(decisions, pace, seats=2) + 1e-9
    )


# --- who is called when


def test_quartiles_of_a_table():
    assert compute_quartiles([hours(number) for number in (1, 2, 3, 4, 9)]) == Quartiles(
        hours(2), hours(3), hours(4)
    )
    assert compute_quartiles([hours(5)]) == Quartiles(hours(5), hours(5), hours(5))


def test_called_after_the_players_before():
    table = Quartiles(hours(1), hours(3), hours(8))  # four hours in the mean
    found = forecast_turn(at("2026-05-04 08:00"), 4, table)
    assert [shown(found.early), shown(found.around), shown(found.late)] == [
        "Mon 04 May 18:00",
        "Tue 05 May 00:00",
        "Tue 05 May 08:00",
    ]


def test_after_one_decision_the_quartiles_themselves():
    found = forecast_turn(at("2026-05-04 08:00"), 1, Quartiles(hours(1), hours(3), hours(8)))
    assert [shown(found.early), shown(found.late)] == ["Mon 04 May 09:00", "Mon 04 May 16:00"]


@given(times.instants, st.integers(0, 200), answers)
def test_called_in_order_and_not_before_now(now, before, observed):
    table = compute_quartiles(observed)
    found = forecast_turn(now, before, table)
    later = forecast_turn(now, before + 1, table)
    assert now - timedelta(seconds=1) <= found.early  # the root is rounded
    assert found.early <= found.around <= found.late
    assert found.around <= later.around
    if before == 0:
        assert found.early == found.around == found.late == now


# --- what is left of a game


def test_the_share_that_is_left_falls_from_all_to_nearly_nothing():
    shares = [compute_share_left([80, 100, 120], made) for made in (0, 50, 90, 110, 300)]
    assert shares[:3] == [1.0, 0.5, pytest.approx(20 / 110)]
    assert shares[3] == pytest.approx(10 / 120)
    assert shares[4] == pytest.approx(1 / 301)  # longer than any that was ever counted


def test_without_any_games_nobody_knows_what_is_left():
    assert compute_share_left([], 10) is None


@given(counts, st.integers(0, 400))
def test_what_is_left_is_a_part_of_the_whole(games, made):
    assert 0 < compute_share_left(games, made) <= 1
