"""Points over rounds as a drawing."""

from fractions import Fraction
from itertools import pairwise

from games.views.charts import Chart
from games.views.tournaments.results import CHART_LAYOUT, build_points_chart

NAMES = {1: "Ann", 2: "Bob", 3: "Cy"}


def points(*numbers: float) -> list[Fraction]:
    return [Fraction(number) for number in numbers]


def chart(own: int = 0) -> Chart:
    found = build_points_chart({1: points(10, 6), 2: points(6, 10), 3: points(1, 0.5)}, NAMES, own)
    assert found is not None
    return found


def test_one_round_is_no_line():
    assert build_points_chart({}, NAMES) is None
    assert build_points_chart({1: points(10)}, NAMES) is None


def test_lines_begin_at_nought_and_end_at_the_sum():
    ann, bob, cy = chart().curves
    start = f"{float(CHART_LAYOUT.left)},{float(CHART_LAYOUT.height - CHART_LAYOUT.bottom)}"
    assert [curve.path.split()[0] for curve in (ann, bob, cy)] == [start] * 3
    assert ann.end_y == bob.end_y == CHART_LAYOUT.top  # the highest touch the top
    assert cy.end_y > ann.end_y


def test_names_of_equals_do_not_lie_on_each_other():
    gained = {number: points(5, 5) for number in range(1, 9)}
    found = build_points_chart(gained, dict.fromkeys(gained, "x"))
    assert found is not None
    heights = sorted(curve.label_y for curve in found.curves)
    assert all(lower - upper >= CHART_LAYOUT.label_distance for upper, lower in pairwise(heights))
    assert heights[-1] <= CHART_LAYOUT.height


def test_names_at_the_bottom_move_up_and_stay_on_the_page():
    gained = {1: points(50, 50)} | {number: points(0, 0) for number in range(2, 9)}
    found = build_points_chart(gained, {})
    assert found is not None
    assert max(curve.label_y for curve in found.curves) <= CHART_LAYOUT.height - CHART_LAYOUT.bottom


def test_lines_are_told_apart_without_colour_and_the_readers_is_thick():
    assert [curve.dash for curve in chart().curves] == [0, 1, 2]
    eight = build_points_chart({number: [Fraction(number)] * 2 for number in range(8)}, {})
    assert eight is not None
    assert [curve.dash for curve in eight.curves] == list(range(8))
    assert [curve.is_emphasised for curve in chart(own=2).curves] == [False, True, False]


def test_the_scale_has_whole_numbers_up_to_the_highest():
    assert [mark.text for mark in chart().scale] == ["0", "4", "8", "12", "16"]
    assert [mark.text for mark in chart().ticks] == ["1", "2"]


def test_nobody_with_any_point_is_a_flat_line():
    found = build_points_chart({1: points(0, 0)}, NAMES)
    assert found is not None
    assert found.curves[0].end_y == CHART_LAYOUT.height - CHART_LAYOUT.bottom
