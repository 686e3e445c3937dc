"""The link of an invitation: what it shows, to whom it gives the seat, and when it is only a sentence."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.handles import suggest_handle
from accounts.models import User
from games.links import kinds
from games.links.tokens import Token
from games.models import Invitation, Seat
from games.play.lobby import invitations, tables
from tests.helpers.citadels.cards import read_effect
from tests.helpers.factories import UserFactory
from tests.helpers.messages.accounts import HANDLE_TAKEN, NAME_MALFORMED, NAME_RESERVED, NAME_TAKEN_OR_OWN
from tests.helpers.messages.lobby import (
    ANOTHER_TIME,
    BANK_BEGINS_WITH,
    DECISION_TIME,
    GAME_TAKES,
    HOST_ASKS_YOU_TO_PLAY_ON,
    HOST_INVITES_YOU,
    HOW_THE_GAME_STANDS,
    INVITATION_ACCEPTED,
    INVITATION_DECLINED,
    INVITATION_SENT_ELSEWHERE,
    INVITATION_TOO_OLD,
    INVITATION_UNKNOWN,
    INVITATION_WITHDRAWN,
    OPEN_THE_TABLE,
    SEATS_TAKEN,
    TABLE_BEGUN_AND_FULL,
    TABLE_CANCELLED,
    TABLE_IS_FULL,
    YOU_TAKE_SEAT_AS,
)
from tests.helpers.messages.rules import GAME_WAITS_FOR
from tests.helpers.pages import client_of, url
from tests.helpers.tables import opened

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ann):
    return opened(ann, name="Danube nights", is_open=False)


@pytest.fixture
def invitation(game, ann):
    [one] = invitations.invite_people(game.pk, ann, ["eve.smith@example.org"])
    return one


def link(invitation: Invitation) -> str:
    return f"/i/{kinds.INVITATION.sign(kinds.InvitationLink.for_invitation(invitation))}/"


def text(page: Any, status: int = 200) -> str:
    assert page.status_code == status
    return re.sub(r"\s+", " ", page.content.decode())


def accept(client: Client, invitation: Invitation, **fields: str) -> Any:
    return client.post(link(invitation), {"answer": "accept", **fields})


# --- looking


def test_a_link_to_a_former_address_opens_nothing_once_it_is_sent_again(game, ann):
    [invitation] = invitations.invite_users(game.pk, ann, [UserFactory()])
    former = link(invitation)
    invitation.invitee.email = "new@example.org"
    invitation.invitee.save()
    hour_ago = timezone.now() - timedelta(hours=1)
    Invitation.objects.update(invited_at=hour_ago, status=Invitation.Status.SENT)
    again = invitations.resend_invitation(invitation.pk, ann)
    for answer in (Client().get(former), Client().post(former, {"answer": "accept"})):
        assert INVITATION_SENT_ELSEWHERE in text(answer, 410)
    assert game.seats.count() == 1
    accept(Client(), again)
    assert game.seats.filter(user=invitation.invitee).exists()


def test_a_link_without_an_address_opens_only_what_was_sent_to_one_that_never_changes(game, ann, invitation):
    [named] = invitations.invite_users(game.pk, ann, [UserFactory()])
    found = [kinds.INVITATION.sign(kinds.InvitationLink(one.pk)) for one in (invitation, named)]
    assert [Client().get(f"/i/{token}/").status_code for token in found] == [200, 410]


def test_the_page_shows_the_table_and_asks_for_a_name(invitation):
    page = text(Client().get(link(invitation)))
    for words in (
        HOST_INVITES_YOU.fill(host="Ann"),
        "Danube nights",
        "2016 Edition, First Game",
        DECISION_TIME.fill(time="A day"),
        BANK_BEGINS_WITH.fill(bank="2 days"),
        read_effect("assassin"),
        SEATS_TAKEN.fill(taken=1, size=4),
        'value="evesmith"',
    ):
        assert words in page
    assert re.search(GAME_TAKES.fill(size=4, length=".+"), page)


def test_looking_changes_nothing(invitation):
    for _ in range(2):
        Client().get(link(invitation))
        Client().head(link(invitation))
    invitation.refresh_from_db()
    assert invitation.state == Invitation.State.SENT
    assert Seat.objects.count() == 1


@pytest.mark.parametrize("path", ["good", "/i/nonsense/"])
def test_a_page_behind_a_token_does_not_travel_on(invitation, path):
    headers = Client().get(link(invitation) if path == "good" else path).headers
    assert headers["Referrer-Policy"] == "strict-origin"
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize(
    ("address", "handle"),
    [
        ("eve@example.org", "eve"),
        ("eve.smith+games@example.org", "evesmith"),
        ("1.2.3@example.org", "Newcomer"),
        ("ann@example.org", "ann2"),
        ("admin@example.org", "admin2"),
        ("a" * 40 + "@example.org", "a" * 20),
    ],
)
def test_the_name_that_is_suggested_is_free_and_allowed(ann, address, handle):
    assert suggest_handle(address) == handle
    User.objects.get_or_create_guest(address, suggest_handle(address))


# --- answering


def test_a_guest_is_seated_and_has_a_pass(invitation, game):
    client = Client()
    assert accept(client, invitation, handle="Evie").url == url(game)
    seat = Seat.objects.get(user__email="eve.smith@example.org")
    assert (seat.name, seat.user.is_guest) == ("Evie", True)
    assert client.get(url(game)).status_code == 200
    assert Client().get(url(game)).status_code == 404


@pytest.mark.parametrize(
    ("handle", "complaint"),
    [
        ("", "required"),
        ("Ann", NAME_TAKEN_OR_OWN),
        ("x", NAME_MALFORMED),
        ("admin", NAME_RESERVED),
        ("<b>", NAME_MALFORMED),
    ],
)
def test_a_name_that_cannot_be_is_told(invitation, handle, complaint):
    page = accept(Client(), invitation, handle=handle)
    assert complaint in text(page)
    assert HANDLE_TAKEN not in text(page)
    invitation.refresh_from_db()
    assert invitation.state == Invitation.State.SENT


def test_an_address_that_we_know_needs_no_name(invitation):
    eve = UserFactory(handle="Eve", email="eve.smith@example.org")
    assert YOU_TAKE_SEAT_AS.fill(who="Eve") in text(Client().get(link(invitation)))
    accept(Client(), invitation)
    assert Seat.objects.filter(user=eve).exists()


def test_whoever_is_signed_in_accepts_as_themselves(invitation, game):
    zoe = UserFactory(handle="Zoe")
    client = client_of(zoe)
    assert YOU_TAKE_SEAT_AS.fill(who="Zoe") in text(client.get(link(invitation)))
    assert accept(client, invitation, handle="Other").url == url(game)
    assert Seat.objects.filter(user=zoe).exists()
    assert not User.objects.filter(email="eve.smith@example.org").exists()
    assert INVITATION_ACCEPTED in text(Client().get(link(invitation)), 410)


def test_accepting_twice_is_accepting_once(invitation, game):
    client = Client()
    accept(client, invitation, handle="Evie")
    assert accept(client, invitation, handle="Evie").url == url(game)
    assert game.seats.count() == 2


def test_the_holder_opens_the_seat_again_in_another_browser(invitation, game):
    accept(Client(), invitation, handle="Evie")
    other = Client()
    assert OPEN_THE_TABLE in text(other.get(link(invitation)))
    assert other.get(url(game)).status_code == 404
    assert other.post(link(invitation), {"answer": "open"}).url == url(game)
    assert other.get(url(game)).status_code == 200


def test_a_seat_that_is_somebody_elses_now_is_not_opened(invitation, game, ann):
    accept(Client(), invitation, handle="Evie")
    tables.remove_seat(game.pk, ann, game.seats.get(name="Evie").pk)
    other = Client()
    assert INVITATION_ACCEPTED in text(other.get(link(invitation)), 410)
    assert other.post(link(invitation), {"answer": "open"}).status_code == 410
    assert other.get(url(game)).status_code == 404


def test_the_seat_of_an_invitee_by_name_is_not_opened_from_the_address_that_they_left(game, ann):
    bob = UserFactory(email="bob@old.example")
    [invitation] = invitations.invite_users(game.pk, ann, [bob])
    invitations.accept(invitation.pk)
    User.objects.filter(pk=bob.pk).update(email="bob@new.example")
    assert accept(Client(), invitation).status_code == 410


def test_a_new_session_for_whoever_gets_the_seat(invitation):
    """A session that somebody else has prepared must not become a pass."""
    client = Client()
    session = client.session
    session["prepared"] = True
    session.save()
    before = client.cookies["sessionid"].value
    accept(client, invitation, handle="Evie")
    assert client.cookies["sessionid"].value != before


def test_somebody_declines_with_a_word(invitation):
    page = Client().post(link(invitation), {"answer": "decline", "reason": "Exams until December"})
    assert ANOTHER_TIME in text(page)
    invitation.refresh_from_db()
    assert (invitation.state, invitation.word) == (Invitation.State.DECLINED, "Exams until December")
    assert INVITATION_DECLINED in text(Client().get(link(invitation)), 410)
    assert INVITATION_DECLINED in text(accept(Client(), invitation, handle="Evie"), 410)


def test_a_full_table_is_told(invitation, game, ann):
    game.starts_when_full = False
    game.save()
    tables.add_bots(game.pk, ann, 4)
    assert TABLE_IS_FULL in text(accept(Client(), invitation, handle="Evie"))
    assert not User.objects.filter(handle="Evie").exists()


def test_the_csrf_check_stands(invitation):
    strict = Client(enforce_csrf_checks=True)
    assert accept(strict, invitation, handle="Evie").status_code == 403


# --- when it is over


def test_a_forged_link_tells_nothing(invitation):
    forged = link(invitation)[:-3] + "xx/"
    other_kind = Token("games.other.v1", kinds.InvitationLink, kinds.LINK_LASTS)
    other = f"/i/{other_kind.sign(kinds.InvitationLink.for_invitation(invitation))}/"
    gone = f"/i/{kinds.INVITATION.sign(kinds.InvitationLink(99999))}/"
    pages = [text(Client().get(path), 404) for path in (forged, other, gone, "/i/x/")]
    assert all(INVITATION_UNKNOWN in page for page in pages)


def test_an_old_link_says_that_it_is_old(invitation):
    with time_machine.travel(timezone.now() - kinds.LINK_LASTS - timedelta(days=1)):
        old = link(invitation)
    assert INVITATION_TOO_OLD in text(Client().get(old), 410)


def test_a_withdrawn_one_says_so(invitation, ann):
    invitations.withdraw(invitation.pk, ann)
    assert INVITATION_WITHDRAWN in text(Client().get(link(invitation)), 410)


def test_a_cancelled_table_says_so(invitation, game, ann):
    tables.cancel_table(game.pk, ann)
    assert TABLE_CANCELLED in text(Client().get(link(invitation)), 410)


def test_a_game_that_began_without_them_says_so(invitation, game, ann):
    tables.add_bots(game.pk, ann, 4)
    assert TABLE_BEGUN_AND_FULL in text(Client().get(link(invitation)), 410)


# --- a seat in a running game


def test_a_seat_is_taken_over_as_it_stands(ann):
    game = opened(ann, size=2, is_open=True)
    bob = UserFactory(handle="Bob")
    seat = tables.join_table(game.pk, bob)
    offer = invitations.offer_seat(game.pk, seat.pk, bob, "eve@example.org")
    page = text(Client().get(link(offer)))
    assert HOST_ASKS_YOU_TO_PLAY_ON.fill(host="Bob", seat="Bob") in page
    assert HOW_THE_GAME_STANDS in page
    assert re.search(GAME_WAITS_FOR.pattern, page)
    client = Client()
    accept(client, offer, handle="Eve")
    seat.refresh_from_db()
    assert seat.user.handle == "Eve"
    assert client.get(url(game)).status_code == 200
