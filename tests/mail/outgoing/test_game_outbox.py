"""Notices become emails: once, in time, with what still matters, and whatever goes wrong."""

import smtplib
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.core import mail
from django.db import connection, connections, transaction
from django.utils import timezone

from games import tasks
from games.mail.content import game_email
from games.mail.outgoing import availability, game_outbox, queue, send_times, transport
from games.models import Game, GameNotice, Seat
from games.play import bot_moves, referee, replacements, seats, votes
from games.play.lobby import tables
from games.play.moves import play_moves
from games.play.transaction import task_trigger
from games.play.transaction.origin import How, Origin, by_user
from tests.helpers.factories import UserFactory
from tests.helpers.mail.smtp_server import Broken
from tests.helpers.messages import mail as messages
from tests.helpers.messages.votes import PLAYS_FOR, YOU_HAVE_LET_A_BOT_PLAY
from tests.helpers.tables import advice, awaited, fallback, move, play_on, table
from tests.helpers.threads import at_once

pytestmark = pytest.mark.django_db

Status = GameNotice.Status


@pytest.fixture
def game() -> Game:
    """A game that has begun and of which nobody has been told."""
    return table(3)


@pytest.fixture
def asked(game) -> Seat:
    """Somebody who is asked, with nothing else in the outbox than the notice of it."""
    first = awaited(game)
    GameNotice.objects.all().delete()
    move(first, fallback(first))
    return awaited(game)


def notice_of(seat: Seat) -> GameNotice:
    return GameNotice.objects.get(user=seat.user)


def due_now() -> None:
    GameNotice.objects.update(next_try_at=timezone.now())


def addresses() -> list[str]:
    return [address for email in mail.outbox for address in email.to]


# --- what leaves


def test_whoever_is_asked_gets_a_email_and_only_one(asked):
    assert tasks.send_game_notices() == 1
    assert tasks.send_game_notices() == 0
    assert addresses() == [asked.user.email]
    notice = notice_of(asked)
    assert (notice.status, notice.error) == (Status.SENT, "")
    assert notice.sent_at is not None


@pytest.mark.drill(10, "the task that sends letters, three times")
def test_the_same_task_delivered_thrice_sends_one_email(asked):
    assert [tasks.send_game_notices() for _ in range(3)] == [1, 0, 0]


def test_at_the_start_everybody_gets_one_email(game):
    """Two notices for whoever is asked first: they become one email."""
    asked = awaited(game)
    assert GameNotice.objects.filter(user=asked.user).count() == 2
    assert game_outbox.send_due_notices() == 3
    assert sorted(addresses()) == sorted(seat.user.email for seat in game.seats.all())
    kinds = {email.to[0]: email.extra_headers["X-Citadels-Kind"] for email in mail.outbox}
    assert kinds.pop(asked.user.email) == "your_turn"
    assert set(kinds.values()) == {"started"}


def test_bots_get_no_emails():
    table(1, bots=3)
    assert GameNotice.objects.values("user").distinct().count() == 1


def test_the_door_rings_once_for_all_emails_of_a_move(game, monkeypatch, django_capture_on_commit_callbacks):
    rung = []
    monkeypatch.setattr(task_trigger, "send_task", lambda *call: rung.append(call))
    with django_capture_on_commit_callbacks(execute=True):
        move(awaited(game), fallback(awaited(game)))
    assert rung.count((task_trigger.SEND_NOTICES,)) == 1


def until_gold(game: Game) -> Seat:
    """Play to a moment at which somebody is going to take gold and then goes on with the same turn."""
    while (line := advice(seat := awaited(game))) != "gold":
        move(seat, line)
    GameNotice.objects.all().delete()
    return seat


def test_whoever_goes_on_by_the_page_gets_no_email_and_no_bell(
    monkeypatch, django_capture_on_commit_callbacks
):
    game = table(2)
    seat = until_gold(game)
    rung = []
    monkeypatch.setattr(task_trigger, "send_task", lambda *call: rung.append(call))
    with django_capture_on_commit_callbacks(execute=True):
        move(seat, "gold")
    assert awaited(game) == seat
    assert rung == []
    assert not GameNotice.objects.exists()


# --- what is overtaken


