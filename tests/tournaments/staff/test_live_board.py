"""The live board: how far each table is, when it will probably end, and which are late."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import server_time
from games.clock.pace import PRESETS
from games.models import Game, GameLogEntry, Seat
from games.models.game import dump_pace_json
from games.queries import forecast
from games.tournaments.models import TournamentTable
from games.tournaments.staff.live_board import build_board
from tests.helpers.factories import GameLogEntryFactory
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.stages import FINAL, SWISS
from tests.helpers.tournaments.tables import start, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

A_DAY = timedelta(days=1)
USUAL = 80  # waits of a whole game, in these tests


@pytest.fixture(autouse=True)
def known(monkeypatch):
    """All games have eighty waits, and people answer within six hours in the mean."""
    monkeypatch.setattr(forecast, "_load_wait_counts", lambda *_game: [USUAL])
    monkeypatch.setattr(forecast, "_load_answer_times", lambda _pace: [timedelta(hours=n) for n in (3, 9)])


@pytest.fixture
def tournament(clock):
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    for number in (1, 2):
        start(found, number)
    Game.objects.update(pace_data=dump_pace_json(PRESETS["daily"]))
    TournamentTable.objects.update(deadline=server_time.now() + 30 * A_DAY)
    return found


def played(tournament, number, sittings):
    """So many answers stand in the journal, one seat after the other."""
    game = table(tournament, number).game
    seats = list(game.seats.order_by("place"))
    GameLogEntry.objects.filter(game=game, kind=GameLogEntry.Kind.MOVE).delete()
    GameLogEntry.objects.bulk_create(
        GameLogEntry(
            game=game,
            number=1000 + place,
            kind=GameLogEntry.Kind.MOVE,
            seat=seats[place % len(seats)],
            text="x",
            decision=1000 + place,
            at=game.started_at,
            asked_at=game.started_at,
            key=f"played/{place}",
        )
        for place in range(sittings)
    )


def rows(tournament):
    return {row.table.number: row for row in build_board(tournament, server_time.now()).rows}


def days_left(row):
    return (row.expected_end - server_time.now()) / A_DAY


def test_a_new_table_takes_as_long_as_others_do(tournament):
    assert days_left(rows(tournament)[1]) == pytest.approx(80 * 6 / 24)
    assert not rows(tournament)[1].is_late


def test_who_is_further_ends_earlier(tournament, clock):
    played(tournament, 1, 60)
    played(tournament, 2, 20)
    clock.shift(8 * A_DAY)
    found = rows(tournament)
    assert days_left(found[1]) < 4
    assert days_left(found[2]) > 15


def test_a_table_nearly_through_is_not_late_on_the_25th_day_and_one_far_behind_is(tournament, clock):
    played(tournament, 1, 75)
    played(tournament, 2, 30)
    clock.shift(25 * A_DAY)
    found = rows(tournament)
    assert (found[1].is_late, found[2].is_late) == (False, True)
    assert [row.table.number for row in build_board(tournament, server_time.now()).rows] == [2, 1]


def test_a_table_that_stands_still_is_late_long_before_its_deadline(tournament, clock):
    played(tournament, 1, 1)
    played(tournament, 2, 12)
    clock.shift(3 * A_DAY)
    found = rows(tournament)
    assert (found[1].is_late, found[2].is_late) == (True, False)


def test_without_a_deadline_one_is_late_that_is_slower_than_nine_of_ten(tournament, clock):
    TournamentTable.objects.update(deadline=None)
    played(tournament, 1, 1)
    played(tournament, 2, 28)
    clock.shift(7 * A_DAY)
    found = rows(tournament)
    assert (found[1].is_late, found[2].is_late) == (True, False)


def test_bots_answer_at_once(tournament):
    Seat.objects.filter(game=table(tournament).game).exclude(place=0).update(bot="heuristic")
    found = rows(tournament)
    assert days_left(found[1]) < days_left(found[2]) / 4
    Seat.objects.filter(game=table(tournament).game).update(bot="heuristic")
    assert days_left(rows(tournament)[1]) == 0


def test_a_pause_makes_no_table_slow(tournament, clock):
    played(tournament, 1, 4)
    before = days_left(rows(tournament)[1])
    game = table(tournament).game
    GameLogEntryFactory(game=game, number=2000, kind="pause", how="referee")
    clock.shift(20 * A_DAY)
    GameLogEntryFactory(game=game, number=2001, kind="resume", how="referee")
    assert days_left(rows(tournament)[1]) == pytest.approx(before)


def test_the_round_ends_with_its_last_table(tournament):
    played(tournament, 1, 60)
    found = build_board(tournament, server_time.now())
    assert found.expected_end == max(row.expected_end for row in found.rows)


def test_the_board_asks_as_often_for_many_tables_as_for_one(tournament):
    TournamentTable.objects.filter(number=2).update(state=TournamentTable.State.PLANNED)
    with CaptureQueriesContext(connection) as one:
        build_board(tournament, server_time.now())
    TournamentTable.objects.filter(number=2).update(state=TournamentTable.State.STARTED)
    with CaptureQueriesContext(connection) as both:
        build_board(tournament, server_time.now())
    assert len(both) == len(one) == 5
