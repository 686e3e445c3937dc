"""Deadlines as a timetable: asked then, due then, and what moved it."""

from dataclasses import replace
from datetime import datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock.bank import TimeBank, compute_deadline_times, open_bank, resume_after_pause
from games.clock.deadlines import (
    Deadline,
    compute_deadline,
    compute_due,
    compute_remaining,
    limit_quiet_hours,
)
from games.clock.pace import PRESETS, Pace
from games.clock.quiet_hours import QuietHours, find_first_awake
from games.clock.spans import Span, merge_spans
from tests.helpers import clock_times as times
from tests.helpers.clock_times import BUDAPEST, WEEKEND, at, hours, shown, span

DAY = Pace(hours=hours(24), grace=hours(2), shift=hours(12))
EVENINGS = Pace(hours=hours(4), grace=hours(2), daily_at=(time(20),), zone="Europe/Budapest")
SLEEPER = QuietHours(BUDAPEST, time(22), time(7))
AT_WORK = QuietHours(BUDAPEST, time(22), time(7), WEEKEND)
NO_BANK = TimeBank()


def timetable(
    asked: str, pace: Pace, bank: TimeBank = NO_BANK, **more: object
) -> tuple[str, str, tuple[str, ...]]:
    found = compute_deadline(at(asked), pace, bank, **more)
    return shown(found.due), shown(found.final), found.reasons


# --- the pace alone


@pytest.mark.drill(22, "a day in which the clocks change")
@pytest.mark.parametrize("zone", [times.BUDAPEST, times.ZAGREB])
def test_a_day_is_24_hours_also_when_the_clocks_change(zone):
    assert shown(compute_due(at("2026-03-28 12:00", zone), 24), zone) == "Sun 29 Mar 13:00"
    assert shown(compute_due(at("2026-10-24 12:00", zone), 24), zone) == "Sun 25 Oct 11:00"


def test_local_times_are_counted_as_instants():
    asked = datetime.fromisoformat("2026-03-28 12:00").replace(tzinfo=BUDAPEST)
    assert compute_deadline(asked, DAY, NO_BANK).due == at("2026-03-29 13:00")


def test_due_then_the_bank_then_the_grace():
    found = compute_deadline(at("2026-05-04 12:00"), PRESETS["daily"], open_bank(PRESETS["daily"]))
    assert found == Deadline(
        due=at("2026-05-05 12:00"), empty=at("2026-05-07 12:00"), final=at("2026-05-07 14:00"), reasons=()
    )


@pytest.mark.parametrize(
    ("asked", "due_at"),
    [
        ("2026-05-04 12:00", "Mon 04 May 20:00"),
        ("2026-05-04 16:00", "Mon 04 May 20:00"),
        ("2026-05-04 16:01", "Tue 05 May 20:00"),  # less than four hours would be left
        ("2026-03-28 18:00", "Sun 29 Mar 20:00"),
    ],
)
def test_every_day_at_eight_with_four_hours_at_least(asked, due_at):
    assert timetable(asked, EVENINGS)[0] == due_at


# --- what the table has given


@pytest.mark.parametrize(
    ("more", "due_at"), [(6, "Tue 05 May 02:00"), (24, "Tue 05 May 20:00"), (48, "Wed 06 May 20:00")]
)
def test_time_that_is_given_comes_on_top_of_a_fixed_time(more, due_at):
    assert timetable("2026-05-04 09:00", EVENINGS, given=hours(more))[0] == due_at


def test_time_that_is_given_is_counted_from_where_a_night_has_moved_the_deadline():
    asked = "2026-05-04 23:30"
    assert timetable(asked, DAY, person=SLEEPER)[0] == "Wed 06 May 08:00"
    assert timetable(asked, DAY, person=SLEEPER, given=hours(3))[0] == "Wed 06 May 11:00"
    assert timetable(asked, DAY, person=SLEEPER, given=hours(15))[0] == "Thu 07 May 02:30"  # 12 h in all


def test_time_that_is_given_does_not_run_in_a_stop():
    stop = span("2026-05-05 13:00", "2026-05-06 13:00")
    assert timetable("2026-05-04 12:00", DAY, leave=[stop], given=hours(2))[0] == "Wed 06 May 15:00"


@given(times.instants, times.paces(), times.banks, times.people, times.stops, times.lengths)
def test_whoever_is_given_time_has_as_much_more(asked, pace, bank, person, stops, more):
    before = compute_deadline(asked, pace, bank, person, outages=stops)
    after = compute_deadline(asked, pace, bank, person, outages=stops, given=more)
    assert after.due - before.due >= more
    assert after.final >= before.final