def test_a_decision_that_was_made_meanwhile_needs_no_email(asked):
    waiting = GameNotice.objects.get()
    move(asked, fallback(asked))
    GameNotice.objects.exclude(pk=waiting.pk).delete()
    assert game_outbox.send_due_notices() == 0
    waiting.refresh_from_db()
    assert waiting.status == Status.DROPPED


def test_a_paused_game_asks_nobody_and_asks_again_when_it_goes_on(game, asked):
    people = list(game.seats.select_related("user"))
    for seat in people[:2]:
        votes.cast_vote(game.pk, seat.name, "pause", by_user(seat.user))
    game_outbox.send_due_notices()
    assert {message.extra_headers["X-Citadels-Kind"] for message in mail.outbox} == {"changes"}
    mail.outbox.clear()
    referee.decide_matter(game.pk, "resume", UserFactory(is_staff=True))
    game_outbox.send_due_notices()
    [turn] = [email for email in mail.outbox if email.extra_headers["X-Citadels-Kind"] == "your_turn"]
    assert turn.to == [asked.user.email]


def test_that_a_game_has_begun_is_no_news_to_somebody_who_has_moved(game):
    seat = awaited(game)
    move(seat, fallback(seat))
    game_outbox.send_due_notices()
    assert seat.user.email not in addresses()


def test_that_a_game_has_begun_is_no_news_when_it_is_over(game):
    Game.objects.filter(pk=game.pk).update(state=Game.State.ABANDONED)
    assert game_outbox.send_due_notices() == 0


def test_a_result_that_was_taken_back_is_not_sent(game):
    play_on(game, 4000, advice)
    GameNotice.objects.exclude(kind=GameNotice.Kind.OVER).delete()
    Game.objects.filter(pk=game.pk).update(state=Game.State.RUNNING)
    assert game_outbox.send_due_notices() == 0


def test_who_lets_a_bot_play_is_told_the_way_back(asked):
    seats.give_to_bot(asked.game_id, asked.pk, asked.user)
    game_outbox.send_due_notices()
    [email] = [message for message in mail.outbox if message.to == [asked.user.email]]
    assert email.extra_headers["X-Citadels-Kind"] == "succeeded"
    assert YOU_HAVE_LET_A_BOT_PLAY.is_in(email.body)
    assert "/b/" in email.body


def test_who_is_back_before_the_email_left_is_not_told_of_a_bot(asked):
    seats.give_to_bot(asked.game_id, asked.pk, asked.user)
    replacements.return_to_seat(asked.game_id, asked.name, by_user(asked.user))
    game_outbox.send_due_notices()
    kinds = [m.extra_headers["X-Citadels-Kind"] for m in mail.outbox if m.to == [asked.user.email]]
    assert "succeeded" not in kinds


def test_whose_seat_is_somebody_elses_now_is_told_only_that(asked):
    staff = UserFactory(is_staff=True)
    referee.replace_player(asked.game_id, asked.pk, staff, person=UserFactory())
    game_outbox.send_due_notices()
    [email] = [message for message in mail.outbox if message.to == [asked.user.email]]
    assert email.extra_headers["X-Citadels-Kind"] == "succeeded"


def test_whoever_takes_a_seat_over_reads_of_it_and_of_the_question(asked):
    newcomer = UserFactory()
    referee.replace_player(asked.game_id, asked.pk, UserFactory(is_staff=True), person=newcomer)
    game_outbox.send_due_notices()
    [email] = [message for message in mail.outbox if message.to == [newcomer.email]]
    assert email.extra_headers["X-Citadels-Kind"] == "your_turn"
    assert PLAYS_FOR.is_in(email.body, who=newcomer.handle, seat=asked.name)


def test_a_closed_account_gets_nothing(asked):
    asked.user.is_active = False
    asked.user.save()
    assert game_outbox.send_due_notices() == 0
    assert notice_of(asked).status == Status.DROPPED


# --- what the reader wishes


def test_whoever_wants_none_gets_none(asked):
    asked.user.mail_preferences = {"your_turn": "none"}
    asked.user.save()
    assert game_outbox.send_due_notices() == 0
    assert notice_of(asked).status == Status.DROPPED


def test_a_silent_table_sends_nothing(asked):
    Seat.objects.filter(pk=asked.pk).update(has_emails_off=True)
    assert game_outbox.send_due_notices() == 0
    assert notice_of(asked).status == Status.DROPPED


