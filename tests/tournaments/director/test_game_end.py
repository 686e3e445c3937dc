"""The end of a game sends the director of its tournament to collect the result, however the game ends."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from accounts import server_time
from games.bots.arena import BOTS
from games.bots.self_play import play_one_move
from games.models import Game, Seat, Vote
from games.play import bot_moves, referee, votes
from games.play.deadlines import alarms
from games.play.lobby.tables import DEFAULT_BOT
from games.play.transaction import task_trigger
from games.play.transaction.origin import by_user
from games.rules import registry
from games.tournaments.director import director
from games.tournaments.models import TournamentTable
from tests.helpers.factories import UserFactory
from tests.helpers.tables import advice, awaited, move, position, put, table
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.stages import FINAL, SWISS
from tests.helpers.tournaments.tables import start

pytestmark = pytest.mark.django_db(transaction=True)

DIRECT = "games.tasks.direct_tournaments"


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The tasks that were sent."""
    tasks: list[tuple[Any, ...]] = []
    monkeypatch.setattr(task_trigger, "send_task", lambda *task: tasks.append(task))
    return tasks


def put_before_last_move(game: Game) -> Seat:
    """Play on in memory until one move is left; return the seat that has to make it."""
    rules, found = registry.get(game.ruleset), position(game)
    bots = {seat: BOTS[DEFAULT_BOT](rules, f"{game.seed}/{seat}") for seat in found.seats}
    while not rules.over(found):
        before = rules.copy(found)
        play_one_move(rules, found, bots)
    put(game, before)
    return awaited(game)


def end_by_move(game: Game) -> None:
    seat = put_before_last_move(game)
    move(seat, advice(seat))


def end_by_bot(game: Game) -> None:
    seat = put_before_last_move(game)
    Seat.objects.filter(pk=seat.pk).update(bot=DEFAULT_BOT)
    bot_moves.play_bot_moves(game.pk)


def end_by_clock(game: Game) -> None:
    seat = put_before_last_move(game)
    long_ago = server_time.now() - timedelta(days=1)
    Seat.objects.filter(pk=seat.pk).update(
        asked_at=long_ago - timedelta(days=9), due_at=long_ago, final_at=long_ago, alarm_at=long_ago
    )
    alarms.handle_alarm(game.pk, seat.pk, seat.decision or 0)


def end_by_vote(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(has_fixed_pace=False)  # or nobody may vote on it
    for seat in game.seats.select_related("user"):
        votes.cast_vote(game.pk, seat.name, Vote.Matter.ABANDON, by_user(seat.user))


def end_by_ruling(game: Game) -> None:
    referee.end_game(game.pk, UserFactory(is_superuser=True, is_staff=True), reason="Agreed.")


WAYS = {
    "move": end_by_move,
    "bot": end_by_bot,
    "clock": end_by_clock,
    "vote": end_by_vote,
    "ruling": end_by_ruling,
}


@pytest.mark.parametrize("end", WAYS.values(), ids=WAYS)
def test_the_end_of_a_game_sends_the_director_of_its_tournament(end: Callable[[Game], None], sent):
    played = start(TournamentBuilder(SWISS, FINAL).drawn((1, 2, 3, 4)).build())
    sent.clear()
    end(played.game)
    played.game.refresh_from_db()
    assert played.game.is_closed
    assert [task for task in sent if task[0] == DIRECT] == [(DIRECT, played.tournament_id)]


@pytest.mark.parametrize("end", [end_by_move, end_by_vote])
def test_the_end_of_a_game_outside_of_tournaments_sends_no_director(end, sent):
    TournamentBuilder(SWISS, FINAL).drawn().build()
    game = table(3)
    sent.clear()
    end(game)
    game.refresh_from_db()
    assert game.is_closed
    assert not [task for task in sent if task[0] == DIRECT]


def test_a_move_that_ends_nothing_sends_no_director(sent):
    played = start(TournamentBuilder(SWISS, FINAL).drawn((1, 2, 3, 4)).build())
    sent.clear()
    seat = awaited(played.game)
    move(seat, advice(seat))
    assert not [task for task in sent if task[0] == DIRECT]


def test_two_games_that_end_at_once_send_it_twice(sent):
    tournament = TournamentBuilder(SWISS, FINAL).drawn().build()
    games = [start(tournament, number).game for number in (1, 2)]
    sent.clear()
    for game in games:
        end_by_ruling(game)
    assert [task for task in sent if task[0] == DIRECT] == [(DIRECT, tournament.pk)] * 2


def test_the_task_collects_the_result(sent):
    played = start(TournamentBuilder(SWISS, FINAL).drawn((1, 2, 3, 4)).build())
    end_by_move(played.game)
    director.direct_tournament(played.tournament_id)
    played.refresh_from_db()
    assert played.state == TournamentTable.State.FINISHED
