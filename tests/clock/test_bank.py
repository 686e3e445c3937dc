"""The time bank, as a player reads it off the clock."""

import pytest
from hypothesis import given

from games.clock.bank import (
    DeadlineTimes,
    TimeBank,
    compute_deadline_times,
    compute_time_spent,
    extend_deadline,
    open_bank,
    resume_after_pause,
    update_after_decision,
)
from games.clock.pace import PRESETS, Pace
from games.clock.spans import ZERO, merge_spans
from tests.helpers import clock_times as times
from tests.helpers.clock_times import at, hours, shown, span

DUE = at("2026-05-04 12:00")
PACE = Pace(hours=hours(24), allowance=hours(10), increment=hours(2), cap=hours(12), grace=hours(1))


def test_a_bank_begins_with_the_allowance():
    assert open_bank(PACE) == TimeBank(hours(10))
    assert open_bank(Pace()) == TimeBank(ZERO)


def test_a_bank_gives_no_credit():
    with pytest.raises(ValueError, match="credit"):
        TimeBank(hours(-1))


def test_after_the_time_for_the_decision_the_bank_runs_and_then_the_grace():
    clock = compute_deadline_times(DUE, TimeBank(hours(10)), PACE)
    assert [shown(clock.due), shown(clock.empty), shown(clock.final)] == [
        "Mon 04 May 12:00",
        "Mon 04 May 22:00",
        "Mon 04 May 23:00",
    ]


@pytest.mark.parametrize(
    ("answered", "taken", "left"),
    [
        ("2026-05-04 09:00", 0, 12),  # before it was due: two hours more, and two are all that fit
        ("2026-05-04 12:00", 0, 12),
        ("2026-05-04 13:00", 1, 11),
        ("2026-05-04 20:00", 8, 4),
        ("2026-05-04 22:00", 10, 2),
        ("2026-05-04 22:30", 10, 2),  # in the grace
        ("2026-05-09 12:00", 10, 2),
    ],
)
def test_what_an_answer_takes_and_what_is_left(answered, taken, left):
    bank = TimeBank(hours(10))
    assert compute_time_spent(bank, DUE, at(answered)) == hours(taken)
    assert update_after_decision(bank, PACE, hours(taken)) == TimeBank(hours(left))


def test_a_full_bank_takes_no_more():
    assert update_after_decision(TimeBank(hours(11)), PACE, ZERO) == TimeBank(hours(12))


def test_a_table_without_a_bank_saves_nothing():
    assert update_after_decision(TimeBank(), Pace(), ZERO) == TimeBank()


def test_nothing_runs_while_the_site_is_down():
    down = merge_spans([span("2026-05-04 13:00", "2026-05-04 16:00")])
    clock = compute_deadline_times(DUE, TimeBank(hours(10)), PACE, down)
    assert [shown(clock.empty), shown(clock.final)] == ["Tue 05 May 01:00", "Tue 05 May 02:00"]
    assert compute_time_spent(TimeBank(hours(10)), DUE, at("2026-05-04 17:00"), down) == hours(2)


def test_an_extension_counts_from_the_deadline():
    clock = extend_deadline(compute_deadline_times(DUE, TimeBank(hours(10)), PACE), hours(6))
    assert [shown(clock.due), shown(clock.final)] == ["Mon 04 May 18:00", "Tue 05 May 05:00"]


def test_a_pause_keeps_what_was_left_of_the_bank():
    clock = compute_deadline_times(DUE, TimeBank(hours(10)), PACE)
    again = resume_after_pause(clock, at("2026-05-04 15:00"), at("2026-05-10 15:00"))
    assert compute_time_spent(TimeBank(hours(10)), again.due, at("2026-05-10 15:00")) == hours(3)
    assert shown(again.empty) == "Sun 10 May 22:00"


def test_a_clock_that_was_set_back_takes_nothing_away():
    clock = compute_deadline_times(DUE, TimeBank(hours(10)), PACE)
    assert resume_after_pause(clock, at("2026-05-04 11:00"), at("2026-05-04 09:00")) == clock


# --- whatever the bank


@given(times.instants, times.instants, times.lengths, times.banks, times.paces())
def test_a_pause_gives_exactly_its_length(due, paused_at, pause, bank, pace):
    clock = compute_deadline_times(due, bank, pace)
    again = resume_after_pause(clock, paused_at, paused_at + pause)
    assert again == DeadlineTimes(clock.due + pause, clock.empty + pause, clock.final + pause)


@given(times.close, times.close, times.stops, times.banks)
def test_spent_is_never_more_than_there_was_nor_than_it_took(due, answered, stops, bank):
    taken = compute_time_spent(bank, due, answered, merge_spans(stops))
    assert ZERO <= taken <= bank.balance
    assert taken <= max(answered - due, ZERO)


@given(times.close, times.stops, times.banks, times.paces())
def test_the_bank_is_spent_exactly_when_it_is_empty(due, stops, bank, pace):
    stops = merge_spans(stops)
    clock = compute_deadline_times(due, bank, pace, stops)
    assert clock.due <= clock.empty <= clock.final
    assert compute_time_spent(bank, due, clock.empty, stops) == bank.balance


@given(times.banks, times.lengths, times.paces())
def test_a_bank_stays_between_nothing_and_the_cap(bank, late, pace):
    after = update_after_decision(bank, pace, min(late, bank.balance))
    assert ZERO <= after.balance <= pace.cap


def test_who_answers_in_time_never_loses_anything():
    for pace in PRESETS.values():
        assert update_after_decision(open_bank(pace), pace, ZERO).balance >= pace.allowance