def test_what_was_asked_for_comes_at_once_and_whatever_the_wishes_are(asked):
    asked.user.mail_preferences = {"your_turn": "none"}
    asked.user.quiet_from, asked.user.quiet_until = time(0), time(23, 59)
    asked.user.save()
    game_outbox.send_due_notices()
    game_outbox.resend_turn_email(awaited(asked.game), asked.user)
    assert game_outbox.send_due_notices() == 1
    game_outbox.resend_turn_email(awaited(asked.game), asked.user)
    assert game_outbox.send_due_notices() == 1
    first, second = (email.message()["Message-ID"] for email in mail.outbox)
    assert first != second


def test_a_email_waits_for_the_end_of_quiet_hours(asked):
    asked.user.quiet_from, asked.user.quiet_until = time(22), time(7)
    asked.user.time_zone = "Europe/Zagreb"
    asked.user.save()
    night = datetime(2030, 1, 10, 2, tzinfo=UTC)
    assert game_outbox.send_due_notices(night) == 0
    assert notice_of(asked).next_try_at == datetime(2030, 1, 10, 6, tzinfo=UTC)
    assert game_outbox.send_due_notices(night + timedelta(hours=4)) == 1


def test_collected_emails_wait_for_the_morning_and_come_as_one():
    """Eight o'clock in Zagreb is seven in winter."""
    ann = UserFactory(
        mail_preferences={"started": "collected", "your_turn": "collected"}, time_zone="Europe/Zagreb"
    )
    with time_machine.travel(datetime(2026, 11, 16, 12, tzinfo=UTC), tick=False):
        games = []
        for name in ("Danube", "Drava"):
            game = tables.open_table(ann, tables.NewTable(name, "citadels", {}, 2, is_open=True))
            tables.join_table(game.pk, UserFactory())
            games.append(game)
        game_outbox.send_due_notices()
        assert ann.email not in addresses()
        mail.outbox.clear()
    with time_machine.travel(datetime(2026, 11, 17, 6, 59, tzinfo=UTC), tick=False):
        assert game_outbox.send_due_notices() == 0
    with time_machine.travel(datetime(2026, 11, 17, 7, 1, tzinfo=UTC), tick=False):
        assert game_outbox.send_due_notices() == 1
        assert game_outbox.send_due_notices() == 0
    [email] = mail.outbox
    assert email.to == [ann.email]
    assert email.subject == messages.NEWS_FROM_TABLES.fill(n=2)
    assert "DANUBE" in email.body
    assert "DRAVA" in email.body
    assert not GameNotice.objects.filter(user=ann, status=Status.WAITING).exists()


def test_a_email_that_comes_now_tells_what_was_to_be_collected_too(game):
    """`started` is collected and `your_turn` comes at once: the second tells the first."""
    seat = awaited(game)
    seat.user.mail_preferences = {"started": "collected"}
    seat.user.save()
    game_outbox.send_due_notices()
    assert addresses().count(seat.user.email) == 1
    assert not GameNotice.objects.filter(user=seat.user, status=Status.WAITING).exists()


@pytest.mark.parametrize(
    ("at", "morning"),
    [
        (datetime(2026, 3, 28, 6, 59, tzinfo=UTC), datetime(2026, 3, 28, 7, tzinfo=UTC)),
        (datetime(2026, 3, 28, 12, tzinfo=UTC), datetime(2026, 3, 29, 6, tzinfo=UTC)),  # the clocks go ahead
        (datetime(2026, 10, 24, 12, tzinfo=UTC), datetime(2026, 10, 25, 7, tzinfo=UTC)),  # and back
    ],
)
def test_the_morning_is_that_of_the_reader(at, morning):
    assert send_times.find_next_digest_time(at, UserFactory.build(time_zone="Europe/Budapest")) == morning


# --- moved by a link: the page goes on, the email waits a moment


def test_whoever_has_just_followed_a_link_may_go_on_from_its_page():
    game = table(2)
    seat = until_gold(game)
    origin = Origin(How.LINK, "k", timezone.now(), seat.user_id)
    play_moves(game.pk, seat.name, ["gold"], origin, decision=seat.decision)
    assert awaited(game) == seat
    assert game_outbox.send_due_notices() == 0
    assert game_outbox.send_due_notices(timezone.now() + timedelta(minutes=3)) == 1


# --- when the post does not work


