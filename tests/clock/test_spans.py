"""Spans of time, and clocks that stand still in them."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given

from games.clock.spans import (
    ZERO,
    Span,
    add_running_time,
    compute_overlap,
    convert_local_time,
    merge_spans,
    skip_spans,
    to_utc,
)
from tests.helpers import clock_times as times
from tests.helpers.clock_times import at, hours, shown, span


def test_an_instant_without_a_zone_is_refused():
    with pytest.raises(ValueError, match="zone"):
        to_utc(datetime(2026, 5, 1))  # noqa: DTZ001


def test_a_span_does_not_run_backwards():
    with pytest.raises(ValueError, match="before"):
        span("2026-05-02", "2026-05-01")


def test_a_span_over_a_change_of_the_clocks_is_as_long_as_it_lasts():
    def local(text: str) -> datetime:
        return datetime.fromisoformat(text).replace(tzinfo=times.BUDAPEST)

    assert Span(local("2026-03-28 12:00"), local("2026-03-29 12:00")).length == hours(23)
    assert Span(local("2026-10-24 12:00"), local("2026-10-25 12:00")).length == hours(25)


@pytest.mark.parametrize(
    ("wanted", "shows"),
    [
        ("2026-03-29 01:59", "Sun 29 Mar 01:59 CET"),
        ("2026-03-29 02:30", "Sun 29 Mar 03:30 CEST"),  # skipped: as much later
        ("2026-03-29 03:00", "Sun 29 Mar 03:00 CEST"),
        ("2026-10-25 02:30", "Sun 25 Oct 02:30 CEST"),  # comes twice: the first one
        ("2026-10-25 03:00", "Sun 25 Oct 03:00 CET"),
    ],
)
@pytest.mark.parametrize("zone", [times.BUDAPEST, times.ZAGREB])
def test_a_local_time_is_found_on_the_nights_of_the_change(wanted, shows, zone):
    local = datetime.fromisoformat(wanted)
    found = convert_local_time(local.date(), local.time(), zone)
    assert found.astimezone(zone).strftime("%a %d %b %H:%M %Z") == shows


def test_overlapping_and_touching_spans_are_one():
    apart = span("2026-05-03 10:00", "2026-05-03 11:00")
    spans = [
        apart,
        span("2026-05-01 12:00", "2026-05-01 14:00"),
        span("2026-05-01 10:00", "2026-05-01 12:00"),
        span("2026-05-01 11:00", "2026-05-01 11:30"),
        span("2026-05-02 10:00", "2026-05-02 10:00"),  # lasts no time
    ]
    assert merge_spans(spans) == (span("2026-05-01 10:00", "2026-05-01 14:00"), apart)


@given(times.stops)
def test_merging_twice_is_merging_once(stops):
    assert merge_spans(merge_spans(stops)) == merge_spans(stops)


@given(times.stops, times.close)
def test_merging_changes_no_moment(stops, moment):
    assert any(moment in stop for stop in merge_spans(stops)) == any(moment in stop for stop in stops)


def test_a_clock_stands_still_in_a_stop():
    stops = merge_spans(
        [span("2026-05-01 12:00", "2026-05-01 15:00"), span("2026-05-01 18:00", "2026-05-01 19:00")]
    )
    assert shown(add_running_time(at("2026-05-01 10:00"), hours(2), stops)) == "Fri 01 May 12:00"
    assert shown(add_running_time(at("2026-05-01 10:00"), hours(3), stops)) == "Fri 01 May 16:00"
    assert shown(add_running_time(at("2026-05-01 10:00"), hours(8), stops)) == "Fri 01 May 22:00"
    assert shown(add_running_time(at("2026-05-01 14:00"), hours(1), stops)) == "Fri 01 May 16:00"
    assert shown(add_running_time(at("2026-05-01 20:00"), hours(1), stops)) == "Fri 01 May 21:00"


@given(times.close, times.lengths, times.stops)
def test_a_clock_runs_exactly_as_long_as_it_should(start, running, stops):
    stops = merge_spans(stops)
    end = add_running_time(start, running, stops)
    assert end - start - compute_overlap(Span(start, end), stops) == running


@given(times.close, times.stops)
def test_whoever_comes_out_of_the_stops_is_out(moment, stops):
    stops = merge_spans(stops)
    free = skip_spans(moment, stops)
    assert free >= moment
    assert not any(free in stop for stop in stops)
    assert (free == moment) == (not any(moment in stop for stop in stops))


def test_what_is_covered_is_counted_within_the_span_alone():
    stops = merge_spans(
        [span("2026-05-01 08:00", "2026-05-01 11:00"), span("2026-05-01 13:00", "2026-05-01 20:00")]
    )
    assert compute_overlap(span("2026-05-01 10:00", "2026-05-01 14:00"), stops) == hours(2)
    assert compute_overlap(span("2026-05-01 11:00", "2026-05-01 13:00"), stops) == ZERO
    assert compute_overlap(span("2026-05-01 14:00", "2026-05-01 14:30"), stops) == timedelta(minutes=30)
