"""Emails of invitation leave once, survive what may go wrong, and say what they should."""

import re
import smtplib
from datetime import timedelta
from email import message_from_string
from email.policy import default

import pytest
from django.conf import settings
from django.core import mail
from django.test import override_settings
from django.utils import timezone, translation

from games import tasks
from games.links import kinds
from games.mail.content import invitation_email
from games.mail.outgoing import availability, invitation_outbox, queue, transport
from games.models import Invitation
from games.models.queued_mail import QueuedMailQuerySet
from games.play.lobby import invitations, tables
from games.queries import pace_text
from tests.helpers.factories import UserFactory
from tests.helpers.mail.smtp_server import Broken, mail_server
from tests.helpers.messages import mail as messages
from tests.helpers.messages.lobby import GAME_TAKES
from tests.helpers.tables import opened

pytestmark = pytest.mark.django_db


@pytest.fixture
def invitation():
    game = opened(UserFactory(handle="Ann"), name="Danube nights", is_open=False)
    [one] = invitations.invite_people(game.pk, game.creator, ["bob@example.org"])
    return one


def fresh(invitation: Invitation) -> Invitation:
    invitation.refresh_from_db()
    return invitation


def waits(invitation: Invitation) -> timedelta:
    return fresh(invitation).next_try_at - timezone.now()


def claim_runs_out(invitation: Invitation) -> None:
    Invitation.objects.filter(pk=invitation.pk).update(next_try_at=timezone.now())


# --- what it says


def test_the_email_tells_who_invites_and_to_what(invitation):
    email = invitation_email.build_invitation_email(invitation)
    assert email.subject == messages.INVITES_TO_GAME.fill(host="Ann", game="Citadels")
    assert email.to == ["bob@example.org"]
    pace = pace_text.describe_pace_briefly(invitation.game.pace)
    free = messages.SEATS_FREE.fill(free=3, size=4)
    for words in ("Danube nights", "2016 Edition, First Game", pace, free, "Ann"):
        assert words in " ".join(email.body.split())
    assert GAME_TAKES.is_in(email.body, size=4)
    assert max(len(line) for line in email.body.splitlines() if "://" not in line) <= 72


def test_the_email_tells_the_pace_in_full_as_text_and_as_html(invitation):
    email = invitation_email.build_invitation_email(invitation)
    [(html, _type)] = email.alternatives
    for sentence in pace_text.describe_pace(invitation.game.pace, invitation.game.patience):
        assert f"* {sentence}" in " ".join(email.body.split())
        assert sentence in html


@override_settings(BASE_URL="https://play.example.org")
def test_its_link_stands_alone_and_comes_from_our_settings(invitation):
    [line] = [
        one for one in invitation_email.build_invitation_email(invitation).body.splitlines() if "/i/" in one
    ]
    assert line.startswith("https://play.example.org/i/")
    token = line.removeprefix("https://play.example.org/i/").rstrip("/")
    assert kinds.INVITATION.read(token).invitation_id == invitation.pk


@override_settings(BASE_URL="https://play.example.org")
def test_its_headers_tell_machines_what_it_is(invitation):
    headers = invitation_email.build_invitation_email(invitation).message()
    assert headers["Message-ID"] == f"<invitation-{invitation.pk}-1@play.example.org>"
    assert headers["List-Id"] == "<invitations.play.example.org>"
    assert headers["Auto-Submitted"] == "auto-generated"


def test_a_email_for_a_seat_in_a_running_game_names_the_seat():
    game = opened(size=2, options={})
    tables.join_table(game.pk, UserFactory(handle="Zoe"))
    seat = game.seats.get(user__handle="Zoe")
    offer = invitations.offer_seat(game.pk, seat.pk, seat.user, "eve@example.org")
    email = invitation_email.build_invitation_email(offer)
    assert email.subject == messages.ASKS_TO_TAKE_OVER.fill(host="Zoe", game="Citadels")
    assert messages.ASKS_TO_TAKE_OVER_SEAT.is_in(email.body, seat="Zoe")


def test_player_text_stays_text(invitation):
    invitation.game.name = "<b>Tom & Ann's</b>"
    assert "<b>Tom & Ann's</b>" in invitation_email.build_invitation_email(invitation).body


def test_it_is_written_in_the_language_of_the_invitation(invitation, monkeypatch):
    spoken, written = [], invitation_email.build_invitation_content

    def heard(invitation):
        spoken.append(translation.get_language())
        return written(invitation)

    monkeypatch.setattr(invitation_email, "build_invitation_content", heard)
    invitation.language = "hr"
    invitation_email.build_invitation_email(invitation)
    assert spoken == ["hr"]


# --- that it leaves once


def test_it_leaves_once(invitation):
    assert tasks.send_invitations() == 1
    assert tasks.send_invitations() == 0
    assert len(mail.outbox) == 1
    assert not fresh(invitation).is_on_its_way


def test_sent_again_it_is_another_email(invitation):
    invitation_outbox.send_due_invitations()
    Invitation.objects.update(invited_at=timezone.now() - timedelta(hours=1))
    invitations.resend_invitation(invitation.pk, invitation.game.creator)
    assert invitation_outbox.send_due_invitations() == 1
    first, second = (email.message()["Message-ID"] for email in mail.outbox)
    assert first != second


