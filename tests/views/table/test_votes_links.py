"""Voting by the link of an email, without signing in."""

import pytest
from django.test import Client

from games.links import kinds
from games.models import Game, Seat, Vote
from games.play import votes
from games.play.transaction.origin import by_user
from tests.helpers.messages.pages import TO_THE_TABLE
from tests.helpers.messages.play import GAME_PAUSED
from tests.helpers.messages.votes import (
    ABANDON_THIS_GAME,
    AGAINST_IT_ARE,
    COME_BACK_FIRST,
    DECISIVE_VOTE,
    IT_TAKES_VOTES,
    LAST_VOTE_ENDS_GAME,
    PAUSE_THE_GAME,
    VOTE_AGAINST_THE_PAUSE,
    VOTE_IS_OVER,
    VOTES_SO_FAR,
    WOULD_LIKE_TO_PAUSE,
    YOU_ARE_AGAINST_IT,
)
from tests.helpers.pages import client_of
from tests.helpers.tables import table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


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
    so_far = VOTES_SO_FAR.fill(takes=IT_TAKES_VOTES.fill(n=2), votes=1)
    assert f"{WOULD_LIKE_TO_PAUSE.fill(names=ann.name)} {so_far}" in text
    assert PAUSE_THE_GAME in text
    assert VOTE_AGAINST_THE_PAUSE in text
    assert TO_THE_TABLE not in text
    assert not Vote.objects.filter(seat=bob).exists()


def test_the_vote_that_was_missing_decides(game, bob):
    address = link(bob)
    page = Client().post(address, {"on": "1"}).content.decode()
    assert DECISIVE_VOTE in page
    assert GAME_PAUSED in page
    assert state(game) == Game.State.PAUSED
    again = Client().post(address, {"on": "1"})
    assert again.status_code == 410
    assert VOTE_IS_OVER in again.content.decode()


def test_the_page_of_the_last_vote_to_abandon_says_that_the_game_ends():
    game = table(2)
    ann, bob = game.seats.select_related("user", "game")
    votes.cast_vote(game.pk, ann.name, "abandon", by_user(ann.user))
    page = Client().get(link(bob)).content.decode()
    assert LAST_VOTE_ENDS_GAME in page
    assert ABANDON_THIS_GAME in page
    assert state(game) == Game.State.RUNNING


def test_whoever_is_against_it_may_think_otherwise(game, bob):
    page = Client().post(link(bob), {"on": "no"}).content.decode()
    assert YOU_ARE_AGAINST_IT in page
    assert AGAINST_IT_ARE.fill(names=bob.name) in page
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
    assert COME_BACK_FIRST in answer.content.decode()


def test_a_link_of_another_kind_or_a_mutilated_one_opens_nothing(bob):
    assert (
        Client().get(f"/v/{kinds.SEAT_RETURN.sign(kinds.SeatReturnLink.for_seat(bob))}/").status_code == 404
    )
    assert Client().get("/v/nonsense/").status_code == 404


def test_whoever_is_signed_in_may_go_on_to_the_table(bob):
    assert TO_THE_TABLE in client_of(bob.user).get(link(bob)).content.decode()
