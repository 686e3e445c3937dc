"""Votes that do not decide yet: who is told, who is against it, and pauses that end by themselves."""

from datetime import timedelta

import pytest

from games.clock.pace import PRESETS, Pace
from games.models import Game, GameLogEntry, GameNotice, Seat, Vote
from games.models.game import load_game_and_seats
from games.play import referee, votes
from games.play.errors import NotAllowed, NotNow
from games.play.lobby import arranged_games
from games.play.lobby.arranged_games import Arrangement
from games.play.transaction.origin import How, Origin, by_user, new_request_key
from games.queries import log
from games.queries.game_view import GameView
from games.queries.votes import VoteStatus, list_vote_statuses
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import NOON
from tests.helpers.messages import play
from tests.helpers.messages.votes import (
    AGAINST_IT_ARE,
    IT_TAKES_VOTES,
    PAUSE_ENDS_AFTER,
    VOTES_SO_FAR,
    WOULD_LIKE_TO_PAUSE,
)
from tests.helpers.tables import awaited, fallback, move, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

Kind, Status = GameNotice.Kind, GameNotice.Status


def vote(seat: Seat, matter: str = "pause") -> bool:
    return votes.cast_vote(seat.game_id, seat.name, matter, by_user(seat.user))


def take_back(seat: Seat, matter: str = "pause") -> None:
    votes.withdraw_vote(seat.game_id, seat.name, matter, by_user(seat.user))


def object_to(seat: Seat, matter: str = "pause") -> None:
    votes.vote_against(seat.game_id, seat.name, matter, by_user(seat.user))


def told(game: Game) -> set[int]:
    waiting = GameNotice.objects.filter(game=game, kind=Kind.VOTE, status=Status.WAITING)
    return set(waiting.values_list("user_id", flat=True))


def all_read(game: Game) -> None:
    GameNotice.objects.filter(game=game).update(status=Status.SENT)


def standing(seat: Seat, matter: str = "pause") -> VoteStatus:
    game, seats = load_game_and_seats(seat.game_id)
    own = next(one for one in seats if one.pk == seat.pk)
    return next(one for one in list_vote_statuses(GameView(game, seats, own, "en")) if one.matter == matter)


# --- who is told


def test_the_others_are_told_of_the_first_vote_and_not_of_the_next():
    game = table(5)
    ann, bob, *rest = game.seats.all()
    vote(ann)
    assert told(game) == {bob.user_id, *(seat.user_id for seat in rest)}
    all_read(game)
    vote(bob)
    assert told(game) == set()


def test_bots_and_those_for_whom_one_plays_are_not_told():
    game = table(4, bots=1)
    ann, bob, *_ = game.seats.filter(bot="")
    Seat.objects.filter(pk=bob.pk).update(bot="rule_based")
    vote(ann)
    assert len(told(game)) == 2
    assert bob.user_id not in told(game)


def test_a_vote_that_decides_at_once_is_told_as_what_it_decides():
    game = table(2, bots=1)
    ann, bob = game.seats.filter(bot="")
    Seat.objects.filter(pk=bob.pk).update(bot="rule_based")
    assert vote(ann)
    assert told(game) == set()


def test_who_takes_a_vote_back_and_gives_it_again_rings_once_a_day(clock):
    game = table(4)
    ann = game.seats.first()
    vote(ann)
    all_read(game)
    for _ in range(5):
        take_back(ann)
        vote(ann)
    assert told(game) == set()
    take_back(ann)
    clock.shift(timedelta(days=1, minutes=1))
    vote(ann)
    assert len(told(game)) == 3


def test_another_matter_is_told_of_its_own():
    game = table(4)
    ann = game.seats.first()
    vote(ann)
    all_read(game)
    vote(ann, "abandon")
    assert len(told(game)) == 3


# --- where it stands


def test_whoever_is_against_it_is_named_and_stops_nothing():
    game = table(4)
    ann, bob, cid, dora = game.seats.all()
    vote(ann)
    object_to(bob)
    sentences = [
        WOULD_LIKE_TO_PAUSE.fill(names=ann.name),
        VOTES_SO_FAR.fill(takes=IT_TAKES_VOTES.fill(n=3), votes=1),
        AGAINST_IT_ARE.fill(names=bob.name),
        PAUSE_ENDS_AFTER.fill(n=14),
    ]
    assert standing(cid).sentence == " ".join(sentences)
    assert [standing(seat).own_vote for seat in (ann, bob, cid)] == [True, False, None]
    assert [standing(seat).waits_for_me for seat in (ann, bob, cid)] == [False, False, True]
    vote(cid)
    assert vote(dora)


def test_whoever_was_against_it_may_think_otherwise():
    game = table(3)
    ann, bob, _cid = game.seats.all()
    vote(ann)
    object_to(bob)
    assert vote(bob)
    assert not Vote.objects.exists()


def test_nobody_is_against_what_nobody_wants():
    game = table(3)
    ann, bob, _cid = game.seats.all()
    with pytest.raises(NotNow, match=play.NOBODY_IS_FOR_IT.pattern):
        object_to(bob)
    vote(ann)
    take_back(ann)
    with pytest.raises(NotNow, match=play.NOBODY_IS_FOR_IT.pattern):
        object_to(bob)
    assert not standing(bob).is_open


