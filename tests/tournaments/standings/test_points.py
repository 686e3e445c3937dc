"""What places and scores are worth."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.standings import points
from games.tournaments.standings.exact import format_decimal
from games.tournaments.standings.messages import InvalidTournamentData
from games.tournaments.standings.points import PointScheme, build_custom_scheme
from games.tournaments.standings.results import FinishedSeat, FinishedTable, score_table
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments.score_sheets import TEN, patiently

some_scores = st.lists(st.integers(0, 9), min_size=2, max_size=8)


def worth(scores, scheme=TEN):
    seats = tuple(FinishedSeat(number, score) for number, score in enumerate(scores))
    return [outcome.points for outcome in score_table(FinishedTable(1, seats), scheme)]


def numbers(text):
    return [format_decimal(Fraction(word)) for word in text.split()]


# --- places


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((25, 20, 20, 12), "10 4.5 4.5 1"),
        ((25, 25, 25, 12), "6.3333 6.3333 6.3333 1"),
        ((20, 20, 20, 20), "5 5 5 5"),
        ((31, 28, 28, 28, 20, 20, 9), "10 6.3333 6.3333 6.3333 2.5 2.5 1"),
    ],
)
def test_who_ties_shares_the_sum_of_the_places(scores, expected):
    """S02."""
    assert [format_decimal(value) for value in worth(scores)] == numbers(expected)


@patiently
@given(some_scores)
def test_a_table_of_n_is_worth_five_n(scores):
    assert sum(worth(scores)) == 5 * len(scores)


@patiently
@given(some_scores, st.sampled_from(["TEN", "LIN", "WIN"]))
def test_points_for_places_are_whole_in_parts_of_840(scores, system):
    """840 is the least common multiple of 1 to 8."""
    assert all((840 * value).denominator == 1 for value in worth(scores, PointScheme(system)))


@patiently
@given(some_scores, st.sampled_from(points.POINT_SYSTEMS[:-1]))
def test_a_better_score_never_earns_less(scores, system):
    order = sorted(zip(scores, worth(scores, PointScheme(system)), strict=True))
    assert [value for _, value in order] == sorted(value for _, value in order)


# --- all systems


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        ("SHARE", "32 27 24 17"),
        ("SOS", "39.1138 27.8457 22.0015 11.0390"),
        ("RELW", "100 84.375 75 53.125"),
        ("TEN", "10 6 3 1"),
        ("LIN", "1 0.6667 0.3333 0"),
        ("WIN", "1 0 0 0"),
    ],
)
def test_the_same_scores_under_every_system(system, expected):
    """S14."""
    assert [format_decimal(value) for value in worth((32, 27, 24, 17), PointScheme(system))] == numbers(
        expected
    )


@patiently
@given(some_scores, st.sampled_from(["SHARE", "SOS"]))
def test_shares_of_a_hundred_make_a_hundred(scores, system):
    assert sum(worth(scores, PointScheme(system))) == 100


def test_below_nothing_is_nothing_and_of_nothing_all_have_the_same():
    assert worth((3, -1, 1), PointScheme("SHARE")) == [75, 0, 25]
    assert worth((0, -5), PointScheme("SHARE")) == [50, 50]
    assert worth((0, 0), PointScheme("RELW")) == [100, 100]


def test_scores_may_be_fractions():
    assert worth((Fraction(3, 2), Fraction(1, 2)), PointScheme("SHARE")) == [75, 25]


@pytest.mark.parametrize(
    ("system", "expected"), [("TEN", "5"), ("LIN", "1/2"), ("WIN", "1/4"), ("SHARE", "25"), ("RELW", "50")]
)
def test_a_bye_is_worth_what_one_can_expect(system, expected):
    assert points.compute_neutral_points(PointScheme(system), 4) == Fraction(expected)


# --- the organizer's own


def test_the_organizers_own_points_are_shared_like_others():
    assert worth((9, 8, 8, 1), build_custom_scheme((7, 4, 2, 0))) == [7, 3, 3, 0]


def test_points_whose_means_differ_are_doubted():
    doubts = points.list_scheme_warnings(build_custom_scheme((7, 4, 2, 0), (7, 3, 0), (6, 1)), {4, 3})
    assert [doubt.say() for doubt in doubts] == [
        messages.TABLES_WORTH_MORE.fill(high=3, low=4, more="3.3333", less="3.25")
    ]


def test_only_sizes_that_are_played_are_doubted():
    assert points.list_scheme_warnings(build_custom_scheme((7, 4, 2, 0), (7, 3, 0)), {4}) == ()
    assert points.list_scheme_warnings(TEN, range(2, 9)) == ()
    assert points.list_scheme_warnings(PointScheme("SHARE"), {3, 4}) == ()
    assert len(points.list_scheme_warnings(PointScheme("WIN"), {3, 4})) == 1


def test_points_that_rise_with_the_place_are_doubted():
    assert [doubt.say() for doubt in points.list_scheme_warnings(build_custom_scheme((4, 2, 3)), {3})] == [
        messages.WORSE_PLACE_EARNS_MORE.fill(size=3, worse=3, better=2)
    ]


@pytest.mark.parametrize(
    ("scheme", "complaint"),
    [
        (lambda: PointScheme("TENNER"), "There are no points called “TENNER”. There are TEN, LIN"),
        (lambda: PointScheme("CUSTOM"), messages.POINT_LISTS_NEEDED.pattern),
        (
            lambda: PointScheme("LIN", ((Fraction(1), Fraction(0)),)),
            messages.POINT_LISTS_NEEDED.pattern,
        ),
        (lambda: build_custom_scheme((3, 1), (2, 1)), messages.POINT_LISTS_FROM_TWO_ON.pattern),
        (lambda: build_custom_scheme((3,)), messages.POINT_LISTS_FROM_TWO_ON.pattern),
        (
            lambda: points.list_place_points(TEN, 9),
            re.escape(messages.NO_POINTS_FOR_SIZE.fill(system="TEN", size=9)),
        ),
        (
            lambda: points.list_place_points(build_custom_scheme((3, 1)), 3),
            re.escape(messages.NO_POINTS_FOR_SIZE.fill(system="CUSTOM", size=3)),
        ),
    ],
)
def test_points_that_cannot_be_are_refused_with_the_reason(scheme, complaint):
    with pytest.raises(InvalidTournamentData, match=complaint):
        scheme()
