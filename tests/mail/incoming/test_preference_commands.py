"""What a person may choose by a reply: the language, quiet hours, and no more emails."""

from datetime import time, timedelta

import pytest
from django.core import mail

from accounts import bounces, server_time
from accounts.models import User
from games.mail.outgoing import game_outbox
from games.models import GameNotice, Seat
from games.rules import registry
from tests.helpers.mail.inbox import last_email, post, reply
from tests.helpers.mail.reply_game import moves
from tests.helpers.messages import accounts, replies
from tests.helpers.rulesets.pebbles import PEBBLES
from tests.helpers.tables import awaited, table

pytestmark = pytest.mark.django_db


def fresh(seat: Seat) -> Seat:
    return Seat.objects.select_related("user").get(pk=seat.pk)


# --- language


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("language hu", "hu"),
        ("Language: Hungarian", "hu"),
        ("nyelv: magyar", "hu"),
        ("jezik hrvatski, molim", "hr"),
        ("language EN", "en"),
        ("nyelv horvát", "hr"),
    ],
)
def test_the_language_is_chosen_by_its_code_or_its_name(seat, line, language):
    post(reply(seat, line))
    assert fresh(seat).user.language == language
    assert mail.outbox[-1].extra_headers["Content-Language"] == language


def test_the_lines_below_are_read_in_the_new_language(game, seat):
    post(reply(seat, "language hu", "arany"))
    assert moves(game) == ["gold"]


@pytest.mark.parametrize("line", ["language", "language Klingon", "language en hu"])
def test_an_unknown_language_is_answered_with_those_we_have(seat, line):
    post(reply(seat, line))
    assert fresh(seat).user.language == "en"
    assert replies.WHICH_LANGUAGE.is_in(last_email())


def test_a_remark_about_language_changes_nothing(seat):
    post(reply(seat, "Language is a strange thing, is it not"))
    assert replies.NO_MOVE_IN_LINE in last_email()


# --- quiet hours


@pytest.mark.parametrize(
    ("line", "start", "end"),
    [
        ("quiet 22-7", time(22), time(7)),
        ("Quiet hours: 22:30 – 6:15", time(22, 30), time(6, 15)),
        ("quiet from 10 pm to 7 am", time(22), time(7)),
        ("quiet 12am-6am", time(0), time(6)),
        ("quiet 22h to 24h", time(22), time(0)),
        ("csend 22-től 7-ig", time(22), time(7)),
        ("csendes órák 23.00-6.30", time(23), time(6, 30)),
        ("tišina od 22 do 7 sati", time(22), time(7)),
    ],
)
def test_quiet_hours_are_set_as_people_write_them(seat, line, start, end):
    post(reply(seat, line))
    user = fresh(seat).user
    assert (user.quiet_from, user.quiet_until) == (start, end)
    values = {"start": f"{start:%H:%M}", "end": f"{end:%H:%M}"}
    assert replies.QUIET_HOURS.is_in(last_email(), **values)


def test_quiet_hours_move_the_deadline_that_falls_into_them(clock):
    seat = awaited(table(3))
    due = fresh(seat).due_at
    post(reply(seat, f"quiet {(due.hour - 1) % 24}-{(due.hour + 2) % 24}"))
    assert fresh(seat).due_at >= due + timedelta(hours=2)


@pytest.mark.parametrize("line", ["quiet off", "csend nincs", "tišina isključi"])
def test_quiet_hours_are_switched_off(seat, line):
    User.objects.filter(pk=seat.user_id).update(quiet_from=time(22), quiet_until=time(7))
    post(reply(seat, line))
    assert fresh(seat).user.quiet_from is None
    assert replies.NO_QUIET_HOURS in last_email()


@pytest.mark.parametrize(
    "line", ["quiet", "quiet 22", "quiet 25-7", "quiet 22-7 on 3 days", "quiet 5 minutes"]
)
def test_hours_that_are_not_understood_change_nothing(seat, line):
    post(reply(seat, line))
    assert fresh(seat).user.quiet_from is None
    assert replies.WHICH_QUIET_HOURS in last_email()


def test_quiet_hours_need_an_end_of_their_own(seat):
    post(reply(seat, "quiet 7-7"))
    assert fresh(seat).user.quiet_from is None
    assert accounts.QUIET_HOURS_ALL_DAY in last_email()


def test_a_quiet_round_is_only_talk(seat):
    post(reply(seat, "Quiet round, this one."))
    assert replies.WHICH_QUIET_HOURS not in last_email()
    assert fresh(seat).user.quiet_from is None


# --- no more emails


@pytest.mark.parametrize(
    "line", ["stop", "Stop.", "STOP please", "stop emails", "unsubscribe", "leiratkozás", "Odjava, molim"]
)
def test_emails_about_a_table_are_stopped_and_started_by_a_word(seat, line):
    post(reply(seat, line))
    assert fresh(seat).has_emails_off
    assert replies.EMAILS_STOPPED in last_email()
    post(reply(seat, "start"))
    assert not fresh(seat).has_emails_off
    assert replies.EMAILS_RESUMED in last_email()


def test_nothing_is_sent_after_a_stop_and_the_clock_runs_on(game, seat):
    due = fresh(seat).due_at
    post(reply(seat, "stop"))
    mail.outbox.clear()
    game_outbox.send_due_notices()
    assert not [email for email in mail.outbox if email.to == [seat.user.email]]
    assert fresh(seat).due_at == due


def test_a_second_stop_does_nothing(seat):
    post(reply(seat, "stop"))
    assert post(reply(seat, "stop")).ignore_reason == "idle"
    assert replies.STOPPED_ALREADY in last_email()


def test_stop_below_a_move_may_mean_the_turn_and_is_asked_about(game, seat):
    post(reply(seat, "gold", "stop"))
    assert moves(game) == ["gold"]
    assert not fresh(seat).has_emails_off
    assert replies.STOP_EMAILS in last_email()
    post(reply(seat, "end", "stop emails"))
    assert fresh(seat).has_emails_off


@pytest.mark.parametrize("line", ["Stop teasing me!", "Stop sending your Warlord", "Start without me"])
def test_a_remark_with_the_word_is_only_talk(seat, line):
    post(reply(seat, line))
    assert not fresh(seat).has_emails_off


def test_a_game_that_has_the_word_keeps_it(monkeypatch):
    monkeypatch.setitem(registry.RULESETS, "pebbles", PEBBLES)
    game = table(2, ruleset="pebbles")
    seat = awaited(game)
    post(reply(seat, "stop"))
    assert (moves(game), fresh(seat).has_emails_off) == (["end"], False)
    post(reply(seat, "stop emails"))
    assert fresh(seat).has_emails_off


# --- a reply proves that the address works


@pytest.mark.parametrize("line", ["gold", "say hello", "help", "What a day!"])
def test_a_reply_of_any_kind_proves_that_emails_arrive(seat, line):
    bounces.record_bounce(seat.user, is_hard=True, at=server_time.now() - timedelta(hours=1))
    seat = fresh(seat)
    assert not seat.user.is_reachable
    post(reply(seat, line))
    assert fresh(seat).user.is_reachable
    waiting = GameNotice.objects.waiting().filter(user=seat.user, kind=GameNotice.Kind.YOUR_TURN)
    assert not waiting.exists()


def test_the_email_of_a_stranger_proves_nothing(seat):
    bounces.record_bounce(seat.user, is_hard=True, at=server_time.now() - timedelta(hours=1))
    post(reply(fresh(seat), "help", From="mallory@example.com"))
    assert not fresh(seat).user.is_reachable
