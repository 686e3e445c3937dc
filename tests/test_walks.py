"""What a request computes and reads only once; `tests/tools/walk_trace.py` prints the whole walks."""

import pytest

from tests.tools.walk_trace import (
    prepare_email,
    prepare_move_by_link,
    prepare_reply,
    prepare_round_change,
    trace_prepared,
)

pytestmark = pytest.mark.django_db


def test_a_move_by_link_computes_the_deadline_of_the_next_decision_once():
    """The page that follows reads it from the row, with the reasons."""
    assert trace_prepared(prepare_move_by_link).calls["deadlines computed"] == 1


def test_a_reply_computes_the_deadline_of_the_next_decision_once():
    assert trace_prepared(prepare_reply).calls["deadlines computed"] == 1


def test_a_reply_numbers_the_options_without_writing_them():
    assert trace_prepared(prepare_reply).calls["options written"] == 0


def test_an_email_computes_no_deadline():
    assert trace_prepared(prepare_email).calls["deadlines computed"] == 0


def test_a_round_change_reads_the_ledger_once():
    """However many steps the director takes: each adds its entries to the state that the first has read."""
    walk = trace_prepared(prepare_round_change)
    assert walk.calls["ledger read"] == 1
    assert walk.count_reads("tournaments_ledgerentry") == 1
