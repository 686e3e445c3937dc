"""Table talk: said once, mended soon, reported, muted; always text."""

from datetime import timedelta

import pytest

from games.models import ChatMessage, Game
from games.play import chat
from games.play.errors import NotAllowed, NotNow, NotPossible
from tests.helpers.tables import table

pytestmark = pytest.mark.django_db


@pytest.fixture
def seats():
    return list(table(3).seats.select_related("game", "user"))


def said(seat, text="Hello", key="k"):
    return chat.post_message(seat.game, seat, text, key=key)


def test_the_same_form_twice_says_it_once_and_the_page_can_see_that_something_is_new(seats):
    assert said(seats[0]).pk == said(seats[0]).pk
    assert Game.objects.get(pk=seats[0].game_id).page_version == 1


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 1001])
def test_nothing_and_too_much_are_refused(seats, text):
    with pytest.raises(NotPossible):
        said(seats[0], text)


def test_lines_stay_lines_and_odd_characters_go(seats):
    assert said(seats[0], " a  b \n\tc\u202ed ").text == "a b\nc?d"


def test_a_message_can_be_mended_for_a_few_minutes_by_its_author(seats):
    message = said(seats[0])
    with pytest.raises(NotAllowed):
        chat.edit_message(message, seats[1], "Ha")
    assert chat.edit_message(message, seats[0], "Hello all").edited_at
    ChatMessage.objects.filter(pk=message.pk).update(at=message.at - timedelta(minutes=6))
    message.refresh_from_db()
    with pytest.raises(NotNow):
        chat.edit_message(message, seats[0], "Too late")


def test_a_report_counts_once_a_person_and_hiding_settles_it(seats):
    message = said(seats[0])
    for _ in range(2):
        chat.report_message(message, seats[1].user, "rude")
    assert message.reports.count() == 1
    chat.hide_message(message)
    assert message.is_hidden
    assert message.reports.get().settled_at


def test_muting_is_between_two_seats_of_one_table(seats):
    chat.mute_seat(seats[0], seats[1])
    chat.mute_seat(seats[0], seats[1])
    assert seats[0].mutes.count() == 1
    chat.mute_seat(seats[0], seats[1], on=False)
    assert seats[0].mutes.count() == 0
    with pytest.raises(NotPossible):
        chat.mute_seat(seats[0], seats[0])
    with pytest.raises(NotPossible):
        chat.mute_seat(seats[0], table(2).seats.all()[0])
