"""What was said and not yet seen is marked: at the table, and in the list of tables."""

import re

import pytest

from games.models import Seat
from games.play import chat
from tests.helpers.messages.table import MARK_AS_READ, NEW_MESSAGES, NEW_MESSAGES_IN_LIST, ONE_NEW_MESSAGE
from tests.helpers.pages import HTMX, client_of, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def other(game, seat) -> Seat:
    return game.seats.exclude(pk=seat.pk).select_related("user", "game")[0]


def page_of(client, game) -> str:
    return client.get(url(game)).content.decode()


def newest(page: str) -> str:
    return re.search(r'name="newest" value="(\d+)"', page)[1]


def test_what_others_said_is_new_until_it_is_seen(game, seat, other, client):
    assert MARK_AS_READ not in page_of(client, game)
    for text in ("Hello", "Anybody there?"):
        chat.post_message(game, other, text, key=text)
    page = page_of(client, game)
    assert NEW_MESSAGES.fill(number=2) in page
    assert page.count('class="is-new"') == 2
    assert client.post(url(game, "chat", "read"), {"newest": newest(page)}, headers=HTMX).status_code == 204
    page = page_of(client, game)
    assert 'class="is-new"' not in page
    assert MARK_AS_READ not in page


def test_without_a_script_a_button_marks_it(game, other, client):
    chat.post_message(game, other, "Hello", key="k")
    answer = client.post(url(game, "chat", "read"), {"newest": newest(page_of(client, game))})
    assert answer.headers["Location"] == f"{url(game)}#talk"


def test_looking_at_the_table_marks_nothing(game, seat, other, client):
    chat.post_message(game, other, "Hello", key="k")
    for _ in range(2):
        assert ONE_NEW_MESSAGE.fill(number=1) in page_of(client, game)


def test_what_came_after_the_page_stays_new(game, seat, other, client):
    chat.post_message(game, other, "Hello", key="1")
    seen = newest(page_of(client, game))
    chat.post_message(game, other, "And this", key="2")
    client.post(url(game, "chat", "read"), {"newest": seen})
    assert ONE_NEW_MESSAGE.fill(number=1) in page_of(client, game)


def test_who_answers_has_read_what_was_said(game, seat, other, client):
    chat.post_message(game, other, "Hello", key="1")
    chat.post_message(game, seat, "Hello yourself", key="2")
    assert 'class="is-new"' not in page_of(client, game)
    assert 'class="is-new"' in page_of(client_of(other.user), game)


def test_the_list_of_tables_counts_what_is_new_but_nothing_muted_hidden_or_own(game, seat, other, client):
    def listed() -> str:
        return client.get("/games/").content.decode()

    chat.post_message(game, seat, "My own", key="0")
    assert f"{url(game)}#talk" not in listed()
    messages = [chat.post_message(game, other, text, key=text) for text in "abc"]
    assert NEW_MESSAGES_IN_LIST.fill(number=3) in listed()
    assert f'href="{url(game)}#talk"' in listed()
    chat.hide_message(messages[0])
    assert NEW_MESSAGES_IN_LIST.fill(number=2) in listed()
    chat.mute_seat(seat, other)
    assert f"{url(game)}#talk" not in listed()
    assert 'class="is-new"' not in page_of(client, game)


@pytest.mark.parametrize("number", ["", "x", "-1", "9" * 18, "9" * 40])
def test_an_odd_number_marks_at_most_what_there_is(game, seat, other, client, number):
    message = chat.post_message(game, other, "Hello", key="k")
    assert client.post(url(game, "chat", "read"), {"newest": number}).status_code == 302
    seat.refresh_from_db()
    assert seat.chat_read_until in (0, message.pk)
    chat.post_message(game, other, "Later", key="l")
    assert 'class="is-new"' in page_of(client, game)


def test_addresses_in_messages_are_links_and_nothing_else_is_markup(game, other, client):
    chat.post_message(game, other, "<b>See</b> https://example.org/a?b&c, or javascript:x", key="k")
    page = page_of(client, game)
    link = '<a href="https://example.org/a?b&amp;c" rel="nofollow noopener noreferrer ugc">'
    assert f"&lt;b&gt;See&lt;/b&gt; {link}" in page
    assert 'href="javascript' not in page
