"""What players decide about their game, on the page: pausing, giving up, giving a seat on."""

import re

import pytest
from django.test import Client

from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import PRESETS
from games.models import Invitation, Seat, Vote
from tests.helpers.absent_players import replaced
from tests.helpers.factories import UserFactory
from tests.helpers.messages.clock import CAREFUL_BOT_ANSWERS, IN_THE_END, IN_THE_END_HARMLESS_MOVE
from tests.helpers.messages.fields import WRITE_WHOLE_ADDRESS
from tests.helpers.messages.votes import (
    AGAINST_IT_ARE,
    AGAINST_IT_MARK,
    COME_BACK_FIRST,
    IT_TAKES_VOTES,
    NO_SUCH_VOTE,
    PAUSE_ENDS_AFTER,
    PAUSE_ENDS_ON,
    PAUSE_THE_GAME,
    VOTE_AGAINST_THE_PAUSE,
    VOTE_FOR_A_PAUSE,
    VOTES_OF_NEEDED,
    VOTES_SO_FAR,
    WITHDRAW_MY_VOTE,
    WOULD_LIKE_TO_PAUSE,
)
from tests.helpers.pages import client_of, url
from tests.helpers.sign_in import same
from tests.helpers.tables import table

pytestmark = pytest.mark.django_db


def seated(people: int = 3, **wish):
    game = table(people, **wish)
    seats = list(game.seats.select_related("user"))
    return game, seats, [client_of(seat.user) for seat in seats]


def vote(client, game, matter="pause", on="1"):
    return client.post(url(game, "vote"), {"matter": matter, "on": on})


def state(game) -> str:
    game.refresh_from_db()
    return game.state


def test_more_than_half_pause_the_game_and_let_it_go_on():
    game, _seats, clients = seated()
    assert vote(clients[0], game).status_code == 302
    assert state(game) == "running"
    assert VOTES_OF_NEEDED.fill(votes=1, needed=2) in clients[1].get(url(game)).content.decode()
    vote(clients[1], game)
    assert state(game) == "paused"
    vote(clients[0], game, "resume")
    vote(clients[2], game, "resume")
    assert state(game) == "running"


def test_a_vote_can_be_taken_back():
    game, _seats, clients = seated()
    vote(clients[0], game)
    assert WITHDRAW_MY_VOTE in clients[0].get(url(game)).content.decode()
    vote(clients[0], game, on="0")
    assert not Vote.objects.filter(is_for=True).exists()
    assert VOTES_OF_NEEDED.fill(votes=0, needed=2) in clients[0].get(url(game)).content.decode()


def test_who_waits_sees_at_the_top_of_the_page_where_a_vote_stands():
    game, seats, clients = seated()
    vote(clients[0], game)
    vote(clients[1], game, on="no")
    page = same(clients[0].get(url(game)), "-")
    so_far = VOTES_SO_FAR.fill(takes=IT_TAKES_VOTES.fill(n=2), votes=1)
    assert f"{WOULD_LIKE_TO_PAUSE.fill(names=seats[0].name)} {so_far}" in page
    assert AGAINST_IT_ARE.fill(names=seats[1].name) in page
    assert AGAINST_IT_MARK.fill(names=seats[1].name) in page.split('id="affairs"')[1]


def test_whoever_has_not_voted_may_be_against_it_once_somebody_is_for_it():
    game, _seats, clients = seated()
    assert VOTE_AGAINST_THE_PAUSE not in clients[1].get(url(game)).content.decode()
    vote(clients[0], game)
    assert VOTE_AGAINST_THE_PAUSE in clients[1].get(url(game)).content.decode()
    vote(clients[1], game, on="no")
    page = clients[1].get(url(game)).content.decode()
    assert VOTE_AGAINST_THE_PAUSE not in page
    assert PAUSE_THE_GAME in page


def test_a_paused_game_says_when_it_goes_on_by_itself():
    game, _seats, clients = seated(pace=PRESETS["daily"])
    page = clients[0].get(url(game)).content.decode()
    assert PAUSE_ENDS_AFTER.fill(n=14) in page
    for client in clients[:2]:
        vote(client, game)
    assert re.search(PAUSE_ENDS_ON.pattern, clients[2].get(url(game)).content.decode())


def test_a_game_is_abandoned_only_by_all():
    game, _seats, clients = seated()
    for client in clients[:2]:
        client.post(url(game, "abandon"))
    assert state(game) == "running"
    clients[2].post(url(game, "abandon"))
    assert state(game) == "abandoned"


