"""What hosts hear about their invitations, and what somebody hears whose emails arrive again."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts import bounces as account_bounces
from games.mail.incoming import bounces
from games.mail.outgoing import game_outbox, invitation_outbox
from games.models import GameNotice, Invitation
from games.play import seat_emails
from games.play.lobby import invitations, tables
from tests.helpers.factories import JoinLinkFactory, UserFactory
from tests.helpers.mail.inbox import answer_to
from tests.helpers.mail.inbox import post as receive
from tests.helpers.mail.outbox import Kind, nothing_waits, parts, post, reasons, sent
from tests.helpers.messages import mail as messages
from tests.helpers.tables import awaited, opened, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def invitation() -> Invitation:
    game = opened(UserFactory(handle="Ann"), name="Danube nights", is_open=False)
    [one] = invitations.invite_people(game.pk, game.creator, ["bob@example.org"])
    return one


def bounce(address: str) -> None:
    bounces.record_bounce(address, is_hard=True, at=timezone.now())


# --- to the host


def test_a_host_hears_that_an_invitation_was_declined_and_with_which_words(invitation):
    invitations.decline(invitation.pk, "Not this month, sorry")
    post()
    [email] = mail.outbox
    assert email.to == [invitation.invited_by.email]
    assert email.extra_headers["X-Citadels-Kind"] == "host_news"
    for part in parts(email):
        assert messages.INVITATION_DECLINED.fill(address="bob@example.org") in part
        assert "Not this month, sorry" in part
    assert f"/g/{invitation.game.key}/" in email.body


def test_a_host_reads_no_address_that_only_the_site_knows(invitation):
    """Somebody invited by name, and somebody who has asked for an email by the link of the table."""
    game, cecil = invitation.game, UserFactory(handle="Cecil")
    asked_by_link = JoinLinkFactory(game=game)
    invited = invitations.invite_users(game.pk, game.creator, [cecil])
    for one in (*invited, invitations.request_by_link(asked_by_link.pk, "dora@example.org")):
        invitations.decline(one.pk)
    post()
    [email] = sent(game.creator)
    for part in parts(email):
        assert messages.INVITATION_DECLINED.fill(address="Cecil") in part
        assert cecil.email not in part
        assert "dora@example.org" not in part


def test_a_host_hears_nothing_of_who_has_asked_by_the_link(invitation):
    asked = invitations.request_by_link(JoinLinkFactory(game=invitation.game).pk, "dora@example.org")
    bounce("dora@example.org")
    invitations.decline(asked.pk)
    assert not GameNotice.objects.filter(kind=Kind.HOST_NEWS).exists()


def test_a_host_reads_of_no_address_when_an_invitation_by_name_comes_back(invitation):
    game, cecil = invitation.game, UserFactory(handle="Cecil")
    invitations.invite_users(game.pk, game.creator, [cecil])
    bounce(cecil.email)
    post()
    [email] = sent(game.creator)
    for part in parts(email):
        assert messages.INVITATION_BY_NAME_CAME_BACK.is_in(part, name="Cecil")


def test_a_host_hears_once_that_an_invitation_came_back(invitation):
    bounce("Bob@example.org")
    post()
    [email] = sent(invitation.invited_by)
    for part in parts(email):
        assert messages.INVITATION_CAME_BACK.is_in(part, address="bob@example.org")
    bounce("bob@example.org")
    post()
    assert mail.outbox == []


def test_a_host_hears_that_the_invited_person_is_unreachable(invitation):
    UserFactory(email="bob@example.org", unreachable_since=timezone.now())
    invitation_outbox.send_due_invitations()
    post()
    assert reasons(invitation.invited_by) == ["host_news"]


def test_an_answer_from_another_address_is_told_to_the_host_and_to_the_invited_address(invitation):
    receive(answer_to(invitation, "yes", From="bobby@elsewhere.example"))
    [warning] = mail.outbox
    assert warning.to == ["bob@example.org"]
    assert all(messages.ANSWERED_FROM_ELSEWHERE in part for part in parts(warning))
    post()
    [news] = sent(invitation.invited_by)
    for email in (warning, news):
        assert all("elsewhere.example" not in part for part in parts(email))
    assert all(messages.ANSWERED_BY_ANOTHER.is_in(part, address="bob@example.org") for part in parts(news))
    assert invitation.game.seats.count() == 1


def test_strangers_cannot_make_us_write_to_the_invited_address_again_and_again(invitation):
    for _ in range(6):
        receive(answer_to(invitation, "yes", From="mallory@elsewhere.example"))
    assert [email.to for email in mail.outbox] == [["bob@example.org"]] * 3
    post()
    assert len(sent(invitation.invited_by)) == 1
    receive(answer_to(invitation, "yes", From="mallory@elsewhere.example"))
    post()
    assert not sent(invitation.invited_by)


def test_nobody_hears_of_answers_to_an_invitation_that_is_closed(invitation):
    invitations.withdraw(invitation.pk, invitation.invited_by)
    receive(answer_to(invitation, "yes", From="mallory@elsewhere.example"))
    bounce("bob@example.org")
    post()
    assert mail.outbox == []


def test_trouble_that_is_over_is_told_to_nobody(invitation):
    bounce("bob@example.org")
    invitations.accept(invitation.pk, handle="Bob")
    post()
    assert not sent(invitation.invited_by)
    assert GameNotice.objects.get(kind=Kind.HOST_NEWS).status == "dropped"


def test_a_host_who_has_cancelled_the_table_hears_no_more_of_its_invitations(invitation):
    invitations.decline(invitation.pk)
    tables.cancel_table(invitation.game_id, invitation.invited_by)
    post()
    assert mail.outbox == []


def test_news_of_invitations_may_be_collected(invitation):
    host = invitation.invited_by
    other = opened(host, name="Sava mornings", is_open=False)
    [second] = invitations.invite_people(other.pk, host, ["eve@example.org"])
    host.mail_preferences, host.digest_hours = {"changes": "collected"}, list(range(24))
    host.save()
    for one in (invitation, second):
        invitations.decline(one.pk)
    post(timezone.now() + timedelta(hours=1))
    [email] = sent(host)
    for part in parts(email):
        assert messages.INVITATION_DECLINED.fill(address="bob@example.org") in part
        assert messages.INVITATION_DECLINED.fill(address="eve@example.org") in part


def test_a_player_who_offers_a_seat_hears_of_it_below_what_is_asked():
    game = table(3)
    nothing_waits()
    seat = awaited(game)
    offer = invitations.offer_seat(game.pk, seat.pk, seat.user, "eve@example.org")
    invitations.decline(offer.pk, "No time")
    game_outbox.resend_turn_email(seat, seat.user)
    post()
    [email] = sent(seat.user)
    assert email.extra_headers["X-Citadels-Kind"] == "your_turn"
    assert all(messages.INVITATION_DECLINED.fill(address="eve@example.org") in part for part in parts(email))


# --- to somebody whose emails arrive again


def test_whoever_is_asked_reads_in_that_email_that_the_address_works_again():
    seat = awaited(table(3))
    nothing_waits()
    bounce(seat.user.email)
    post()
    seat.user.refresh_from_db()
    account_bounces.mark_reachable(seat.user)
    post()
    [email] = sent(seat.user)
    assert email.extra_headers["X-Citadels-Kind"] == "your_turn"
    assert all(messages.REACHED_AGAIN in part for part in parts(email))


@pytest.mark.parametrize("has_begun", [True, False])
def test_whoever_is_not_asked_is_told_that_the_address_works_again(has_begun):
    """Whatever is preferred: it was asked for, to see whether emails arrive."""
    game = table(3) if has_begun else opened(UserFactory(), is_open=True)
    seat = game.seats.filter(decision=None).select_related("user").last()
    seat.user.mail_preferences = {"changes": "none"}
    seat.user.save()
    nothing_waits()
    bounce(seat.user.email)
    seat.user.refresh_from_db()
    account_bounces.mark_reachable(seat.user)
    post()
    assert reasons(seat.user) == ["reachable"]
    assert all(messages.REACHED_AGAIN_AT_LENGTH in part for part in parts(*sent(seat.user)))


def test_no_email_comes_about_a_table_whose_emails_were_stopped():
    """Not even to say that the address works again."""
    seat = awaited(table(3))
    nothing_waits()
    seat_emails.stop_seat_emails(seat, seat.user)
    bounce(seat.user.email)
    seat.user.refresh_from_db()
    account_bounces.mark_reachable(seat.user)
    post()
    assert not sent(seat.user)


def test_an_address_that_has_always_worked_is_told_nothing():
    seat = awaited(table(3))
    nothing_waits()
    account_bounces.mark_reachable(seat.user)
    post()
    assert mail.outbox == []


def test_one_email_says_it_however_many_tables_there_are():
    ann = UserFactory()
    for name in ("One", "Two"):
        tables.open_table(ann, tables.NewTable(name, "citadels", {}, 3, is_open=True))
    bounce(ann.email)
    ann.refresh_from_db()
    account_bounces.mark_reachable(ann)
    post()
    assert reasons(ann) == ["reachable"]
