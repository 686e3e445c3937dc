"""“This was not me”: every link of the seat dies, and only its player, signed in, puts them back."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client, override_settings
from django.utils import timezone

from games.links import kinds
from games.mail.outgoing import game_outbox
from games.models import Game, GameLogEntry, GameNotice, Invitation, Seat
from games.play import link_revocation, referee
from games.play.lobby import invitations, tables
from games.play.lobby.tables import NewTable
from tests.helpers.factories import UserFactory
from tests.helpers.messages.links import (
    BY_LINK,
    LINK_OF_FORMER_PLAYER,
    LINKS_ARE_BACK,
    LINKS_REVOKED,
    LINKS_REVOKED_BY_PLAYER,
    MOVES_STAY_PLAYED,
    NEWEST_LETTER_HAS_ANOTHER_LINK,
    NOTHING_PLAYED_BY_LINK,
    PUT_LINKS_BACK,
    SEAT_LINKS_REVOKED,
    SEAT_OF,
    SEND_FRESH_LINK,
    UNKNOWN_LINK,
)
from tests.helpers.messages.pages import SIGN_IN
from tests.helpers.messages.rules import SEAT_HAS_CHOSEN, SEAT_TAKES_GOLD
from tests.helpers.move_links import SPOILT
from tests.helpers.pages import client_of, url
from tests.helpers.sign_in import ask_for_code, code_of, type_code
from tests.helpers.tables import advice, awaited, move, play_on, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def seat() -> Seat:
    """On turn, with gold or cards to take."""
    game = table(3, visibility="nobody")
    while (line := advice(asked := awaited(game))) != "gold":
        move(asked, line)
    return awaited(game)


def link(seat: Seat) -> str:
    return f"/n/{kinds.NOT_ME.sign(kinds.NotMeLink.for_seat(seat))}/"


def turn(seat: Seat, line: str = "gold") -> str:
    return f"/t/{kinds.TURN.sign(kinds.TurnLink.for_seat(seat, line))}/"


def text(response) -> str:
    return " ".join(response.content.decode().split())


def snapshot() -> list:
    return [list(model.objects.order_by("pk").values()) for model in (Game, Seat, GameLogEntry, GameNotice)]


def button(seat: Seat) -> str:
    return url(seat.game, "links")


# --- looking


def test_the_page_tells_what_was_played_by_links_and_when(seat):
    Client().post(turn(seat))
    move(seat, "end")  # by the form, by whoever was signed in
    page = text(Client().get(link(seat)))
    assert "Our table" in page
    assert SEAT_OF.fill(name=seat.name) in page
    assert SEAT_TAKES_GOLD.fill(seat=seat.name, gold=2) in page
    assert BY_LINK in page
    assert timezone.localtime().strftime("%Y, %H:") in page
    assert "ends" not in page.split("<body")[1]


def test_it_tells_nothing_that_is_hidden():
    game = table(3, visibility="nobody")
    seat = awaited(game)
    chosen = advice(seat)
    Client().post(turn(seat, chosen))
    page = text(Client().get(link(seat)))
    assert SEAT_HAS_CHOSEN.fill(seat=seat.name) in page
    assert chosen.split()[-1] not in page.lower()


@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_looking_changes_nothing(seat, method):
    before = snapshot()
    for _ in range(2):
        getattr(Client(), method)(link(seat))
    assert snapshot() == before


def test_its_pages_are_not_kept_found_or_passed_on(seat):
    for page in (Client().get(link(seat)), Client().post(link(seat))):
        assert page.headers["Referrer-Policy"] == "strict-origin"
        assert page.headers["Cache-Control"] == "no-store"
        assert page.headers["X-Robots-Tag"] == "noindex"


def test_a_table_that_never_began_has_nothing_to_tell():
    game = table(2, size=4)
    tables.cancel_table(game.pk, game.creator)
    page = text(Client().get(link(game.seats.first())))
    assert NOTHING_PLAYED_BY_LINK in page


# --- the button


def test_the_button_kills_links_passes_and_reply_addresses(seat):
    guest, old = Client(), (turn(seat), seat.key, seat.reply_key)
    session = guest.session
    session["passes"] = {str(seat.pk): seat.key}
    session.save()
    guest.cookies["sessionid"] = session.session_key
    assert guest.get(url(seat.game)).status_code == 200
    page = text(Client().post(link(seat)))
    seat.refresh_from_db()
    assert seat.has_revoked_links
    assert (seat.key, seat.reply_key) != old[1:]
    assert seat.key != old[1]
    assert seat.reply_key != old[2]
    assert guest.get(url(seat.game)).status_code == 404
    dead = Client().post(old[0])
    assert dead.status_code == 410
    assert LINKS_REVOKED_BY_PLAYER in text(dead)
    assert not seat.game.log_entries.filter(decision=seat.decision, seat=seat).exists()
    assert LINKS_REVOKED in page
    assert f"/accounts/login/?next=%2Fg%2F{seat.game.key}%2F" in page
    assert re.search(MOVES_STAY_PLAYED.pattern, page)


def test_twice_is_the_same_page_and_the_same_keys(seat):
    address = link(seat)
    first = text(Client().post(address))
    before = snapshot()
    for again in (Client().post(address), Client().get(address)):
        assert again.status_code == 200
        assert LINKS_REVOKED in text(again)
    assert snapshot() == before
    assert LINKS_REVOKED in first


def test_what_was_played_stays_played(seat):
    Client().post(turn(seat))
    Client().post(link(seat))
    assert seat.game.log_entries.order_by("number").last().text == "gold"


def test_a_form_without_its_token_is_refused(seat):
    assert Client(enforce_csrf_checks=True).post(link(seat)).status_code == 403


def test_no_fresh_links_while_it_is_guarded(seat):
    """Even a link with the new lock would open nothing: it says to sign in."""
    old = turn(seat)
    Client().post(link(seat))
    seat.refresh_from_db()
    GameNotice.objects.all().delete()
    for address in (old, turn(seat)):
        page = Client().post(address, {"fresh": "1"})
        assert page.status_code == 410
        assert SIGN_IN in text(page)
        assert SEND_FRESH_LINK not in text(page)
    assert not GameNotice.objects.exists()


def test_the_other_links_of_an_old_email_say_it_too(seat):
    old = f"/u/{kinds.UNSUBSCRIBE.sign(kinds.GameUnsubscribeLink.for_seat(seat, 'your_turn'))}/"
    Client().post(link(seat))
    page = Client().post(old)
    assert page.status_code == 410
    assert LINKS_REVOKED_BY_PLAYER in text(page)
    seat.refresh_from_db()
    assert not seat.has_emails_off


def test_a_seat_that_is_given_on_at_this_moment_is_not_closed_to_its_new_player(seat):
    before = Seat.objects.get(pk=seat.pk)
    referee.replace_player(seat.game_id, seat.pk, UserFactory(is_staff=True), person=UserFactory())
    assert not link_revocation.revoke_links(before)
    seat.refresh_from_db()
    assert not seat.has_revoked_links


# --- links that open nothing


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_spoilt_link_is_none_of_ours(seat, spoil):
    before = snapshot()
    page = Client().post(
        f"/n/{spoil(kinds.NOT_ME.sign(kinds.NotMeLink.for_seat(seat)))}/".replace("%", "%25")
    )
    assert page.status_code == 404
    assert UNKNOWN_LINK in text(page)
    assert snapshot() == before


def test_an_old_link_says_that_it_is_old(seat):
    with time_machine.travel(timezone.now() - kinds.LINK_LASTS - timedelta(days=1)):
        old = link(seat)
    page = Client().post(old)
    assert page.status_code == 410
    assert NEWEST_LETTER_HAS_ANOTHER_LINK in text(page)
    seat.refresh_from_db()
    assert not seat.has_revoked_links


def test_a_new_key_of_the_house_and_the_old_one_kept(seat):
    with override_settings(SECRET_KEY="older"):
        address = link(seat)
    assert Client().post(address).status_code == 404
    with override_settings(SECRET_KEY_FALLBACKS=["older"]):
        assert Client().post(address).status_code == 200


def test_the_one_who_sat_there_before_puts_nothing_out_of_use(seat):
    old = link(seat)
    referee.replace_player(seat.game_id, seat.pk, UserFactory(is_staff=True), person=UserFactory())
    for method in ("get", "post"):
        page = getattr(Client(), method)(old)
        assert page.status_code == 410
        assert LINK_OF_FORMER_PLAYER in text(page)
    seat.refresh_from_db()
    link_revocation.revoke_links(seat)  # the new player's own affair
    assert Client().get(old).status_code == 410


def test_a_turn_link_puts_nothing_out_of_use(seat):
    assert Client().post(f"/n/{kinds.TURN.sign(kinds.TurnLink.for_seat(seat))}/").status_code == 404


def test_after_the_links_were_put_back_the_old_one_has_a_text_of_its_own(seat):
    old = link(seat)
    Client().post(old)
    seat.refresh_from_db()
    client_of(seat.user).post(button(seat))
    before = snapshot()
    page = Client().post(old)
    assert page.status_code == 410
    assert LINK_OF_FORMER_PLAYER in text(page)
    assert snapshot() == before


# --- putting them back


def test_the_table_offers_it_to_the_player_who_has_signed_in(seat):
    assert PUT_LINKS_BACK not in text(client_of(seat.user).get(url(seat.game)))
    link_revocation.revoke_links(seat)
    client = client_of(seat.user)
    assert PUT_LINKS_BACK in text(client.get(url(seat.game)))
    others = seat.game.seats.exclude(pk=seat.pk).select_related("user").first()
    assert PUT_LINKS_BACK not in text(client_of(others.user).get(url(seat.game)))


def test_the_player_plays_on_at_the_table_before_it(seat):
    link_revocation.revoke_links(seat)
    sent = {"decision": seat.decision, "move": "gold", "key": "k"}
    assert client_of(seat.user).post(url(seat.game, "move"), sent).status_code == 303


def test_who_is_asked_gets_a_email_with_links_that_work(seat):
    link_revocation.revoke_links(seat)
    GameNotice.objects.all().delete()
    page = client_of(seat.user).post(button(seat), follow=True)
    assert LINKS_ARE_BACK in text(page)
    game_outbox.send_due_notices()
    [email] = mail.outbox
    assert email.to == [seat.user.email]
    seat.refresh_from_db()
    assert not seat.has_revoked_links
    assert Client().post(turn(seat)).status_code == 200


def test_the_button_twice_is_one_email(seat):
    link_revocation.revoke_links(seat)
    GameNotice.objects.all().delete()
    for _ in range(2):
        assert client_of(seat.user).post(button(seat)).status_code == 302
    assert GameNotice.objects.get().resend_count == 1


def test_who_is_not_asked_gets_no_email(seat):
    other = seat.game.seats.exclude(pk=seat.pk).select_related("user").first()
    link_revocation.revoke_links(other)
    GameNotice.objects.all().delete()
    client_of(other.user).post(button(seat))
    other.refresh_from_db()
    assert not other.has_revoked_links
    assert not GameNotice.objects.exists()


def test_a_pass_a_stranger_and_another_player_put_nothing_back(seat):
    link_revocation.revoke_links(seat)
    seat.refresh_from_db()
    lent = Client()
    session = lent.session
    session["passes"] = {str(seat.pk): seat.key}
    session.save()
    lent.cookies["sessionid"] = session.session_key
    other = seat.game.seats.exclude(pk=seat.pk).select_related("user").first()
    assert lent.post(button(seat)).status_code == 403
    assert Client().post(button(seat)).status_code == 404
    assert client_of(other.user).post(button(seat)).status_code == 302
    seat.refresh_from_db()
    assert seat.has_revoked_links


# --- a guest, who has no account


@pytest.fixture
def guest() -> Seat:
    """Came by an invitation, and plays with a pass."""
    host = UserFactory()
    game = tables.open_table(host, NewTable("Ours", "citadels", {}, 2, visibility="nobody"))
    [invitation] = invitations.invite_people(game.pk, host, ["vera@example.org"])
    return invitations.accept(invitation.pk, handle="Vera")


def invitation_of(seat: Seat) -> str:
    found = Invitation.objects.get(address=seat.user.email)
    return f"/i/{kinds.INVITATION.sign(kinds.InvitationLink.for_invitation(found))}/"


def test_a_guest_signs_in_by_a_code_to_the_invited_address_and_puts_the_links_back(guest):
    assert guest.user.is_guest
    client = Client()
    page = text(client.post(link(guest)))
    assert f"/accounts/login/?next=%2Fg%2F{guest.game.key}%2F" in page
    there = {"next": url(guest.game)}
    ask_for_code(client, "vera@example.org", **there)
    assert type_code(client, code_of(), **there).url == url(guest.game)
    assert PUT_LINKS_BACK in text(client.get(url(guest.game)))
    client.post(button(guest))
    guest.refresh_from_db()
    assert (guest.has_revoked_links, guest.user.is_guest) == (False, False)
    assert guest.user.handle == "Vera"


def test_the_link_of_the_invitation_gives_no_new_pass(guest):
    """Whoever has the emails has that one too."""
    assert Client().post(invitation_of(guest)).status_code == 302
    Client().post(link(guest))
    thief = Client()
    page = thief.post(invitation_of(guest))
    assert page.status_code == 410
    assert SEAT_LINKS_REVOKED in text(page)
    assert thief.get(url(guest.game)).status_code == 404
    guest.refresh_from_db()
    assert client_of(guest.user).post(invitation_of(guest)).status_code == 302


def test_emails_have_the_link_unless_it_was_used(seat):
    game_outbox.resend_turn_email(seat, seat.user)
    game_outbox.send_due_notices()
    email = next(message for message in mail.outbox if message.to == [seat.user.email])
    for part in (email.body, email.alternatives[0][0]):
        assert link(seat).split(":")[0] in part
    mail.outbox.clear()
    link_revocation.revoke_links(seat)
    game_outbox.resend_turn_email(seat, seat.user)
    game_outbox.send_due_notices()
    [email] = mail.outbox
    for part in (email.body, email.alternatives[0][0]):
        assert "/n/" not in part


def test_no_token_is_written_down(seat, caplog):
    token = kinds.NOT_ME.sign(kinds.NotMeLink.for_seat(seat))
    Client(enforce_csrf_checks=True).post(f"/n/{token}/")
    assert "/n/…" in caplog.text
    assert token[:40] not in caplog.text


def test_a_game_that_is_over_has_links_to_close_too():
    game = table(2, visibility="nobody")
    play_on(game, 5000, advice)
    seat = game.seats.select_related("user", "game").first()
    assert Client().post(link(seat)).status_code == 200
    GameNotice.objects.all().delete()
    client_of(seat.user).post(button(seat))
    assert not GameNotice.objects.exists()


def test_the_player_hears_by_email_that_the_links_are_out_of_use(seat):
    GameNotice.objects.all().delete()
    link_revocation.revoke_links(seat)
    game_outbox.send_due_notices()
    [email] = mail.outbox
    assert email.to == [seat.user.email]
    assert email.extra_headers["X-Citadels-Kind"] == "guarded"
    assert "/accounts/" in email.body
    assert "/t/" not in email.body
