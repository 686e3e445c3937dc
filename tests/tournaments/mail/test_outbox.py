"""The outbox of tournaments: an email leaves in time and once, or not at all, whatever goes wrong."""

import smtplib
from contextlib import suppress
from datetime import time, timedelta
from functools import partial
from threading import Barrier, BrokenBarrierError

import pytest
from django.core import mail

from accounts import bounces
from games import tasks
from games.mail.incoming import inbox
from games.mail.outgoing import queue
from games.models import IncomingMail
from games.models.queued_mail import QueuedMailQuerySet
from games.ops import database_metrics
from games.tournaments.entries import registration
from games.tournaments.mail import outbox
from games.tournaments.models import Entrant, Tournament, TournamentNotice, TournamentTable
from tests.helpers.factories import UserFactory
from tests.helpers.mail.outbox import sent
from tests.helpers.mail.smtp_server import Broken
from tests.helpers.messages import tournament_mail
from tests.helpers.threads import at_once
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.factories import TournamentNoticeFactory
from tests.helpers.tournaments.outbox import NOON, nothing_waits, only, post, tell
from tests.helpers.tournaments.people import register_entrants
from tests.helpers.tournaments.tables import draw_round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_noon")]

Kind, Status, Phase = TournamentNotice.Kind, TournamentNotice.Status, Tournament.State


# --- when it leaves, and when not


def test_one_email_tells_all_that_waits_about_one_tournament():
    cup, other = TournamentBuilder().build(), TournamentBuilder().build()
    ann = UserFactory()
    for one in (cup, other):
        registration.register_entrant(one.pk, ann)
    tell(Entrant.objects.get(tournament=cup), Kind.NEWS)
    assert tasks.send_tournament_notices() == 2
    assert tasks.send_tournament_notices() == 0
    assert len(sent(ann)) == 2


def test_quiet_hours_put_it_off():
    cup = TournamentBuilder().build()
    ann = UserFactory(quiet_from=time(11), quiet_until=time(15))
    registration.register_entrant(cup.pk, ann)
    assert post() == 0
    assert post(NOON + timedelta(hours=2)) == 0
    assert post(NOON + timedelta(hours=3)) == 1


def test_what_only_tells_is_collected_and_what_asks_is_not():
    cup = TournamentBuilder().build()
    ann = UserFactory(mail_preferences={"tournament": "collected"}, digest_hours=[18])
    entrant = registration.register_entrant(cup.pk, ann)
    assert post() == 0
    assert post(NOON + timedelta(hours=6)) == 1
    Tournament.objects.filter(pk=cup.pk).update(state=Phase.CHECK_IN)
    tell(entrant, Kind.CHECK_IN)
    assert post() == 1


@pytest.mark.parametrize("how", ["wish", "silent", "closed"])
def test_whoever_wants_none_gets_none(how):
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1, NOON)
    if how == "wish":
        ann.user.mail_preferences = {"tournament": "none"}
    ann.user.is_active = how != "closed"
    ann.user.save()
    Entrant.objects.filter(pk=ann.pk).update(is_unsubscribed=how == "silent")
    assert post() == 0
    assert TournamentNotice.objects.get().status == Status.DROPPED


def test_bots_get_no_emails():
    TournamentBuilder().bots(3).build()
    assert not TournamentNotice.objects.exists()


def test_who_is_out_of_reach_reads_it_when_emails_arrive_again():
    cup = TournamentBuilder().build()
    ann, bob = register_entrants(cup, 2, NOON)
    for one in (ann, bob):
        one.user.unreachable_since = NOON
        one.user.save()
    assert post() == 0
    registration.withdraw_entrant(bob.pk, bob.user)
    for one in (ann, bob):
        bounces.mark_reachable(one.user)
    assert post() == 1
    assert sent(ann.user)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (Kind.WAITING, {}),
        (Kind.CHECK_IN, {"state": "checked"}),
        (Kind.PLACE, {"state": "checked"}),
        (Kind.ENTERED, {"state": "withdrawn"}),
        (Kind.NUDGE, {}),
        (Kind.THROUGH, {}),
        (Kind.STARTED, {}),
    ],
)
def test_what_is_overtaken_is_dropped(kind, change):
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1, NOON)
    nothing_waits()
    Entrant.objects.filter(pk=ann.pk).update(**{"state": "entered", **change})
    tell(Entrant.objects.get(pk=ann.pk), kind, stage=1, table=1)
    assert post() == 0
    assert TournamentNotice.objects.latest("pk").status == Status.DROPPED


def test_tables_that_are_played_need_no_email():
    cup = TournamentBuilder().build()
    ann, _bob = register_entrants(cup, 2, NOON)
    draw_round(cup, (1, 2)).tables.update(state=TournamentTable.State.FINISHED)
    nothing_waits()
    tell(ann, Kind.ROUND, stage=1, rounds=[1])
    assert post() == 0


def test_who_never_played_does_not_read_how_it_ended():
    cup = TournamentBuilder(most=1).build()
    ann, bob = register_entrants(cup, 2, NOON)
    draw_round(cup, (1,))
    Entrant.objects.filter(pk=bob.pk).update(state="waiting")
    Tournament.objects.filter(pk=cup.pk).update(state=Phase.FINISHED)
    nothing_waits()
    for one in (ann, bob):
        tell(Entrant.objects.get(pk=one.pk), Kind.ENDED)
    post()
    assert (len(sent(ann.user)), len(sent(bob.user))) == (1, 0)


