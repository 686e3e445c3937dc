"""Voting by the link of an email, without signing in."""

import pytest
from django.test import Client

from games.links import kinds
from games.models import Game, Seat, Vote
from games.play import votes
from games.play.transaction.origin import by_user
from tests.helpers.frozen_time import clock as clock
from tests.helpers.pages import client_of
from tests.helpers.tables import table

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return table(3, visibility="nobody")


@pytest.fixture
def ann(game: Game) -> Seat:
    """Would like a pause."""
    seat = game.seats.select_related("user", "game").first()
    votes.cast_vote(game.pk, seat.name, "pause", by_user(seat.user))
    return seat


@pytest.fixture
def bob(ann: Seat) -> Seat:
    return ann.game.seats.exclude(pk=ann.pk).select_related("user", "game").first()


def link(seat: Seat) -> str:
    return f"/v/{kinds.VOTE.sign(kinds.VoteLink.for_seat(seat, Vote.objects.order_by('pk')[0].pk))}/"


def state(game: Game) -> str:
    game.refresh_from_db()
    return game.state


def test_the_page_says_where_it_stands_and_looking_changes_nothing(ann, bob):
    page = Client().get(link(bob))
    assert page["Cache-Control"] == "no-store"
    text = page.content.decode()
    assert f"{ann.name} would like to pause the game. It takes 2 votes and has 1 so far." in text
    assert "I am for it" in text
    assert "I am against it" in text
    assert "To the table" not in text
    assert not Vote.objects.filter(seat=bob).exists()


def test_the_vote_that_was_missing_decides(game, bob):
    address = link(bob)
    page = Client().post(address, {"on": "1"}).content.decode()
    assert "That was the vote that was missing." in page
    assert "The game is paused." in page
    assert state(game) == Game.State.PAUSED
    again = Client().post(address, {"on": "1"})
    assert again.status_code == 410
    assert "This vote is over" in again.content.decode()


def test_whoever_is_against_it_may_think_otherwise(game, bob):
    page = Client().post(link(bob), {"on": "no"}).content.decode()
    assert "You are against it." in page
    assert f"Against it: {bob.name}." in page
    assert Vote.objects.get(seat=bob).is_for is False
    assert state(game) == Game.State.RUNNING
    Client().post(link(bob), {"on": "1"})
    assert state(game) == Game.State.PAUSED


def test_an_old_email_does_not_vote_on_a_later_matter_of_the_same_kind(game, ann, bob):
    old = link(bob)
    for matter in ("pause", "resume"):
        for seat in (ann, bob):
            votes.cast_vote(game.pk, seat.name, matter, by_user(seat.user))
    votes.cast_vote(game.pk, ann.name, "pause", by_user(ann.user))
    assert Client().post(old, {"on": "1"}).status_code == 410
    assert state(game) == Game.State.RUNNING


def test_what_nobody_wants_any_more_is_over(ann, bob):
    votes.withdraw_vote(ann.game_id, ann.name, "pause", by_user(ann.user))
    assert Client().get(link(bob)).status_code == 410


def test_a_seat_that_was_given_on_or_is_guarded_has_no_vote(bob):
    address = link(bob)
    Seat.objects.filter(pk=bob.pk).update(has_revoked_links=True)
    assert Client().post(address, {"on": "1"}).status_code == 410
    Seat.objects.filter(pk=bob.pk).update(has_revoked_links=False, key="another")
    assert Client().post(address, {"on": "1"}).status_code == 410
    assert not Vote.objects.filter(seat=bob).exists()


def test_whoever_a_bot_plays_for_comes_back_first(bob):
    address = link(bob)
    Seat.objects.filter(pk=bob.pk).update(bot="rule_based")
    answer = Client().post(address, {"on": "1"})
    assert answer.status_code == 409
    assert "Come back first." in answer.content.decode()


def test_a_link_of_another_kind_or_a_mutilated_one_opens_nothing(bob):
    assert (
        Client().get(f"/v/{kinds.SEAT_RETURN.sign(kinds.SeatReturnLink.for_seat(bob))}/").status_code == 404
    )
    assert Client().get("/v/nonsense/").status_code == 404


def test_whoever_is_signed_in_may_go_on_to_the_table(bob):
    assert "To the table" in client_of(bob.user).get(link(bob)).content.decode()
