"""Play again with the same people: the button, the link of the last email, and the word of a reply."""

import re

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from games.links import kinds
from games.mail.outgoing import game_outbox, invitation_outbox
from games.models import Game, GameNotice, Seat
from games.play.lobby import rematches
from tests.helpers.factories import GameNoticeFactory, UserFactory
from tests.helpers.mail.emails import flat
from tests.helpers.mail.inbox import last_email, post, reply
from tests.helpers.mail.outbox import sent
from tests.helpers.messages import mail as mail_messages
from tests.helpers.messages import play, replies
from tests.helpers.messages.table import (
    ANOTHER_GAME_AGAINST_BOTS,
    JOIN_NEW_TABLE,
    PLAY_AGAIN,
    TO_YOUR_NEXT_GAME,
    WANTS_TO_PLAY_AGAIN,
)
from tests.helpers.pages import client_of, url
from tests.helpers.played_games import played
from tests.helpers.rematches import finished
from tests.helpers.routes import give_passes
from tests.helpers.tournaments.finished_games import finish

pytestmark = pytest.mark.django_db


def list_seats(game: Game) -> list:
    return list(game.seats.select_related("user", "game"))


def link(seat) -> str:
    return f"/a/{kinds.REMATCH.sign(kinds.RematchLink.for_seat(seat))}/"


def find_rematch(game: Game) -> Game:
    return Game.objects.get(rematch_of=game)


def read(client: Client, address: str) -> str:
    return client.get(address).content.decode()


@pytest.mark.parametrize("parts", [(), ("end",)])
def test_both_pages_of_the_end_have_the_button_for_players_alone(parts):
    game = played(2)
    ann, bob = (seat.user for seat in list_seats(game))
    assert PLAY_AGAIN in read(client_of(ann), url(game, *parts))
    assert PLAY_AGAIN not in read(client_of(UserFactory()), url(game, *parts))
    response = client_of(ann).post(url(game, "again"))
    new = find_rematch(game)
    assert response["Location"] == url(new)
    assert TO_YOUR_NEXT_GAME in read(client_of(ann), url(game, *parts))
    page = read(client_of(bob), url(game, *parts))
    assert JOIN_NEW_TABLE in page
    assert WANTS_TO_PLAY_AGAIN.fill(host=ann.handle) in page


def test_whoever_asks_and_is_asked_is_called_by_the_name():
    game = finished(2)
    ann, bob = list_seats(game)
    User.objects.update(display_name="李雷")
    client_of(ann.user).post(url(game, "again"))
    page = read(Client(), link(bob))
    assert WANTS_TO_PLAY_AGAIN.fill(host="李雷") in page
    assert f"李雷 ({bob.name})" in page


def test_the_new_table_links_back():
    game = played(2)
    ann, bob = (seat.user for seat in list_seats(game))
    client_of(ann).post(url(game, "again"))
    new = find_rematch(game)
    assert f'href="{url(game)}"' in read(client_of(ann), url(new))
    client_of(bob).post(url(game, "again"))
    assert f'href="{url(game)}"' in read(client_of(bob), url(new))


def test_the_host_sees_handles_and_no_addresses():
    game = finished(2)
    ann, bob = (seat.user for seat in list_seats(game))
    client_of(ann).post(url(game, "again"))
    page = read(client_of(ann), url(find_rematch(game)))
    assert bob.handle in page
    assert bob.email not in page


def test_the_invitation_is_accepted_with_one_click():
    game = finished(2)
    ann, bob = (seat.user for seat in list_seats(game))
    client_of(ann).post(url(game, "again"))
    invitation_outbox.send_due_invitations()
    [email] = mail.outbox
    assert email.to == [bob.email]
    assert play.WANTS_TO_PLAY_AT.is_in(flat(email.body), host=ann.handle)
    token = kinds.INVITATION.sign(kinds.InvitationLink.for_invitation(find_rematch(game).invitations.get()))
    Client().post(f"/i/{token}/", {"answer": "accept"})
    assert {seat.user for seat in list_seats(find_rematch(game))} == {ann, bob}


def test_a_guest_plays_again_with_a_pass_and_has_one_for_the_new_seat():
    game = finished(2)
    seat = list_seats(game)[0]
    User.objects.filter(pk=seat.user_id).update(is_guest=True)
    client = Client()
    give_passes(client, [seat])
    response = client.post(url(game, "again"), follow=True)
    assert response.status_code == 200
    assert response.redirect_chain[0][0] == url(find_rematch(game))


def test_an_outsider_is_refused_and_a_running_game_says_why():
    game = finished(2)
    assert client_of(UserFactory()).post(url(game, "again")).status_code == 403
    Game.objects.filter(pk=game.pk).update(state=Game.State.RUNNING)
    page = client_of(list_seats(game)[0].user).post(url(game, "again"), follow=True).content.decode()
    assert play.GAME_NOT_OVER in page
    assert client_of(UserFactory()).get(url(game, "again")).url == url(game)


