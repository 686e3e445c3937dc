"""Two at the door at the same moment. Real transactions, so the tables are emptied after each test."""

import threading

import pytest
from django.db import DatabaseError

from accounts.closing import close
from games.models import Game, Seat
from games.play import inviting, lobby, service, store
from games.play.errors import DoorError, NotPossible, Stale
from games.play.origin import from_person
from games.play.service import Played
from tests.accounts.factories import UserFactory
from tests.play.tables import awaited, fallback, table, written
from tests.play.test_service import TURN
from tests.play.threads import at_once, unlocked

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def on_turn():
    game = table()
    written(game, TURN)
    return awaited(game)


def job(seat: Seat, line: str, key: str):
    """A request that was made while this question was open."""
    decision, user = seat.decision, seat.user
    return lambda: service.play(
        seat.game_id, seat.name, [line], from_person(user, key=key), decision=decision
    )


@pytest.fixture
def no_lock(monkeypatch):
    """The door without its lock, and both requests past the reading before either writes."""
    met = threading.Barrier(2, timeout=10)
    locked = store.lock

    def reads_only(game_id, key):
        row = locked(game_id, key)
        met.wait()
        return row

    monkeypatch.setattr(store, "lock", reads_only)
    unlocked(monkeypatch)


def test_without_the_lock_two_moves_for_one_question_collide_in_the_database(on_turn, no_lock):
    answers = at_once(job(on_turn, "gold", "a"), job(on_turn, "cards", "b"))
    assert any(isinstance(answer, DatabaseError) for answer in answers)


@pytest.mark.drill(8, "two answers to one question at once")
def test_with_the_lock_one_of_two_moves_wins_and_the_other_is_told(on_turn):
    answers = at_once(job(on_turn, "gold", "a"), job(on_turn, "cards", "b"))
    assert sorted(type(answer) for answer in answers if isinstance(answer, Played)) == [Played]
    assert [type(answer) for answer in answers if not isinstance(answer, Played)] == [Stale]
    assert Game.objects.get(pk=on_turn.game_id).length == 2


@pytest.mark.drill(7, "one request sixteen times at once")
def test_sixteen_times_the_same_request_is_one_move_and_sixteen_equal_answers(on_turn):
    answers = at_once(*[job(on_turn, "gold", "same")] * 16)
    assert {answer.number for answer in answers} == {2}
    assert [answer.repeated for answer in answers].count(False) == 1
    assert Game.objects.get(pk=on_turn.game_id).length == 2


def test_sixteen_different_requests_for_one_question_are_one_move(on_turn):
    answers = at_once(*[job(on_turn, "gold", f"key-{n}") for n in range(16)])
    assert sum(isinstance(answer, Played) for answer in answers) == 1
    assert sum(isinstance(answer, Stale) for answer in answers) == 15


def test_move_and_undo_at_once_leave_a_whole_game(on_turn):
    service.play(
        on_turn.game_id, on_turn.name, ["gold"], from_person(on_turn.user), decision=on_turn.decision
    )
    seat = awaited(on_turn.game)
    undo = lambda: service.undo(seat.game_id, seat.name, from_person(seat.user))  # noqa: E731
    answers = at_once(job(seat, "build tavern", "build"), undo)
    assert sum(isinstance(answer, Played) for answer in answers) == 1
    assert all(isinstance(answer, Played | DoorError) for answer in answers)
    game = Game.objects.get(pk=seat.game_id)
    assert game.length == game.moves.count() == 3


def test_two_take_the_last_seat(db):
    game = table(3, size=4)
    people = [UserFactory() for _ in range(2)]
    answers = at_once(*[lambda user=user: lobby.join(game.pk, user) for user in people])
    assert sum(isinstance(answer, Seat) for answer in answers) == 1
    assert sum(isinstance(answer, DoorError) for answer in answers) == 1
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING
    assert game.seats.count() == 4


def test_an_invitation_accepted_twice_at_once_seats_once(db):
    game = table(2, size=4)
    (invitation,) = inviting.invite(game.pk, game.creator, ["dora@example.org"])
    answers = at_once(*[lambda: inviting.accept(invitation.pk, handle="Dora")] * 2)
    assert sum(isinstance(answer, Seat) for answer in answers) == 1
    assert game.seats.count() == 3
    assert not [answer for answer in answers if not isinstance(answer, Seat | DoorError)]


def test_two_accept_with_the_same_handle_at_once(db):
    game = table(1, size=4)
    invitations = inviting.invite(game.pk, game.creator, ["dora@example.org", "dori@example.org"])
    jobs = [lambda pk=one.pk: inviting.accept(pk, handle="Dora") for one in invitations]
    answers = at_once(*jobs)
    assert sum(isinstance(answer, Seat) for answer in answers) == 1
    assert sum(isinstance(answer, NotPossible) for answer in answers) == 1


def test_many_games_move_at_once_and_none_is_hurt(db):
    games = [table(2) for _ in range(8)]

    def play_on(game: Game) -> int:
        for _ in range(10):
            seat = awaited(game)
            origin = from_person(seat.user)
            service.play(game.pk, seat.name, [fallback(seat)], origin, decision=seat.decision)
        return Game.objects.get(pk=game.pk).length

    assert at_once(*[lambda game=game: play_on(game) for game in games]) == [11] * 8


def test_two_who_share_games_close_their_accounts_at_once(db):
    ann, bob = UserFactory(), UserFactory()
    for first, second in ((ann, bob), (bob, ann), (ann, bob), (bob, ann)):
        game = lobby.open_table(first, lobby.Wish("Ours", "citadels", {}, 2, is_open=True))
        lobby.join(game.pk, second)
    answers = at_once(lambda: close(ann), lambda: close(bob))
    assert answers == [None, None]
    assert not Seat.objects.filter(bot="").exists()
