"""Invitations at the door: sent, answered, taken back."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Invitation
from games.play.errors import NotAllowed, NotNow, NotPossible
from games.play.lobby import invitations, tables
from tests.helpers.factories import UserFactory
from tests.helpers.messages import accounts, play
from tests.helpers.messages.lobby import TABLE_IS_FULL
from tests.helpers.tables import opened

pytestmark = pytest.mark.django_db


def invited(address="bob@example.org", **wish):
    game = opened(is_open=False, **wish)
    [invitation] = invitations.invite_people(game.pk, game.creator, [address])
    return game, invitation


def posted(invitation, ago=timedelta(hours=1)):
    """As if its email had left long ago."""
    Invitation.objects.filter(pk=invitation.pk).update(
        status=Invitation.Status.SENT, invited_at=timezone.now() - ago
    )


def test_nobody_is_asked_twice():
    game, _ = invited()
    again = invitations.invite_people(
        game.pk, game.creator, ["BOB@example.org", game.creator.email, "eve@example.org"]
    )
    assert [one.address for one in again] == ["eve@example.org"]


def test_only_the_creator_invites():
    game, _ = invited()
    with pytest.raises(NotAllowed):
        invitations.invite_people(game.pk, UserFactory(), ["eve@example.org"])


def test_a_table_has_so_many_open_invitations_and_no_more():
    game = opened()
    with pytest.raises(NotPossible, match=play.TOO_MANY_INVITATIONS.pattern):
        invitations.invite_people(game.pk, game.creator, [f"p{n}@example.org" for n in range(31)])


def test_one_person_causes_so_many_emails_a_day():
    ann = UserFactory()
    for table in range(2):
        game = opened(ann)
        invitations.invite_people(game.pk, ann, [f"p{table}-{n}@example.org" for n in range(30)])
    game = opened(ann)
    with pytest.raises(NotPossible, match=play.TOO_MANY_EMAILS_TODAY.pattern):
        invitations.invite_people(game.pk, ann, ["eve@example.org"])


def test_one_address_gets_so_many_emails_a_day():
    for _ in range(invitations.MAX_EMAILS_PER_ADDRESS):
        invited()
    with pytest.raises(NotPossible, match=play.NOT_INVITED_TODAY.pattern):
        invited()


def test_the_email_speaks_the_language_of_whoever_gets_it():
    UserFactory(email="bob@example.org", language="hu")
    assert invited()[1].language == "hu"
    assert invited("eve@example.org")[1].language == "en"


def test_whoever_accepts_as_a_guest_is_seated():
    game, invitation = invited()
    seat = invitations.accept(invitation.pk, handle="Bobby")
    invitation.refresh_from_db()
    assert invitation.state == Invitation.State.ACCEPTED
    assert (seat.game, seat.user.email, seat.user.is_guest) == (game, "bob@example.org", True)


def test_an_address_that_we_know_keeps_its_person():
    bob = UserFactory(email="bob@example.org")
    assert invitations.accept(invited()[1].pk, handle="Other").user == bob


def test_whoever_is_signed_in_accepts_as_themselves():
    eve = UserFactory()
    assert invitations.accept(invited()[1].pk, user=eve).user == eve


def test_a_handle_that_is_taken_leaves_the_invitation_open():
    UserFactory(handle="Bobby")
    _, invitation = invited()
    with pytest.raises(NotPossible, match=accounts.NAME_TAKEN_OR_OWN.pattern):
        invitations.accept(invitation.pk, handle="bobby")
    invitation.refresh_from_db()
    assert invitation.state == Invitation.State.SENT


def test_an_account_that_was_shut_takes_no_seat():
    UserFactory(email="bob@example.org", is_active=False)
    with pytest.raises(NotPossible):
        invitations.accept(invited()[1].pk, handle="Bobby")


def test_a_full_table_leaves_the_invitation_open():
    game, invitation = invited(size=2, starts_when_full=False)
    tables.add_bots(game.pk, game.creator, 2)
    with pytest.raises(NotPossible, match=TABLE_IS_FULL.pattern):
        invitations.accept(invitation.pk, handle="Bobby")
    invitation.refresh_from_db()
    assert invitation.state == Invitation.State.SENT


def test_declining_keeps_the_word_and_cannot_be_undone():
    game, invitation = invited()
    invitations.decline(invitation.pk, "  Not \n this   time ")
    invitation.refresh_from_db()
    assert (invitation.state, invitation.word) == (Invitation.State.DECLINED, "Not this time")
    with pytest.raises(NotNow):
        invitations.accept(invitation.pk, handle="Bobby")
    assert invitations.invite_people(game.pk, game.creator, ["bob@example.org"])


def test_withdrawing_twice_is_withdrawing_once():
    game, invitation = invited()
    invitations.withdraw(invitation.pk, game.creator)
    assert invitations.withdraw(invitation.pk, game.creator).state == Invitation.State.WITHDRAWN
    with pytest.raises(NotNow):
        invitations.accept(invitation.pk, handle="Bobby")


def test_only_the_host_withdraws_or_sends_again():
    _, invitation = invited()
    for door in (invitations.withdraw, invitations.resend_invitation):
        with pytest.raises(NotAllowed):
            door(invitation.pk, UserFactory())


def invited_by_name_and_moved():
    """Bob is invited by name, and then has another address."""
    game, bob = opened(is_open=False), UserFactory(email="bob@old.example")
    [invitation] = invitations.invite_users(game.pk, game.creator, [bob])
    type(bob).objects.filter(pk=bob.pk).update(email="bob@new.example")
    return Invitation.objects.get(pk=invitation.pk)


def test_whoever_reads_the_old_address_of_an_invitee_does_not_sit_down_as_them():
    invitation = invited_by_name_and_moved()
    seat = invitations.accept(invitation.pk, handle="Stranger")
    assert (seat.user.email, seat.user.is_guest) == ("bob@old.example", True)


def test_sent_again_an_invitation_by_name_goes_to_the_address_that_its_invitee_has_now():
    posted(invitation := invited_by_name_and_moved())
    again = invitations.resend_invitation(invitation.pk, invitation.invited_by)
    assert again.address == "bob@new.example"
    assert invitations.accept(again.pk).user == invitation.invitee


def test_an_invitation_by_name_is_not_sent_again_where_another_one_went():
    posted(invitation := invited_by_name_and_moved())
    invitations.invite_people(invitation.game_id, invitation.invited_by, ["bob@new.example"])
    with pytest.raises(NotPossible):
        invitations.resend_invitation(invitation.pk, invitation.invited_by)


def test_a_second_click_sends_no_second_email():
    game, invitation = invited()
    assert invitations.resend_invitation(invitation.pk, game.creator).times_sent == 1
    posted(invitation)
    assert invitations.resend_invitation(invitation.pk, game.creator).times_sent == 2
    assert invitations.resend_invitation(invitation.pk, game.creator).times_sent == 2


def test_an_invitation_is_sent_so_often_and_no_more():
    game, invitation = invited()
    posted(invitation)
    Invitation.objects.update(times_sent=invitations.MAX_SENDINGS)
    with pytest.raises(NotPossible, match=play.INVITATION_SENT_OFTEN.pattern):
        invitations.resend_invitation(invitation.pk, game.creator)