@pytest.mark.parametrize("matter", ["resume", "nonsense", ""])
def test_what_cannot_be_voted_on_is_said(matter):
    game, _seats, clients = seated()
    answer = vote(clients[0], game, matter)
    assert answer.status_code == 409
    assert NO_SUCH_VOTE in answer.content.decode()


def test_whoever_a_bot_plays_for_comes_back_before_they_vote():
    game, _seats, _clients = seated()
    away = replaced(game)
    client = client_of(away.user)
    answer = vote(client, game)
    assert answer.status_code == 409
    assert COME_BACK_FIRST in answer.content.decode()
    assert not Vote.objects.exists()
    page = client.get(url(game)).content.decode()
    assert VOTES_OF_NEEDED.fill(votes=0, needed=2) in page
    assert VOTE_FOR_A_PAUSE not in page
    client.post(url(game, "return"))
    assert VOTE_FOR_A_PAUSE in client.get(url(game)).content.decode()
    assert vote(client, game).status_code == 302
    assert Vote.objects.count() == 1


def test_an_onlooker_has_no_vote():
    game, _seats, _clients = seated(visibility="always")
    assert vote(Client(), game).status_code == 403
    assert VOTE_FOR_A_PAUSE not in Client().get(url(game)).content.decode()


# --- seats


def test_a_seat_is_offered_to_an_address():
    game, seats, clients = seated()
    answer = clients[0].post(url(game, "seat"), {"seat": seats[0].pk, "address": "eve@example.org"})
    assert answer.status_code == 302
    offered = Invitation.objects.get()
    assert (offered.seat, offered.address) == (seats[0], "eve@example.org")
    assert "eve@example.org" in clients[0].get(url(game, "seat")).content.decode()


@pytest.mark.parametrize("address", ["", "eve", "eve@@", "a" * 400])
def test_an_address_must_be_one(address):
    game, seats, clients = seated()
    answer = clients[0].post(url(game, "seat"), {"seat": seats[0].pk, "address": address})
    assert answer.status_code == 422
    assert WRITE_WHOLE_ADDRESS in answer.content.decode()


def test_the_table_and_the_page_of_the_seat_show_what_answers_in_the_end():
    game, _seats, clients = seated()
    page = same(clients[0].get(url(game)), "-")
    assert IN_THE_END_HARMLESS_MOVE in page
    clients[0].post(url(game, "seat"), {"time_out": "bot"})
    assert IN_THE_END.fill(time_out=CAREFUL_BOT_ANSWERS) in same(clients[0].get(url(game)), "-")
    assert re.search(r'value="bot" checked', clients[0].get(url(game, "seat")).content.decode())
    assert CAREFUL_BOT_ANSWERS not in clients[1].get(url(game)).content.decode()


def test_a_choice_that_the_table_does_not_allow_is_shown_as_the_usual_one():
    game, seats, clients = seated(patience=MissedDeadlinePolicy(answers=("minimal",)))
    Seat.objects.filter(pk=seats[0].pk).update(time_out="bot")
    assert re.search(r'value="" checked', clients[0].get(url(game, "seat")).content.decode())


def test_somebody_elses_seat_is_not_mine_to_give():
    game, seats, clients = seated()
    own = next(place for place, seat in enumerate(seats) if seat.user_id != game.creator_id)
    other = seats[(own + 1) % 3]
    answer = clients[own].post(url(game, "seat"), {"seat": other.pk, "address": "eve@example.org"})
    assert answer.status_code == 422
    assert not Invitation.objects.exists()


def test_the_creator_gives_an_absent_seat_on():
    game, seats, _clients = seated()
    seat = next(seat for seat in seats if seat.user_id != game.creator_id)
    creator, wanted = client_of(game.creator), {"seat": seat.pk, "address": "dora@example.org"}
    assert creator.post(url(game, "seat"), wanted).status_code == 422
    absent = replaced(game, seat)
    assert absent.name in creator.get(url(game, "seat")).content.decode()
    assert creator.post(url(game, "seat"), wanted).status_code == 302
    assert Invitation.objects.get().seat == absent


def test_who_has_no_seat_has_none_to_give():
    game, _seats, _clients = seated(visibility="always")
    assert client_of(UserFactory()).get(url(game, "seat")).status_code == 403