def test_a_withdrawn_one_does_not_leave(invitation):
    invitations.withdraw(invitation.pk, invitation.game.creator)
    assert invitation_outbox.send_due_invitations() == 0


def test_what_somebody_else_is_posting_is_left_alone(invitation):
    assert invitation_outbox.claim(timezone.now()) == [[invitation]]
    assert invitation_outbox.claim(timezone.now()) == []
    assert invitation_outbox.claim(timezone.now() + queue.CLAIM_DURATION) == [[invitation]]


def test_a_crash_between_sending_and_writing_it_down_repeats_the_same_email(invitation, monkeypatch):
    class Killed(BaseException):
        pass

    def killed(*_args, **_kwargs):
        raise Killed

    with monkeypatch.context() as crash:
        crash.setattr(QueuedMailQuerySet, "mark_sent", killed)
        with pytest.raises(Killed):
            invitation_outbox.send_due_invitations()
    assert invitation_outbox.send_due_invitations() == 0
    claim_runs_out(invitation)
    assert invitation_outbox.send_due_invitations() == 1
    assert len({email.message()["Message-ID"] for email in mail.outbox}) == 1
    assert len(mail.outbox) == 2


# --- when the post does not work


@pytest.mark.parametrize("error", [ConnectionRefusedError(), smtplib.SMTPServerDisconnected()])
def test_a_server_that_is_down_is_asked_again_later(invitation, monkeypatch, error):
    with monkeypatch.context() as down:
        Broken(down, error)
        assert invitation_outbox.send_due_invitations() == 0
    assert timedelta(0) < waits(invitation) <= timedelta(minutes=1)
    assert fresh(invitation).is_on_its_way
    claim_runs_out(invitation)
    assert invitation_outbox.send_due_invitations() == 1


def test_one_time_out_is_enough_for_one_run(invitation, monkeypatch):
    invitations.invite_people(invitation.game.pk, invitation.game.creator, ["eve@example.org"])
    Broken(monkeypatch, TimeoutError())
    invitation_outbox.send_due_invitations()
    assert sorted(Invitation.objects.values_list("tries", flat=True)) == [0, 1]


def test_a_server_that_is_down_for_long_gives_no_invitation_up(invitation, monkeypatch):
    with monkeypatch.context() as down:
        Broken(down, OSError())
        for _ in range(queue.MAX_TRIES + 2):
            claim_runs_out(invitation)
            invitation_outbox.send_due_invitations()
        assert waits(invitation) < availability.DOWN_RETRY_WITHIN
    claim_runs_out(invitation)
    assert invitation_outbox.send_due_invitations() == 1


def test_the_pauses_grow(invitation, monkeypatch):
    Broken(monkeypatch, smtplib.SMTPDataError(451, b"later"))
    pauses = []
    for _ in range(7):
        claim_runs_out(invitation)
        invitation_outbox.send_due_invitations()
        pauses.append(waits(invitation) / timedelta(minutes=1))
    for waited, longest in zip(pauses, [1, 5, 15, 60, 240, 360, 360], strict=True):
        assert 0.75 * longest < waited <= longest  # a part of each is left to chance


def test_an_address_that_is_refused_for_good_is_not_tried_again(invitation, monkeypatch):
    Broken(monkeypatch, smtplib.SMTPRecipientsRefused({"bob@example.org": (550, b"no such box")}))
    invitation_outbox.send_due_invitations()
    assert fresh(invitation).is_refused
    assert not fresh(invitation).is_on_its_way


def test_an_address_that_is_refused_for_now_is_tried_again(invitation, monkeypatch):
    Broken(monkeypatch, smtplib.SMTPRecipientsRefused({"bob@example.org": (450, b"grey list")}))
    invitation_outbox.send_due_invitations()
    assert fresh(invitation).is_on_its_way
    assert not fresh(invitation).is_refused


def test_a_dead_address_of_somebody_with_an_account_is_recorded(invitation, monkeypatch):
    bob = UserFactory(email="bob@example.org")
    Broken(monkeypatch, smtplib.SMTPRecipientsRefused({bob.email: (550, b"5.1.1 no such box")}))
    invitation_outbox.send_due_invitations()
    bob.refresh_from_db()
    assert not bob.is_reachable


def test_an_email_that_the_server_does_not_like_is_given_up_after_some_tries(invitation, monkeypatch):
    with monkeypatch.context() as broken:
        Broken(broken, smtplib.SMTPDataError(554, b"spam"))
        for _ in range(queue.MAX_TRIES):
            assert fresh(invitation).is_on_its_way
            claim_runs_out(invitation)
            invitation_outbox.send_due_invitations()
    assert fresh(invitation).is_refused
    assert (invitation.status, invitation.error) == (Invitation.Status.PARKED, "SMTPDataError")
    assert queue.retry_parked(Invitation.objects.all()) == 1
    assert not fresh(invitation).is_refused
    assert invitation_outbox.send_due_invitations() == 1
    assert fresh(invitation).sent_at is not None


