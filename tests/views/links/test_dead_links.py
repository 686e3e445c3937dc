"""Links that open nothing: stale, spoilt, old, given on; and how to get a fresh one."""

import re
from datetime import timedelta
from urllib.parse import quote

import pytest
import time_machine
from django.core import mail
from django.test import Client, override_settings
from django.utils import timezone

from games.links import kinds, tokens
from games.mail.outgoing import game_outbox
from games.models import GameNotice, Seat
from games.play import link_revocation, moves, referee, votes
from games.play.transaction.origin import by_user
from games.views.links.move import TurnLinkHandler
from tests.helpers.factories import UserFactory
from tests.helpers.messages.links import (
    HAPPENED_MEANWHILE,
    LINK_OF_FORMER_PLAYER,
    LINK_TOO_OLD,
    LINKS_REVOKED_BY_PLAYER,
    SEND_FRESH_LINK,
    UNKNOWN_LINK,
)
from tests.helpers.messages.mail import PLAYED, YOUR_HAND
from tests.helpers.messages.pages import SIGN_IN, TO_THE_TABLE
from tests.helpers.messages.play import GAME_PAUSED
from tests.helpers.messages.rules import SEAT_TAKES_GOLD, TAKE_GOLD, YOU_DRAW
from tests.helpers.move_links import SPOILT, link, snapshot, text
from tests.helpers.pages import client_of
from tests.helpers.tables import advice, awaited, fallback, move, play_on

pytestmark = pytest.mark.django_db


# --- links that open nothing


@pytest.mark.drill(21, "of a question that is decided")
def test_a_stale_link_tells_what_happened_and_shows_no_hidden_card(game):
    seat = awaited(game)
    old = link(seat, "cards")
    move(seat, "gold")
    page = Client().get(old)
    assert page.status_code == 409
    assert HAPPENED_MEANWHILE in text(page)
    assert YOUR_HAND not in text(page)
    before = snapshot()
    assert Client().post(old).status_code == 409
    assert snapshot() == before


def test_who_is_signed_in_gets_from_a_stale_link_to_the_table(game):
    seat = awaited(game)
    old = link(seat, "cards")
    move(seat, "gold")
    assert f"/g/{game.key}/" in text(client_of(seat.user).get(old))


def test_a_move_that_was_taken_back_is_not_told_as_played(game):
    seat = awaited(game)
    address = link(seat, "gold")
    assert Client().post(address).status_code == 200
    moves.undo_last_move(game.pk, seat.name, by_user(seat.user))
    assert Client().post(address).status_code == 409
    assert Client().get(address).status_code == 409


@pytest.mark.drill(21, "forged, cut off, in small letters")
@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_spoilt_link_is_none_of_ours(game, spoil, method):
    token, before = spoil(kinds.TURN.sign(kinds.TurnLink.for_seat(awaited(game), "gold"))), snapshot()
    page = getattr(Client(), method)(f"/t/{quote(token)}/")
    assert page.status_code == 404
    assert UNKNOWN_LINK in text(page)
    assert SIGN_IN in text(page)
    assert snapshot() == before


@pytest.mark.parametrize("end", ["", "/.", "/)", ").", ">", "/>,", "/%20", "=", "%E2%80%9D", "=%0D%0A"])
def test_what_a_mail_program_leaves_behind_a_link_does_no_harm(game, end):
    seat = awaited(game)
    page = Client().get(f"/t/{kinds.TURN.sign(kinds.TurnLink.for_seat(seat, 'gold'))}{end}")
    assert page.status_code == 200
    assert re.search(TAKE_GOLD.pattern, text(page))


@pytest.mark.parametrize("fold", ["=", "=%0A", "=%0D%0A%20", "%20", "%C2%AD"])
def test_a_folded_link_is_put_together_again(game, fold):
    """`=` and a line break are what a careless program makes of a long line."""
    token = kinds.TURN.sign(kinds.TurnLink.for_seat(awaited(game), "gold"))
    page = Client().post(f"/t/{token[:70]}{fold}{token[70:]}/")
    assert page.status_code == 200
    assert PLAYED in text(page)


@pytest.mark.drill(21, "too old")
def test_an_old_link_says_that_it_is_old(game):
    seat = awaited(game)
    with time_machine.travel(timezone.now() - kinds.LINK_LASTS - timedelta(days=1)):
        old = link(seat, "gold")
    page = Client().post(old)
    assert page.status_code == 410
    assert LINK_TOO_OLD in text(page)
    assert SEND_FRESH_LINK in text(page)
    assert not game.log_entries.filter(decision=seat.decision, text="gold", seat=seat).exists()


def test_a_seat_that_was_given_on_kills_its_links(game):
    seat = awaited(game)
    old = link(seat, "gold")
    referee.replace_player(game.pk, seat.pk, UserFactory(is_staff=True), person=UserFactory())
    for answer in (Client().get(old), Client().post(old), Client().post(old, {"fresh": "1"})):
        assert answer.status_code == 410
        assert LINK_OF_FORMER_PLAYER in text(answer)


@pytest.mark.drill(21, "of another seat")
def test_a_link_for_one_seat_opens_no_other(game):
    seat, other = awaited(game), game.seats.filter(decision__isnull=True).first()
    mixed = kinds.TURN.sign(kinds.TurnLink(other.pk, tokens.compute_key_digest(seat), seat.decision, "gold"))
    assert Client().post(f"/t/{mixed}/").status_code == 410


