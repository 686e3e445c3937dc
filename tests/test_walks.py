"""What a request computes and reads only once; `tests/tools/walk_trace.py` prints the whole walks."""

import pytest

from games.mail.content.move_options import OptionList
from games.queries.game_view import GameView
from tests.helpers.tables import awaited, table
from tests.tools.walk_trace import (
    prepare_email,
    prepare_move_by_link,
    prepare_reply,
    prepare_round_change,
    trace_prepared,
    trace_walk,
)

pytestmark = pytest.mark.django_db


def test_a_move_by_link_computes_the_deadline_of_the_next_decision_once():
    """The page that follows reads it from the row, with the reasons."""
    assert trace_prepared(prepare_move_by_link).calls["deadlines computed"] == 1


def test_a_reply_computes_the_deadline_of_the_next_decision_once():
    assert trace_prepared(prepare_reply).calls["deadlines computed"] == 1


def test_options_are_numbered_without_being_written():
    game = table(3)
    seat = awaited(game)
    options = OptionList(GameView(game, list(game.seats.all()), seat, "en"), seat)
    with trace_walk() as walk:
        lines = options.list_lines()
    assert lines == {one.number: one.line for one in options.list_options()}
    assert walk.calls["options written"] == 0


def test_an_email_computes_no_deadline():
    assert trace_prepared(prepare_email).calls["deadlines computed"] == 0


def test_a_round_change_reads_the_ledger_once():
    """However many steps the director takes: each adds its entries to the state that the first has read."""
    walk = trace_prepared(prepare_round_change)
    assert walk.calls["ledger read"] == 1
    assert walk.count_reads("tournaments_ledgerentry") == 1
