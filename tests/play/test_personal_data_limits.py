"""What a person's file holds, what closing an account leaves to nobody, and what ends by itself."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts import server_time
from accounts.close_account import close_account
from games import tasks
from games.mail import addresses
from games.mail.incoming import inbox
from games.models import Game, IncomingMail, Invitation, MessageReport
from games.play import chat, personal_data, seats
from games.play.lobby import invitations
from tests.helpers.factories import UserFactory
from tests.helpers.pages import client_of
from tests.helpers.sign_in import sign_in
from tests.helpers.tables import awaited, fallback, move, opened, table

pytestmark = pytest.mark.django_db

# --- the file


def test_moves_on_a_seat_that_was_given_away_are_in_the_file():
    game = table(3)
    seat = awaited(game)
    line, giver = fallback(seat), seat.user
    move(seat, line)
    offered = invitations.offer_seat(game.pk, seat.pk, giver, "zoe@example.org")
    invitations.accept(offered.pk, handle="Zoe")
    [found] = personal_data.export_player(giver)["seats"]
    assert (found["game"], found["given_away"]) == (game.key, True)
    assert [one["text"] for one in found["moves"]] == [line]


def test_the_file_of_the_successor_holds_none_of_them():
    game = table(3)
    seat = awaited(game)
    move(seat, fallback(seat))
    offered = invitations.offer_seat(game.pk, seat.pk, seat.user, "zoe@example.org")
    successor = invitations.accept(offered.pk, handle="Zoe").user
    [found] = personal_data.export_player(successor)["seats"]
    assert (found["moves"], found["given_away"]) == ([], False)


def test_the_file_asks_for_a_fresh_sign_in():
    ann = UserFactory(handle="Ann")
    stale = client_of(ann).post("/accounts/export/")
    assert (stale.status_code, stale["Location"].partition("?")[0]) == (302, "/accounts/reauthenticate/")
    fresh = sign_in(Client(), ann).post("/accounts/export/")
    assert (fresh.status_code, fresh["Content-Type"]) == (200, "application/json; charset=utf-8")


# --- closing


def test_closing_removes_the_addresses_that_somebody_has_invited():
    game = opened()
    invitations.invite_people(game.pk, game.creator, ["bob@example.org", "eve@example.org"])
    close_account(game.creator)
    assert not Invitation.objects.filter(address__contains="example.org").exists()


def test_whoever_plays_by_an_invitation_of_a_closed_account_plays_on():
    game = table(3)
    seat = awaited(game)
    offered = invitations.offer_seat(game.pk, seat.pk, seat.user, "zoe@example.org")
    invitations.accept(offered.pk, handle="Zoe")
    close_account(seat.user)
    assert Invitation.objects.get(pk=offered.pk).invited_by_id == seat.user_id


def test_closing_removes_what_was_reported_by_and_about_somebody():
    game = table(3)
    ann, bob = game.seats.select_related("user", "game")[:2]
    rude, ruder = (
        chat.post_message(game, ann, "Rude", key="a"),
        chat.post_message(game, bob, "Ruder", key="b"),
    )
    chat.report_message(rude, bob.user, "Ann of Pest is rude")
    chat.report_message(ruder, ann.user, "Bob is ruder")
    close_account(ann.user)
    assert set(MessageReport.objects.values_list("reason", flat=True)) == {""}


# --- what ends by itself


def test_sessions_that_are_over_are_deleted():
    now = server_time.now()
    for key, days in (("over", -1), ("good", 1)):
        Session.objects.create(session_key=key, expire_date=now + timedelta(days=days))
    assert tasks.delete_old_sessions() == 1
    assert [session.session_key for session in Session.objects.all()] == ["good"]


def test_invitations_of_games_that_ended_long_ago_are_deleted():
    now = server_time.now()
    games = [table(2), table(2), table(2)]
    for game, days in zip(games, (None, 59, 61), strict=True):
        Invitation.objects.create(game=game, address="bob@example.org", invited_at=now, state="accepted")
        if days:
            ended = now - timedelta(days=days)
            Game.objects.filter(pk=game.pk).update(state=Game.State.OVER, ended_at=ended)
    assert tasks.delete_old_invitations() == 1
    assert set(Invitation.objects.values_list("game", flat=True)) == {games[0].pk, games[1].pk}


# --- incoming mail


def send(recipient: str, number: int, size: int = 100) -> IncomingMail | None:
    raw = f"Message-ID: <{number}@example.org>\r\n\r\n{'x' * size}".encode()
    return inbox.store_email(raw, recipient=recipient, sender="ann@example.org")


def test_a_person_may_send_so_many_emails_a_day_and_the_others_still_may(monkeypatch):
    monkeypatch.setattr(inbox, "MAX_EMAILS_A_DAY", 3)
    first, second = table(2), table(2)
    seat, other = first.seats.all()[:2]
    second.seats.filter(pk=second.seats.first().pk).update(user=seat.user)
    addressed = [addresses.build_reply_address(one) for one in (seat, second.seats.first(), other)]
    for number in range(3):
        assert send(addressed[number % 2], number)
        IncomingMail.objects.update(user=seat.user)
    for address in addressed[:2]:
        with pytest.raises(inbox.TooMuchMail):
            send(address, 4)
    assert send(addressed[0], 0)  # it is there already
    assert send(addressed[2], 5)
    IncomingMail.objects.update(received_at=server_time.now() - timedelta(days=1, seconds=1))
    assert send(addressed[0], 6)


def test_they_may_not_be_larger_together_than_so_much(monkeypatch):
    monkeypatch.setattr(inbox, "MAX_BYTES_A_DAY", 1000)
    address = addresses.build_reply_address(table(2).seats.first())
    assert send(address, 1, size=600)
    with pytest.raises(inbox.TooMuchMail):
        send(address, 2, size=600)


def test_a_seat_in_new_hands_has_a_count_of_its_own(monkeypatch):
    monkeypatch.setattr(inbox, "MAX_EMAILS_A_DAY", 1)
    game = table(2)
    seat = game.seats.select_related("user").first()
    send(addresses.build_reply_address(seat), 1)
    seats.give_to_bot(game.pk, seat.pk, seat.user)
    offered = invitations.offer_seat(game.pk, seat.pk, seat.user, "zoe@example.org")
    heir = invitations.accept(offered.pk, handle="Zoe")
    assert send(addresses.build_reply_address(heir), 2)
