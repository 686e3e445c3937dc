"""Table talk on the page."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import ChatMessage, MessageReport, Mute
from tests.helpers.factories import UserFactory
from tests.helpers.messages.table import MESSAGE_CHANGED, MESSAGE_HIDDEN, MESSAGE_IS_FINAL, YOU_HAVE_MUTED
from tests.helpers.pages import HTMX, client_of, url
from tests.helpers.tables import table

pytestmark = pytest.mark.django_db


def seated(**wish):
    game = table(3, **wish)
    ann, bob, _ = game.seats.select_related("user")
    return game, ann, bob, client_of(ann.user), client_of(bob.user)


def say(client, game, text, key="k"):
    return client.post(url(game, "chat"), {"text": text, "key": key})


def shown(client, game) -> str:
    return client.get(url(game)).content.decode()


def test_what_is_said_stands_on_everybodys_page_as_plain_text():
    game, ann, _bob, hers, his = seated()
    assert say(hers, game, "Hello <b>all</b>\nhttps://example.org").url == url(game) + "#talk"
    assert "Hello &lt;b&gt;all&lt;/b&gt;<br>" in shown(his, game)
    assert 'href="https://example.org"' in shown(his, game)
    assert f"<b><bdi>{ann.name}</bdi></b>" in shown(his, game)


def test_the_same_form_twice_says_it_once():
    game, _ann, _bob, hers, _his = seated()
    say(hers, game, "Hello")
    say(hers, game, "Hello")
    assert ChatMessage.objects.count() == 1


def test_htmx_gets_the_talk_alone():
    game, _ann, _bob, hers, _his = seated()
    answer = hers.post(url(game, "chat"), {"text": "Hello", "key": "k"}, headers=HTMX)
    assert answer.content.decode().lstrip().startswith('<section class="talk"')


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_what_is_too_long_or_empty_comes_back(headers):
    game, _ann, _bob, hers, _his = seated()
    for wrong in ("", "x" * 2000):
        answer = hers.post(url(game, "chat"), {"text": wrong, "key": "k"}, headers=headers)
        assert answer.status_code == 422
        assert wrong in answer.content.decode()
        assert 'role="alert"' in answer.content.decode()


def test_an_onlooker_says_nothing():
    game, _ann, _bob, _hers, _his = seated(visibility="always")
    assert say(Client(), game, "Hello").status_code == 403
    assert say(client_of(UserFactory()), game, "Hello").status_code == 403


def test_a_message_is_mended_for_a_few_minutes_and_by_its_writer_alone():
    game, _ann, _bob, hers, his = seated()
    say(hers, game, "Helo")
    message = ChatMessage.objects.get()
    mend = url(game, "chat", message.pk, "edit")
    assert mend in shown(hers, game)
    assert mend not in shown(his, game)
    assert "Helo" in hers.get(mend).content.decode()
    assert his.post(mend, {"text": "No"}).status_code == 422
    assert hers.post(mend, {"text": "Hello"}).status_code == 302
    assert MESSAGE_CHANGED in shown(his, game)
    ChatMessage.objects.update(at=timezone.now() - timedelta(hours=1))
    assert mend not in shown(hers, game)
    assert MESSAGE_IS_FINAL in hers.post(mend, {"text": "Hi"}).content.decode()


def test_a_message_is_reported_once_a_person_and_nobody_is_told():
    game, _ann, bob, hers, his = seated()
    say(hers, game, "Bad words")
    report = url(game, "chat", ChatMessage.objects.get().pk, "report")
    assert report in shown(his, game)
    assert "Bad words" in his.get(report).content.decode()
    for _ in range(2):
        assert his.post(report, {"reason": "rude"}).status_code == 302
    assert MessageReport.objects.get().by == bob.user
    assert "rude" not in shown(hers, game)


def test_a_message_of_another_table_cannot_be_reached():
    game, _ann, _bob, hers, _his = seated()
    say(hers, game, "Hello")
    other, _a, _b, stranger, _c = seated()
    pk = ChatMessage.objects.get().pk
    assert stranger.get(url(other, "chat", pk, "report")).status_code == 404
    assert stranger.get(url(game, "chat", pk, "report")).status_code == 404


def test_whoever_is_muted_is_not_read_and_does_not_notice():
    game, ann, bob, hers, his = seated()
    say(hers, game, "Blah blah")
    assert his.post(url(game, "mute", ann.pk), {"on": "1"}).status_code == 302
    assert "Blah blah" not in shown(his, game)
    assert re.search(YOU_HAVE_MUTED.pattern, shown(his, game))
    assert not re.search(YOU_HAVE_MUTED.pattern, shown(hers, game))
    his.post(url(game, "mute", ann.pk), {"on": "0"})
    assert "Blah blah" in shown(his, game)
    assert not Mute.objects.filter(seat=bob).exists()


def test_nobody_mutes_himself_or_a_seat_elsewhere():
    game, ann, _bob, hers, _his = seated()
    other = table(3)
    assert hers.post(url(game, "mute", ann.pk), {"on": "1"}).status_code == 302
    assert hers.post(url(game, "mute", other.seats.first().pk), {"on": "1"}).status_code == 404
    assert not Mute.objects.exists()


def test_a_hidden_message_leaves_only_its_place():
    game, _ann, _bob, hers, his = seated()
    say(hers, game, "Bad words")
    ChatMessage.objects.update(is_hidden=True)
    assert "Bad words" not in shown(hers, game)
    assert MESSAGE_HIDDEN in shown(his, game)


def test_who_talks_too_much_is_asked_to_wait():
    game = table(2)
    seat = game.seats.select_related("user").all()[0]
    client = client_of(seat.user)
    answers = [
        client.post(url(game, "chat"), {"text": "Hello", "key": str(n)}).status_code for n in range(21)
    ]
    assert answers == [302] * 20 + [429]
    assert game.messages.count() == 20