# --- nights


def test_a_night_moves_the_deadline_to_an_hour_after_its_end():
    assert timetable("2026-05-04 23:30", DAY, person=SLEEPER) == (
        "Wed 06 May 08:00",
        "Wed 06 May 10:00",
        ("night",),
    )
    assert timetable("2026-05-04 12:00", DAY, person=SLEEPER)[2] == ()


def test_a_night_may_move_the_final_moment_alone():
    assert timetable("2026-05-04 21:00", DAY, person=SLEEPER) == (
        "Tue 05 May 21:00",
        "Wed 06 May 08:00",
        ("night",),
    )


@pytest.mark.parametrize(("pace", "is_free"), [(name, name != "brisk") for name in PRESETS])
def test_a_free_weekend_is_free_at_every_pace_that_allows_it(pace, is_free):
    asked = at("2026-05-02 12:00") - PRESETS[pace].hours  # due on a Saturday at noon
    found = compute_deadline(asked, PRESETS[pace], NO_BANK, AT_WORK)
    assert shown(found.due) == ("Mon 04 May 08:00" if is_free else "Sat 02 May 12:00")


def test_a_bank_that_ends_on_a_free_weekend_lasts_until_it_is_over():
    """Due on one free Saturday, and the bank empty on the next: both days are free."""
    found = compute_deadline(at("2026-04-30 12:00"), PRESETS["relaxed"], TimeBank(hours(120)), AT_WORK)
    assert (shown(found.due), shown(found.final)) == ("Mon 04 May 08:00", "Mon 11 May 08:00")


def test_a_table_that_waits_for_no_weekend_waits_for_no_part_of_it():
    friday = "2026-05-01 12:00"
    assert timetable(friday, DAY, person=AT_WORK) == timetable(friday, DAY, person=SLEEPER)


def test_the_end_of_the_time_moves_out_of_the_next_night_too():
    """Due at night, and the grace ends in the next one: it is not over at half past two."""
    pace = Pace(hours=hours(24), grace=hours(14.5), shift=hours(11))
    assert timetable("2026-05-04 22:00", pace, person=SLEEPER)[:2] == ("Wed 06 May 08:00", "Thu 07 May 08:00")


def test_each_of_both_moves_no_further_than_the_table_allows():
    pace = Pace(hours=hours(24), grace=hours(14.5), shift=hours(9.5))
    assert timetable("2026-05-04 22:00", pace, person=SLEEPER)[:2] == ("Wed 06 May 07:30", "Thu 07 May 07:30")


def test_the_fixed_evening_of_the_table_gives_way_to_a_night_elsewhere():
    tokyo = times.ZoneInfo("Asia/Tokyo")
    sleeper = QuietHours(tokyo, time(22), time(7))
    found = compute_deadline(at("2026-05-04 12:00"), replace(EVENINGS, shift=hours(12)), NO_BANK, sleeper)
    assert shown(found.due, tokyo) == "Tue 05 May 08:00"
    strict = compute_deadline(at("2026-05-04 12:00"), EVENINGS, NO_BANK, sleeper)
    assert shown(strict.due) == "Mon 04 May 20:00"


@pytest.mark.parametrize("zone", [times.BUDAPEST, times.ZAGREB])
def test_mornings_after_a_change_of_the_clocks(zone):
    sleeper = QuietHours(zone, time(22), time(7))
    spring = compute_deadline(at("2026-03-28 03:00", zone), DAY, NO_BANK, sleeper)
    assert shown(spring.due, zone) == "Sun 29 Mar 08:00"
    autumn = compute_deadline(at("2026-10-24 03:00", zone), DAY, NO_BANK, sleeper)
    assert shown(autumn.due, zone) == "Sun 25 Oct 08:00"


# --- leave, outages, emails that do not arrive


def test_leave_stops_the_clock():
    away = [span("2026-05-05", "2026-05-08")]
    assert timetable("2026-05-04 12:00", DAY, leave=away) == (
        "Fri 08 May 12:00",
        "Fri 08 May 14:00",
        ("leave",),
    )


def test_leave_after_the_deadline_moves_nothing():
    away = [span("2026-05-06", "2026-05-08")]
    assert timetable("2026-05-04 12:00", DAY, leave=away) == ("Tue 05 May 12:00", "Tue 05 May 14:00", ())


