"""Leaving a running game asks first: a bot plays on until its player returns, or the game is abandoned."""

import pytest
from django.test import Client

from games.models import Game, GameLogEntry, Seat, Vote
from games.play import bot_moves, orders
from games.play.transaction.origin import by_user
from tests.helpers.arranged_games import arranged
from tests.helpers.factories import UserFactory
from tests.helpers.messages.lobby import PLAY_MYSELF_AGAIN
from tests.helpers.messages.votes import (
    ABANDON_THIS_GAME,
    ABANDON_THIS_GAME_QUESTION,
    BOT_PLAYS_FOR,
    BOTS_PLAY_TO_THE_END,
    COUNTS_AS_LEFT,
    ENDS_AT_ONCE,
    LET_A_BOT_PLAY_QUESTION,
    VOTE_TO_ABANDON,
    VOTE_TO_ABANDON_QUESTION,
    YOUR_ORDERS_STAY,
)
from tests.helpers.pages import client_of, url
from tests.helpers.tables import awaited, table

pytestmark = pytest.mark.django_db


def text(answer) -> str:
    return answer.content.decode()


def state(game: Game) -> str:
    game.refresh_from_db()
    return game.state


def bot_page(game: Game) -> str:
    return url(game, "seat", "bot")


# --- a bot plays on


def test_letting_a_bot_play_says_what_follows_and_changes_nothing_by_itself(game, seat, client):
    assert f'href="{bot_page(game)}"' in text(client.get(url(game, "seat")))
    page = text(client.get(bot_page(game)))
    assert LET_A_BOT_PLAY_QUESTION in page
    assert COUNTS_AS_LEFT in page
    assert YOUR_ORDERS_STAY not in page
    seat.refresh_from_db()
    assert not seat.bot


def test_whoever_lets_a_bot_play_stays_at_the_table_and_comes_back_by_one_button(game, seat, client):
    answer = client.post(bot_page(game), follow=True)
    assert answer.redirect_chain[-1][0] == url(game)
    assert PLAY_MYSELF_AGAIN in text(answer)
    other = game.seats.exclude(pk=seat.pk).select_related("user")[0]
    assert BOT_PLAYS_FOR.fill(seat=seat.name) in text(client_of(other.user).get(url(game)))
    client.post(url(game, "return"))
    seat.refresh_from_db()
    assert (seat.user_id is not None, seat.bot) == (True, "")


def test_two_clicks_let_one_bot_play(game, client):
    for _ in range(2):
        assert client.post(bot_page(game)).status_code == 302
    assert client.get(bot_page(game)).status_code == 302
    assert GameLogEntry.objects.filter(game=game, kind=GameLogEntry.Kind.SEAT).count() == 1


def test_who_has_orders_reads_that_they_stay(game, seat, client):
    orders.file_order(game.pk, seat.name, "prefer king", by_user(seat.user))
    assert YOUR_ORDERS_STAY in text(client.get(bot_page(game)))


def test_alone_with_bots_it_is_said_that_they_finish_the_game():
    game = table(1, bots=2)
    page = text(client_of(game.creator).get(bot_page(game)))
    assert BOTS_PLAY_TO_THE_END in page
    assert COUNTS_AS_LEFT not in page
    client_of(game.creator).post(bot_page(game))
    while bot_moves.play_bot_moves(game.pk):
        pass
    assert state(game) == Game.State.OVER
    assert client_of(game.creator).get(url(game)).status_code == 200


def test_only_a_player_leaves_and_only_where_seats_may_be_given_away():
    seen = table(2, visibility="always")
    for visitor in (Client(), client_of(UserFactory())):
        assert visitor.post(bot_page(seen)).status_code == 403
        assert visitor.post(url(seen, "abandon")).status_code == 403
    fixed = arranged()
    player = client_of(awaited(fixed).user)
    assert player.get(bot_page(fixed)).status_code == 403
    assert player.post(bot_page(fixed)).status_code == 403
    assert not Seat.objects.filter(game__in=[seen, fixed]).exclude(bot="").exists()


def test_after_the_end_there_is_nothing_to_leave(game, client):
    Game.objects.filter(pk=game.pk).update(state=Game.State.ABANDONED)
    for page in (bot_page(game), url(game, "abandon")):
        assert client.get(page).headers["Location"] == url(game)
        assert client.post(page).headers["Location"] == url(game)


# --- abandoning


def test_alone_with_bots_a_game_is_abandoned_after_a_question():
    game = table(1, bots=2)
    client = client_of(game.creator)
    page = text(client.get(url(game)))
    assert f'href="{url(game, "abandon")}"' in page
    assert ABANDON_THIS_GAME in page
    question = text(client.get(url(game, "abandon")))
    assert ABANDON_THIS_GAME_QUESTION in question
    assert ENDS_AT_ONCE in question
    assert state(game) == Game.State.RUNNING
    assert client.post(url(game, "abandon"), follow=True).status_code == 200
    assert state(game) == Game.State.ABANDONED


def test_a_vote_to_abandon_is_only_given_where_its_consequence_is_said(game, client):
    answer = client.post(url(game, "vote"), {"matter": "abandon", "on": "1"})
    assert answer.headers["Location"] == url(game, "abandon")
    assert not Vote.objects.exists()
    page = text(client.get(url(game, "abandon")))
    assert VOTE_TO_ABANDON_QUESTION in page
    assert f">{VOTE_TO_ABANDON}<" in page
    assert ENDS_AT_ONCE not in page


def test_the_last_vote_needed_is_told_that_it_ends_the_game(game):
    *first, last = [client_of(seat.user) for seat in game.seats.select_related("user")]
    for client in first:
        client.post(url(game, "abandon"))
    page = text(last.get(url(game, "abandon")))
    assert ABANDON_THIS_GAME_QUESTION in page
    assert ENDS_AT_ONCE in page
    assert state(game) == Game.State.RUNNING
    last.post(url(game, "abandon"))
    assert state(game) == Game.State.ABANDONED


def test_votes_that_are_enough_since_somebody_left_are_carried_out_by_a_button(game):
    *voters, leaver = [client_of(seat.user) for seat in game.seats.select_related("user")]
    for client in voters:
        client.post(url(game, "abandon"))
    leaver.post(bot_page(game))
    assert state(game) == Game.State.RUNNING
    assert ABANDON_THIS_GAME_QUESTION in text(voters[0].get(url(game, "abandon")))
    voters[0].post(url(game, "abandon"))
    assert state(game) == Game.State.ABANDONED


def test_who_has_voted_or_has_no_vote_is_led_back_to_the_table(game, seat, client):
    client.post(url(game, "abandon"))
    assert client.get(url(game, "abandon")).headers["Location"] == url(game)
    fixed = arranged(has_fixed_pace=True)
    player = client_of(awaited(fixed).user)
    assert player.get(url(fixed, "abandon")).headers["Location"] == url(fixed)
    player.post(url(fixed, "abandon"))
    assert state(fixed) == Game.State.RUNNING
