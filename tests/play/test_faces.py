"""What a clock shows: in the bank, why it was moved, what answers in the end."""

from datetime import datetime, time, timedelta

import pytest

from games.clock.pace import PRESETS, Pace
from games.clock.patience import Patience
from games.models import Game, Seat
from games.play import faces
from tests.noon import NOON
from tests.noon import clock as clock
from tests.play.tables import awaited, table

pytestmark = pytest.mark.django_db

PLAIN = Pace(hours=timedelta(hours=24))


def asked(**wish) -> Seat:
    return awaited(table(3, **wish))


def own(seat: Seat, now: datetime = NOON) -> faces.Own:
    return faces.own(seat.game, seat, now)


def facts(game: Game, seat: Seat) -> str:
    return faces.face(game, seat, NOON).facts


def test_before_the_deadline_the_whole_bank_is_there():
    assert own(asked()).bank == "After that you have 2 days in the bank."


def test_the_bank_runs_when_the_time_is_over():
    seat = asked()
    late = seat.due_at + timedelta(hours=5, minutes=30)
    assert own(seat, late).bank == "Your bank runs: 1 day 18 h left in it."
    assert faces.face(seat.game, seat, late).is_late
    assert own(seat, seat.due_at + timedelta(days=2)).bank == "Your bank is empty."


def test_a_table_without_banks_does_not_speak_of_them():
    seat = asked(pace=PLAIN)
    assert own(seat).bank == ""
    assert facts(seat.game, seat) == ""


def test_a_clock_that_stands_still_takes_nothing_from_the_bank():
    seat = asked()
    seat.stopped_at = seat.due_at + timedelta(hours=1)
    assert faces.in_bank(seat.game, seat, seat.due_at + timedelta(days=9)) == timedelta(hours=47)


@pytest.mark.parametrize(
    ("here", "always", "allowed", "answer"),
    [
        ("", "", ("minimal", "bot", "orders"), "the harmless move is played for you"),
        ("", "bot", ("minimal", "bot", "orders"), "the careful bot answers for you"),
        ("orders", "bot", ("minimal", "bot", "orders"), "your orders answer for you, and"),
        ("minimal", "bot", ("minimal", "bot", "orders"), "the harmless move is played for you"),
        ("orders", "bot", ("minimal",), "the harmless move is played for you"),
    ],
)
def test_what_answers_is_the_choice_for_this_table_then_the_usual_one_if_the_table_allows_it(
    here, always, allowed, answer
):
    seat = asked(patience=Patience(answers=allowed))
    seat.time_out, seat.user.time_out = here, always
    assert own(seat).answer.startswith(answer)


def test_a_deadline_says_that_it_was_moved_out_of_the_night():
    seat = asked(pace=PRESETS["daily"])
    assert own(seat).moved == []
    seat.user.quiet_from, seat.user.quiet_until = time(11), time(14)
    assert own(seat).moved == ["It was moved out of your quiet hours or a free day."]


def test_a_deadline_says_that_leave_has_moved_it():
    seat = asked()
    seat.user.leave = [["2026-03-04", "2026-03-06"]]
    assert own(seat).moved == ["Your leave has moved this deadline."]


def test_leave_that_the_table_does_not_count_moves_nothing_and_is_not_told():
    seat = asked(patience=Patience(leave="none"))
    seat.user.leave = [["2026-03-04", "2026-03-06"]]
    assert own(seat).moved == []
    assert faces.face(seat.game, seat, NOON).away_until is None


def test_misses_are_told_in_few_words():
    seat = asked()
    seat.excused, seat.missed = 1, 2
    assert facts(seat.game, seat) == "2 days in the bank, excused once, missed 2"
    seat.excused = 2
    assert "excused 2 times" in facts(seat.game, seat)


def test_somebody_on_leave_is_said_to_be():
    seat = asked()
    seat.user.leave = [["2026-03-03", "2026-03-06"]]
    assert facts(seat.game, seat) == "2 days in the bank, on leave, back on 6 March"


def test_a_bot_has_no_clock_and_whoever_is_away_has_one_to_come_back_to():
    game = table(3, bots=1)
    bot = game.seats.exclude(bot="").get()
    assert facts(game, bot) == "a bot, without a clock"
    person = game.seats.filter(bot="").first()
    person.bot = "thumb"
    assert facts(game, person) == "2 days in the bank, away, a bot plays meanwhile"
