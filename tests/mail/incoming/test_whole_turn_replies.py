"""Whole turns by reply: one number plays several moves."""

import pytest
from django.core import mail

from games.models import Game
from tests.helpers.mail.emails import flat
from tests.helpers.mail.inbox import last_email, post, reply
from tests.helpers.mail.reply_game import TURN, moves
from tests.helpers.messages import mail as mail_messages
from tests.helpers.messages import replies
from tests.helpers.tables import awaited, table, with_order, written

pytestmark = pytest.mark.django_db

WHOLE_TURN = ["gold", "bonus", "build market", "income", "end"]


def test_the_number_of_a_whole_turn_plays_all_of_it_and_the_answer_names_every_move(game, seat):
    post(reply(seat, "2"))
    assert moves(game) == WHOLE_TURN
    assert replies.PLAYED.fill(move=", ".join(WHOLE_TURN)) in flat(last_email())
    assert len(mail.outbox) == 1


def test_the_number_of_a_whole_turn_means_the_same_whatever_is_planned_meanwhile(game, seat):
    with_order(game, seat, "plan cards, build palace, end")
    post(reply(seat, "2"))
    assert moves(game) == WHOLE_TURN


def test_the_number_of_a_whole_turn_in_an_older_email_plays_nothing(game, seat):
    older = reply(seat, "2")
    post(reply(seat, "gold"))
    post(older)
    assert moves(game) == ["gold"]


def test_a_whole_turn_by_number_is_played_once_however_often_the_email_comes(game, seat):
    email = reply(seat, "2")
    post(email)
    post(email)
    assert moves(game) == WHOLE_TURN


def ask_assassin() -> Game:
    game = table(3)
    written(game, {**TURN, "called": "assassin", "{0}": {**TURN["{0}"], "characters": ["assassin"]}})
    return game


def test_a_whole_turn_that_leaves_the_power_open_is_asked_for_it_and_then_played():
    game = ask_assassin()
    seat = awaited(game)
    post(reply(seat, "2"))
    assert moves(game) == []
    assert replies.LEAVES_OPEN.is_in(flat(last_email()), number=2)
    post(reply(seat, "murder thief, 2"))
    assert moves(game) == ["murder thief", "gold", "build market", "end"]


@pytest.mark.parametrize("lines", [["gold, 2"], ["gold", "2"]])
def test_a_move_in_front_of_the_number_that_leaves_the_power_open_is_not_enough(lines):
    game = ask_assassin()
    post(reply(awaited(game), *lines))
    assert "end" not in moves(game)
    assert replies.LEAVES_OPEN.is_in(flat(last_email()), number=2)


def test_the_power_may_be_chosen_anywhere_in_front_of_the_number():
    game = ask_assassin()
    post(reply(awaited(game), "gold, murder thief, 2"))
    assert moves(game) == ["gold", "murder thief", "build market", "end"]


def test_what_the_turn_above_ends_with_is_not_played_again(game, seat):
    post(reply(seat, "2", "end"))
    assert moves(game) == WHOLE_TURN
    assert replies.ENDS_LIKE_THIS in last_email()


def test_the_answer_to_one_step_offers_what_is_left_as_whole_turns(game, seat):
    post(reply(seat, "gold"))
    assert mail_messages.ONE_ANSWER.is_in(last_email())
    post(reply(seat, "2"))
    assert moves(game) == WHOLE_TURN


def test_two_whole_turns_in_one_line_are_asked_about_and_none_is_played(game, seat):
    post(reply(seat, "1, 2"))
    assert moves(game) == []
    assert replies.TWO_TURNS in flat(last_email())


def test_two_whole_turns_on_two_lines_are_asked_about_and_none_is_played(game, seat):
    post(reply(seat, "1", "2"))
    assert moves(game) == []
    assert replies.TWO_TURNS in flat(last_email())


@pytest.mark.parametrize("line", ["0", "-1", "-2", "9", "999", "1000", "9" * 40, "2,2", "2 3", "1e1", "٠"])
def test_what_is_no_number_of_the_email_plays_nothing_and_is_answered(game, seat, line):
    post(reply(seat, line))
    assert moves(game) == []
    assert line in flat(last_email())
