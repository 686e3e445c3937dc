"""A game in plain numbers: who has played each seat, with what result, and how long the table waited."""

from datetime import timedelta

import pytest

from games.clock.forecast import count_sittings
from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import Pace
from games.clock.spans import ONE_DAY
from games.models import Game, Seat
from games.play import referee, replacements
from games.play.deadlines import alarms, leave
from games.play.errors import NotNow
from games.play.transaction.origin import by_user
from games.statistics import game_result
from games.statistics.game_result import GameResult, SeatResult, compute_game_result, find_missed_deadlines
from tests.helpers.absent_players import replaced
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import NOON
from tests.helpers.tables import advice, awaited, fallback, move, play_on, table, written

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

DAY = Pace(hours=timedelta(hours=24))
PATIENT = MissedDeadlinePolicy(excused=1, in_a_row=9, in_total=9)


def line_of(game: Game, seat: Seat) -> SeatResult:
    return next(line for line in compute_game_result(game.pk).seats if line.seat_id == seat.pk)


def waited(game: Game) -> list[float]:
    """Hours, in the order of the seats."""
    return [line.waiting_time / timedelta(hours=1) for line in compute_game_result(game.pk).seats]


# --- results


def test_a_finished_game_has_scores_places_and_nothing_left():
    game = table(3)
    play_on(game, 2000, advice)
    found = compute_game_result(game.pk)
    game.refresh_from_db()
    assert (found.state, found.ended_at, found.share_left) == (Game.State.OVER, game.ended_at, 0.0)
    seats = list(game.seats.all())
    assert [(one.seat_id, one.number, one.name) for one in found.seats] == [
        (seat.pk, number, seat.name) for number, seat in enumerate(seats)
    ]
    assert [(one.original_user_id, one.finisher_id, one.played_by) for one in found.seats] == [
        (seat.user_id, seat.user_id, "self") for seat in seats
    ]
    best = sorted(found.seats, key=lambda one: one.place)
    assert [one.score for one in best] == sorted((one.score for one in best), reverse=True)
    assert best[0].place == 1


def test_who_ties_shares_a_place_and_the_next_one_is_counted_on():
    ranks = [["a"], ["b", "c"], ["d"]]
    assert game_result._assign_places(ranks) == {"a": 1, "b": 2, "c": 2, "d": 4}


def test_as_long_as_a_game_goes_on_the_score_alone_counts():
    game = table(3)
    written(
        game,
        {
            "called": "merchant",
            "begun": True,
            "{0}": {"characters": ["merchant"], "city": ["market"], "gold": 9},
            "{1}": {"characters": ["king"], "city": ["temple", "tavern"]},
            "{2}": {"characters": ["bishop"], "city": ["tavern", "temple"], "gold": 5},
        },
    )
    assert [(one.score, one.place) for one in compute_game_result(game.pk).seats] == [(2, 1), (2, 1), (2, 1)]


def test_who_plays_in_the_end_is_told_from_who_began():
    game = table(3, bots=1)
    first, second, third = game.seats.filter(bot="")
    replacements.take_over_seat(game.pk, replaced(game, first).pk, dora := UserFactory(), by_user(dora))
    replaced(game, second)
    by = {
        line.seat_id: (line.original_user_id, line.finisher_id, line.played_by)
        for line in compute_game_result(game.pk).seats
    }
    assert by.pop(first.pk) == (first.user_id, dora.pk, "stand_in")
    assert by.pop(second.pk) == (second.user_id, None, "bot")
    assert by.pop(third.pk) == (third.user_id, third.user_id, "self")
    assert list(by.values()) == [(None, None, "bot")]


def test_misses_are_those_of_whoever_began(clock):
    game = table(2, pace=DAY, patience=PATIENT)
    seat = awaited(game)
    for _ in range(20):
        clock.shift(timedelta(hours=25))
        one = awaited(game)
        alarms.handle_alarm(game.pk, one.pk, one.decision)
        if line_of(game, seat).missed == 2:
            break
    assert (line_of(game, seat).missed, line_of(game, seat).excused) == (2, 1)
    referee.replace_player(game.pk, seat.pk, None, person=(newcomer := UserFactory()))
    assert (line_of(game, seat).missed, line_of(game, seat).excused) == (2, 1)
    every_game, first = Game.objects.filter(pk=game.pk), seat.user_id
    assert {who for _game, place, who in find_missed_deadlines(every_game) if place == seat.place} == {first}
    while awaited(game).pk != seat.pk:
        move(awaited(game), fallback(awaited(game)))
    clock.shift(timedelta(hours=25))
    alarms.handle_alarm(game.pk, seat.pk, awaited(game).decision)
    seat.refresh_from_db()
    assert (seat.user, seat.excused_count, seat.missed_count) == (
        newcomer,
        1,
        0,
    )  # the first one of their own
    assert (line_of(game, seat).missed, line_of(game, seat).excused) == (2, 1)
    both = {who for _game, place, who in find_missed_deadlines(every_game) if place == seat.place}
    assert both == {first, newcomer.pk}


