"""Alarms: reminders, and what happens when somebody's time has run out."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.db.models import QuerySet

from accounts.models import User
from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import PRESETS, Pace
from games.mail import addresses
from games.mail.incoming import inbox, processor
from games.models import Game, GameLogEntry, GameNotice, Seat
from games.play import bot_moves, moves, orders, referee, seats
from games.play.deadlines import alarms
from games.play.errors import NotPossible
from games.play.lobby.tables import DEFAULT_BOT
from games.play.transaction import sql
from games.play.transaction.origin import by_user
from games.rules import registry
from games.rules.core.orders import OrdersChange
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import NOON, pass_by
from tests.helpers.mail.inbox import reply
from tests.helpers.tables import awaited, fallback, move, play_on, position, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

PLAIN = Pace(hours=timedelta(hours=24))
STRICT = MissedDeadlinePolicy(excused=0, in_a_row=2, in_total=3)
Kind = GameNotice.Kind


def slow(people: int = 3, **wish) -> Game:
    return table(people, **{"pace": PLAIN, "patience": STRICT} | wish)


def told(game: Game, kind: str) -> list[int]:
    return list(game.notices.filter(kind=kind).values_list("user_id", flat=True))


def by_the_clock(game: Game) -> QuerySet[GameLogEntry]:
    return game.log_entries.filter(kind=GameLogEntry.Kind.MOVE, how="clock")


# --- reminders


@pytest.mark.parametrize(("share", "hours"), [(50, 12), (75, 18), (90, 21.6)])
def test_a_player_is_reminded_once_at_the_share_of_the_time_that_he_has_chosen(clock, share, hours):
    User.objects.update(reminder=share)
    game = slow()
    User.objects.update(reminder=share)
    seat = awaited(game)
    Seat.objects.filter(pk=seat.pk).update(alarm_at=NOON)  # the choice was made after the question
    pass_by(clock, hours=hours - 0.1)
    assert told(game, Kind.REMINDER) == []
    pass_by(clock, hours=0.2)
    assert told(game, Kind.REMINDER) == [seat.user_id]
    GameNotice.objects.update(status=GameNotice.Status.SENT)
    pass_by(clock, hours=24 - hours - 0.5)
    assert not game.notices.filter(status=GameNotice.Status.WAITING).exists()
    assert by_the_clock(game).count() == 0


def test_a_reminder_that_would_come_in_the_night_comes_before_it(clock):
    game = slow()
    seat = awaited(game)
    User.objects.filter(pk=seat.user_id).update(quiet_from=time(5), quiet_until=time(7))
    referee.extend_deadlines(game.pk, 0, UserFactory(is_staff=True))  # the hands are set anew
    seat.refresh_from_db()
    assert seat.alarm_at == datetime(2026, 3, 5, 4, 59, tzinfo=UTC)


def test_an_alarm_by_which_a_deadline_is_looked_at_again_reminds_nobody(clock):
    game = slow(pace=Pace(hours=timedelta(hours=8)))
    User.objects.update(quiet_from=time(12), quiet_until=time(20))  # up again when the time is over
    seat = awaited(game)
    clock.shift(timedelta(hours=1))
    assert alarms.handle_alarm(game.pk, seat.pk, seat.decision) == "later"
    assert told(game, Kind.REMINDER) == []
    seat.refresh_from_db()
    assert seat.alarm_at == seat.final_at == NOON + timedelta(hours=8)


def test_who_was_reminded_along_with_another_table_is_not_reminded_again(clock):
    game = slow()
    seat = awaited(game)
    pass_by(clock, hours=17)
    Seat.objects.filter(pk=seat.pk).update(reminded_decision=seat.decision)
    assert alarms.handle_alarm(game.pk, seat.pk, seat.decision) == "later"  # looked at again, after an outage
    pass_by(clock, hours=2)
    assert told(game, Kind.REMINDER) == []


def test_no_bot_is_reminded_and_nobody_in_a_pause(clock):
    game = slow(1, bots=2)
    assert set(game.seats.filter(user=None).values_list("alarm_at", flat=True)) == {None}
    referee.decide_matter(game.pk, "pause", UserFactory(is_staff=True))
    assert pass_by(clock, days=3) == 0
    assert told(game, Kind.REMINDER) == []


# --- out of time


def test_the_harmless_move_is_played_when_the_time_is_over_and_it_is_written_down(clock):
    game = slow()
    seat = awaited(game)
    line = fallback(seat)
    pass_by(clock, hours=24.1)
    note, made = game.log_entries.order_by("number")[1:3]
    assert (note.kind, note.text, note.seat) == (
        GameLogEntry.Kind.MISSED,
        f"missed {seat.name} minimal",
        seat,
    )
    assert (made.text, made.how, made.seat, made.decision) == (line, "clock", seat, seat.decision)
    assert made.by is None
    assert awaited(game) != seat
    assert told(game, Kind.MISSED) == [seat.user_id]
    assert not told(game, Kind.CHANGES)
    seat.refresh_from_db()
    assert (seat.missed_count, seat.misses_in_a_row, seat.bot) == (1, 1, "")


def test_nothing_happens_a_moment_before(clock):
    game = slow()
    pass_by(clock, hours=23.95)
    assert game.log_entries.count() == 1


def test_the_bank_and_the_grace_come_first(clock):
    pace = Pace(
        hours=timedelta(hours=24),
        allowance=timedelta(hours=10),
        increment=timedelta(hours=2),
        cap=timedelta(hours=12),
        grace=timedelta(hours=1),
    )
    game = slow(pace=pace)
    seat = awaited(game)
    assert seat.final_at == NOON + timedelta(hours=35)
    pass_by(clock, hours=30)
    move(seat, fallback(seat))
    seat.refresh_from_db()
    assert seat.bank_seconds == 6 * 3600  # ten, less six, and two more
    pass_by(clock, hours=34.9)
    assert by_the_clock(game).count() == 0
    pass_by(clock, hours=0.2)
    assert by_the_clock(game).count() == 1


def test_a_whole_turn_costs_one_deadline(clock):
    game = slow()
    while fallback(awaited(game)) != "gold":  # the draft
        play_on(game, 1)
    seat = awaited(game)
    pass_by(clock, hours=24.1)
    assert by_the_clock(game).filter(seat=seat).count() > 1
    assert game.log_entries.filter(kind=GameLogEntry.Kind.MISSED).count() == 1


def test_the_careful_bot_answers_for_whom_it_was_chosen_by(clock):
    game = slow()
    seat = awaited(game)
    User.objects.filter(pk=seat.user_id).update(time_out="bot")
    rules = registry.get(game.ruleset)
    wanted = bot_moves.choose_move(rules, position(game), seat.name, bot=DEFAULT_BOT, decision=seat.decision)
    pass_by(clock, hours=24.1)
    assert by_the_clock(game).get().text == str(wanted)


def test_a_table_may_forbid_the_bot(clock):
    game = slow(patience=MissedDeadlinePolicy(answers=("minimal",), excused=0))
    seat = awaited(game)
    User.objects.filter(pk=seat.user_id).update(time_out="bot")
    line = fallback(seat)
    pass_by(clock, hours=24.1)
    assert by_the_clock(game).get().text == line


def test_orders_that_wait_answer_when_the_time_is_over(clock):
    game = slow()
    seat = awaited(game)
    Seat.objects.filter(pk=seat.pk).update(time_out="orders")
    offers = registry.get(game.ruleset).offers(position(game), seat.name)
    wanted = str(offers[-1])
    orders.file_order(game.pk, seat.name, f"prefer {wanted.split()[-1]}", by_user(seat.user))
    assert game.log_entries.count() == 1  # it waits
    pass_by(clock, hours=24.1)
    entry = game.log_entries.get(kind="move")
    assert (entry.text, entry.how) == (wanted, "order")
    seat.refresh_from_db()
    assert (seat.missed_count, seat.misses_in_a_row) == (1, 1)


def on_orders(game: Game, seat: Seat, rounds: int = 3) -> None:
    """Whatever this seat is asked in the next rounds, its orders know an answer."""
    wanted = OrdersChange(
        standing_orders=(f"prefer {' '.join(position(game).cast)}",), plan=("gold or cards", "end") * rounds
    )
    orders.change_orders(game.pk, seat.name, wanted, by_user(seat.user))


def test_with_all_others_on_orders_a_deadline_costs_no_more_than_one_turn(clock):
    game = slow(4)
    seat = awaited(game)
    for other in game.seats.select_related("user").exclude(pk=seat.pk):
        on_orders(game, other)
    pass_by(clock, hours=24.1)
    assert [entry.text.split()[0] for entry in by_the_clock(game)] == ["pick"]
    assert awaited(game) == seat  # in the turn, which has all the time of its own
    assert awaited(game).due_at - awaited(game).asked_at == PLAIN.hours
    pass_by(clock, hours=24.1)
    assert game.log_entries.filter(kind=GameLogEntry.Kind.MISSED).count() == 2
    assert position(game).round == 2


def test_orders_that_wait_answer_only_what_the_time_has_run_out_for(clock):
    game = slow(4)
    seat = awaited(game)
    Seat.objects.filter(pk=seat.pk).update(time_out="orders")
    for one in game.seats.select_related("user"):
        on_orders(game, one)
    pass_by(clock, hours=24.1)
    assert [entry.text.split()[0] for entry in game.log_entries.filter(kind="move", seat=seat)] == ["pick"]
    assert awaited(game) == seat
    pass_by(clock, hours=24.1)
    mine = [
        entry.text.split()[0] for entry in game.log_entries.filter(kind="move", seat=seat).order_by("number")
    ]
    assert mine[:3] == ["pick", "gold", "end"]
    assert len(mine) <= 4  # whoever has the crown picks first, in the same breath


def test_the_first_miss_is_excused_and_an_own_move_ends_the_row(clock):
    game = slow(2, patience=MissedDeadlinePolicy(excused=1, in_a_row=2, in_total=9))
    seat = awaited(game)
    pass_by(clock, hours=24.1)
    seat.refresh_from_db()
    assert (seat.excused_count, seat.missed_count, seat.misses_in_a_row) == (1, 0, 0)
    assert game.log_entries.get(kind=GameLogEntry.Kind.MISSED).text == f"excused {seat.name} minimal"
    until_asked(game, seat)
    pass_by(clock, hours=24.1)
    seat.refresh_from_db()
    assert (seat.excused_count, seat.missed_count, seat.misses_in_a_row) == (1, 1, 1)
    until_asked(game, seat)
    move(seat, fallback(seat))
    seat.refresh_from_db()
    assert (seat.missed_count, seat.misses_in_a_row) == (1, 0)


def until_asked(game: Game, seat: Seat) -> None:
    for _ in range(200):
        if awaited(game) == seat:
            return
        play_on(game, 1)
    raise AssertionError("never asked")


def test_after_too_many_a_bot_plays_on_and_the_seat_is_offered(clock):
    helper = UserFactory(is_stand_in=True)
    game = slow(2)
    seat = awaited(game)
    pass_by(clock, hours=24.1)
    until_asked(game, seat)
    pass_by(clock, hours=24.1)
    seat.refresh_from_db()
    assert (seat.bot, seat.misses_in_a_row, seat.is_absent) == (DEFAULT_BOT, 2, True)
    assert seat.offered_at is not None
    assert seat.user is not None  # who may come back
    assert game.log_entries.filter(kind=GameLogEntry.Kind.SEAT).count() == 1
    assert helper.pk in told(game, Kind.STAND_IN)
    other = game.seats.exclude(pk=seat.pk).get()
    assert set(told(game, Kind.CHANGES)) == {other.user_id}


def test_a_table_of_absent_people_comes_to_its_end(clock):
    """Nobody ever answers: the clock plays, then bots do."""
    game = slow(3, pace=PRESETS["brisk"])
    for _ in range(400):
        pass_by(clock, hours=8)
        bot_moves.play_bot_moves(game.pk)
        game.refresh_from_db()
        if game.state != Game.State.RUNNING:
            break
    assert game.state == Game.State.OVER


# --- once, and by what is true then


def in_the_letterbox(seat: Seat, line: str) -> None:
    """Taken, and not read yet."""
    to = addresses.build_reply_address(seat, seat.decision)
    assert inbox.store_email(reply(seat, line), recipient=to, sender=seat.user.email)


def test_a_reply_that_has_come_in_time_counts_before_anybody_has_read_it(clock):
    game = slow()
    seat = awaited(game)
    pass_by(clock, hours=23.95)
    in_the_letterbox(seat, fallback(seat))
    pass_by(clock, minutes=4)
    assert by_the_clock(game).count() == 0
    processor.process_due_mail()
    assert game.log_entries.get(kind=GameLogEntry.Kind.MOVE).how == "reply"
    pass_by(clock, hours=0.2)
    assert not game.log_entries.filter(kind=GameLogEntry.Kind.MISSED).exists()


def test_a_reply_that_nobody_reads_does_not_stop_the_clock(clock):
    game = slow()
    pass_by(clock, hours=23.95)
    in_the_letterbox(awaited(game), fallback(awaited(game)))
    pass_by(clock, hours=0.3)
    assert game.log_entries.filter(kind=GameLogEntry.Kind.MISSED).count() == 1


def test_a_reply_that_comes_too_late_stops_no_clock(clock):
    game = slow()
    pass_by(clock, hours=23.98)
    clock.shift(timedelta(minutes=2))  # the next sweep is late
    in_the_letterbox(awaited(game), fallback(awaited(game)))
    alarms.handle_due_alarms()
    assert game.log_entries.filter(kind=GameLogEntry.Kind.MISSED).count() == 1


def test_the_reply_of_somebody_else_stops_no_clock(clock):
    game = slow()
    pass_by(clock, hours=23.95)
    other = game.seats.select_related("user", "game").filter(decision__isnull=True).first()
    in_the_letterbox(other, "say hello")
    pass_by(clock, hours=0.1)
    assert game.log_entries.filter(kind=GameLogEntry.Kind.MISSED).count() == 1


@pytest.mark.drill(10, "an alarm that rings twice")
def test_an_alarm_that_rings_twice_is_one_miss(clock):
    game = slow()
    seat = awaited(game)
    clock.shift(timedelta(hours=24, minutes=1))
    first = alarms.handle_alarm(game.pk, seat.pk, seat.decision)
    assert (first, alarms.handle_alarm(game.pk, seat.pk, seat.decision)) == ("missed", "")
    assert game.log_entries.filter(kind=GameLogEntry.Kind.MISSED).count() == 1


def test_who_has_answered_in_the_meantime_has_missed_nothing(clock):
    game = slow()
    seat = awaited(game)
    clock.shift(timedelta(hours=25))
    move(seat, fallback(seat))
    assert alarms.handle_alarm(game.pk, seat.pk, seat.decision) == ""
    assert game.log_entries.filter(kind=GameLogEntry.Kind.MISSED).count() == 0


def test_a_claimed_alarm_rings_again_when_its_worker_was_killed(clock):
    game = slow()
    seat = awaited(game)
    clock.shift(timedelta(hours=24, minutes=1))
    now = datetime.now(UTC)
    claimed = sql.claim_alarms(now, now + alarms.ALARM_LEASE, 10)
    assert claimed == [(game.pk, seat.pk, seat.decision)]
    assert sql.claim_alarms(now, now + alarms.ALARM_LEASE, 10) == []
    clock.shift(alarms.ALARM_LEASE)
    assert alarms.handle_due_alarms() == 1
    assert game.log_entries.filter(kind=GameLogEntry.Kind.MISSED).count() == 1


def test_a_table_that_cannot_be_played_does_not_keep_the_others_waiting(clock):
    broken, sound = slow(), slow()
    Game.objects.filter(pk=broken.pk).update(position="{}")
    pass_by(clock, hours=24.1)
    assert sound.log_entries.filter(kind=GameLogEntry.Kind.MISSED).count() == 1
    assert awaited(broken).alarm_at is not None  # it rings again


def test_leave_that_was_booked_after_the_question_counts(clock):
    game = slow()
    seat = awaited(game)
    User.objects.filter(pk=seat.user_id).update(leave=[["2026-03-05", "2026-03-08"]])
    pass_by(clock, days=3)
    assert game.log_entries.filter(kind=GameLogEntry.Kind.MISSED).count() == 0
    pass_by(clock, days=1.5)
    assert game.log_entries.filter(kind=GameLogEntry.Kind.MISSED).count() == 1


def test_who_cannot_be_reached_is_waited_for_three_days_and_then_a_bot_plays(clock):
    game = slow()
    seat = awaited(game)
    User.objects.filter(pk=seat.user_id).update(unreachable_since=NOON)
    pass_by(clock, hours=71)
    seat.refresh_from_db()
    assert (seat.bot, seat.missed_count) == ("", 0)
    pass_by(clock, hours=2)
    seat.refresh_from_db()
    assert (seat.bot, seat.missed_count) == (DEFAULT_BOT, 0)


def test_the_clock_goes_on_with_what_was_left_when_emails_arrive_again(clock):
    game = slow()
    seat = awaited(game)
    User.objects.filter(pk=seat.user_id).update(unreachable_since=NOON)
    referee.extend_deadlines(game.pk, 0, UserFactory(is_staff=True))  # the hands are set anew
    clock.shift(timedelta(hours=20))
    User.objects.filter(pk=seat.user_id).update(unreachable_since=None)
    Seat.objects.filter(pk=seat.pk).update(alarm_at=datetime.now(UTC))
    assert alarms.handle_alarm(game.pk, seat.pk, seat.decision) == "later"
    seat.refresh_from_db()
    assert (seat.stopped_at, seat.due_at) == (None, NOON + timedelta(hours=44))


def test_moving_and_taking_back_wins_neither_time_nor_savings(clock):
    pace = Pace(hours=timedelta(hours=24), increment=timedelta(hours=2), cap=timedelta(hours=9))
    game = slow(pace=pace)
    while fallback(awaited(game)) != "gold":  # the draft
        play_on(game, 1)
    seat = awaited(game)
    due, bank = seat.due_at, seat.bank_seconds
    for _ in range(3):
        clock.shift(timedelta(hours=5))
        move(seat, "gold")
        clock.shift(timedelta(minutes=1))
        moves.undo_last_move(game.pk, seat.name, by_user(seat.user))
        seat.refresh_from_db()
    assert (seat.due_at, seat.bank_seconds) == (due, bank)


# --- nights


@pytest.mark.parametrize(("holds_email", "due"), [(True, 15), (False, 8)])
def test_who_reads_emails_in_the_morning_has_the_time_from_then_on(clock, holds_email, due):
    night = {"quiet_from": time(23), "quiet_until": time(7), "holds_email": holds_email}
    clock.move_to(NOON.replace(hour=23))
    game = slow(pace=PRESETS["brisk"])
    User.objects.update(**night)
    referee.extend_deadlines(game.pk, 0, UserFactory(is_staff=True))  # the hands are set anew
    assert awaited(game).due_at == datetime(2026, 3, 5, due, tzinfo=UTC)


@pytest.mark.parametrize("pace", PRESETS)
def test_no_deadline_falls_into_the_night_of_somebody_who_has_chosen_no_hours(clock, pace):
    clock.move_to(NOON.replace(hour=3, minute=37))
    game = slow(pace=PRESETS[pace])
    usual = User()
    User.objects.update(quiet_from=usual.quiet_from, quiet_until=usual.quiet_until, holds_email=False)
    referee.extend_deadlines(game.pk, 0, UserFactory(is_staff=True))  # the hands are set anew
    assert 8 <= awaited(game).due_at.hour < 23
    assert 8 <= awaited(game).final_at.hour < 23


def test_a_night_moves_a_deadline_only_as_far_as_the_table_lets_it(clock):
    clock.move_to(NOON.replace(hour=23))
    game = slow(pace=Pace(hours=timedelta(hours=8), shift=timedelta(hours=2)))
    User.objects.update(quiet_from=time(23), quiet_until=time(7))
    referee.extend_deadlines(game.pk, 0, UserFactory(is_staff=True))  # the hands are set anew
    assert awaited(game).due_at == datetime(2026, 3, 5, 9, tzinfo=UTC)


def test_who_moves_before_the_bot_does_is_back(clock):
    game = slow()
    seat = awaited(game)
    Seat.objects.filter(pk=seat.pk).update(bot=DEFAULT_BOT, offered_at=NOON, misses_in_a_row=2)
    move(seat, fallback(seat))
    seat.refresh_from_db()
    assert (seat.bot, seat.offered_at, seat.misses_in_a_row) == ("", None, 0)
    back, made = game.log_entries.order_by("number")[1:3]
    assert (back.text, made.how) == (f"seat {seat.name} {seat.name}", "form")


# --- when several things come together


def set_anew(game: Game, hours: float = 0) -> Seat:
    """Give so many hours to whoever is asked: the hands are set anew."""
    referee.extend_deadlines(game.pk, hours, UserFactory(is_staff=True))
    return awaited(game)


def pause_for(game: Game, clock, **time: float) -> None:
    staff = UserFactory(is_staff=True)
    referee.decide_matter(game.pk, "pause", staff)
    pass_by(clock, **time)
    referee.decide_matter(game.pk, "resume", staff)


def test_time_that_is_given_does_not_run_out_on_leave(clock):
    game = slow()
    User.objects.update(leave=[["2026-03-06", "2026-03-09"]])  # due on the 5th at noon
    assert set_anew(game, 24).final_at == datetime(2026, 3, 9, 12, tzinfo=UTC)


def test_a_pause_within_leave_moves_nothing_more(clock):
    game = slow()
    User.objects.update(leave=[["2026-03-05", "2026-03-08"]])
    before = set_anew(game).due_at
    clock.move_to(datetime(2026, 3, 5, 6, tzinfo=UTC))
    alarms.handle_due_alarms()
    pause_for(game, clock, hours=30)
    assert awaited(game).due_at == before


def test_a_bank_does_not_run_on_leave(clock):
    pace = Pace(hours=timedelta(hours=24), allowance=timedelta(hours=48), cap=timedelta(hours=48))
    game = slow(pace=pace)
    User.objects.update(leave=[["2026-03-06", "2026-03-09"]])
    seat = set_anew(game)
    pass_by(clock, days=5)  # half a day late on the 5th, half a day on the 9th
    move(seat, fallback(seat))
    seat.refresh_from_db()
    assert seat.bank_seconds == 24 * 3600


def test_who_is_asked_before_a_long_pause_is_reminded_after_it(clock):
    game = slow()
    pass_by(clock, hours=1)
    pause_for(game, clock, days=10)
    seat = awaited(game)
    assert seat.due_at - seat.alarm_at == timedelta(hours=6)


def test_who_cannot_be_reached_is_not_replaced_before_the_time_is_over(clock):
    game = slow(pace=PRESETS["correspondence"])
    seat = awaited(game)
    final = seat.final_at
    User.objects.filter(pk=seat.user_id).update(unreachable_since=NOON)
    seat = set_anew(game)
    assert (seat.stopped_at, seat.alarm_at) == (NOON, final)


def test_a_seat_of_which_nobody_is_left_goes_to_a_bot(clock):
    game = slow()
    seat = awaited(game)
    Seat.objects.filter(pk=seat.pk).update(user=None)
    pass_by(clock, hours=24.1)
    seat.refresh_from_db()
    assert seat.bot == DEFAULT_BOT
    assert bot_moves.play_bot_moves(game.pk) > 0


def test_nobody_wins_time_by_giving_the_seat_to_oneself(clock):
    game = slow()
    seat = awaited(game)
    with pytest.raises(NotPossible):
        seats.hand_over_seat(game.pk, seat.pk, seat.user, seat.user)