def test_a_tournament_offers_no_rematch():
    game = played(2)
    Game.objects.filter(pk=game.pk).update(arrangement_key="tournament/1")
    seat = list_seats(game)[0]
    assert PLAY_AGAIN not in read(client_of(seat.user), url(game))
    assert Client().get(link(seat)).status_code == 410


def test_a_visitor_plays_another_game_against_bots():
    client = Client()
    client.post("/try/citadels/")
    first = Game.objects.get(is_tutorial=True)
    finish(first)
    assert ANOTHER_GAME_AGAINST_BOTS in read(client, url(first))
    response = client.post(url(first, "again"), follow=True)
    assert response.status_code == 200
    assert Game.objects.filter(is_tutorial=True, state=Game.State.RUNNING).count() == 1


def test_a_browser_keeps_the_final_page_only_as_long_as_its_button_works():
    game = played(2)
    client = client_of(game.creator)
    first = client.get(url(game, "end"))["ETag"]
    assert client.get(url(game, "end"))["ETag"] == first
    del client.cookies["csrftoken"]
    assert client.get(url(game, "end"))["ETag"] != first


# --- by a link


def test_looking_at_the_link_changes_nothing_and_its_button_opens_the_table():
    game = finished(2)
    seat, other = list_seats(game)
    assert PLAY_AGAIN in read(Client(), link(seat))
    assert not Game.objects.filter(rematch_of=game).exists()
    page = Client().post(link(seat)).content.decode()
    new = find_rematch(game)
    assert new.creator == seat.user
    assert f"?next={url(new)}" in page  # an account signs in: the link opens no table
    Client().post(link(other))
    assert new.seats.count() == 2


def test_the_link_gives_a_guest_a_pass_for_the_new_table():
    game = finished(2)
    seat = list_seats(game)[0]
    User.objects.filter(pk=seat.user_id).update(is_guest=True)
    response = Client().post(link(seat), follow=True)
    assert response.redirect_chain == [(url(find_rematch(game)), 302)]
    assert response.status_code == 200


def test_a_link_of_a_seat_that_changed_hands_is_out_of_use():
    game = finished(2)
    seat = list_seats(game)[0]
    address = link(seat)
    type(seat).objects.filter(pk=seat.pk).update(key="another")
    assert Client().post(address).status_code == 410
    assert not Game.objects.filter(rematch_of=game).exists()


def test_a_refusal_behind_the_link_says_why():
    game = finished(3)
    first, _, third = list_seats(game)
    rematches.play_again(game.pk, first.user)
    invitation = find_rematch(game).invitations.get(invitee=third.user)
    type(invitation).objects.filter(pk=invitation.pk).update(state="withdrawn")
    response = Client().post(link(third))
    assert response.status_code == 409
    assert play.SEAT_GIVEN_AWAY in response.content.decode()


# --- the last email


def send_last_email(game: Game, seat) -> str:
    GameNoticeFactory(seat=seat, kind=GameNotice.Kind.OVER)
    game_outbox.send_due_notices()
    return str(sent(seat.user)[-1].body)


def test_the_email_about_the_end_has_the_link_and_the_word():
    game = played(2)
    seat, other = list_seats(game)
    body = send_last_email(game, seat)
    assert mail_messages.ONCE_MORE_BY_LINK_OR_WORD.is_in(body)
    [token] = re.findall(r"/a/(\S+)/", body)
    Client().post(f"/a/{token}/")
    assert find_rematch(game).creator == seat.user
    Seat.objects.filter(pk=other.pk).update(has_revoked_links=True)
    other.refresh_from_db()
    assert "/a/" not in send_last_email(game, other)


def test_the_email_about_the_end_of_a_tournament_game_has_no_such_link():
    game = played(2)
    Game.objects.filter(pk=game.pk).update(arrangement_key="tournament/1")
    body = send_last_email(game, list_seats(game)[0])
    assert "/a/" not in body


def test_a_game_against_bots_is_offered_as_one():
    game = played(1, bots=2)
    body = send_last_email(game, game.seats.select_related("user", "game").get(bot=""))
    assert mail_messages.NEW_GAME_STARTS_AT_ONCE in flat(body)


# --- by a reply


@pytest.mark.parametrize("word", ["again", "Rematch!", "újra", "opet", "play again please"])
def test_one_word_of_a_reply_opens_the_table(word):
    game = finished(2)
    seat = list_seats(game)[0]
    assert post(reply(seat, word)).status == "answered"
    assert replies.NEW_TABLE_IS_OPEN.is_in(last_email(), name=find_rematch(game).name)


def test_the_second_reply_takes_a_seat_and_a_game_against_bots_begins():
    game = finished(2)
    first, second = list_seats(game)
    post(reply(first, "again"))
    post(reply(second, "again"))
    assert find_rematch(game).has_begun
    assert replies.NEXT_GAME_HAS_BEGUN.is_in(last_email())


def test_in_a_running_game_again_is_no_command():
    game = finished(2)
    Game.objects.filter(pk=game.pk).update(state=Game.State.RUNNING)
    post(reply(list_seats(game)[0], "again"))
    assert not Game.objects.filter(rematch_of=game).exists()