def test_a_table_that_has_not_begun_has_no_reckoning():
    with pytest.raises(NotNow):
        compute_game_result(table(2, size=3).pk)


# --- waiting


def test_each_seat_is_waited_for_from_the_question_to_the_answer(clock):
    game = table(3, pace=DAY)
    first = awaited(game)
    clock.shift(timedelta(hours=5))
    move(first, fallback(first))
    second = awaited(game)
    clock.shift(timedelta(hours=3))
    found = {seat.pk: hours for seat, hours in zip(game.seats.all(), waited(game), strict=True)}
    assert (found.pop(first.pk), found.pop(second.pk)) == (5, 3)  # the second is still thinking
    assert list(found.values()) == [0]


def test_nobody_is_waited_for_in_a_pause(clock):
    game = table(2, pace=DAY)
    seat = awaited(game)
    clock.shift(timedelta(hours=1))
    referee.decide_matter(game.pk, "pause", None)
    clock.shift(timedelta(hours=50))
    assert line_of(game, seat).waiting_time == timedelta(hours=1)
    referee.decide_matter(game.pk, "resume", None)
    clock.shift(timedelta(hours=2))
    assert line_of(game, seat).waiting_time == timedelta(hours=3)
    move(seat, fallback(seat))
    assert line_of(game, seat).waiting_time == timedelta(hours=3)


def test_nobody_is_waited_for_on_leave(clock):
    game = table(2, pace=DAY)
    seat = awaited(game)
    leave.book_leave(seat.user, NOON.date() + ONE_DAY, NOON.date() + 3 * ONE_DAY, NOON)
    clock.shift(timedelta(days=3))
    assert line_of(game, seat).waiting_time == ONE_DAY  # half of the first day, and half of the one after


def test_a_time_in_which_the_house_stood_still_is_nobodys(clock):
    game = table(2, pace=DAY)
    seat = awaited(game)
    alarms.handle_due_alarms()
    clock.shift(timedelta(hours=7))
    alarms.handle_due_alarms()
    clock.shift(timedelta(hours=2))
    assert line_of(game, seat).waiting_time == timedelta(hours=2)
    move(seat, fallback(seat))
    assert line_of(game, seat).waiting_time == timedelta(hours=2)


def test_nobody_waits_for_a_bot(clock):
    seat = replaced(table(2, pace=DAY))
    clock.shift(timedelta(hours=9))
    assert line_of(seat.game, seat).waiting_time == timedelta(0)


def test_the_time_of_whoever_was_replaced_stays_with_the_seat(clock):
    game = table(2, pace=DAY)
    seat = awaited(game)
    clock.shift(timedelta(hours=6))
    referee.replace_player(game.pk, seat.pk, None, person=UserFactory())
    clock.shift(timedelta(hours=1))
    assert line_of(game, seat).waiting_time == timedelta(hours=7)


# --- what is left


def test_a_game_has_ever_less_left():
    game = table(4)
    shares = [compute_game_result(game.pk).share_left]
    for _ in range(3):
        play_on(game, 40, advice)
        shares.append(compute_game_result(game.pk).share_left)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == 1.0
    assert 0 < shares[-1] < 0.9


def test_bots_and_orders_count_for_it_like_everybody():
    """The first draft: four people choose one after the other, or three bots do."""
    assert count_sittings([(1, 1), (2, 2), (3, 3), (4, 4)]) == 4


def test_what_a_seat_decides_in_one_go_is_one_and_what_several_are_asked_at_once_too():
    assert count_sittings([(1, 1), (1, 2), (1, 3), (2, 4)]) == 2
    assert count_sittings([(1, 5), (2, 5), (2, 7), (3, 5), (1, 9)]) == 2
    assert count_sittings([]) == 0


def test_a_reckoning_is_plain_data():
    found = compute_game_result(table(2).pk)
    assert isinstance(found, GameResult)
    assert isinstance(found.seats[0], SeatResult)
