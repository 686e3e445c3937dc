"""“Never invite me again”: by one click of a mail program, or on a page that asks first."""

import re

import pytest
from django.core import mail
from django.test import Client

from games.links import kinds
from games.mail.content.invitation_email import build_invitation_email
from games.mail.outgoing import invitation_outbox
from games.models import Invitation, InvitationBlock
from games.play.errors import NotPossible
from games.play.lobby import invitations
from tests.helpers.factories import UserFactory
from tests.helpers.messages import links, lobby
from tests.helpers.messages.mail import NEVER_INVITE_AGAIN
from tests.helpers.tables import opened

pytestmark = pytest.mark.django_db


@pytest.fixture
def invitation() -> Invitation:
    return invite("Bob@example.org")


def invite(*addresses: str) -> Invitation:
    game = opened(UserFactory(), is_open=False)
    return invitations.invite_people(game.pk, game.creator, addresses)[0]


def address(invitation: Invitation) -> str:
    token = kinds.INVITATION_UNSUBSCRIBE.sign(kinds.InvitationUnsubscribeLink.for_invitation(invitation))
    return f"/u/{token}/"


def test_the_email_has_the_link_in_both_parts_and_for_mail_programs(invitation):
    email = build_invitation_email(invitation)
    [(html, _type)] = email.alternatives
    [way] = re.findall(r"<(https?://\S+)>", email.extra_headers["List-Unsubscribe"])
    assert email.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    for part in (email.body, html):
        assert NEVER_INVITE_AGAIN in part
        assert "/u/" in part
    assert Client(enforce_csrf_checks=True).post(way, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert InvitationBlock.objects.count() == 1


def test_nobody_can_invite_the_address_again_whoever_they_are(invitation):
    assert Client().post(address(invitation)).status_code == 200
    for again in ("bob@example.org", "BOB@example.org"):
        with pytest.raises(NotPossible, match=lobby.WANTS_NO_INVITATIONS.fill(address="bob@example.org")):
            invite("eve@example.org", again)
    with pytest.raises(NotPossible):
        invitations.resend_invitation(_sent_long_ago(invitation).pk, invitation.invited_by)
    assert invite("eve@example.org").address == "eve@example.org"


def _sent_long_ago(invitation: Invitation) -> Invitation:
    Invitation.objects.filter(pk=invitation.pk).update(
        status="sent", invited_at=invitation.invited_at.replace(year=2020)
    )
    return invitation


def test_an_invitation_that_is_on_its_way_is_not_sent_any_more(invitation):
    invite("bob@example.org")
    Client().post(address(invitation))
    invitation_outbox.send_due_invitations()
    assert mail.outbox == []


def test_an_invitation_can_still_be_accepted_afterwards(invitation):
    Client().post(address(invitation))
    assert invitations.accept(invitation.pk, handle="Bob").name == "Bob"


def test_the_address_itself_is_not_stored(invitation):
    Client().post(address(invitation))
    [row] = InvitationBlock.objects.values()
    assert not any("bob" in str(value) for value in row.values())


def test_somebody_with_an_account_has_it_as_a_preference_and_may_change_it(invitation):
    bob = UserFactory(email="bob@example.org")
    Client().post(address(invitation))
    bob.refresh_from_db()
    assert bob.get_mail_preference("invitation") == "none"
    assert not InvitationBlock.objects.exists()
    assert invite("bob@example.org")  # it waits among their games, without an email


def test_looking_changes_nothing_and_a_change_of_mind_is_one_button_away(invitation):
    page = Client().get(address(invitation))
    assert NEVER_INVITE_AGAIN in page.content.decode()
    assert not InvitationBlock.objects.exists()
    assert links.NO_INVITATIONS_ANY_MORE in Client().post(address(invitation)).content.decode()
    page = Client().post(address(invitation), {"what": "again"})
    assert links.INVITED_AGAIN in page.content.decode()
    assert invite("bob@example.org")


def test_the_page_promises_a_fingerprint_only_to_who_has_no_account(invitation):
    assert links.ONLY_A_FINGERPRINT in Client().get(address(invitation)).content.decode()
    UserFactory(email="bob@example.org")
    assert links.ONLY_A_FINGERPRINT not in Client().get(address(invitation)).content.decode()


def test_the_page_speaks_the_language_of_the_invitation(invitation):
    Invitation.objects.update(language="hu")
    assert '<html lang="hu"' in Client().get(address(invitation)).content.decode()


def test_a_link_to_an_invitation_that_is_gone_says_so(invitation):
    way = address(invitation)
    invitation.game.delete()
    assert Client().get(way).status_code == 410
    assert Client().get("/u/nonsense/").status_code == 404


def test_a_link_to_a_former_address_cannot_stop_emails_to_the_new_one():
    game, invitee = opened(UserFactory(), is_open=False), UserFactory()
    [invitation] = invitations.invite_users(game.pk, game.creator, [invitee])
    former = address(invitation)
    invitee.email = "new@example.org"
    invitee.save()
    again = invitations.resend_invitation(_sent_long_ago(invitation).pk, game.creator)
    for answer in (Client().get(former), Client().post(former)):
        assert answer.status_code == 410
        assert lobby.INVITATION_SENT_ELSEWHERE in answer.content.decode()
    invitee.refresh_from_db()
    assert invitee.get_mail_preference("invitation") != "none"
    assert Client().post(address(again)).status_code == 200
    invitee.refresh_from_db()
    assert invitee.get_mail_preference("invitation") == "none"


def test_a_link_without_an_address_stops_only_emails_to_one_that_never_changes(invitation):
    [named] = invitations.invite_users(invitation.game_id, invitation.game.creator, [UserFactory()])
    old = [kinds.InvitationUnsubscribeLink(one.pk) for one in (invitation, named)]
    ways = [f"/u/{kinds.INVITATION_UNSUBSCRIBE.sign(one)}/" for one in old]
    assert [Client().post(way).status_code for way in ways] == [200, 410]
