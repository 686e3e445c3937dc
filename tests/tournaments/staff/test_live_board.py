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
from tests.helpers.frozen_time import clock  # noqa: F401 (a day that stands still)
from tests.helpers.tournaments.running_tournament import cup, start, table

pytestmark = pytest.mark.django_db

A_DAY = timedelta(days=1)
USUAL = 80  # waits of a whole game, in these tests


@pytest.fixture(autouse=True)
def known(monkeypatch):
    """All games have eighty waits, and people answer within six hours in the mean."""
    monkeypatch.setattr(forecast, "_load_wait_counts", lambda *_game: [USUAL])
    monkeypatch.setattr(forecast, "_load_answer_times", lambda _pace: [timedelta(hours=n) for n in (3, 9)])


@pytest.fixture
def event(clock):  # noqa: F811
    found = cup()
    for number in (1, 2):
        start(found, number)
    Game.objects.update(pace_data=dump_pace_json(PRESETS["daily"]))
    TournamentTable.objects.update(deadline=server_time.now() + 30 * A_DAY)
    return found


def played(event, number, sittings):
    """So many answers stand in the journal, one seat after the other."""
    game = table(event, number).game
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


def rows(event):
    return {row.table.number: row for row in build_board(event, server_time.now()).rows}


def days_left(row):
    return (row.expected_end - server_time.now()) / A_DAY


def test_a_new_table_takes_as_long_as_others_do(event):
    assert days_left(rows(event)[1]) == pytest.approx(80 * 6 / 24)
    assert not rows(event)[1].is_late


def test_who_is_further_ends_earlier(event, clock):  # noqa: F811
    played(event, 1, 60)
    played(event, 2, 20)
    clock.shift(8 * A_DAY)
    found = rows(event)
    assert days_left(found[1]) < 4
    assert days_left(found[2]) > 15


def test_a_table_nearly_through_is_not_late_on_the_25th_day_and_one_far_behind_is(event, clock):  # noqa: F811
    played(event, 1, 75)
    played(event, 2, 30)
    clock.shift(25 * A_DAY)
    found = rows(event)
    assert (found[1].is_late, found[2].is_late) == (False, True)
    assert [row.table.number for row in build_board(event, server_time.now()).rows] == [2, 1]


def test_a_table_that_stands_still_is_late_long_before_its_deadline(event, clock):  # noqa: F811
    played(event, 1, 1)
    played(event, 2, 12)
    clock.shift(3 * A_DAY)
    found = rows(event)
    assert (found[1].is_late, found[2].is_late) == (True, False)


def test_without_a_deadline_one_is_late_that_is_slower_than_nine_of_ten(event, clock):  # noqa: F811
    TournamentTable.objects.update(deadline=None)
    played(event, 1, 1)
    played(event, 2, 28)
    clock.shift(7 * A_DAY)
    found = rows(event)
    assert (found[1].is_late, found[2].is_late) == (True, False)


def test_bots_answer_at_once(event):
    Seat.objects.filter(game=table(event).game).exclude(place=0).update(bot="heuristic")
    found = rows(event)
    assert days_left(found[1]) < days_left(found[2]) / 4
    Seat.objects.filter(game=table(event).game).update(bot="heuristic")
    assert days_left(rows(event)[1]) == 0


def test_a_pause_makes_no_table_slow(event, clock):  # noqa: F811
    played(event, 1, 4)
    before = days_left(rows(event)[1])
    game = table(event).game
    about = {"game": game, "text": "", "how": "referee"}
    GameLogEntry.objects.create(number=2000, kind="pause", at=server_time.now(), key="p", **about)
    clock.shift(20 * A_DAY)
    GameLogEntry.objects.create(number=2001, kind="resume", at=server_time.now(), key="r", **about)
    assert days_left(rows(event)[1]) == pytest.approx(before)


def test_the_round_ends_with_its_last_table(event):
    played(event, 1, 60)
    found = build_board(event, server_time.now())
    assert found.expected_end == max(row.expected_end for row in found.rows)


def test_the_board_asks_as_often_for_many_tables_as_for_one(event):
    TournamentTable.objects.filter(number=2).update(state=TournamentTable.State.PLANNED)
    with CaptureQueriesContext(connection) as one:
        build_board(event, server_time.now())
    TournamentTable.objects.filter(number=2).update(state=TournamentTable.State.STARTED)
    with CaptureQueriesContext(connection) as both:
        build_board(event, server_time.now())
    assert len(both) == len(one) == 5
