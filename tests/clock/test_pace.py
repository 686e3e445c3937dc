"""What a table may agree on, and its fixed times of the day."""

import json
from dataclasses import replace
from datetime import time, timedelta

import pytest
from hypothesis import given

from games.clock.pace import PRESETS, Pace, compute_longest_wait, dump_pace, find_next_daily_time, load_pace
from tests.helpers import clock_times as times
from tests.helpers.clock_times import at, hours, shown

EVENINGS = Pace(hours=hours(2), daily_at=(time(20),), zone="Europe/Budapest")


# --- what is refused


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"hours": timedelta(seconds=59)}, "at least a minute"),
        ({"hours": timedelta(days=61)}, "hours is at most 1440 hours"),
        ({"grace": hours(-1)}, "grace .* not negative"),
        ({"shift": timedelta(days=8)}, "shift is at most 168"),
        ({"allowance": hours(10), "cap": hours(9)}, "cap"),
        ({"increment": hours(2), "cap": hours(1)}, "cap"),
        ({"zone": "Europe/Buda"}, "no time zone 'Europe/Buda'"),
        ({"zone": "Europe"}, "no time zone"),  # a folder
        ({"zone": "../../etc/passwd"}, "no time zone"),
        ({"zone": ""}, "no time zone"),
        ({"daily_at": (time(20, 0, 1),)}, "hours and minutes"),
        ({"daily_at": (time(20), time(20))}, "different"),
        ({"daily_at": tuple(time(20, minute) for minute in range(25))}, "at most 24"),
        ({"daily_at": (time(20),), "weekdays": frozenset()}, "one or more"),
        ({"daily_at": (time(20),), "weekdays": frozenset({7})}, "0 .Monday. to 6"),
        ({"weekdays": times.WEEKEND}, "need daily_at"),
    ],
)
def test_what_no_table_may_agree_on(wrong, says):
    with pytest.raises(ValueError, match=says):
        Pace(**wrong)


# --- presets


def test_presets_from_fast_to_slow():
    assert list(PRESETS) == ["brisk", "daily", "relaxed", "correspondence"]
    for name in ("hours", "allowance", "increment", "cap", "grace", "shift"):
        numbers = [getattr(pace, name) for pace in PRESETS.values()]
        assert numbers == sorted(numbers)
        assert all(numbers)


# --- as plain data


def test_a_pace_is_readable_as_json():
    pace = replace(PRESETS["daily"], daily_at=(time(8), time(20, 30)), weekdays=frozenset({0, 2}))
    assert json.loads(json.dumps(dump_pace(pace))) == {
        "hours": 24,
        "allowance": 48,
        "increment": 2,
        "cap": 72,
        "grace": 2,
        "shift": 60,
        "daily_at": ["08:00", "20:30"],
        "weekdays": [0, 2],
        "zone": "UTC",
    }


@given(times.paces())
def test_every_pace_comes_back_from_json(pace):
    assert load_pace(json.loads(json.dumps(dump_pace(pace)))) == pace


def test_a_newer_field_is_left_out_and_a_missing_one_is_as_usual():
    assert load_pace({"hours": 8, "moon": "full"}) == Pace(hours=hours(8))
    assert load_pace({}) == Pace()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("hours", "soon"),
        ("hours", None),
        ("hours", True),
        ("hours", float("nan")),
        ("hours", 1e300),
        ("daily_at", ["half past eight"]),
        ("daily_at", [20]),
        ("daily_at", None),
        ("daily_at", ["20:00+02:00"]),
        ("weekdays", 3),
        ("weekdays", [[3]]),
        ("weekdays", ["Monday"]),
        ("zone", 7),
    ],
)
def test_what_cannot_be_read_is_a_value_error_that_names_it(name, value):
    with pytest.raises(ValueError, match=name):
        load_pace({"daily_at": ["20:00"], name: value})


# --- fixed times


@pytest.mark.parametrize(
    ("from_then", "next_one"),
    [
        ("2026-05-01 19:59", "Fri 01 May 20:00"),
        ("2026-05-01 20:00", "Fri 01 May 20:00"),
        ("2026-05-01 20:01", "Sat 02 May 20:00"),
        ("2026-03-28 20:01", "Sun 29 Mar 20:00"),  # after 23 hours
        ("2026-10-24 20:01", "Sun 25 Oct 20:00"),  # after 25 hours
    ],
)
def test_every_day_at_eight(from_then, next_one):
    assert shown(find_next_daily_time(at(from_then), EVENINGS)) == next_one


def test_a_time_that_is_skipped_comes_an_hour_later_on_the_clock():
    pace = replace(EVENINGS, daily_at=(time(2, 30),))
    assert shown(find_next_daily_time(at("2026-03-28 12:00"), pace)) == "Sun 29 Mar 03:30"
    assert shown(find_next_daily_time(at("2026-03-29 12:00"), pace)) == "Mon 30 Mar 02:30"


def test_the_evening_of_a_day_that_never_was_is_that_of_the_next():
    """Samoa went from Thursday the 29th to Saturday the 31st."""
    fridays = replace(EVENINGS, weekdays=frozenset({4}), zone="Pacific/Apia")
    found = find_next_daily_time(at("2011-12-31 12:00", times.APIA), fridays)
    assert shown(found, times.APIA) == "Sat 31 Dec 20:00"


def test_mondays_and_thursdays_morning_and_evening():
    pace = replace(EVENINGS, daily_at=(time(20), time(8)), weekdays=frozenset({0, 3}))
    assert shown(find_next_daily_time(at("2026-05-04 07:00"), pace)) == "Mon 04 May 08:00"
    assert shown(find_next_daily_time(at("2026-05-04 09:00"), pace)) == "Mon 04 May 20:00"
    assert shown(find_next_daily_time(at("2026-05-04 21:00"), pace)) == "Thu 07 May 08:00"
    assert shown(find_next_daily_time(at("2026-05-07 21:00"), pace)) == "Mon 11 May 08:00"


@given(times.instants, times.paces().filter(lambda pace: pace.daily_at))
def test_the_next_fixed_time_is_within_the_longest_wait_and_stays_itself(moment, pace):
    tick = find_next_daily_time(moment, pace)
    assert moment <= tick == find_next_daily_time(tick, pace)
    assert tick - moment <= compute_longest_wait(pace) - pace.hours + timedelta(
        days=1
    )  # a day, where one is repeated


@pytest.mark.parametrize(
    ("pace", "longest"),
    [
        (PRESETS["brisk"], hours(8)),
        (EVENINGS, hours(2 + 24)),
        (replace(EVENINGS, daily_at=(time(20), time(8))), hours(2 + 12)),
        (replace(EVENINGS, daily_at=(time(8), time(9))), hours(2 + 23)),
        (replace(EVENINGS, weekdays=frozenset(range(5))), hours(2 + 72)),
        (replace(EVENINGS, weekdays=frozenset({3})), hours(2 + 168)),
    ],
)
def test_the_longest_that_one_decision_may_take(pace, longest):
    assert compute_longest_wait(pace) == longest
