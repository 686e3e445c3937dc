"""Votes that decide: a pause, going on, and a game that is abandoned."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.models import Game, GameLogEntry, Seat
from games.play import votes
from games.play.errors import NotNow
from games.play.transaction.origin import by_user
from tests.helpers.tables import awaited, fallback, move, table

pytestmark = pytest.mark.django_db


def vote(seat: Seat, matter: str) -> bool:
    return votes.cast_vote(seat.game_id, seat.name, matter, by_user(seat.user))


def test_more_than_half_pause_the_game_and_stop_its_clocks():
    game = table(4)
    decided = [vote(seat, "pause") for seat in game.seats.all()[:3]]
    game.refresh_from_db()
    assert decided == [False, False, True]
    assert game.state == Game.State.PAUSED
    assert awaited(game).deadline is None
    assert not game.votes.exists()
    assert game.log_entries.last().kind == GameLogEntry.Kind.PAUSE


def test_a_vote_counts_once_and_can_be_taken_back():
    game = table(4)
    ann, bob, *_ = game.seats.all()
    for _ in range(3):
        assert not vote(ann, "pause")
    votes.withdraw_vote(game.pk, ann.name, "pause", by_user(ann.user))
    assert not vote(bob, "pause")
    assert game.votes.get(is_for=True).seat == bob


def test_going_on_leaves_exactly_what_was_left():
    game = table(2)
    before = awaited(game)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for matter, hours in (("pause", 5), ("resume", 100)):
            clock.shift(timedelta(hours=hours))
            for seat in game.seats.all():
                vote(seat, matter)
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING
    seat = awaited(game)
    assert timedelta(0) <= before.due_at + timedelta(hours=100) - seat.due_at < timedelta(seconds=1)
    assert seat.final_at - seat.due_at == before.final_at - before.due_at
    move(seat, fallback(seat))


def test_a_game_is_abandoned_only_by_all_people_and_bots_have_no_vote():
    game = table(2, bots=1)
    ann, bob = game.seats.filter(bot="")
    assert not vote(ann, "abandon")
    assert vote(bob, "abandon")
    game.refresh_from_db()
    assert game.state == Game.State.ABANDONED
    assert not game.seats.filter(decision__isnull=False).exists()
    with pytest.raises(NotNow):
        vote(ann, "pause")
