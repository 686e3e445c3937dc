"""What a request computes and reads only once; `tests/tools/walk_trace.py` prints the whole walks."""

import pytest

from games.mail.content.move_options import OptionList
from games.queries.game_view import GameView
from tests.helpers.mail.inbox import post, reply
from tests.helpers.mail.reply_game import TURN
from tests.helpers.tables import awaited, table, written
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


def test_a_move_by_link_is_shown_from_one_view_of_the_game():
    """Its modules and statements may become fewer, not more.

    The page offers a whole turn, leads to the next table, shows people by their names, and credits the
    author of the game."""
    trace_prepared(prepare_move_by_link)  # imports and caches do not count
    walk = trace_prepared(prepare_move_by_link)
    assert walk.calls["game views"] == 1
    assert len(walk.queries) <= 11
    assert len(walk.outside_rules) <= 49


def test_an_email_is_written_from_one_view_of_the_game():
    walk = trace_prepared(prepare_email)
    assert walk.calls["game views"] == walk.calls["turns previewed"] == 1
    assert len(walk.queries) <= 15  # one of them extends the claim, so that nobody else sends it too


def test_a_reply_needs_one_view_to_be_read_and_one_to_be_answered():
    """It is answered after the transaction in which it was carried out, from the position at that time."""
    walk = trace_prepared(prepare_reply)
    assert walk.calls["game views"] == 2
    assert walk.calls["turns previewed"] == 1  # a move that is spelt out is read without whole turns
    assert len(walk.queries) <= 35


def test_the_options_of_an_email_are_written_once_for_a_reply_of_many_lines():
    game = table(3)
    written(game, TURN)
    email = reply(awaited(game), *(f"and then we went {number} to the sea" for number in range(20)))
    with trace_walk() as walk:
        post(email)
    single_moves = 5
    assert walk.calls["options written"] <= 2 * single_moves  # for the lines and for the answer
    assert walk.calls["turns previewed"] <= 2


def test_options_are_numbered_without_being_written():
    game = table(3)
    seat = awaited(game)
    options = OptionList(GameView(game, list(game.seats.all()), seat, "en"), seat)
    with trace_walk() as walk:
        lines = options.lines
    assert lines == {one.number: (one.line,) for one in options.list_options()}
    assert walk.calls["options written"] == 0


def test_an_email_computes_no_deadline():
    assert trace_prepared(prepare_email).calls["deadlines computed"] == 0


def test_a_round_change_reads_the_ledger_once():
    """However many steps the director takes: each adds its entries to the state that the first has read."""
    walk = trace_prepared(prepare_round_change)
    assert walk.calls["ledger read"] == 1
    assert walk.count_reads("tournaments_ledgerentry") == 1


def test_a_step_of_the_director_reads_the_stages_once():
    """Most of what it looks at depends on the stage that is running: it was read 28 times in these steps."""
    walk = trace_prepared(prepare_round_change)
    assert walk.count_reads("tournaments_stage") <= 10
    assert len(walk.queries) <= 192