def test_somebody_elses_seat_has_no_vote_of_mine():
    game = table(3)
    ann, bob, _cid = game.seats.all()
    with pytest.raises(NotAllowed):
        votes.cast_vote(game.pk, ann.name, "pause", by_user(bob.user))
    with pytest.raises(NotAllowed):
        votes.cast_vote(game.pk, lambda seats: None, "pause", Origin(How.LINK, new_request_key(), NOON))


# --- a pause ends by itself


@pytest.mark.parametrize(
    ("pace", "days"),
    [
        (PRESETS["brisk"], 7),
        (PRESETS["daily"], 14),
        (PRESETS["relaxed"], 28),
        (PRESETS["correspondence"], 56),
        (Pace(hours=timedelta(hours=1)), 7),
    ],
)
def test_a_pause_lasts_as_long_as_fourteen_decisions_a_week_at_least_and_eight_at_most(pace, days):
    assert votes.compute_max_pause(pace) == timedelta(days=days)


def paused(clock) -> Game:
    game = table(2, pace=PRESETS["daily"])
    for seat in game.seats.all():
        vote(seat)
    game.refresh_from_db()
    assert game.state == Game.State.PAUSED
    assert game.paused_until == NOON + timedelta(days=14)
    all_read(game)
    return game


def test_the_game_goes_on_with_exactly_what_was_left(clock):
    game = paused(clock)
    left = awaited(game).due_at - NOON
    clock.move_to(game.paused_until - timedelta(seconds=1))
    assert votes.end_due_pauses() == 0
    clock.move_to(game.paused_until)
    assert votes.end_due_pauses() == 1
    game.refresh_from_db()
    seat = awaited(game)
    assert (game.state, game.paused_until) == (Game.State.RUNNING, None)
    assert seat.due_at == NOON + timedelta(days=14) + left
    move(seat, fallback(seat))
    assert votes.end_due_pauses() == 0


def test_everybody_is_told_and_whoever_is_asked_is_asked_again(clock):
    game = paused(clock)
    clock.move_to(game.paused_until)
    votes.end_due_pauses()
    entry = game.log_entries.last()
    assert (entry.kind, entry.how) == (GameLogEntry.Kind.RESUME, How.CLOCK)
    kinds = {
        seat.user_id: set(
            GameNotice.objects.filter(user=seat.user, status=Status.WAITING).values_list("kind", flat=True)
        )
        for seat in game.seats.all()
    }
    asked = awaited(game)
    assert kinds.pop(asked.user_id) == {Kind.CHANGES, Kind.YOUR_TURN}
    assert list(kinds.values()) == [{Kind.CHANGES}]
    [part] = log.build_log(GameView(game, list(game.seats.all()), None, "en"))[0][:1]
    assert part.entries[0].sentences[-1] == play.PAUSE_HAS_ENDED_BY_ITSELF


def test_a_pause_that_the_players_have_ended_is_not_ended_twice(clock):
    game = paused(clock)
    for seat in game.seats.all():
        vote(seat, "resume")
    clock.shift(timedelta(days=15))
    assert votes.end_due_pauses() == 0
    assert game.log_entries.filter(kind=GameLogEntry.Kind.RESUME).count() == 1


def test_a_referees_pause_lasts_until_somebody_lets_the_game_go_on(clock):
    game = table(2)
    referee.decide_matter(game.pk, "pause", UserFactory(is_staff=True))
    game.refresh_from_db()
    assert game.paused_until is None
    clock.shift(timedelta(days=400))
    assert votes.end_due_pauses() == 0
    assert [vote(seat, "resume") for seat in game.seats.all()] == [False, True]
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING


def test_a_table_in_trouble_does_not_keep_the_others_waiting(clock, monkeypatch):
    games = [paused(clock), paused(clock)]
    clock.move_to(games[0].paused_until)
    carry_out = votes.carry_out

    def broken(held, matter, reason=""):
        if held.game.id == games[0].pk:
            raise RuntimeError
        carry_out(held, matter, reason)

    monkeypatch.setattr(votes, "carry_out", broken)
    assert votes.end_due_pauses() == 1
    states = [Game.objects.get(pk=game.pk).state for game in games]
    assert states == [Game.State.PAUSED, Game.State.RUNNING]


def test_at_an_arranged_table_the_players_vote_on_nothing():
    people = [UserFactory() for _ in range(3)]
    game = arranged_games.start_arranged_game(
        Arrangement(key="k", name="Table", ruleset="citadels", seats=[one.pk for one in people])
    )
    seat = game.seats.first()
    for matter in ("pause", "abandon"):
        with pytest.raises(NotNow, match=play.ONLY_ORGANIZERS_PAUSE.pattern):
            vote(seat, matter)
    found, seats = load_game_and_seats(game.pk)
    assert list_vote_statuses(GameView(found, seats, seats[0], "en")) == []