@pytest.mark.parametrize(
    "error", [ConnectionRefusedError(), smtplib.SMTPServerDisconnected(), TimeoutError()]
)
def test_a_server_that_is_down_is_asked_again_and_nothing_is_given_up(asked, monkeypatch, error):
    with monkeypatch.context() as down:
        Broken(down, error)
        for _ in range(queue.MAX_TRIES + 3):
            due_now()
            assert game_outbox.send_due_notices() == 0
    notice = notice_of(asked)
    assert (notice.status, notice.error) == (Status.WAITING, type(error).__name__)
    wait = notice.next_try_at - timezone.now()
    assert timedelta(minutes=10) < wait < availability.DOWN_RETRY_WITHIN  # it is looked for again and again
    due_now()
    assert game_outbox.send_due_notices() == 1


def test_one_time_out_is_enough_for_one_run(game, monkeypatch):
    Broken(monkeypatch, TimeoutError())
    game_outbox.send_due_notices()
    assert GameNotice.objects.filter(tries__gt=0).values("user").distinct().count() == 1


@pytest.mark.drill(15, "pauses grow, with some chance in them")
def test_the_pauses_grow_and_are_not_the_same_for_all():
    for tries, longest in enumerate([1, 5, 15, 60, 240, 360, 360], 1):
        waits = {queue.compute_retry_pause(tries) / timedelta(minutes=1) for _ in range(20)}
        assert len(waits) > 1
        assert all((1 - queue.JITTER) * longest <= one <= longest for one in waits)


def test_a_email_that_the_server_does_not_like_is_given_up_after_some_tries(asked, monkeypatch):
    Broken(monkeypatch, smtplib.SMTPDataError(554, b"spam"))
    for _ in range(queue.MAX_TRIES):
        assert notice_of(asked).status == Status.WAITING
        due_now()
        game_outbox.send_due_notices()
    assert (notice_of(asked).status, notice_of(asked).error) == (Status.PARKED, "SMTPDataError")


def test_an_address_that_is_refused_for_good_is_given_up_at_once(asked, monkeypatch):
    Broken(monkeypatch, smtplib.SMTPRecipientsRefused({asked.user.email: (550, b"no such box")}))
    game_outbox.send_due_notices()
    assert notice_of(asked).status == Status.PARKED


def test_grey_listing_is_tried_again(asked, monkeypatch):
    Broken(monkeypatch, smtplib.SMTPRecipientsRefused({asked.user.email: (451, b"later")}))
    game_outbox.send_due_notices()
    assert notice_of(asked).status == Status.WAITING


def test_what_was_given_up_is_tried_again_when_the_operator_says_so(asked):
    GameNotice.objects.update(status=Status.PARKED, tries=queue.MAX_TRIES)
    assert game_outbox.send_due_notices() == 0
    assert queue.retry_parked(GameNotice.objects.all()) == 1
    assert game_outbox.send_due_notices() == 1


@pytest.mark.drill(13, "a template that breaks")
def test_a_email_that_cannot_be_written_does_not_hold_up_the_others(game, monkeypatch, caplog):
    poisoned = game.seats.first().user
    write = game_email.build_game_email

    def broken(user, *args, **kwargs):
        if user == poisoned:
            raise ValueError(f"a secret of {user.email}")
        return write(user, *args, **kwargs)

    monkeypatch.setattr(game_email, "build_game_email", broken)
    assert game_outbox.send_due_notices() == 2
    for _ in range(queue.MAX_TRIES):
        due_now()
        game_outbox.send_due_notices()
    stuck = GameNotice.objects.filter(user=poisoned)
    assert {(one.status, one.error) for one in stuck} == {(Status.PARKED, "ValueError")}
    assert "ValueError in test_game_outbox.py" in caplog.text
    assert poisoned.email not in caplog.text


@pytest.mark.drill(13, "a letter that kills whoever writes it")
def test_a_email_that_nobody_survives_is_given_up(asked):
    for _ in range(queue.MAX_TRIES):
        assert game_outbox.claim(timezone.now())
        due_now()
    assert game_outbox.send_due_notices() == 0
    assert notice_of(asked).status == Status.PARKED


# --- claims and crashes


def test_what_somebody_else_is_sending_is_left_alone(asked):
    now = timezone.now()
    assert game_outbox.claim(now) == [[notice_of(asked)]]
    assert not game_outbox.claim(now)
    assert game_outbox.claim(now + queue.CLAIM_DURATION)


