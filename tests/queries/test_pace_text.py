"""A pace in words."""

from datetime import time, timedelta

import pytest
from django.utils import translation

from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import PRESETS, Pace
from games.queries import pace_text
from games.text import format_duration, format_short_duration, join_words
from tests.helpers.messages import lobby

PLAIN = Pace(hours=timedelta(hours=24))
EVENINGS = Pace(hours=timedelta(hours=6), daily_at=(time(20),), zone="Europe/Budapest")


def fixed(*hours: int, on: set[int], zone: str = "UTC") -> Pace:
    return Pace(daily_at=tuple(time(hour) for hour in hours), weekdays=frozenset(on), zone=zone)


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        (PLAIN, "a day per decision"),
        (PRESETS["brisk"], "8 hours per decision"),
        (PRESETS["correspondence"], "7 days per decision"),
        (Pace(hours=timedelta(hours=1)), "an hour per decision"),
        (Pace(hours=timedelta(minutes=90)), "1 h 30 min per decision"),
        (EVENINGS, "every day at 20:00, Budapest"),
        (fixed(20, 8, on={0, 1, 2, 3, 4}), "Monday to Friday at 08:00 and 20:00, UTC"),
        (fixed(9, on={5, 6}, zone="America/New_York"), "on weekends at 09:00, New York"),
        (
            fixed(7, 13, 20, on={4, 0, 2}, zone="America/Argentina/Buenos_Aires"),
            "Monday, Wednesday and Friday at 07:00, 13:00 and 20:00, Buenos Aires",
        ),
    ],
)
def test_a_pace_in_a_few_words(pace, words):
    assert pace_text.describe_pace_briefly(pace) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 min"),
        (59, "0 min"),
        (20 * 60, "20 min"),
        (3600, "1 h"),
        (5 * 3600 + 20 * 60, "5 h 20 min"),
        (24 * 3600, "1 day"),
        (27 * 3600 + 59 * 60, "1 day 3 h"),
        (48 * 3600 + 60, "2 days"),
    ],
)
def test_what_is_left_is_told_in_the_two_figures_that_matter(seconds, words):
    assert format_short_duration(timedelta(seconds=seconds)) == words


def test_every_preset_has_a_name_and_a_sentence():
    assert list(pace_text.PRESET_NAMES) == list(PRESETS)
    for name, pace in PRESETS.items():
        assert pace_text.find_preset_title(pace) == name.capitalize()
        assert pace_text.describe_preset(name).lower().startswith(format_duration(pace.hours))
    assert pace_text.find_preset_title(PLAIN) == ""


def test_the_daily_pace_in_full():
    assert pace_text.describe_pace(PRESETS["daily"], MissedDeadlinePolicy()) == [
        "A day per decision.",
        "If you need longer, you use up your time bank: each seat starts with 2 days.",
        "Each decision adds 2 hours to the time bank, up to 3 days.",
        "At the very end there is a grace period of 2 hours.",
        (
            "A deadline in your quiet hours or on a free day moves to an hour after they end, "
            "by at most 60 hours."
        ),
        "For a player with free weekends the table may wait from Friday evening to Monday morning.",
        (
            "If you run out of time, what you have chosen answers for you: "
            "a safe default move, a bot or your orders."
        ),
        "The first missed deadline is forgiven.",
        (
            "After 2 missed deadlines in a row, or 4 in the whole game, a bot takes over "
            "until the player is back."
        ),
        "Meanwhile somebody else can take the seat.",
        "Booked leave stops the clock.",
    ]


@pytest.mark.parametrize("name", PRESETS)
def test_a_pace_says_whether_free_days_count(name):
    pace = PRESETS[name]
    told = " ".join(pace_text.describe_pace(pace, MissedDeadlinePolicy()))
    assert lobby.FREE_DAYS_DO_NOT_COUNT.is_in(told) == (not pace.allows_free_days)
    assert (lobby.WEEKENDS_COST_TIME in told) == pace.allows_free_days


def test_lists_of_none_one_and_two():
    assert [join_words(words) for words in ([], ["one"], ["one", "two"])] == ["", "one", "one and two"]


@pytest.mark.parametrize(("language", "last"), [("en", "and"), ("hu", "és"), ("hr", "i")])
def test_a_list_has_a_space_after_each_comma(language, last):
    with translation.override(language):
        assert join_words(["a", "b", "c"]) == f"a, b {last} c"


def test_one_excused_miss_is_hungarian():
    with translation.override("hu"):
        assert "Az első alkalmat elnézzük." in pace_text.describe_pace(PLAIN, MissedDeadlinePolicy(excused=1))
        assert "Az első 2 alkalmat elnézzük." in pace_text.describe_pace(
            PLAIN, MissedDeadlinePolicy(excused=2)
        )


def test_fixed_times_in_full():
    first, second, *rest = pace_text.describe_pace(EVENINGS, MissedDeadlinePolicy())
    assert first == "Decisions are due every day at 20:00 (Budapest time)."
    assert second == "If less than 6 hours is left, the next deadline applies."
    assert not any("bank" in sentence for sentence in rest)


def test_a_bank_that_only_fills_up():
    texts = pace_text.describe_pace(
        Pace(increment=timedelta(hours=1), cap=timedelta(hours=9)), MissedDeadlinePolicy()
    )
    assert "each decision adds an hour to it, up to 9 hours." in texts[1]


@pytest.mark.parametrize(
    ("patience", "sentence"),
    [
        (
            MissedDeadlinePolicy(answers=()),
            "If you run out of time, a safe default move is played for you.",
        ),
        (MissedDeadlinePolicy(excused=3), "The first 3 missed deadlines are forgiven."),
        (MissedDeadlinePolicy(stand_ins=False), "Nobody else can take the seat."),
        (MissedDeadlinePolicy(leave="none"), "Leave does not stop the clock."),
        (MissedDeadlinePolicy(leave=1), "Booked leave stops the clock, for at most one day per game."),
        (
            MissedDeadlinePolicy(leave=10),
            "Booked leave stops the clock, for at most 10 days per game.",
        ),
        (
            MissedDeadlinePolicy(in_a_row=1, in_total=9),
            "After one missed deadline that counts a bot takes over until the player is back.",
        ),
        (
            MissedDeadlinePolicy(in_a_row=3, in_total=3),
            "After 3 missed deadlines that count a bot takes over until the player is back.",
        ),
    ],
)
def test_what_else_a_table_may_agree_on(patience, sentence):
    assert sentence in pace_text.describe_pace(PLAIN, patience)


def test_nothing_is_said_of_excuses_where_there_are_none():
    texts = pace_text.describe_pace(PLAIN, MissedDeadlinePolicy(excused=0))
    assert not any("excused" in sentence for sentence in texts)