def test_a_day_without_the_site_is_a_day_more():
    down = [span("2026-05-04 13:00", "2026-05-05 13:00")]
    assert timetable("2026-05-04 12:00", DAY, outages=down) == (
        "Wed 06 May 12:00",
        "Wed 06 May 14:00",
        ("outage",),
    )


def test_an_outage_before_the_question_does_not_count_and_one_that_goes_on_counts_from_there():
    asked = "2026-05-04 12:00"
    assert timetable(asked, DAY, outages=[span("2026-05-03 12:00", "2026-05-04 12:00")])[2] == ()
    going_on = [span("2026-05-03 12:00", "2026-05-04 15:00")]
    assert timetable(asked, DAY, outages=going_on)[0] == "Tue 05 May 15:00"


def test_outages_that_overlap_are_not_counted_twice():
    down = [span("2026-05-04 13:00", "2026-05-04 16:00"), span("2026-05-04 14:00", "2026-05-04 17:00")]
    assert timetable("2026-05-04 12:00", DAY, outages=down)[0] == "Tue 05 May 16:00"


@pytest.mark.parametrize("shift", [0, 12])
def test_nobody_runs_out_of_time_in_the_minute_the_site_comes_back(shift):
    down = [span("2026-05-05 13:59", "2026-05-06 13:59")]  # a minute before the final moment
    assert timetable("2026-05-04 12:00", replace(DAY, shift=hours(shift)), outages=down) == (
        "Tue 05 May 12:00",
        "Wed 06 May 15:59",  # the grace again
        ("outage",),
    )


def test_a_hiccup_of_the_site_is_no_present():
    down = [span("2026-05-05 13:59", "2026-05-05 14:09")]
    assert timetable("2026-05-04 12:00", DAY, outages=down)[1] == "Tue 05 May 14:19"


def test_who_is_asked_during_an_outage_gets_no_more_than_who_is_asked_after_it():
    pace = Pace(hours=hours(1), grace=hours(12))
    down = [span("2026-05-04 00:00", "2026-05-04 12:00")]
    assert timetable("2026-05-04 11:59", pace, outages=down)[0] == "Mon 04 May 13:00"
    assert timetable("2026-05-04 12:00", pace, outages=down)[0] == "Mon 04 May 13:00"


def test_a_fixed_time_at_which_the_site_was_down_is_the_next_one():
    down = [span("2026-05-04 19:00", "2026-05-04 21:00")]
    assert timetable("2026-05-04 12:00", EVENINGS, outages=down)[0] == "Tue 05 May 20:00"
    just_back = [span("2026-05-04 17:00", "2026-05-04 19:00")]
    assert timetable("2026-05-04 12:00", EVENINGS, outages=just_back)[0] == "Tue 05 May 20:00"
    in_the_morning = [span("2026-05-04 12:30", "2026-05-04 13:30")]
    assert timetable("2026-05-04 12:00", EVENINGS, outages=in_the_morning) == (
        "Mon 04 May 20:00",
        "Mon 04 May 22:00",
        (),
    )


def test_time_in_which_no_email_arrives_is_given_back():
    lost = [span("2026-05-04 12:00", "2026-05-05 18:00")]
    assert timetable("2026-05-04 12:00", DAY, unreachable=lost) == (
        "Wed 06 May 18:00",
        "Wed 06 May 20:00",
        ("unreachable",),
    )


def test_all_reasons_together_in_their_order():
    found = timetable(
        "2026-05-04 12:00",
        DAY,
        person=SLEEPER,
        leave=[span("2026-05-06", "2026-05-07")],
        outages=[span("2026-05-04 14:00", "2026-05-04 20:00")],
        unreachable=[span("2026-05-05 08:00", "2026-05-05 13:00")],
    )
    # eleven hours more by outage and emails: Tuesday 23:00. That is night, and the next day is leave
    assert found == ("Thu 07 May 08:00", "Thu 07 May 10:00", ("outage", "unreachable", "leave", "night"))


def test_the_same_time_has_one_reason():
    gone = [span("2026-05-04 14:00", "2026-05-04 20:00")]
    assert timetable("2026-05-04 12:00", DAY, outages=gone, leave=gone)[2] == ("outage",)


# --- what is left


