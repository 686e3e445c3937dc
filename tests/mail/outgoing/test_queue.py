"""What is claimed to be posted: who comes first, and what it costs when much waits."""

from datetime import timedelta
from itertools import pairwise

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import server_time
from games.mail.outgoing import availability, game_outbox, queue, transport
from games.models import GameNotice, Outage
from games.play.deadlines import outages, seat_clock
from tests.helpers.factories import GameNoticeFactory, UserFactory
from tests.helpers.frozen_time import NOON
from tests.helpers.tables import awaited, table

pytestmark = pytest.mark.django_db

Kind = GameNotice.Kind


@pytest.fixture
def game():
    game = table(3)
    GameNotice.objects.all().delete()
    return game


def waits(game, user, number: int, minutes: int) -> GameNotice:
    """A notice that has waited for so long."""
    since = timezone.now() - timedelta(minutes=minutes)
    return GameNoticeFactory(
        game=game, user=user, kind=Kind.CHANGES, number=number, created_at=since, next_try_at=since
    )


def test_the_first_for_each_reader_comes_and_whoever_has_waited_longest_before_the_others(game):
    ann, bob = UserFactory(), UserFactory()
    anns = [waits(game, ann, number, minutes=5) for number in range(3)]
    bobs = [waits(game, bob, number, minutes=9) for number in range(3)]
    assert list(queue.find_first_per_reader(GameNotice.objects.all(), "user")) == [bobs[0], anns[0]]


def test_what_is_not_due_is_no_first(game):
    ann = UserFactory()
    later, due = waits(game, ann, 1, minutes=-5), waits(game, ann, 2, minutes=5)
    found = queue.find_first_per_reader(GameNotice.objects.filter(next_try_at__lte=timezone.now()), "user")
    assert list(found) == [due] != [later]


def test_no_statement_of_a_claim_compares_what_waits_with_what_waits(game):
    waits(game, UserFactory(), 1, minutes=5)
    with CaptureQueriesContext(connection) as statements:
        assert game_outbox.claim(timezone.now())
    assert len(statements) >= 3
    assert all(one["sql"].count('FROM "games_gamenotice"') <= 1 for one in statements)


@pytest.mark.drill(22, "a worker of letters whose clock is an hour behind")
def test_what_a_machine_with_a_wrong_clock_has_claimed_nobody_else_sends(game, monkeypatch):
    """By its own clock the claim would have run out long ago."""
    now = timezone.now()
    notice = waits(game, game.seats.exclude(user=None).first().user, game.log_length, minutes=1)
    monkeypatch.setattr(server_time, "now", lambda: now)
    claimed_until = []

    def meanwhile(self, message) -> None:
        notice.refresh_from_db()
        claimed_until.append(notice.next_try_at)

    monkeypatch.setattr(transport.MailSession, "send", meanwhile)
    with time_machine.travel(now - timedelta(hours=1)):
        assert game_outbox.send_due_notices() == 1
    assert claimed_until == [now + queue.CLAIM_DURATION]


# --- claims that have run out


LATER = queue.CLAIM_DURATION + timedelta(minutes=1)


@pytest.fixture
def two(game) -> None:
    """Two emails that wait."""
    for number in (1, 2):
        GameNoticeFactory(game=game, user=UserFactory(), kind=Kind.SUCCEEDED, number=number)


def while_sending(monkeypatch, do) -> None:
    """Do this once, in the middle of the first email."""
    waiting = [do]
    send = transport.MailSession.send

    def send_and_do(self, message) -> None:
        if waiting:
            waiting.pop()()
        send(self, message)

    monkeypatch.setattr(transport.MailSession, "send", send_and_do)


def test_whoever_was_asleep_when_its_claim_ran_out_sends_nothing_that_another_has_taken(two, monkeypatch):
    now = timezone.now()
    while_sending(monkeypatch, lambda: game_outbox.claim(now + LATER))
    assert game_outbox.send_due_notices(now) == 1  # the one that it was sending
    assert len(mail.outbox) == 1
    assert GameNotice.objects.waiting().count() == 1


def test_a_claim_that_ran_out_and_that_nobody_took_is_still_good(two, monkeypatch):
    later = []
    monkeypatch.setattr(server_time, "now", lambda: timezone.now() + sum(later, timedelta()))
    while_sending(monkeypatch, lambda: later.append(LATER))
    assert game_outbox.send_due_notices() == 2
    assert GameNotice.objects.waiting().count() == 0


def test_each_email_has_the_whole_time_of_a_claim(two, monkeypatch):
    now, until = timezone.now(), []
    later = [timedelta()]
    monkeypatch.setattr(server_time, "now", lambda: now + sum(later, timedelta()))
    send = transport.MailSession.send

    def slowly(self, message) -> None:
        until.append(GameNotice.objects.get(user__email=message.to[0]).next_try_at)
        later.append(timedelta(minutes=4))
        send(self, message)

    monkeypatch.setattr(transport.MailSession, "send", slowly)
    game_outbox.send_due_notices()
    assert until == [now + queue.CLAIM_DURATION, now + timedelta(minutes=4) + queue.CLAIM_DURATION]


