"""Two at the door at the same moment. Real transactions, so the tables are emptied after each test."""

import pytest
from django.db import DatabaseError

from accounts.close_account import close_account
from games.models import Game, Seat
from games.play import moves
from games.play.errors import NotPossible, PlayError, Stale
from games.play.lobby import tables
from games.play.lobby.invitations import accept, invite_people
from games.play.moves import MoveResult
from games.play.transaction.origin import by_user
from tests.helpers.factories import UserFactory
from tests.helpers.tables import TURN, awaited, fallback, table, written
from tests.helpers.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def on_turn():
    game = table()
    written(game, TURN)
    return awaited(game)


def job(seat: Seat, line: str, key: str):
    """A request that was made while this question was open."""
    decision, user = seat.decision, seat.user
    return lambda: moves.play_moves(
        seat.game_id, seat.name, [line], by_user(user, key=key), decision=decision
    )


def test_without_the_lock_two_moves_for_one_question_collide_in_the_database(on_turn, no_lock):
    answers = at_once(job(on_turn, "gold", "a"), job(on_turn, "cards", "b"))
    assert any(isinstance(answer, DatabaseError) for answer in answers)


@pytest.mark.drill(8, "two answers to one question at once")
def test_with_the_lock_one_of_two_moves_wins_and_the_other_is_told(on_turn):
    answers = at_once(job(on_turn, "gold", "a"), job(on_turn, "cards", "b"))
    assert sorted(type(answer) for answer in answers if isinstance(answer, MoveResult)) == [MoveResult]
    assert [type(answer) for answer in answers if not isinstance(answer, MoveResult)] == [Stale]
    assert Game.objects.get(pk=on_turn.game_id).log_length == 2


@pytest.mark.drill(7, "one request sixteen times at once")
def test_sixteen_times_the_same_request_is_one_move_and_sixteen_equal_answers(on_turn):
    answers = at_once(*[job(on_turn, "gold", "same")] * 16)
    assert {answer.number for answer in answers} == {2}
    assert [answer.is_repeated for answer in answers].count(False) == 1
    assert Game.objects.get(pk=on_turn.game_id).log_length == 2


def test_sixteen_different_requests_for_one_question_are_one_move(on_turn):
    answers = at_once(*[job(on_turn, "gold", f"key-{n}") for n in range(16)])
    assert sum(isinstance(answer, MoveResult) for answer in answers) == 1
    assert sum(isinstance(answer, Stale) for answer in answers) == 15


def test_move_and_undo_at_once_leave_a_whole_game(on_turn):
    moves.play_moves(
        on_turn.game_id, on_turn.name, ["gold"], by_user(on_turn.user), decision=on_turn.decision
    )
    seat = awaited(on_turn.game)
    undo = lambda: moves.undo_last_move(seat.game_id, seat.name, by_user(seat.user))  # noqa: E731
    answers = at_once(job(seat, "build tavern", "build"), undo)
    assert sum(isinstance(answer, MoveResult) for answer in answers) == 1
    assert all(isinstance(answer, MoveResult | PlayError) for answer in answers)
    game = Game.objects.get(pk=seat.game_id)
    assert game.log_length == game.log_entries.count() == 3


def test_two_take_the_last_seat(db):
    game = table(3, size=4)
    people = [UserFactory() for _ in range(2)]
    answers = at_once(*[lambda user=user: tables.join_table(game.pk, user) for user in people])
    assert sum(isinstance(answer, Seat) for answer in answers) == 1
    assert sum(isinstance(answer, PlayError) for answer in answers) == 1
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING
    assert game.seats.count() == 4


def test_an_invitation_accepted_twice_at_once_seats_once(db):
    game = table(2, size=4)
    (invitation,) = invite_people(game.pk, game.creator, ["dora@example.org"])
    answers = at_once(*[lambda: accept(invitation.pk, handle="Dora")] * 2)
    assert sum(isinstance(answer, Seat) for answer in answers) == 1
    assert game.seats.count() == 3
    assert not [answer for answer in answers if not isinstance(answer, Seat | PlayError)]


def test_two_accept_with_the_same_handle_at_once(db):
    game = table(1, size=4)
    invitations = invite_people(game.pk, game.creator, ["dora@example.org", "dori@example.org"])
    jobs = [lambda pk=one.pk: accept(pk, handle="Dora") for one in invitations]
    answers = at_once(*jobs)
    assert sum(isinstance(answer, Seat) for answer in answers) == 1
    assert sum(isinstance(answer, NotPossible) for answer in answers) == 1


def test_many_games_move_at_once_and_none_is_hurt(db):
    games = [table(2) for _ in range(8)]

    def play_on(game: Game) -> int:
        for _ in range(10):
            seat = awaited(game)
            origin = by_user(seat.user)
            moves.play_moves(game.pk, seat.name, [fallback(seat)], origin, decision=seat.decision)
        return Game.objects.get(pk=game.pk).log_length

    assert at_once(*[lambda game=game: play_on(game) for game in games]) == [11] * 8


def test_two_who_share_games_close_their_accounts_at_once(db):
    ann, bob = UserFactory(), UserFactory()
    for first, second in ((ann, bob), (bob, ann), (ann, bob), (bob, ann)):
        game = tables.open_table(first, tables.NewTable("Ours", "citadels", {}, 2, is_open=True))
        tables.join_table(game.pk, second)
    answers = at_once(lambda: close_account(ann), lambda: close_account(bob))
    assert answers == [None, None]
    assert not Seat.objects.filter(bot="").exists()
