"""What is counted, and the bounds nobody can beat."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core.translation import Translator
from games.tournaments.pairing import quality
from games.tournaments.pairing.fewest_repeats import find_fewest_repeats
from games.tournaments.pairing.meetings import count_meetings
from games.tournaments.pairing.schedules import modular
from games.tournaments.pairing.schedules.cyclic import find_design
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments.fields import partitions

LEAST_IN_ROUND_TWO = [
    (8, 4, 4),
    (12, 4, 3),
    (6, 3, 2),
    (15, 5, 6),
    (10, 5, 8),
    (24, 6, 8),
    (24, 8, 21),
    (16, 8, 24),
    (16, 4, 0),
    (9, 3, 0),
]


@pytest.mark.parametrize(("players", "size", "least"), LEAST_IN_ROUND_TWO)
def test_the_second_round_cannot_have_fewer_repeats(players, size, least):
    assert quality.count_unavoidable_repeats([[size] * (players // size)] * 2, players) == least


@pytest.mark.parametrize(
    ("players", "size", "most"), [(16, 4, 5), (9, 3, 4), (32, 4, 10), (12, 4, 1), (3, 4, 1)]
)
def test_more_rounds_cannot_be_without_repeats(players, size, most):
    assert quality.compute_max_rounds(players, size) == most


def test_the_bound_grows_with_each_round():
    assert quality.count_unavoidable_repeats([[4, 4]] * 3, 8) == 8
    assert quality.count_unavoidable_repeats([[4] * 4] * 6, 16) == 6 * 4 * 6 - 120


@pytest.mark.parametrize("sizes", [(4, 4), (3, 3, 2), (4, 3), (3, 3), (2, 2, 2)])
def test_the_bound_of_the_second_round_is_met_by_trying_everything(sizes):
    people = range(sum(sizes))
    first = next(partitions(people, sizes))
    met = count_meetings([tuple(first)])
    best = min(
        quality.count_repeats(met + count_meetings([tuple(second)])) for second in partitions(people, sizes)
    )
    assert best == quality.count_unavoidable_repeats([sizes, sizes], sum(sizes))


@pytest.mark.parametrize(("sizes", "rounds"), [((3, 3), 3), ((4, 3), 3), ((4, 4), 3), ((2, 2, 2), 4)])
def test_the_fewest_repeats_are_found_by_trying_everything(sizes, rounds):
    people = range(sum(sizes))
    [first, *ways] = [tuple(map(tuple, one)) for one in partitions(people, sizes)]
    tried = product([first, *ways], repeat=rounds - 1)
    best = min(quality.count_repeats(count_meetings([first, *others])) for others in tried)
    assert find_fewest_repeats([sizes] * rounds, len(people)) == best


def test_a_bound_that_nobody_can_reach_is_not_told():
    rounds = [((0, 1, 2), (3, 4, 5)), ((0, 1, 3), (2, 4, 5)), ((0, 4, 1), (2, 3, 5))]
    found = quality.compute_quality(rounds, 3)
    assert (quality.count_unavoidable_repeats([[3, 3]] * 3, 6), found.repeats_at_least) == (4, 5)
    assert find_fewest_repeats([[4] * 8] * 6, 32) is None


def test_whoever_sat_out_has_met_nobody():
    """Seven at two tables of three: the one who sat out loosens the second round."""
    assert quality.count_unavoidable_repeats([[3, 3], [3, 3]], 6) == 2
    assert quality.count_unavoidable_repeats([[3, 3], [3, 3]], 7) == 0


@given(st.integers(2, 8), st.integers(2, 8), st.integers(1, 6))
def test_no_schedule_beats_the_bound(tables, size, rounds):
    found = quality.compute_quality(modular.build_raw_rounds(tables * size, size, rounds), size)
    assert found.repeats >= found.repeats_at_least


def test_a_league_of_seven_is_as_good_as_can_be():
    found = quality.compute_quality((find_design(7, 4),), 4)
    assert (found.repeats, found.repeats_at_least, found.most_meetings) == (21, 21, 2)
    assert (found.seats_apart, found.seats_apart_at_best, found.byes) == (0, 0, 0)


def test_seats_that_somebody_had_too_often_are_seen():
    rounds = (((1, 2, 3),), ((1, 3, 2),), ((1, 2, 3),))
    found = quality.compute_quality(rounds, 3)
    assert (found.seats_apart, found.seats_apart_at_best) == (3, 0)


def test_kinds_of_seats_are_counted_where_sizes_differ():
    assert (
        quality.compute_seat_imbalance((((1, 2, 3, 4), (5, 6, 7)), ((1, 5, 3), (2, 4, 6, 7)))) == 2
    )  # 1 begins twice
    assert quality.compute_seat_imbalance((((1, 2, 3, 4), (5, 6, 7)), ((2, 1, 5), (7, 4, 6, 3)))) == 1


def test_turns_at_short_tables_and_byes_are_counted():
    rounds = (((1, 2, 3, 4), (5, 6, 7)), ((1, 2, 3, 4), (5, 6, 7)))
    assert quality.compute_quality(rounds, 4).short == 2
    assert quality.compute_quality(rounds, 3).short == 0
    assert quality.compute_quality((((1, 2, 3),), ((1, 2, 4),)), 3).byes == 1
    assert quality.compute_quality((((1, 2, 3),), ((1, 2, 4),)), 3, byes={3: 2}).byes == 2


def test_spread_is_that_of_the_last_round():
    points = {1: 10, 2: Fraction(5, 2), 3: 4, 4: 0}
    rounds = (((1, 2), (3, 4)), ((1, 3), (2, 4)))
    assert quality.compute_quality(rounds, 2, points=points).spread == 36 + Fraction(25, 4)
    assert quality.compute_quality(rounds, 2).spread is None


def test_nothing_played_yet_has_a_quality_too():
    assert quality.compute_quality((), 4).repeats == 0
    assert quality.compute_quality((), 4, points={}).spread == 0


# --- in words


def test_a_perfect_draw_says_so():
    assert quality.compute_quality(modular.build_schedule(44, 4, 8), 4).describe() == [
        messages.NOBODY_MEETS_TWICE,
        messages.SEATS_ARE_EVEN,
    ]


def test_a_draw_that_cannot_be_better_says_so():
    assert quality.compute_quality((find_design(7, 4),), 4).describe()[
        0
    ] == messages.REPEATS_AT_THE_LEAST.fill(n=21)


def test_everything_worth_saying_is_said():
    found = quality.PairingQuality(
        repeats=5,
        repeats_at_least=3,
        most_meetings=4,
        seats_apart=2,
        seats_apart_at_best=1,
        short=1,
        byes=1,
        spread=Fraction(9, 2),
    )
    assert found.describe() == [
        messages.REPEATS.fill(n=5, least=3),
        messages.MOST_MEETINGS.fill(n=4),
        messages.SEATS_DIFFER.fill(n=2),
        messages.SHORT_TABLES_DIFFER_BY_ONE,
        messages.ONE_BYE_EACH,
        messages.POINTS_DIFFER.fill(spread="4.5"),
    ]


def test_words_come_from_the_given_tongue():
    class Shouting(Translator):
        def say(self, message: str, /, **words: object) -> str:
            return super().say(message, **words).upper()

    assert (
        quality.compute_quality(modular.build_schedule(44, 4, 8), 4).describe(Shouting("en"))[0]
        == messages.NOBODY_MEETS_TWICE.upper()
    )
