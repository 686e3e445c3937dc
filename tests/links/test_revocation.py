"""“This was not me” and a new address void all that was ever sent: each kind of token, each other key."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core import mail
from django.db import models
from django.test import Client

from accounts import revocation, server_time
from accounts.models import User
from games.links import kinds, tokens
from games.mail import addresses
from games.mail.incoming import inbox
from games.models import ExtensionRequest, Game, GameNotice, Invitation, Seat, Vote
from games.play import link_revocation
from games.play.lobby import invitations
from games.tournaments.mail import links
from games.tournaments.models import Entrant, Role, Tournament
from tests.helpers.factories import UserFactory
from tests.helpers.pages import client_of, url
from tests.helpers.rematches import finished
from tests.helpers.sign_in import ask_for_code, code_of, sign_in, signed_in_as, type_code
from tests.helpers.tables import awaited, opened, table
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.people import register_entrants

pytestmark = pytest.mark.django_db

OLD, NEW = "ann@example.org", "new@example.org"


class Ann(NamedTuple):
    """Somebody with everything that a person can have: several seats, invitations, an entry, a role."""

    user: User
    seat: Seat  # asked, at a table that she has opened
    finished_seat: Seat
    invitation: Invitation  # accepted: the way back to the table
    entrant: Entrant
    role: Role
    granter: Seat  # at a table of hers where somebody asks for more time
    extension: ExtensionRequest
    vote: Vote


def build_extension_seats(user: User) -> tuple[Seat, Seat]:
    """Somebody who is asked, and another seat at that table for this user, who has opened it."""
    game = table(3)
    asker = awaited(game)
    granter = game.seats.exclude(pk=asker.pk).first()
    Seat.objects.filter(pk=granter.pk).update(user=user)
    Game.objects.filter(pk=game.pk).update(creator=user)
    return asker, Seat.objects.select_related("user", "game").get(pk=granter.pk)


@pytest.fixture
def ann() -> Ann:
    user = UserFactory(handle="Ann", email=OLD, calendar_key="calendar", is_stand_in=True)
    game = table(3, visibility="nobody")
    seat = awaited(game)
    Seat.objects.filter(pk=seat.pk).update(user=user)
    Game.objects.filter(pk=game.pk).update(creator=user)
    seat.refresh_from_db()
    other = game.seats.exclude(pk=seat.pk).first()
    asker, granter = build_extension_seats(user)
    now = server_time.now()
    over = finished(2).seats.first()
    Seat.objects.filter(pk=over.pk).update(user=user)
    waiting = opened()
    [invitation] = invitations.invite_people(waiting.pk, waiting.creator, [OLD])
    invitations.accept(invitation.pk)
    cup = TournamentBuilder(state=Tournament.State.CHECK_IN).build()
    [entrant] = register_entrants(cup, 1)
    Entrant.objects.filter(pk=entrant.pk).update(user=user)
    return Ann(
        user,
        seat,
        Seat.objects.select_related("user", "game").get(pk=over.pk),
        Invitation.objects.get(pk=invitation.pk),
        Entrant.objects.get(pk=entrant.pk),
        Role.objects.create(tournament=cup, user=user, kind=Role.Kind.REFEREE),
        granter,
        ExtensionRequest.objects.create(seat=asker, decision=asker.decision, hours=5, asked_at=now),
        Vote.objects.create(game=game, seat=other, matter="pause", is_for=True, at=now),
    )


OLDER_LINKS = [  # without a digest of the address
    ("i", kinds.INVITATION, kinds.InvitationLink),
    ("u", kinds.INVITATION_UNSUBSCRIBE, kinds.InvitationUnsubscribeLink),
]


def sign_all(ann: Ann) -> dict[str, list[str]]:
    """The addresses of a link of each kind, as emails to Ann would have them, by the purpose of its token."""
    seat, user = ann.seat, ann.user
    signed = [
        ("i", kinds.INVITATION, kinds.InvitationLink.for_invitation(ann.invitation)),
        ("u", kinds.INVITATION_UNSUBSCRIBE, kinds.InvitationUnsubscribeLink.for_invitation(ann.invitation)),
        *[(route, kind, link(ann.invitation.pk)) for route, kind, link in OLDER_LINKS],
        ("t", kinds.TURN, kinds.TurnLink.for_seat(seat)),
        ("o", kinds.ORDERS, kinds.OrdersLink.for_seat(seat, seat.game.log_length)),
        ("b", kinds.SEAT_RETURN, kinds.SeatReturnLink.for_seat(seat)),
        ("a", kinds.REMATCH, kinds.RematchLink.for_seat(ann.finished_seat)),
        ("x", kinds.EXTENSION, kinds.ExtensionLink.for_user(ann.extension.pk, user, ann.granter)),
        ("x", kinds.EXTENSION, kinds.ExtensionLink.for_user(ann.extension.pk, user, None)),
        ("v", kinds.VOTE, kinds.VoteLink.for_seat(seat, ann.vote.pk)),
        ("n", kinds.NOT_ME, kinds.NotMeLink.for_seat(seat)),
        ("u", kinds.UNSUBSCRIBE, kinds.GameUnsubscribeLink.for_seat(seat, "your_turn")),
        ("u", kinds.GAZETTE_UNSUBSCRIBE, kinds.GazetteUnsubscribeLink.for_user(seat.game_id, user)),
        ("u", kinds.STAND_IN_UNSUBSCRIBE, kinds.StandInUnsubscribeLink.for_user(user)),
        ("e", links.ENTRANT_ACTION, links.EntrantActionLink(*key_of(ann.entrant), links.WITHDRAW)),
        ("e", links.ROLE, links.RoleLink.for_role(ann.role)),
        (
            "e",
            links.TOURNAMENT_UNSUBSCRIBE,
            links.TournamentUnsubscribeLink.for_user(user, ann.entrant),
        ),
        ("e", links.TOURNAMENT_UNSUBSCRIBE, links.TournamentUnsubscribeLink.for_user(user, None)),
    ]
    found: dict[str, list[str]] = {}
    for route, kind, content in signed:
        found.setdefault(kind.purpose, []).append(f"/{route}/{kind.sign(content)}/")
    return found


def key_of(entrant: Entrant) -> tuple[int, bytes]:
    return entrant.pk, tokens.compute_key_digest(entrant)


# what no letter holds: a host passes it on, and it opens a waiting table to newcomers, nothing of the host's
NOT_SENT_TO_ANYBODY = {kinds.JOIN_LINK.purpose}


def report_not_me(ann: Ann) -> None:
    """Ann presses the button of her letter, signs in, and says at the table that it is her."""
    [address] = sign_all(ann)[kinds.NOT_ME.purpose]
    assert Client().post(address).status_code == 200
    client_of(User.objects.get(pk=ann.user.pk)).post(url(ann.seat.game, "links"))
    assert not Seat.objects.filter(user=ann.user, has_revoked_links=True).exists()


def change_address(ann: Ann) -> None:
    """Ann proves another address in a browser of hers."""
    client = Client()
    sign_in(client, ann.user)
    client.post("/accounts/address/", {"email": NEW, "action_add": ""})
    client.post("/accounts/address/code/", {"code": code_of()})
    assert User.objects.get(pk=ann.user.pk).email == NEW
    assert signed_in_as(client) == "Ann"


CAUSES = pytest.mark.parametrize("revoke", [report_not_me, change_address])


@CAUSES
def test_every_kind_of_link_is_void(ann, revoke):
    addresses_before = sign_all(ann)
    assert addresses_before.keys() | NOT_SENT_TO_ANYBODY == tokens.KINDS.keys()
    opened_before = {at: Client().get(at).status_code for each in addresses_before.values() for at in each}
    assert set(opened_before.values()) == {200}
    revoke(ann)
    for at in opened_before:
        assert (at, Client().get(at).status_code) == (at, 410)
        assert (at, Client().post(at).status_code) == (at, 410)
    ann.role.refresh_from_db()
    ann.user.refresh_from_db()
    assert ann.user.is_stand_in


@CAUSES
def test_what_is_sent_afterwards_is_good(ann, revoke):
    revoke(ann)
    fresh = Ann(*(type(row).objects.get(pk=row.pk) for row in ann))
    older = {f"/{route}/{kind.sign(link(ann.invitation.pk))}/" for route, kind, link in OLDER_LINKS}
    good = {at for each in sign_all(fresh).values() for at in each} - older
    if revoke is change_address:  # the invitation was to the old address, and nothing is sent there again
        good -= set(sign_all(fresh)[kinds.INVITATION.purpose])
    assert {(at, Client().get(at).status_code) for at in good} == {(at, 200) for at in good}


# --- everything else that opens something


def hold_pass(ann: Ann) -> Callable[[], bool]:
    """As the link of an invitation gives it."""
    browser = Client()
    session = browser.session
    session["passes"] = {str(ann.seat.pk): ann.seat.key}
    session.save()
    browser.cookies["sessionid"] = session.session_key
    return lambda: browser.get(url(ann.seat.game)).status_code == 200


def hold_session(ann: Ann) -> Callable[[], bool]:
    browser = client_of(ann.user)
    return lambda: signed_in_as(browser) is not None


def hold_sign_in_code(ann: Ann) -> Callable[[], bool]:
    """Somebody else has asked for a code, and reads the mailbox."""
    browser = Client()
    ask_for_code(browser, ann.user.email)
    code = code_of()

    def opens() -> bool:
        type_code(browser, code)
        return signed_in_as(browser) is not None

    return opens


def hold_reply_addresses(ann: Ann) -> Callable[[], bool]:
    held = [
        addresses.build_reply_address(ann.seat, ann.seat.decision),
        addresses.build_invitation_address(ann.invitation),
        addresses.format_address(addresses.TOURNAMENT, ann.entrant.reply_key, ""),
    ]
    return lambda: any(inbox.store_email(b"\r\ngold\r\n", recipient=at, sender=OLD) for at in held)


def hold_calendar(ann: Ann) -> Callable[[], bool]:
    return lambda: Client().get("/calendar/calendar.ics").status_code == 200


HOLDERS = {
    "Seat.key": hold_pass,
    "Seat.reply_key": hold_reply_addresses,
    "Invitation.reply_key": hold_reply_addresses,
    "Entrant.key": hold_reply_addresses,  # its links are above
    "Entrant.reply_key": hold_reply_addresses,
    "User.calendar_key": hold_calendar,
    "User.link_key": hold_session,
    "a code to sign in": hold_sign_in_code,
}
# public, of a table or a tournament, or of a single request
IMPERSONAL = {
    *("Game.key", "Game.request_key", "Game.arrangement_key", "GameLogEntry.key", "ChatMessage.key"),
    *("IncomingMail.key", "Tournament.join_key"),
}


def test_every_key_in_the_database_is_revoked_or_of_nobody():
    ours = [
        model
        for name in ("accounts", "games", "tournaments")
        for model in apps.get_app_config(name).get_models()
    ]
    found = {
        f"{model.__name__}.{field.name}"
        for model in ours
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField) and field.name.endswith("key")
    }
    assert found - IMPERSONAL == {name for name in HOLDERS if "." in name}


@CAUSES
@pytest.mark.parametrize("hold", list(dict.fromkeys(HOLDERS.values())), ids=lambda one: one.__name__)
def test_whatever_else_opens_something_is_void(ann, revoke, hold):
    if hold is not hold_sign_in_code:  # which is used up by trying it
        assert hold(ann)()
    opens = hold(ann)
    revoke(ann)
    assert not opens()


def test_a_code_that_nobody_has_revoked_signs_in(ann):
    assert hold_sign_in_code(ann)()


# --- what goes on


def test_open_questions_go_to_the_new_address_with_good_links(ann):
    EmailAddress.objects.create(user=ann.user, email=OLD, verified=True, primary=True)
    GameNotice.objects.all().delete()
    change_address(ann)
    found = GameNotice.objects.filter(user=ann.user).values_list("kind", "seat")
    assert list(found) == [(GameNotice.Kind.YOUR_TURN, ann.seat.pk)]


def test_emails_to_all_seats_come_without_links_until_their_player_has_signed_in(ann):
    link_revocation.revoke_links(ann.seat)
    seats = Seat.objects.filter(user=ann.user)
    assert set(seats.values_list("has_revoked_links", flat=True)) == {True}
    link_revocation.restore_links(ann.seat)
    assert set(seats.values_list("has_revoked_links", flat=True)) == {False}


def test_an_operator_who_changes_an_address_revokes_everything(ann, client):
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    page = f"/admin/accounts/user/{ann.user.pk}/change/"
    form = client.get(page).context["adminform"].form
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    inlines = {"former_handles-TOTAL_FORMS": 0, "former_handles-INITIAL_FORMS": 0}
    sent |= {"mail_preferences": "{}", "free_days": "[]", **inlines, "email": NEW}
    opens = hold_session(ann)
    answer = client.post(page, sent)
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    assert not opens()


def test_a_change_of_address_that_the_browser_did_not_ask_for_needs_none(ann):
    revocation.handle_address_change(ann.user)
    assert mail.outbox == []
    assert User.objects.get(pk=ann.user.pk).link_key
