"""What was said at the table, told once."""

import pytest
from django.utils import timezone

from games.mail.content import game_email
from games.mail.content.game_update import MAX_CHAT_MESSAGES, GameUpdate
from games.mail.parsing.quotes import REPLY_MARKER
from games.models import GameNotice
from games.play import chat
from tests.helpers.mail.emails import MOST_BYTES, html_of
from tests.helpers.mail.outbox import Kind, Status, everything_now, nothing_waits, parts, post, sent
from tests.helpers.tables import awaited, drafting, fallback, move, table, written

pytestmark = pytest.mark.django_db


@pytest.fixture
def talkers():
    game = table(3)
    people = list(game.seats.select_related("user", "game"))
    everything_now(*(seat.user for seat in people))
    nothing_waits()
    return people


def test_what_was_said_comes_as_it_stands_when_the_email_leaves(talkers):
    speaker, listener, other = talkers
    message = chat.post_message(speaker.game, speaker, "Helo\nall <b>of you</b>", key="a")
    chat.edit_message(message, speaker, "Hello\nall <b>of you</b>")
    chat.mute_seat(other, speaker)
    post()
    [email] = sent(listener.user)
    assert email.extra_headers["X-Citadels-Kind"] == "talk"
    assert f"{speaker.name}, " in email.body
    assert "    Hello\n    all <b>of you</b>" in email.body
    assert "Hello<br>all &lt;b&gt;of you&lt;/b&gt;" in html_of(email)
    assert not sent(speaker.user)
    assert not sent(other.user)


def test_what_was_told_is_not_told_again_and_a_second_word_is_a_second_email(talkers):
    speaker, listener, _other = talkers
    chat.post_message(speaker.game, speaker, "One", key="a")
    post()
    first = sent(listener.user)[0].message()["Message-ID"]
    chat.post_message(speaker.game, speaker, "Two", key="b")
    post()
    [email] = sent(listener.user)
    assert "Two" in email.body
    assert "One" not in email.body
    assert email.message()["Message-ID"] != first


def test_the_email_of_a_turn_tells_what_was_said_and_then_there_is_nothing_left(talkers):
    game = talkers[0].game
    first, second = drafting(game)
    second.user.mail_preferences = {}
    second.user.save()
    chat.post_message(game, first, "Your turn soon", key="a")
    move(first, fallback(first))
    post()
    [email] = sent(second.user)
    assert email.extra_headers["X-Citadels-Kind"] == "your_turn"
    for part in parts(email):
        assert "Your turn soon" in part
    assert not GameNotice.objects.filter(user=second.user, status=Status.WAITING).exists()


@pytest.mark.parametrize("by", ["hiding", "another letter"])
def test_talk_is_overtaken_when_nothing_is_left_to_tell(talkers, by):
    speaker, listener, _other = talkers
    message = chat.post_message(speaker.game, speaker, "Rude", key="a")
    if by == "hiding":
        chat.hide_message(message)
    else:
        GameNotice.objects.exclude(kind=Kind.TALK).update(sent_at=timezone.now())
    post()
    assert not sent(listener.user)
    assert GameNotice.objects.get(kind=Kind.TALK, user=listener.user).status == Status.DROPPED


def test_a_email_holds_only_so_much_talk(talkers):
    speaker, listener, _other = talkers
    for number in range(MAX_CHAT_MESSAGES + 5):
        chat.post_message(speaker.game, speaker, f"word-{number}.", key=str(number))
    post()
    [email] = sent(listener.user)
    _opening, _marker, talk = email.body.partition(REPLY_MARKER)
    assert talk.count("word-") == MAX_CHAT_MESSAGES
    assert f"word-{MAX_CHAT_MESSAGES + 4}." in email.body


def test_long_talk_does_not_make_a_email_too_long():
    """Even one with a hundred options."""
    game = table(8)
    names = [seat.name for seat in game.seats.all()]
    cast = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "diplomat"]
    city = ["castle", "tavern", "temple", "docks", "market"]
    page = {
        name: {"characters": [one], "city": city, "gold": 12}
        for name, one in zip(names, reversed(cast), strict=True)
    }
    written(game, {"cast": cast, "called": "diplomat", "begun": True, "gathered": True, **page})
    asked = awaited(game)
    speaker = game.seats.exclude(pk=asked.pk)[0]
    for number in range(10):
        chat.post_message(game, speaker, "<long> " * 140, key=str(number))
    notice = GameNotice(pk=7, game=game, user=asked.user, kind=Kind.YOUR_TURN, number=game.log_length)
    email = game_email.build_game_email(asked.user, [GameUpdate([notice])])
    assert "&lt;long&gt;" in html_of(email)
    assert len(html_of(email).encode()) < MOST_BYTES