def test_all_that_waits_for_one_person_about_one_game_is_claimed_together(game):
    seat = awaited(game)
    claimed = game_outbox.claim(timezone.now())
    assert sorted(len(notices) for notices in claimed) == [1, 1, 2]
    [both] = [notices for notices in claimed if len(notices) == 2]
    assert {notice.user for notice in both} == {seat.user}


class Killed(BaseException):
    """As by kill -9: nobody writes anything down any more."""


def test_a_crash_between_sending_and_writing_it_down_repeats_the_same_email(asked, monkeypatch):
    def killed(*_args, **_kwargs):
        raise Killed

    send = transport.MailSession.send
    with monkeypatch.context() as crash:
        crash.setattr(transport.MailSession, "send", lambda self, message: send(self, message) or killed())
        with pytest.raises(Killed):
            game_outbox.send_due_notices()
    assert game_outbox.send_due_notices() == 0  # the claim stands
    due_now()
    assert game_outbox.send_due_notices() == 1
    first, second = (email.message()["Message-ID"] for email in mail.outbox)
    assert first == second


def test_a_crash_before_sending_loses_nothing(asked, monkeypatch):
    def killed(*_args, **_kwargs):
        raise Killed

    with monkeypatch.context() as crash:
        crash.setattr(transport.MailSession, "send", killed)
        with pytest.raises(Killed):
            game_outbox.send_due_notices()
    assert game_outbox.send_due_notices(timezone.now() + queue.CLAIM_DURATION) == 1


@pytest.mark.drill(10, "many senders at once")
@pytest.mark.django_db(transaction=True)
def test_many_workers_at_once_send_each_email_once():
    games = [table(3) for _ in range(3)]
    at_once(*[game_outbox.send_due_notices] * 6)
    people = [seat.user.email for game in games for seat in game.seats.select_related("user")]
    assert sorted(addresses()) == sorted(people)
    assert not GameNotice.objects.exclude(status=Status.SENT).exists()


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_somebody_elses_claim(monkeypatch):
    """While one worker holds a row, another one takes the next person; SQLite has one writer at a time."""
    table(3)
    monkeypatch.setattr(queue, "CLAIM_SIZE", 1)
    if connection.vendor == "sqlite":
        one, other = game_outbox.claim(timezone.now()), game_outbox.claim(timezone.now())
        assert one[0][0].user_id != other[0][0].user_id
        return

    def claimed():
        try:
            return game_outbox.claim(timezone.now())
        finally:
            connections.close_all()

    with transaction.atomic(), ThreadPoolExecutor(1) as worker:
        held = game_outbox._find_first_per_user(timezone.now()).select_for_update(of=("self",)).first()
        taken = worker.submit(claimed).result(timeout=20)
    assert taken
    assert taken[0][0].user_id != held.user_id


def test_what_was_claimed_beside_a_email_that_found_the_post_down_waits_without_blame(game, monkeypatch):
    def down(self, message):
        raise transport.MailServerDown

    monkeypatch.setattr(transport.MailSession, "send", down)
    assert game_outbox.send_due_notices() == 0
    waiting = GameNotice.objects.filter(status=Status.WAITING)
    assert waiting.count() == 4
    assert sorted({notice.tries for notice in waiting}) == [0, 1]
    assert all(notice.next_try_at < timezone.now() + queue.CLAIM_DURATION for notice in waiting)


def test_one_task_sends_what_several_claims_bring(monkeypatch):
    table(3)
    monkeypatch.setattr(queue, "CLAIM_SIZE", 1)
    assert game_outbox.send_due_notices() == 3


def test_who_sits_at_the_table_gets_no_email_for_every_answer_of_a_bot():
    game = table(1, bots=3)
    bot_moves.play_bot_moves(game.pk)
    GameNotice.objects.all().delete()
    waiting = GameNotice.objects.filter(kind=GameNotice.Kind.YOUR_TURN, status=Status.WAITING)
    made = 0
    while made < 3 or not waiting.filter(number__gte=awaited(game).decision).exists():  # not within a turn
        move(awaited(game), fallback(awaited(game)))
        bot_moves.play_bot_moves(game.pk)
        assert game_outbox.send_due_notices() == 0
        made += 1
    assert game_outbox.send_due_notices(timezone.now() + timedelta(minutes=3)) == 1
