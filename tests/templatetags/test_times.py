"""Times as people say them."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games.templatetags.times import from_now, rough_time

NOW = datetime(2026, 3, 4, 9, tzinfo=UTC)  # a Wednesday, ten o'clock in Budapest


@pytest.mark.parametrize(
    ("day", "hour", "words"),
    [
        (4, 10, "this morning"),
        (4, 11, "this afternoon"),  # noon in Budapest
        (4, 20, "this evening"),
        (5, 2, "tonight"),
        (5, 8, "tomorrow morning"),
        (5, 13, "tomorrow afternoon"),
        (5, 19, "tomorrow evening"),
        (6, 3, "Friday, early"),
        (6, 19, "Friday evening"),
        (9, 12, "Monday afternoon"),
        (11, 8, "11 March morning"),  # the next Wednesday
    ],
)
def test_what_nobody_knows_exactly_is_a_part_of_a_day_in_the_readers_zone(day, hour, words):
    with time_machine.travel(NOW, tick=False), timezone.override("Europe/Budapest"):
        assert rough_time(datetime(2026, 3, day, hour, tzinfo=UTC)) == words


def test_nothing_is_said_of_what_is_not_known():
    assert rough_time(None) == from_now(None) == ""


@pytest.mark.parametrize(
    ("away", "words"),
    [
        (timedelta(hours=47, minutes=10), "in 1 day 23 h"),
        (timedelta(hours=24), "in 1 day"),
        (timedelta(hours=5, minutes=20), "in 5 h 20 min"),
        (timedelta(days=30), "in 30 days"),
        (timedelta(seconds=20), "now"),
        (timedelta(hours=-47), "1 day 23 h ago"),
    ],
)
def test_how_far_away_it_is_in_the_two_figures_that_matter(away, words):
    with time_machine.travel(NOW, tick=False):
        assert from_now(NOW + away) == words