@pytest.mark.drill(21, "forwarded to a stranger")
def test_a_link_that_was_forwarded_moves_in_this_decision_and_opens_nothing_else(game):
    """The player can see it at the table, and by the link of each email that asks whether it was him."""
    seat, stranger = awaited(game), Client()
    assert stranger.post(link(seat, "gold")).status_code == 200
    entry = game.log_entries.order_by("number").last()
    assert (entry.text, entry.how) == ("gold", "link")
    assert stranger.get(f"/g/{game.key}/").status_code == 404
    move(seat, "end")
    while awaited(game) != seat:
        play_on(game, 1, advice)
    assert YOUR_HAND not in text(stranger.get(link_before(seat, entry.decision)))
    assert SEAT_TAKES_GOLD.fill(seat=seat.name, gold=2) in text(
        Client().get(f"/n/{kinds.NOT_ME.sign(kinds.NotMeLink.for_seat(seat))}/")
    )


def link_before(seat: Seat, decision: int) -> str:
    return (
        f"/t/{kinds.TURN.sign(kinds.TurnLink(seat.pk, tokens.compute_key_digest(seat), decision, 'gold'))}/"
    )


def test_another_player_who_opens_a_link_plays_for_its_seat_and_not_for_his_own(game):
    seat = awaited(game)
    other = game.seats.exclude(pk=seat.pk).select_related("user").first()
    page = client_of(other.user).post(link(seat, "gold"))
    assert page.status_code == 200
    entry = game.log_entries.order_by("number").last()
    assert (entry.seat, entry.by) == (seat, seat.user)
    stale = client_of(other.user).get(link_before(seat, 0))
    assert f"{TO_THE_TABLE}</a>" not in text(stale)


def test_links_that_die_while_one_is_opened_play_nothing(game, monkeypatch):
    seat = awaited(game)
    address, play = link(seat, "gold"), TurnLinkHandler.play_moves

    def after_it_was_guarded(visit):
        link_revocation.revoke_links(seat)
        return play(visit)

    monkeypatch.setattr(TurnLinkHandler, "play_moves", after_it_was_guarded)
    page = Client().post(address)
    assert page.status_code == 410
    assert LINKS_REVOKED_BY_PLAYER in text(page)
    assert not game.log_entries.filter(decision=seat.decision, seat=seat).exists()


def test_a_paused_game_says_so_and_the_link_works_again_afterwards(game):
    seat = awaited(game)
    address = link(seat, "gold")
    people = list(game.seats.select_related("user"))
    for one in people[:2]:
        votes.cast_vote(game.pk, one.name, "pause", by_user(one.user))
    page = Client().post(address)
    assert page.status_code == 409
    assert GAME_PAUSED in text(page)
    referee.decide_matter(game.pk, "resume", UserFactory(is_staff=True))
    assert Client().post(address).status_code == 200


@pytest.mark.drill(21, "after a new key, with and without the old one")
def test_links_survive_a_new_key_as_long_as_the_old_one_is_kept(game):
    seat = awaited(game)
    with override_settings(SECRET_KEY="older"):
        address = link(seat, "gold")
    before = snapshot()
    assert Client().post(address).status_code == 404
    assert snapshot() == before
    with override_settings(SECRET_KEY_FALLBACKS=["older"]):
        assert Client().get(address).status_code == 200
        assert Client().post(address).status_code == 200


@pytest.mark.drill(31, "no token in the log of a link")
def test_no_token_is_written_down(game, caplog):
    seat = awaited(game)
    token = kinds.TURN.sign(kinds.TurnLink.for_seat(seat, "gold"))
    Client(enforce_csrf_checks=True).post(f"/t/{token}/")
    Client().post(f"/t/{kinds.TURN.sign(kinds.TurnLink.for_seat(seat))}/", {"line": "fly"})
    Client().get(f"/t/{token[:-3]}/")
    assert "/t/…" in caplog.text
    assert token[:40] not in caplog.text


# --- a fresh one


def test_a_fresh_link_goes_to_the_stored_address_and_only_there(game):
    seat = awaited(game)
    old = link(seat, "cards")
    move(seat, "gold")
    page = Client().post(old, {"fresh": "1", "address": "mallory@example.org"})
    assert page.status_code == 200
    assert seat.user.email not in text(page)
    game_outbox.send_due_notices()
    email = mail.outbox[-1]
    assert email.to == [seat.user.email]
    assert "/t/" in email.body


def test_fresh_links_are_not_to_be_had_without_end(game):
    seat = awaited(game)
    old = link(seat, "cards")
    move(seat, "gold")
    answers = [Client().post(old, {"fresh": "1"}).status_code for _ in range(5)]
    assert answers == [200, 200, 200, 429, 429]


def test_whoever_is_not_asked_gets_no_fresh_link(game):
    seat = awaited(game)
    old = link(seat, "gold")
    move(seat, "gold")
    while awaited(game) == seat:
        move(seat, fallback(seat))
    GameNotice.objects.all().delete()
    page = Client().post(old, {"fresh": "1"})
    assert SEND_FRESH_LINK not in text(page)
    assert not GameNotice.objects.exists()


def test_an_old_link_shows_no_card_that_was_drawn_since(game):
    seat = awaited(game)
    addresses = link(seat, "cards"), link(seat)
    move(seat, "cards")
    for address in addresses:
        page = text(Client().get(address))
        assert not re.search(YOU_DRAW.pattern, page)
    own = text(client_of(seat.user).get(addresses[0]))
    assert re.search(YOU_DRAW.pattern, own)
