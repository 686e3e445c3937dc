"""The operator sees games, seats, moves and notices, rules by the door, and never sees a hidden card."""

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from games.mail import addresses, letterbox
from games.models import Game, Incoming, Message
from games.play import talk
from tests.accounts.factories import UserFactory
from tests.play.tables import awaited, play_on, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    game = table(4)
    play_on(game, 6)
    game.refresh_from_db()
    return game


@pytest.fixture
def operator(client):
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    return client


def rule(client, game, **fields):
    return client.post(reverse("admin:games_game_referee", args=[game.pk]), fields, follow=True)


@pytest.mark.parametrize("name", ["game", "move", "notice", "invitation", "message", "report"])
def test_every_list_opens(operator, game, name):
    assert operator.get(reverse(f"admin:games_{name}_changelist")).status_code == 200


def test_no_page_of_the_operator_shows_a_hidden_card(operator, game):
    hidden = {game.seed, *game.seats.values_list("key", flat=True)}
    pages = [
        reverse("admin:games_game_change", args=[game.pk]),
        reverse("admin:games_game_referee", args=[game.pk]),
    ]
    pages += [reverse("admin:games_move_change", args=[move.pk]) for move in game.moves.all()]
    for page in pages:
        text = operator.get(page).content.decode()
        assert not [secret for secret in hidden if secret in text]
        assert "&quot;hand&quot;" not in text
        assert "pick " not in text


def test_a_pause_and_more_time_are_written_in_the_journal(operator, game):
    before = awaited(game).due_at
    rule(operator, game, act="extend", hours=10)
    assert (awaited(game).due_at - before).total_seconds() == 36000
    rule(operator, game, act="pause")
    game.refresh_from_db()
    assert game.state == Game.State.PAUSED
    assert list(game.moves.filter(how="referee").values_list("kind", flat=True)) == ["extend", "pause"]


def test_a_person_or_a_bot_is_put_on_a_seat(operator, game):
    seat, person = awaited(game), UserFactory()
    rule(operator, game, act="replace", seat=seat.pk, handle=person.handle)
    seat.refresh_from_db()
    assert seat.user == person
    rule(operator, game, act="bot", seat=seat.pk)
    seat.refresh_from_db()
    assert seat.bot == "thumb"


def test_moves_are_taken_back_and_a_game_is_aborted(operator, game):
    rule(operator, game, act="take_back", number=5)
    assert game.moves.filter(taken_back=True).count() == 3
    rule(operator, game, act="abandon")
    game.refresh_from_db()
    assert game.state == Game.State.ABANDONED


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({"act": "extend"}, "This is needed."),
        ({"act": "replace", "handle": "Nobody-here"}, "Nobody is called like this."),
        ({"act": "take_back", "number": 99}, "no such move"),
        ({"act": "resume"}, "cannot be voted on now"),
    ],
)
def test_a_ruling_that_cannot_be_is_answered_in_words(operator, game, fields, answer):
    assert answer in rule(operator, game, **fields).content.decode()


def test_somebody_of_the_staff_without_the_right_may_look_but_not_rule(client, game):
    staff = UserFactory(is_staff=True)
    staff.user_permissions.add(Permission.objects.get(codename="view_game"))
    client.force_login(staff)
    assert client.get(reverse("admin:games_game_change", args=[game.pk])).status_code == 200
    rule(client, game, act="pause")
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING


def test_players_and_strangers_see_no_admin_page(client, game):
    for user in (None, game.creator):
        if user:
            client.force_login(user)
        for page in ("admin:games_game_changelist", "admin:games_move_changelist"):
            assert client.get(reverse(page)).status_code == 302
        assert client.post(reverse("admin:games_game_referee", args=[game.pk])).status_code == 302


def test_a_reported_message_is_hidden(operator, game):
    ann, bob = game.seats.select_related("game", "user")[:2]
    message = talk.say(game, ann, "Something rude", key="k")
    report = talk.report(message, bob.user)
    operator.post(
        reverse("admin:games_report_changelist"), {"action": "hide", "_selected_action": [report.pk]}
    )
    assert Message.objects.get(pk=message.pk).is_hidden


def test_letters_that_were_given_up_are_shown_and_tried_again(operator, game):
    stuck = game.notices.first()
    game.notices.filter(pk=stuck.pk).update(status="parked", error="SMTPDataError", tries=8)
    page = operator.get(reverse("admin:games_notice_changelist"), {"status": "parked"})
    assert "SMTPDataError" in page.content.decode()
    operator.post(
        reverse("admin:games_notice_changelist"), {"action": "try_again", "_selected_action": [stuck.pk]}
    )
    stuck.refresh_from_db()
    assert (stuck.status, stuck.tries) == ("waiting", 0)


def test_letters_that_came_in_are_shown_without_what_is_in_them(operator, game):
    seat = game.seats.first()
    letter = letterbox.take(b"\r\na secret\r\n", recipient=addresses.reply_to(seat), sender="ann@example.org")
    Incoming.objects.filter(pk=letter.pk).update(status="parked", why="SMTPDataError", outcome="a secret")
    pages = [
        operator.get(reverse("admin:games_incoming_changelist")).content.decode(),
        operator.get(reverse("admin:games_incoming_change", args=[letter.pk])).content.decode(),
    ]
    assert "SMTPDataError" in pages[0]
    assert all("secret" not in page and seat.post_key not in page for page in pages)
    operator.post(
        reverse("admin:games_incoming_changelist"), {"action": "try_again", "_selected_action": [letter.pk]}
    )
    letter.refresh_from_db()
    assert letter.status == "read"
