"""An invitation that is answered by a reply."""

import pytest
from django.core import mail
from django.utils import translation
from django.utils.translation import gettext

from games.mail.outgoing import game_outbox
from games.models import Invitation
from games.play.lobby import invitations, tables
from games.play.lobby.tables import NewTable
from tests.helpers.factories import UserFactory
from tests.helpers.mail.inbox import answer_to, last_email, post
from tests.helpers.messages import Message, accounts, replies

pytestmark = pytest.mark.django_db


@pytest.fixture
def invitation() -> Invitation:
    host = UserFactory()
    game = tables.open_table(host, NewTable(name="New", ruleset="citadels", options={}, size=3))
    [found] = invitations.invite_people(game.pk, host, ["eve@example.org"])
    return found


def test_yes_takes_a_seat_without_a_visit(invitation):
    post(answer_to(invitation, "yes Eve"))
    seat = invitation.game.seats.get(name="Eve")
    assert seat.user.email == "eve@example.org"
    assert replies.SEATED_AS.fill(name="Eve") in last_email()


def test_yes_without_a_name_takes_one_like_the_address(invitation):
    post(answer_to(invitation, "igen"))
    assert invitation.game.seats.filter(name="eve").exists()


def test_a_name_that_cannot_be_had_is_answered_with_the_reason(invitation):
    post(answer_to(invitation, f"yes {invitation.invited_by.handle}"))
    invitation.refresh_from_db()
    assert invitation.state == "sent"
    assert accounts.NAME_TAKEN_OR_OWN in last_email()


@pytest.mark.parametrize("line", ["igen", "talán"])
def test_an_answer_speaks_the_language_that_its_reader_has_by_now(invitation, line):
    """Invited in English, and known here in Hungarian by now."""
    UserFactory(email=invitation.address, language="hu")
    post(answer_to(invitation, line))
    answer = mail.outbox[-1]
    assert answer.extra_headers["Content-Language"] == "hu"
    with translation.override("hu"):
        understood = replies.SEATED_AS if line == "igen" else replies.YES_OR_NO
        assert Message(gettext(understood)).is_in(answer.body)


def test_no_declines_with_a_word(invitation):
    post(answer_to(invitation, "no Not this month, sorry"))
    invitation.refresh_from_db()
    assert (invitation.state, invitation.word) == ("declined", "Not this month, sorry")


def test_anything_else_is_asked_again(invitation):
    post(answer_to(invitation, "maybe"))
    invitation.refresh_from_db()
    assert invitation.state == "sent"
    assert replies.YES_OR_NO in last_email()


def test_rules_are_answered_with_the_rule_book(invitation):
    post(answer_to(invitation, "rules"))
    invitation.refresh_from_db()
    assert invitation.state == "sent"
    assert "/rules/citadels/" in last_email()


def test_a_stranger_cannot_accept(invitation):
    post(answer_to(invitation, "yes Eve", From="mallory@example.com"))
    assert invitation.game.seats.count() == 1
    assert [email.to for email in mail.outbox] == [["eve@example.org"]]


@pytest.mark.parametrize("lines", [("Hi Ann,", "yes Eve"), ("Yes please",)])
def test_an_invitation_is_answered_politely(invitation, lines):
    post(answer_to(invitation, *lines))
    assert invitation.game.seats.filter(name__iexact="eve").exists()


@pytest.mark.parametrize(
    ("line", "handle", "name"),
    [
        ("Yes, Égon", "Egon", "Égon"),
        ("igen Égon", "Egon", "Égon"),
        ("Igen, Égon!", "Egon", "Égon"),
        ("da, Đurđa", "Durda", "Đurđa"),
        ("yes Anna Mária", "Anna-Maria", "Anna Mária"),
        ("Yes, Емил", "Emil", "Емил"),
        ("yes - Zoé", "Zoe", "Zoé"),
        ("Yes, Eve", "Eve", "Eve"),
    ],
)
def test_a_name_with_accents_or_in_another_script_is_kept(invitation, line, handle, name):
    post(answer_to(invitation, line))
    seat = invitation.game.seats.get(user__email="eve@example.org")
    assert (seat.name, seat.user.name) == (handle, name)
    assert replies.SEATED_AS.fill(name=name) in last_email()


def test_a_name_that_no_letter_of_a_handle_can_write_is_shown_beside_it(invitation):
    post(answer_to(invitation, "Yes, 李雷"))
    seat = invitation.game.seats.get(user__email="eve@example.org")
    assert seat.shown_name == f"李雷 ({seat.name})"
    assert replies.SEATED_AS.fill(name=seat.shown_name) in last_email()


@pytest.mark.parametrize(
    "line",
    [
        "Yes, gladly",
        "Yes, I would love to",
        "yes with pleasure",
        "Igen, szívesen!",
        "Da, vrlo rado",
        "Yes, OK",
    ],
)
def test_a_remark_behind_yes_is_no_name(invitation, line):
    post(answer_to(invitation, line))
    assert invitation.game.seats.filter(name="eve").exists()


def test_yes_with_a_comma_names_nobody(invitation):
    post(answer_to(invitation, "Yes, gladly", "say hello"))
    assert invitation.game.seats.filter(name="eve").exists()
    assert replies.ONLY_YES_OR_NO in last_email()


def test_whoever_fills_the_table_by_a_reply_gets_one_email(invitation):
    tables.join_table(invitation.game_id, UserFactory(), invited=True)
    post(answer_to(invitation, "yes Eve"))
    game_outbox.send_due_notices()
    assert [email.to for email in mail.outbox].count(["eve@example.org"]) == 1


def test_a_newcomer_has_the_clock_of_the_host(invitation):
    invitation.invited_by.time_zone = "Europe/Zagreb"
    invitation.invited_by.save()
    post(answer_to(invitation, "yes Eve"))
    assert invitation.game.seats.get(name="Eve").user.time_zone == "Europe/Zagreb"