@pytest.mark.parametrize("error", [transport.MailServerDown, transport.AddressRefused, RuntimeError])
def test_a_failure_of_whoever_has_lost_its_claim_changes_nothing_for_the_new_holder(two, monkeypatch, error):
    now = timezone.now()

    def fail(self, message) -> None:
        game_outbox.claim(now + LATER)
        monkeypatch.setattr(transport.MailSession, "send", None)
        raise error

    monkeypatch.setattr(transport.MailSession, "send", fail)
    assert game_outbox.send_due_notices(now) == 0
    held = GameNotice.objects.waiting()
    assert set(held.values_list("next_try_at", "error")) == {(now + LATER + queue.CLAIM_DURATION, "")}
    assert held.count() == 2


def test_what_was_settled_while_its_turn_had_not_come_is_not_sent(two, monkeypatch):
    while_sending(monkeypatch, lambda: GameNotice.objects.update(status=GameNotice.Status.DROPPED))
    game_outbox.send_due_notices()
    assert len(mail.outbox) == 1


# --- nobody takes our emails


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def down(monkeypatch):
    """A mail server that is down, until the test says otherwise."""

    def refuse(self, message) -> None:
        raise transport.MailServerDown

    with monkeypatch.context() as patched:
        patched.setattr(transport.MailSession, "send", refuse)
        yield patched


def tried_for(clock, time: timedelta) -> None:
    """So long the sweeps try in vain."""
    last = timezone.now() + time
    while timezone.now() < last:
        clock.shift(timedelta(minutes=2))
        assert game_outbox.send_due_notices() == 0


@pytest.mark.drill(15, "no clock runs while no letter can leave")
def test_while_the_mail_server_is_down_no_time_runs(clock, down):
    game = table(3)
    before = awaited(game).final_at
    tried_for(clock, timedelta(minutes=4))
    assert not Outage.objects.exists()  # it may be back in a moment
    tried_for(clock, timedelta(hours=2))
    found = sorted(Outage.objects.values_list("start", "end"))
    assert found[0][0] == NOON + timedelta(minutes=2)
    assert all(end == start for (_, end), (start, _) in pairwise(found))  # without a gap
    lost = found[-1][1] - found[0][0]
    assert (
        timedelta(hours=2) < lost < timedelta(hours=2) + availability.DOWN_RETRY_WITHIN + outages.MIN_OUTAGE
    )
    assert awaited(game).final_at == before + lost
    down.undo()
    clock.shift(availability.DOWN_RETRY_WITHIN)
    assert game_outbox.send_due_notices() == 3  # soon after it is back
    assert len(found) == Outage.objects.count()


def test_after_an_outage_all_that_waits_leaves_once_one_email_is_taken(clock, down):
    game, newcomer = table(3), UserFactory()
    tried_for(clock, timedelta(hours=1))
    down.undo()
    waits(game, newcomer, 1, minutes=0)
    GameNotice.objects.filter(user=newcomer).update(kind=Kind.SUCCEEDED)
    game_outbox.send_due_notices()
    game_outbox.send_due_notices()
    assert len(mail.outbox) == 4  # no clock has moved between the two


def test_the_end_of_an_outage_leaves_alone_what_a_worker_holds(clock, down):
    table(3)
    tried_for(clock, timedelta(minutes=10))
    clock.shift(availability.DOWN_RETRY_WITHIN)
    assert game_outbox.claim(timezone.now())
    queue.retry_after_outage(timezone.now())
    assert not GameNotice.objects.due(timezone.now()).exists()


def test_two_bad_moments_of_a_quiet_day_are_no_outage(clock, down):
    game = table(3)
    assert game_outbox.send_due_notices() == 0
    GameNotice.objects.all().delete()  # overtaken: nobody tries again
    clock.shift(timedelta(hours=8))
    waits(game, game.creator, 1, minutes=1)
    assert game_outbox.send_due_notices() == 0
    assert not Outage.objects.exists()


def test_nobody_waits_for_ever_for_a_mail_server_that_nobody_mends(clock, down):
    table(3)
    cache.set(availability.DOWN_CACHE_KEY, (NOON - seat_clock.MAX_WAIT_FOR_UNREACHABLE, NOON), None)
    tried_for(clock, timedelta(minutes=12))
    assert not Outage.objects.exists()


def test_one_email_in_vain_beside_others_that_leave_is_no_outage(clock, monkeypatch):
    game, unlucky = table(3), UserFactory()
    waits(game, unlucky, 1, minutes=0)
    GameNotice.objects.filter(user=unlucky).update(kind=Kind.SUCCEEDED)
    send = transport.MailSession.send

    def sometimes(self, message) -> None:
        if unlucky.email in message.to:
            raise transport.MailServerDown
        send(self, message)

    monkeypatch.setattr(transport.MailSession, "send", sometimes)
    for number in range(2, 30):
        clock.shift(timedelta(minutes=3))
        waits(game, game.creator, number, minutes=1)
        game_outbox.send_due_notices()
    assert GameNotice.objects.get(user=unlucky).status == GameNotice.Status.WAITING
    assert not Outage.objects.exists()
