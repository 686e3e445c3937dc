"""Whose email it is, and that it is read once: strangers, machines, repetitions, seats in new hands."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.test import override_settings
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import User
from games.mail import addresses
from games.mail.incoming import inbox, processor, reply_policy
from games.mail.incoming.commands import CommandReader
from games.mail.incoming.game_commands import GAME_COMMANDS
from games.mail.incoming.game_reply import GameReply
from games.mail.outgoing import transport
from games.models import ChatMessage, GameLogEntry, GameNotice, IncomingMail, Seat
from games.play import seats
from games.play.transaction.origin import How, Origin, new_request_key
from tests.helpers.factories import UserFactory
from tests.helpers.mail.inbox import last_email, post, reply, written
from tests.helpers.mail.reply_game import moves
from tests.helpers.messages import replies

pytestmark = pytest.mark.django_db


# --- whose email it is


@pytest.mark.drill(29, "right key, wrong sender")
def test_a_stranger_cannot_play_with_the_key_alone(game, seat):
    email = post(reply(seat, "gold", From="mallory@example.com"))
    assert (moves(game), email.ignore_reason) == ([], "foreign")
    assert mail.outbox[-1].to == [seat.user.email]
    assert replies.FOREIGN_SENDER in last_email()
    assert "mallory" not in mail.outbox[-1].message().as_string()


def test_the_player_is_warned_of_strangers_only_a_few_times(seat):
    for _ in range(5):
        post(reply(seat, "gold", From="mallory@example.com"))
    assert len(mail.outbox) == reply_policy.MAX_WARNINGS
    bodies = [" ".join(email.body.split()) for email in mail.outbox]
    assert list(map(replies.LAST_WARNING.is_in, bodies)) == [False, False, True]


@override_settings(AUTHSERV_ID="mx.example.org")
def test_a_email_for_which_its_server_does_not_vouch_is_not_obeyed(game, seat):
    post(reply(seat, "gold", Authentication_Results="mx.example.org; dmarc=fail"))
    assert moves(game) == []
    assert "vouch" in last_email()


def test_a_guarded_seat_listens_to_no_email(game, seat):
    Seat.objects.filter(pk=seat.pk).update(has_revoked_links=True)
    post(reply(seat, "gold"))
    assert moves(game) == []
    assert "/t/" not in mail.outbox[-1].body


def test_the_address_of_a_seat_that_was_given_on_leads_nowhere(game, seat):
    raw, to = reply(seat, "gold"), addresses.build_reply_address(seat, seat.decision)
    Seat.objects.filter(pk=seat.pk).update(reply_key="x" * 20)
    assert inbox.store_email(raw, recipient=to, sender=seat.user.email) is None


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("application/pgp-encrypted", replies.ENCRYPTED_EMAIL),
        ("application/pkcs7-mime", replies.SEALED_EMAIL),
    ],
)
def test_an_email_that_cannot_be_opened_is_answered_with_the_reason(game, seat, kind, message):
    raw = reply(seat, "gold").replace(b"Content-Type: text/plain", f"Content-Type: {kind}".encode())
    assert post(raw).status == "answered"
    assert message in last_email()
    assert moves(game) == []


@pytest.mark.drill(19, "machines are not answered")
@pytest.mark.parametrize(
    "headers", [{"Auto-Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"X-Loop": "yes"}]
)
def test_machines_are_neither_obeyed_nor_answered(game, seat, headers):
    email = post(reply(seat, "gold", **headers))
    assert (email.status, moves(game), mail.outbox) == ("ignored", [], [])


@pytest.mark.drill(19, "two vacations that do not say so")
def test_two_machines_do_not_talk_through_us_for_ever(game, seat, monkeypatch):
    monkeypatch.setattr(reply_policy, "MAX_IDLE_ANSWERS", 3)
    for _ in range(5):
        post(reply(seat, "I am away until Monday."))
    assert len(mail.outbox) == 3
    post(reply(seat, "gold"))
    assert len(mail.outbox) == 4


def test_the_last_answer_says_until_when_there_is_none(seat, clock, monkeypatch):
    monkeypatch.setattr(reply_policy, "MAX_IDLE_ANSWERS", 2)
    User.objects.filter(pk=seat.user_id).update(time_zone="Europe/Budapest")
    for _ in range(3):
        post(reply(seat, "What a day!"))
        clock.shift(timedelta(minutes=10))
    first, last = mail.outbox
    until = timezone.now() + timedelta(minutes=30)
    when = date_format(until.astimezone(ZoneInfo("Europe/Budapest")), "WEEKDAY_DATETIME")
    assert not replies.LAST_ANSWER.is_in(first.body)
    assert replies.LAST_ANSWER.is_in(last.body, when=when, zone="Europe/Budapest")
    clock.move_to(until + timedelta(seconds=1))
    post(reply(seat, "What a day!"))
    assert len(mail.outbox) == 3


# --- once


def test_the_same_email_twice_is_read_once(game, seat):
    raw = reply(seat, "gold")
    assert post(raw).pk == post(raw).pk
    assert moves(game) == ["gold"]
    assert len(mail.outbox) == 1


def test_two_workers_read_a_email_once(game, seat):
    to = addresses.build_reply_address(seat, seat.decision)
    email = inbox.store_email(reply(seat, "gold"), recipient=to, sender="x")
    again = IncomingMail.objects.get(pk=email.pk)
    processor.process_email(email)
    processor.process_email(again)
    assert (moves(game), IncomingMail.objects.get().status) == (["gold"], "read")


def test_what_could_not_be_answered_is_answered_later_and_not_played_again(game, seat, monkeypatch):
    def down(self, message):
        raise transport.MailServerDown

    with monkeypatch.context() as patch:
        patch.setattr(transport.MailSession, "send", down)
        email = post(reply(seat, "gold"))
    assert (email.status, moves(game), mail.outbox) == ("read", ["gold"], [])
    processor.process_due_mail(timezone.now() + timedelta(hours=1))
    email.refresh_from_db()
    assert (email.status, moves(game), len(mail.outbox)) == ("answered", ["gold"], 1)


@pytest.mark.drill(14, "a letter that breaks the reader is parked")
def test_a_email_that_breaks_the_reader_is_given_up_after_some_tries(game, seat, monkeypatch):
    def broken(self, lines):
        raise RuntimeError("broken")

    with monkeypatch.context() as patch:
        patch.setattr("games.mail.incoming.commands.CommandReader.execute", broken)
        email = post(reply(seat, "gold"))
        for hours in range(1, 100, 7):
            processor.process_due_mail(timezone.now() + timedelta(hours=hours))
    email.refresh_from_db()
    assert (email.status, email.error) == ("parked", "RuntimeError")
    processor.retry_parked(IncomingMail.objects.all())
    processor.process_due_mail()
    assert moves(game) == ["gold"]


def test_old_emails_are_thrown_away(game, seat):
    post(reply(seat, "gold"))
    assert processor.delete_old_mail(timezone.now() + timedelta(days=29)) == 0
    assert processor.delete_old_mail(timezone.now() + timedelta(days=31)) == 1
    assert not IncomingMail.objects.exists()


@pytest.mark.parametrize("text", ["", "unsubscribe", "Please remove me!"])
def test_an_email_may_end_all_emails_about_a_table_and_is_confirmed(seat, text):
    to = addresses.build_unsubscribe_address(seat)
    post(written(to, seat.user.email, text))
    seat.refresh_from_db()
    assert seat.has_emails_off
    assert replies.EMAILS_STOPPED in last_email()
    assert replies.REPLY_START in last_email()


# --- when the seat goes to somebody else


def given_on(seat: Seat) -> None:
    origin = Origin(How.FORM, new_request_key(), timezone.now(), seat.user_id)
    seats.change_player(seat.game_id, seat.pk, origin, user=UserFactory())


def test_an_answer_goes_to_whoever_wrote_or_to_nobody(game, seat):
    to = addresses.build_reply_address(seat, seat.decision)
    email = inbox.store_email(reply(seat, "say my secret plan"), recipient=to, sender=seat.user.email)
    processor.process_email(email)
    given_on(seat)
    processor.process_due_mail()
    email.refresh_from_db()
    assert (email.status, email.error, mail.outbox) == ("ignored", "too late", [])


@pytest.mark.parametrize("line", ["gold", "say hello", "plan gold", "undo"])
def test_a_seat_that_is_given_on_while_a_email_is_read_does_nothing(game, seat, line):
    email = IncomingMail(pk=1, received_at=timezone.now())
    reader = CommandReader(GAME_COMMANDS, GameReply(seat, email, seat.decision, "en"))
    given_on(seat)
    entries = GameLogEntry.objects.count()
    [told] = reader.read_lines([line])
    assert not told.is_done
    assert (GameLogEntry.objects.count(), ChatMessage.objects.count()) == (entries, 0)


def test_emails_are_obeyed_while_none_can_leave(game, seat, monkeypatch):
    def down(self, message):
        raise transport.MailServerDown

    monkeypatch.setattr(transport.MailSession, "send", down)
    other = game.seats.exclude(pk=seat.pk).first()
    for _ in range(3):
        raw = reply(other, "help")
        inbox.store_email(raw, recipient=addresses.build_reply_address(other), sender=other.user.email)
    post(reply(seat, "gold"))
    assert moves(game) == ["gold"]


def test_if_the_answer_cannot_be_sent_a_email_of_the_game_asks(game, seat, monkeypatch):
    GameNotice.objects.all().delete()
    monkeypatch.setattr(transport.MailSession, "send", lambda self, message: 1 / 0)
    email = post(reply(seat, "gold"))
    for hours in range(1, 100, 7):
        processor.process_due_mail(timezone.now() + timedelta(hours=hours))
    email.refresh_from_db()
    assert email.status == "parked"
    assert GameNotice.objects.get(user=seat.user).kind == "your_turn"


@override_settings(AUTHSERV_ID="mx.example.org")
def test_a_email_at_which_nobody_has_looked_is_not_obeyed(game, seat):
    post(reply(seat, "gold"))
    assert moves(game) == []
