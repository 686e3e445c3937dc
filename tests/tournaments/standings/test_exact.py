"""Numbers are exact until somebody reads them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.standings import exact
from tests.helpers.tournaments.score_sheets import patiently

fractions = st.fractions()


def test_four_decimals_and_the_middle_goes_to_the_even_neighbour():
    assert exact.format_decimal(Fraction(19, 3)) == "6.3333"
    assert exact.format_decimal(Fraction("2.65625")) == "2.6562"
    assert exact.format_decimal(Fraction("2.21875")) == "2.2188"
    assert exact.format_decimal(Fraction(-1, 30000)) == "0.0000"
    assert exact.format_decimal(-2) == "-2.0000"


def test_no_more_decimals_than_are_exact():
    assert [exact.format_short(Fraction(text)) for text in ("2", "3/2", "1/3", "2.65625", "-0.5", "20")] == [
        "2",
        "1.5",
        "0.3333",
        "2.6562",
        "-0.5",
        "20",
    ]


def test_two_numbers_are_shown_with_decimals_enough_to_differ():
    assert exact.format_distinctly(Fraction(1, 3), Fraction(33_333_300, 100_000_000)) == (
        "0.3333333",
        "0.333333",
    )
    assert exact.format_distinctly(Fraction(2), Fraction(3, 2)) == ("2", "1.5")


@patiently
@given(fractions, fractions)
def test_numbers_that_differ_look_different(one, other):
    assert (exact.format_distinctly(one, other)[0] == exact.format_distinctly(one, other)[1]) == (
        one == other
    )


@patiently
@given(fractions)
def test_what_is_shown_is_within_half_of_the_last_digit(value):
    assert abs(Fraction(exact.format_decimal(value)) - value) <= Fraction(1, 20_000)


@patiently
@given(fractions)
def test_what_is_written_is_read_again(value):
    assert exact.parse_fraction(exact.dump_fraction(value)) == value


@pytest.mark.parametrize(
    "text", ["", "1.5", "1/0", "1/-2", "+1", " 1", "1e9", "٣", "nan", "1" * 4001, "1/2/3"]
)
def test_what_is_no_exact_number_is_not_read(text):
    with pytest.raises(ValueError, match="not an exact number"):
        exact.parse_fraction(text)


@patiently
@given(st.lists(fractions, max_size=9), st.integers(1, 9))
def test_a_sum_is_a_sum(values, divisor):
    assert exact.sum_fractions(values, divisor) == sum(values, Fraction(0)) / divisor


@patiently
@given(st.dictionaries(st.integers(), fractions, max_size=9))
def test_scaled_numbers_have_the_same_proportions(values):
    found, unit = exact.scale_to_integers(values)
    assert {key: Fraction(value, unit) for key, value in found.items()} == values


def test_numbers_without_a_short_common_denominator_stay_fractions():
    values = {number: Fraction(1, 2**number - 1) for number in range(2, 90)}
    assert exact.scale_to_integers(values) == (values, 1)
