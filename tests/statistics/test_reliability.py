"""Public figures: counted from the journal, about the right person, and rounded for people."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.close_account import close_account
from games.clock.forecast import Quartiles
from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import Pace
from games.models import Game, GameLogEntry, Seat
from games.play import orders, referee, replacements, seats
from games.play.deadlines import alarms
from games.play.transaction.origin import by_user
from games.rules import registry
from games.statistics import reliability
from tests.helpers.absent_players import replaced
from tests.helpers.arranged_games import arranged
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import NOON
from tests.helpers.messages import deadlines
from tests.helpers.messages.people import NEW_HERE
from tests.helpers.tables import TURN, advice, awaited, fallback, move, play_on, position, table, written

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


def test_somebody_new_has_nothing_to_tell():
    ann = UserFactory()
    assert reliability.compute_reliability(ann) == reliability.Reliability(0, 0, 0, 0, 0, 0, None)
    assert reliability.describe_reliability(ann) == NEW_HERE


def test_a_game_that_is_played_to_its_end_is_finished():
    game = table(2)
    play_on(game, 1000, advice)
    figures = reliability.compute_reliability(game.seats.all()[0].user)
    assert (figures.finished, figures.ended_games, figures.running) == (1, 1, 0)
    assert figures.answered > 10


def test_the_time_of_an_answer_runs_from_the_call_and_the_rest_of_the_turn_counts_for_nothing(clock):
    game = table()
    written(game, TURN)
    seat = awaited(game)
    Seat.objects.filter(pk=seat.pk).update(asked_at=NOON)
    clock.shift(timedelta(hours=5))
    move(seat, "gold")
    clock.shift(timedelta(minutes=1))
    move(seat, "build tavern")
    referee.end_game(game.pk, None, reason="Enough.")
    figures = reliability.compute_reliability(seat.user)
    hours = timedelta(hours=5)
    assert (figures.answered, figures.times) == (2, Quartiles(hours, hours, hours))
    assert reliability.describe_reliability(seat.user) == deadlines.USUALLY_ANSWERS.fill(time="5 hours")


@pytest.mark.parametrize("by_order", [True, False])
def test_while_a_game_runs_no_figure_tells_an_order_from_a_typed_move(clock, by_order):
    game = table(3)
    seat = awaited(game)
    before = reliability.compute_reliability(seat.user)
    clock.shift(timedelta(hours=5))
    first = str(next(registry.get("citadels").offers(position(game), seat.name)[0].moves()))
    if by_order:
        orders.file_order(game.pk, seat.name, f"prefer {first.split()[1]}", by_user(seat.user))
    else:
        move(seat, first)
    assert game.log_entries.filter(seat=seat, kind=GameLogEntry.Kind.MOVE).count() == 1
    assert reliability.compute_reliability(seat.user) == before
    assert reliability.describe_reliability(seat.user) == NEW_HERE
    referee.end_game(game.pk, None, reason="Enough.")
    assert reliability.compute_reliability(seat.user).answered == (0 if by_order else 1)


def test_no_figure_tells_who_plays_in_an_anonymous_game_before_it_has_ended(clock):
    people = [UserFactory() for _ in range(2)]
    pace, patience = Pace(hours=timedelta(hours=24)), MissedDeadlinePolicy(excused=0, in_a_row=2, in_total=2)
    game = arranged(*people, pace=pace, patience=patience, is_anonymous=True)
    before = [reliability.compute_reliability(one) for one in people]
    for _ in range(3):
        clock.shift(timedelta(hours=25))
        alarms.handle_alarm(game.pk, awaited(game).pk, awaited(game).decision)
    assert game.log_entries.filter(kind=GameLogEntry.Kind.MISSED).count() == 3
    assert game.seats.exclude(bot="").exists()
    assert [reliability.compute_reliability(one) for one in people] == before
    referee.end_game(game.pk, None, reason="Enough.")
    assert sum(reliability.compute_reliability(one).missed for one in people) == 3


def test_misses_are_told_apart_from_excused_ones_and_are_no_answers(clock):
    patience = MissedDeadlinePolicy(excused=1, in_a_row=5, in_total=5)
    game = table(2, pace=Pace(hours=timedelta(hours=24)), patience=patience)
    for _ in range(6):
        alarms.handle_alarm(game.pk, awaited(game).pk, awaited(game).decision)
        clock.shift(timedelta(hours=25))
        alarms.handle_alarm(game.pk, awaited(game).pk, awaited(game).decision)
    for seat in game.seats.all():
        figures = reliability.compute_reliability(seat.user)
        assert (figures.excused, figures.missed, figures.answered) == (
            seat.excused_count,
            seat.missed_count,
            0,
        )
        assert (seat.excused_count, seat.missed_count > 0) == (1, True)


def test_misses_stay_with_whoever_missed_when_somebody_stands_in():
    seat = replaced(table(3))
    bob = UserFactory()
    replacements.take_over_seat(seat.game_id, seat.pk, bob, by_user(bob))
    assert (
        reliability.compute_reliability(seat.user).left_games,
        reliability.compute_reliability(bob).left_games,
    ) == (
        1,
        0,
    )
    assert reliability.describe_reliability(seat.user) == deadlines.FINISHES.fill(n=0, all=1)


def test_who_comes_back_has_left_nothing():
    seat = replaced(table(3))
    assert reliability.compute_reliability(seat.user).left_games == 1
    replacements.return_to_seat(seat.game_id, seat.name, by_user(seat.user))
    figures = reliability.compute_reliability(seat.user)
    assert (figures.left_games, figures.running) == (0, 1)


def test_giving_the_seat_to_a_bot_is_leaving_and_giving_up_together_is_not():
    game = table(3)
    seat = awaited(game)
    seats.give_to_bot(game.pk, seat.pk, seat.user)
    assert reliability.compute_reliability(seat.user).left_games == 1
    replacements.return_to_seat(game.pk, seat.name, by_user(seat.user))
    assert reliability.compute_reliability(seat.user).left_games == 0
    other = game.seats.exclude(pk=seat.pk)[0].user
    Game.objects.filter(pk=game.pk).update(state=Game.State.ABANDONED)
    assert (
        reliability.compute_reliability(other).left_games,
        reliability.compute_reliability(other).finished,
    ) == (
        0,
        0,
    )


def test_guests_and_closed_accounts_have_no_figures():
    guest, former = UserFactory(is_guest=True), UserFactory()
    close_account(former)
    former.refresh_from_db()
    assert [reliability.describe_reliability(user) for user in (guest, former, None)] == ["", "", ""]


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(3, "an hour"), (61, "an hour"), (290, "5 hours"), (24 * 60, "a day"), (60 * 60, "2 days")],
)
def test_times_are_rounded_as_people_say_them(minutes, words):
    assert reliability.format_rounded_duration(timedelta(minutes=minutes)) == words


def test_the_figures_take_the_same_few_statements_however_many_moves_there_are():
    game = table(2)
    user = game.seats.all()[0].user

    def statements() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            reliability.compute_reliability(user)
        return len(asked)

    before = statements()
    play_on(game, 30, fallback)
    assert statements() == before <= 6