@pytest.mark.parametrize(
    ("now", "left"),
    [
        ("2026-05-04 12:00", (24, 48, 2)),
        ("2026-05-05 11:00", (1, 48, 2)),
        ("2026-05-06 12:00", (0, 24, 2)),
        ("2026-05-07 13:00", (0, 0, 1)),
        ("2026-05-09 12:00", (0, 0, 0)),
    ],
)
def test_what_remains(now, left):
    found = compute_deadline(at("2026-05-04 12:00"), PRESETS["daily"], open_bank(PRESETS["daily"]))
    parts = compute_remaining(found, at(now))
    assert (parts.until_due, parts.bank, parts.grace) == tuple(hours(number) for number in left)


# --- whatever happens

anything = {
    "pace": times.paces(),
    "bank": times.banks,
    "person": st.none() | times.people,
    "leave": times.stops,
    "outages": times.stops,
    "unreachable": times.stops,
}
CAUSES = {"person": None, "leave": (), "outages": (), "unreachable": ()}


@given(times.close, st.fixed_dictionaries(anything))
def test_the_hands_are_in_their_order(asked, case):
    found = compute_deadline(asked, **case)
    assert asked + case["pace"].hours <= found.due <= found.empty <= found.final


@given(times.close, st.fixed_dictionaries(anything), st.sampled_from(sorted(CAUSES)))
def test_no_cause_ever_takes_time_away(asked, case, cause):
    found = compute_deadline(asked, **case)
    without = compute_deadline(asked, **{**case, cause: CAUSES[cause]})
    assert without.due <= found.due
    assert without.final <= found.final


@given(times.close, times.lengths, st.fixed_dictionaries(anything))
def test_who_is_asked_later_is_not_due_earlier(asked, more, case):
    first, second = compute_deadline(asked, **case), compute_deadline(asked + more, **case)
    assert first.due <= second.due
    assert first.empty <= second.empty
    assert first.final <= second.final


@given(times.instants, times.paces(), times.banks, times.people)
def test_it_falls_into_a_night_only_if_the_table_forbids_more(asked, pace, bank, person):
    plain, found = compute_deadline(asked, pace, bank), compute_deadline(asked, pace, bank, person)
    end, person = compute_deadline_times(found.due, bank, pace).final, limit_quiet_hours(person, pace)
    for moment, most in ((found.due, plain.due + pace.shift), (found.final, end + pace.shift)):
        assert moment <= most
        assert moment == find_first_awake(moment, person) or moment == most


@given(times.close, st.fixed_dictionaries(anything))
def test_it_never_falls_into_a_stop(asked, case):
    found = compute_deadline(asked, **case)
    for stop in (*case["leave"], *case["outages"], *case["unreachable"]):
        assert found.due not in stop
        assert found.final not in stop


@given(times.close, times.lengths, times.lengths, times.banks)
def test_an_outage_within_the_time_gives_exactly_its_length(asked, ahead, length, bank):
    pace = Pace(hours=ahead + length + timedelta(minutes=1), grace=hours(1))
    plain = compute_deadline(asked, pace, bank)
    down = compute_deadline(asked, pace, bank, outages=[Span(asked, asked + length)])
    assert (down.due, down.empty, down.final) == tuple(
        moment + length for moment in (plain.due, plain.empty, plain.final)
    )


@given(times.close, st.fixed_dictionaries(anything))
def test_reasons_are_named_exactly_if_it_moved(asked, case):
    found = compute_deadline(asked, **case)
    assert bool(found.reasons) == (found != compute_deadline(asked, case["pace"], case["bank"]))


@given(times.close, times.close, times.lengths, st.fixed_dictionaries(anything))
def test_a_pause_gives_exactly_its_length_to_any_deadline(asked, paused_at, pause, case):
    found = compute_deadline(asked, **case)
    again = resume_after_pause(found, paused_at, paused_at + pause)
    assert compute_remaining(again, paused_at + pause) == compute_remaining(found, paused_at)
    assert again.reasons == found.reasons


@given(times.close, times.close, st.fixed_dictionaries(anything))
def test_what_remains_adds_up(asked, now, case):
    found = compute_deadline(asked, **case)
    parts = compute_remaining(found, now)
    whole = found.final - min(now, found.final)
    assert parts.until_due + parts.bank + parts.grace == whole


@given(times.close, times.stops)
def test_merged_outages_are_the_same_outages(asked, stops):
    assert compute_deadline(asked, DAY, NO_BANK, outages=stops) == compute_deadline(
        asked, DAY, NO_BANK, outages=merge_spans(stops)
    )
