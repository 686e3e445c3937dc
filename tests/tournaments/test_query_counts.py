"""What an event costs: how often the database is asked for a round change, the board, and the signs."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from games.tournaments.director import director
from games.tournaments.models import Round, Tournament, TournamentTable
from games.tournaments.rulings import collusion
from games.tournaments.settings import StageSettings
from tests.helpers.pages import client_of
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.ledger import write_ledger

pytestmark = pytest.mark.django_db

PLAN = StageSettings(format="swiss", size=4, least=3, most=4, rounds=5)
PEOPLE = 80
QUERIES_PER_PERSON = 3  # 1,500 for 500 people
QUERIES_PER_CHANGE = 140  # of any field
MOST_OF_THE_BOARD = 12


@pytest.fixture
def played() -> Tournament:
    """All tables of the round that runs are over; the director has not come by yet."""
    found = TournamentBuilder(PLAN, most=1000).crowded(PEOPLE, 1).build()
    row = Round.objects.get(state=Round.State.PUBLISHED)
    with write_ledger(found) as transaction:
        for table in row.tables.prefetch_related("seats__entrant"):
            numbers = [one.entrant.number for one in table.seats.all()]
            lines = [{"entrant": number, "score": str(20 + number * 17 % 19)} for number in numbers]
            transaction.append_entry("started", table=table.number)
            transaction.append_entry("finished", table=table.number, seats=lines)
    row.tables.update(state=TournamentTable.State.FINISHED)
    return found


def test_a_round_change_asks_three_times_for_each_person(played, django_assert_max_num_queries):
    with django_assert_max_num_queries(QUERIES_PER_PERSON * PEOPLE + QUERIES_PER_CHANGE):
        director.run_due_steps(played.pk)
    assert played.tables.filter(state=TournamentTable.State.STARTED).count() == PEOPLE // 4


def test_the_board_asks_twelve_times(played, django_assert_max_num_queries):
    director.run_due_steps(played.pk)
    desk = client_of(played.owner)
    address = f"/tournaments/{played.slug}/staff/"
    assert desk.get(address).status_code == 200  # how long games take is kept for an hour
    with django_assert_max_num_queries(MOST_OF_THE_BOARD):
        assert desk.get(address).status_code == 200


def test_the_signs_ask_as_often_for_many_games_as_for_one(played):
    director.run_due_steps(played.pk)
    games = list(played.tables.filter(state=TournamentTable.State.STARTED).values_list("game_id", flat=True))
    counts = []
    for some in (games[:1], games[1:15]):
        Game.objects.filter(pk__in=some).update(state=Game.State.OVER)
        with CaptureQueriesContext(connection) as asked:
            collusion.list_hostile_actions(played)
        counts.append(len(asked))
    assert counts[0] == counts[1]