def test_an_email_that_cannot_be_written_does_not_hold_up_the_others(invitation, monkeypatch):
    invitations.invite_people(invitation.game.pk, invitation.game.creator, ["eve@example.org"])

    def build(one):
        if one.address == "bob@example.org":
            raise ValueError
        return invitation_email.build_invitation_email(one)

    monkeypatch.setattr(invitation_outbox, "build_invitation_email", build)
    assert invitation_outbox.send_due_invitations() == 1
    assert fresh(invitation).is_on_its_way
    assert (invitation.tries, invitation.error) == (1, "ValueError")


def test_an_email_that_kills_its_process_each_time_is_given_up(invitation):
    Invitation.objects.update(tries=queue.MAX_TRIES)
    assert invitation_outbox.send_due_invitations() == 0
    assert fresh(invitation).is_refused
    assert not mail.outbox


def test_an_answered_invitation_is_not_tried_again(invitation):
    Invitation.objects.update(status=Invitation.Status.PARKED, state=Invitation.State.DECLINED)
    assert queue.retry_parked(Invitation.objects.all()) == 0


def test_sent_again_it_is_on_its_way_and_no_longer_refused(invitation):
    long_ago = timezone.now() - timedelta(hours=1)
    Invitation.objects.update(status=Invitation.Status.SENT, has_bounced=True, invited_at=long_ago)
    again = invitations.resend_invitation(invitation.pk, invitation.game.creator)
    assert (again.is_on_its_way, again.is_refused, again.times_sent) == (True, False, 2)


def test_another_email_that_was_asked_for_while_the_first_took_very_long_is_sent(invitation, monkeypatch):
    def dawdle(one):
        Invitation.objects.filter(pk=one.pk).requeue(timezone.now(), times_sent=2)
        return invitation_email.build_invitation_email(one)

    with monkeypatch.context() as slow:
        slow.setattr(invitation_outbox, "build_invitation_email", dawdle)
        [claimed] = invitation_outbox.claim(timezone.now())
        with transport.MailSession() as session:
            assert invitation_outbox.send_or_drop(claimed, session, timezone.now())
    assert fresh(invitation).is_on_its_way
    assert invitation_outbox.send_due_invitations() == 1


# --- what the reader wishes


def test_whoever_wants_no_such_emails_gets_none(invitation):
    UserFactory(email="bob@example.org", mail_preferences={"invitation": "none"})
    assert invitation_outbox.send_due_invitations() == 0
    assert not mail.outbox
    assert not fresh(invitation).is_on_its_way


@pytest.mark.parametrize(("preferences", "sent"), [({}, ["bob@new.example"]), ({"invitation": "none"}, [])])
def test_an_email_on_its_way_follows_its_reader_to_another_address(preferences, sent):
    game, bob = opened(is_open=False), UserFactory(email="bob@old.example", mail_preferences=preferences)
    invitations.invite_users(game.pk, game.creator, [bob])
    type(bob).objects.filter(pk=bob.pk).update(email="bob@new.example")
    invitation_outbox.send_due_invitations()
    assert [to for email in mail.outbox for to in email.to] == sent


def test_emails_wait_for_the_end_of_quiet_hours(invitation):
    now = timezone.now()
    quiet = {
        "quiet_from": (now - timedelta(hours=1)).time().replace(microsecond=0),
        "quiet_until": (now + timedelta(hours=1)).time().replace(microsecond=0),
    }
    UserFactory(email="bob@example.org", **quiet)
    assert invitation_outbox.send_due_invitations() == 0
    assert timedelta(minutes=59) < waits(invitation) < timedelta(minutes=61)


# --- over a real socket


def test_over_a_real_socket(invitation):
    backend = "games.mail.outgoing.smtp.LimitedSmtpBackend"
    with mail_server() as server:
        host, port = server.server_address
        with override_settings(EMAIL_BACKEND=backend, EMAIL_HOST=host, EMAIL_PORT=port):
            assert invitation_outbox.send_due_invitations() == 1
    [raw] = server.emails
    email = message_from_string(raw, policy=default)
    assert email["To"] == "bob@example.org"
    assert email["Auto-Submitted"] == "auto-generated"
    assert "Danube nights" in email.get_body(("plain",)).get_content()


@override_settings(
    EMAIL_BACKEND="games.mail.outgoing.smtp.LimitedSmtpBackend", EMAIL_HOST="127.0.0.1", EMAIL_PORT=9
)
def test_over_a_socket_where_nobody_listens(invitation):
    assert invitation_outbox.send_due_invitations() == 0
    assert fresh(invitation).is_on_its_way


def test_both_parts_invite_in_the_same_words(invitation):
    email = invitation_email.build_invitation_email(invitation)
    [html] = [part.content for part in email.alternatives]
    link = re.search(r"http\S+/i/\S+", email.body)[0]
    for word in (link, "Danube nights", "yes "):
        assert word in email.body
        assert word in html
    assert "<script" not in html
    assert "http" not in html.replace(settings.BASE_URL, "")