# --- trouble


def test_a_server_that_is_down_is_asked_again_and_nothing_is_given_up(monkeypatch):
    register_entrants(TournamentBuilder().build(), 2, NOON)
    with monkeypatch.context() as down:
        Broken(down, TimeoutError())
        for _ in range(queue.MAX_TRIES + 2):
            TournamentNotice.objects.update(next_try_at=NOON)
            assert post() == 0
    TournamentNotice.objects.update(next_try_at=NOON)
    assert post() == 2


def test_a_email_that_is_not_taken_is_given_up_and_counted_and_tried_again(monkeypatch):
    register_entrants(TournamentBuilder().build(), 1, NOON)
    with monkeypatch.context() as down:
        Broken(down, smtplib.SMTPDataError(554, b"spam"))
        for _ in range(queue.MAX_TRIES):
            TournamentNotice.objects.update(next_try_at=NOON)
            post()
    assert TournamentNotice.objects.get().status == Status.PARKED
    assert database_metrics.measure_outbox(NOON).counts["parked"] == 1
    assert database_metrics.count_emails(NOON + timedelta(hours=1)) == {"tournament_entered,parked": 1}
    assert queue.retry_parked(TournamentNotice.objects.all()) == 1
    assert post() == 1


def test_what_cannot_be_told_does_not_hold_up_what_would_stand_beside_it():
    """One passage in trouble, and all that waited for the same reader was given up with it."""
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1, NOON)
    TournamentNoticeFactory(entrant=ann, kind=Kind.NEWS, number=999)
    assert post() == 1
    assert only(ann.user).subject == f"Autumn Cup: {tournament_mail.ENTERED}"
    assert dict(TournamentNotice.objects.values_list("kind", "status")) == {
        "entered": "sent",
        "news": "waiting",
    }
    for _ in range(queue.MAX_TRIES):
        TournamentNotice.objects.update(next_try_at=NOON)
        post()
    assert dict(TournamentNotice.objects.values_list("kind", "status")) == {
        "entered": "sent",
        "news": "parked",
    }


def test_a_email_that_is_late_is_seen_by_the_operator():
    register_entrants(TournamentBuilder().build(), 1, NOON)
    assert database_metrics.measure_outbox(NOON + timedelta(hours=1)).age == 3600


def test_an_address_that_is_refused_for_good_is_lost_at_once(monkeypatch):
    [ann] = register_entrants(TournamentBuilder().build(), 1, NOON)
    Broken(monkeypatch, smtplib.SMTPRecipientsRefused({ann.user.email: (550, b"5.1.1 no such box")}))
    post()
    ann.user.refresh_from_db()
    assert not ann.user.is_reachable
    assert TournamentNotice.objects.get().status == Status.PARKED


def test_a_email_that_comes_back_finds_its_person():
    [ann] = register_entrants(TournamentBuilder().build(), 1, NOON)
    post()
    report = (
        "From: mailer-daemon@example.org\nTo: x\nMessage-ID: <b@example.org>\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        "--b\nContent-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; example.org\n\nAction: failed\nStatus: 5.1.1\n\n--b--\n"
    )
    way_back = only(ann.user).from_email
    assert inbox.store_email(report.encode(), recipient=way_back, sender="") is not None
    tasks.process_incoming_mail()
    assert IncomingMail.objects.get().ignore_reason == "came back for good"
    ann.user.refresh_from_db()
    assert not ann.user.is_reachable


def test_the_same_email_again_has_the_same_name(monkeypatch):
    """Somebody dies between sending and writing it down."""
    [ann] = register_entrants(TournamentBuilder().build(), 1, NOON)
    with monkeypatch.context() as crash:
        crash.setattr(QueuedMailQuerySet, "mark_sent", lambda rows, now: 1 / 0)
        post()
    first = only(ann.user).extra_headers["Message-ID"]
    TournamentNotice.objects.update(next_try_at=NOON)
    post()
    assert only(ann.user).extra_headers["Message-ID"] == first


# --- two workers


@pytest.mark.django_db(transaction=True)
def test_two_workers_write_one_email():
    register_entrants(TournamentBuilder().build(), 4, NOON)
    tell(Entrant.objects.first(), Kind.NEWS)
    assert sum(at_once(*[partial(outbox.send_due_notices, NOON)] * 2)) == 4
    assert len(mail.outbox) == 4


@pytest.mark.django_db(transaction=True)
def test_two_workers_write_to_one_person_about_two_tournaments(monkeypatch):
    """Each has the first row of one tournament; neither must wait for the row that the other one has."""
    ann, cups = UserFactory(), [TournamentBuilder().build(), TournamentBuilder().build()]
    for cup in cups:
        registration.register_entrant(cup.pk, ann, now=NOON)
    both, together = Barrier(2, timeout=2), outbox._lock_related_notices

    def when_both_have_one(firsts, now):
        with suppress(BrokenBarrierError):  # SQLite lets in one after the other
            both.wait()
        return together(firsts, now)

    monkeypatch.setattr(queue, "CLAIM_SIZE", 1)
    monkeypatch.setattr(outbox, "_lock_related_notices", when_both_have_one)
    claimed = at_once(*[partial(outbox.claim, NOON)] * 2)
    assert [len(emails) for emails in claimed] == [1, 1], claimed
