"""What comes back: read, proven, counted for the address of today, put right by whoever lives there."""

from datetime import timedelta
from smtplib import SMTPRecipientsRefused

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.core.mail.backends.locmem import EmailBackend
from django.test import override_settings
from django.utils import timezone

from accounts.bounces import mark_reachable, record_bounce
from accounts.close_account import close_account
from accounts.models import User
from games.mail import addresses
from games.mail.incoming import bounces, inbox, processor
from games.mail.incoming.bounces import COMPLAINT, DELAYED, HARD, NO_BOUNCE, SOFT, UNVERIFIED
from games.mail.outgoing import availability, game_outbox, invitation_outbox
from games.models import Game, GameNotice, IncomingMail, Invitation, Outage, Seat
from games.play.lobby import invitations, tables
from tests.helpers.factories import UserFactory
from tests.helpers.messages import mail as messages
from tests.helpers.messages.clock import CLOCK_OF_STANDS_STILL
from tests.helpers.pages import client_of, url
from tests.helpers.sign_in import code_of, sign_in
from tests.helpers.tables import awaited, fallback, move, table

pytestmark = pytest.mark.django_db

Kind, Status = GameNotice.Kind, GameNotice.Status


def report(action: str = "failed", status: str = "5.1.1", *more: str) -> bytes:
    """A report as mail servers write it (RFC 3464)."""
    fields = [f"Action: {action}", f"Status: {status}" if status else "", *more]
    return "\r\n".join(
        [
            "From: MAILER-DAEMON@mail.example.org",
            "Subject: Undelivered Mail Returned to Sender",
            "Message-ID: <report@mail.example.org>",
            "Auto-Submitted: auto-replied",
            "MIME-Version: 1.0",
            'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
            "",
            "--b",
            "Content-Type: text/plain",
            "",
            "This is the mail system. I'm sorry to have to inform you ...",
            "--b",
            "Content-Type: message/delivery-status",
            "",
            "Reporting-MTA: dns; mail.example.org",
            "",
            "Final-Recipient: rfc822; somebody@elsewhere.example.org",
            *[field for field in fields if field],
            "",
            "--b",
            "Content-Type: message/rfc822",
            "",
            "Subject: Your turn",
            "",
            "gold",
            "--b--",
            "",
        ]
    ).encode()


def complaint(kind: str = "abuse") -> bytes:
    """A reader has pressed the button for spam (RFC 5965)."""
    return (
        "From: fbl@mail.example.org\r\nMessage-ID: <fbl@mail.example.org>\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=feedback-report; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nThis is a report.\r\n"
        "--b\r\nContent-Type: message/feedback-report\r\n\r\n"
        f"Feedback-Type: {kind}\r\nUser-Agent: Some/1.0\r\nVersion: 1\r\n\r\n"
        "--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: Your turn\r\n\r\ngold\r\n--b--\r\n"
    ).encode()


PROSE = b"From: MAILER-DAEMON@old.example.org\r\n\r\nHi. This is the qmail-send program.\r\n"
HOLIDAY = b"From: ann@example.org\r\nAuto-Submitted: auto-replied (vacation)\r\n\r\nI am at the sea.\r\n"


@pytest.fixture
def game() -> Game:
    return table(3)


@pytest.fixture
def asked(game) -> Seat:
    """Somebody else than the creator, to whom an email has left."""
    while (seat := awaited(game)).user_id == game.creator_id:
        move(seat, fallback(seat))
    game_outbox.send_due_notices()
    mail.outbox.clear()
    return seat


def sent(seat: Seat) -> GameNotice:
    return GameNotice.objects.filter(user=seat.user, status=Status.SENT).latest("pk")


def comes_back(seat: Seat, raw: bytes, *, sender: str = "", to: str = "") -> str:
    """Through the door and the reader, as any email; why it needs no answer."""
    address = to or addresses.build_bounce_address(sent(seat), seat.user.email)
    email = inbox.store_email(raw, recipient=address, sender=sender)
    processor.process_due_mail()
    email.refresh_from_db()
    assert email.status == IncomingMail.Status.IGNORED
    seat.user.refresh_from_db()
    return email.ignore_reason


# --- what it says


@pytest.mark.parametrize(
    ("raw", "verdict"),
    [
        (report(), HARD),
        (report("failed", "5.2.1"), HARD),
        (report("failed", "5.0.0"), HARD),
        (report("Failed", "", "Diagnostic-Code: smtp; 550 no such user"), HARD),
        (report("failed", "5.2.2"), SOFT),  # full
        (report("failed", "5.7.26"), SOFT),  # what they think of us
        (report("failed", "5.3.4"), SOFT),  # too large
        (report("failed", "4.4.7"), SOFT),  # tried for days
        (report("failed", ""), SOFT),
        (report("failed", "", "Diagnostic-Code: smtp; 451 come again"), SOFT),
        (report("delayed", "4.4.1"), DELAYED),
        (report("relayed", "2.0.0"), NO_BOUNCE),
        (complaint(), COMPLAINT),
        (complaint("not-spam"), NO_BOUNCE),
        (PROSE, SOFT),
        (HOLIDAY, NO_BOUNCE),
        (b"From: a@example.org\r\n\r\nHello?\r\n", NO_BOUNCE),
    ],
)
def test_what_a_email_that_came_back_says(raw, verdict):
    assert bounces.classify_bounce(raw, "somebody@example.org") == verdict


def test_prose_without_a_sender_is_a_bounce_and_a_holiday_is_none():
    assert bounces.classify_bounce(b"\r\nYour message could not be delivered.\r\n", "") == SOFT
    assert bounces.classify_bounce(HOLIDAY, "") == NO_BOUNCE


@pytest.mark.parametrize("raw", [b"", b"\0", bytes(range(256)), report()[:400], complaint()[:300]])
def test_whatever_comes_can_be_read(raw):
    assert bounces.classify_bounce(raw, "") in (HARD, SOFT, COMPLAINT, DELAYED, NO_BOUNCE)


# --- whose it is


def test_a_email_that_came_back_for_good_pauses_the_address_at_once(asked):
    assert comes_back(asked, report()) == HARD
    assert not asked.user.is_reachable


def test_a_complaint_pauses_too(asked):
    assert comes_back(asked, complaint(), sender="fbl@mail.example.org") == COMPLAINT
    assert not asked.user.is_reachable


@pytest.mark.drill(18, "nothing that comes back is answered")
def test_nothing_that_comes_back_is_answered(asked):
    comes_back(asked, PROSE)
    assert mail.outbox == []


def test_a_forged_return_path_does_nothing(asked):
    forged = f"bounce+n{sent(asked).pk}-abcdefghijklmnop@post.example.org"
    assert comes_back(asked, report(), to=forged) == UNVERIFIED
    assert comes_back(asked, report(), to=f"bounce+n{10**20}-abcdefghijklmnop@post.example.org") == UNVERIFIED
    assert asked.user.is_reachable


def test_what_comes_back_from_a_former_address_does_nothing(asked):
    former = addresses.build_bounce_address(sent(asked), asked.user.email)
    User.objects.filter(pk=asked.user.pk).update(email="new@example.org")
    assert comes_back(asked, report(), to=former) == UNVERIFIED
    assert asked.user.is_reachable


def test_an_answer_of_ours_that_comes_back_counts_for_the_player(asked):
    email = inbox.store_email(
        b"\r\nhelp\r\n", recipient=addresses.build_reply_address(asked), sender="x@example.org"
    )
    IncomingMail.objects.filter(pk=email.pk).update(seat=asked, status=IncomingMail.Status.ANSWERED)
    assert comes_back(asked, report(), to=addresses.build_bounce_address(email, asked.user.email)) == HARD
    assert not asked.user.is_reachable


def test_an_invitation_that_came_back_is_shown_to_the_host(asked):
    game = table(1, size=4)
    [invitation] = invitations.invite_people(game.pk, game.creator, ["bob@example.org"])
    way_back = addresses.build_bounce_address(invitation, "bob@example.org")
    assert comes_back(asked, report("failed", "4.2.2"), to=way_back) == SOFT
    assert not Invitation.objects.get(pk=invitation.pk).is_refused
    raw = report().replace(b"<report@", b"<second@")
    assert comes_back(asked, raw, to=way_back) == HARD
    assert Invitation.objects.get(pk=invitation.pk).is_refused
    assert messages.INVITATION_REFUSED in client_of(game.creator).get(url(game)).content.decode()


def test_no_invitation_is_posted_to_somebody_who_is_out_of_reach():
    game, bob = table(1, size=4), UserFactory(unreachable_since=timezone.now())
    [invitation] = invitations.invite_people(game.pk, game.creator, [bob.email])
    assert invitation_outbox.send_due_invitations() == 0
    invitation.refresh_from_db()
    assert invitation.is_refused
    assert invitation.status == Invitation.Status.DROPPED  # nothing for an operator to try again


# --- how it counts


START = timezone.now()


def soft(user: User, day: float) -> bool:
    at = START + timedelta(days=day)
    with time_machine.travel(at, tick=False):
        return record_bounce(user, is_hard=False, at=at)


def test_five_days_with_emails_that_came_back_pause_an_address():
    user = UserFactory()
    assert [soft(user, day) for day in (0, 1.5, 3, 20, 40)] == [False, False, False, False, True]
    user.refresh_from_db()
    assert not user.is_reachable


def test_ten_emails_in_an_hour_are_one_trouble():
    user = UserFactory()
    assert not any(soft(user, minute / 1440) for minute in range(10))
    user.refresh_from_db()
    assert user.bounce_days == 1


def test_after_a_month_it_is_forgotten():
    user = UserFactory()
    assert not any(soft(user, day) for day in (0, 2, 4, 6, 36.5, 38))
    user.refresh_from_db()
    assert user.bounce_days == 2


def test_what_is_told_twice_or_late_changes_nothing():
    user, at = UserFactory(), timezone.now()
    assert record_bounce(user, is_hard=True, at=at)
    assert not record_bounce(user, is_hard=True, at=at)
    mark_reachable(user)
    assert not record_bounce(user, is_hard=True, at=at)
    assert not record_bounce(user, is_hard=False, at=at)
    user.refresh_from_db()
    assert (user.is_reachable, user.bounce_days) == (True, 0)
    assert record_bounce(user, is_hard=True, at=timezone.now() + timedelta(days=400))


def test_a_report_from_the_future_does_not_hide_those_of_today():
    user = UserFactory()
    record_bounce(user, is_hard=False, at=timezone.now() + timedelta(days=400))
    user.refresh_from_db()
    assert user.bounced_at <= timezone.now()


def test_an_old_hard_bounce_counts_even_after_a_newer_soft_one():
    user, now = UserFactory(), timezone.now()
    record_bounce(user, is_hard=False, at=now)
    assert record_bounce(user, is_hard=True, at=now - timedelta(minutes=5))


# --- what follows at the tables


def told(game: Game) -> list[GameNotice]:
    return list(GameNotice.objects.filter(game=game, kind=Kind.UNREACHABLE))


def test_everybody_else_at_the_table_is_told_once(game, asked):
    bounces.record_bounce(asked.user.email, is_hard=True, at=timezone.now())
    bounces.record_bounce(asked.user.email, is_hard=True, at=timezone.now())
    others = {seat.user_id for seat in game.seats.all()} - {asked.user_id}
    assert sorted(notice.user_id for notice in told(game)) == sorted(others)
    assert {(notice.seat_id, notice.number) for notice in told(game)} == {(asked.pk, asked.game.log_length)}


def test_an_address_that_comes_and_goes_is_not_told_again_on_the_same_day(game, asked):
    for _ in range(2):
        bounces.record_bounce(asked.user.email, is_hard=True, at=timezone.now())
        GameNotice.objects.filter(kind=Kind.UNREACHABLE).update(status=Status.SENT)
        mark_reachable(User.objects.get(pk=asked.user_id))
        move(awaited(game), fallback(awaited(game)))
    assert len(told(game)) == 2
    assert {notice.status for notice in told(game)} == {Status.SENT}


def test_whoever_is_out_of_reach_himself_is_not_written_to(game, asked):
    bounces.record_bounce(game.creator.email, is_hard=True, at=timezone.now())
    bounces.record_bounce(asked.user.email, is_hard=True, at=timezone.now())
    assert game.creator_id not in [notice.user_id for notice in told(game)]


def test_a_creator_who_does_not_sit_there_learns_nothing(game, asked):
    game.seats.filter(user=game.creator).update(user=None, bot="rule_based")
    bounces.record_bounce(asked.user.email, is_hard=True, at=timezone.now())
    assert game.creator_id not in [notice.user_id for notice in told(game)]


def test_games_that_are_over_or_have_not_begun_are_nobodys_trouble(game, asked):
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER)
    waiting = table(1, size=4)
    tables.join_table(waiting.pk, asked.user)
    bounces.record_bounce(asked.user.email, is_hard=True, at=timezone.now())
    assert not GameNotice.objects.filter(kind=Kind.UNREACHABLE).exists()


def test_all_who_see_the_table_see_whom_emails_do_not_reach_but_not_why(game, asked):
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.ALWAYS)
    readers = [client_of(game.creator), client_of(UserFactory())]
    assert not any(CLOCK_OF_STANDS_STILL.is_in(reader.get(url(game)).content.decode()) for reader in readers)
    bounces.record_bounce(asked.user.email, is_hard=True, at=timezone.now())
    for reader in readers:
        page = reader.get(url(game)).content.decode()
        assert CLOCK_OF_STANDS_STILL.fill(name=asked.name) in page
        assert asked.user.email not in page


# --- within reach again

BANNER = 'id="unreached"'


def test_only_the_person_sees_the_banner(game, asked):
    bounces.record_bounce(asked.user.email, is_hard=True, at=timezone.now())
    for address in ("/", "/games/", "/accounts/", url(game)):
        assert BANNER in client_of(asked.user).get(address).content.decode()
        assert BANNER not in client_of(game.creator).get(address).content.decode()


def test_the_button_puts_it_right_and_sends_what_is_open(asked):
    bounces.record_bounce(asked.user.email, is_hard=True, at=timezone.now())
    client = client_of(asked.user)
    assert client.get("/accounts/address/again/").headers["Location"] == "/accounts/"
    page = client.post("/accounts/address/again/", follow=True)
    assert BANNER not in page.content.decode()
    asked.user.refresh_from_db()
    assert asked.user.is_reachable
    game_outbox.send_due_notices()
    assert asked.user.email in [email.to[0] for email in mail.outbox]


def test_pressing_it_for_nothing_sends_nothing(asked):
    before = GameNotice.objects.count()
    client_of(asked.user).post("/accounts/address/again/")
    assert not GameNotice.objects.filter(status=Status.WAITING, user=asked.user).exists()
    assert GameNotice.objects.count() == before


def test_a_new_address_is_not_blamed_for_the_old_one(client, asked):
    user = asked.user
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    bounces.record_bounce(user.email, is_hard=True, at=timezone.now())
    sign_in(client, user)
    client.post("/accounts/address/", {"action_add": "", "email": "new@example.org"})
    client.post("/accounts/address/code/", {"code": code_of()})
    user.refresh_from_db()
    assert (user.email, user.is_reachable) == ("new@example.org", True)
    assert GameNotice.objects.filter(user=user, kind=Kind.YOUR_TURN, resend_count=1).exists()


def test_a_closed_account_keeps_no_trace_of_it(asked):
    bounces.record_bounce(asked.user.email, is_hard=True, at=timezone.now())
    close_account(User.objects.get(pk=asked.user.pk))
    asked.user.refresh_from_db()
    assert (asked.user.bounce_days, asked.user.bounced_at, asked.user.is_reachable) == (0, None, True)


# --- when many come back at once


@pytest.mark.drill(18, "the operator is told when many come back")
@pytest.mark.parametrize(("lost", "is_told"), [(6, False), (7, True)])
def test_the_operator_is_told_when_many_come_back_within_an_hour(game, caplog, lost, is_told):
    people_of_today = [UserFactory() for _ in range(20)]
    now = timezone.now()
    GameNotice.objects.bulk_create(
        GameNotice(
            game=game, user=user, kind=Kind.CHANGES, number=1, created_at=now, status=Status.SENT, sent_at=now
        )
        for user in people_of_today
    )
    for user in people_of_today[:lost]:
        cache.clear()  # it is looked at once a minute
        bounces.record_bounce(user.email, is_hard=True, at=timezone.now())
    assert [record.levelname for record in caplog.records] == ["ERROR"] * is_told
    assert availability.is_sending_stopped() == is_told


@pytest.mark.drill(18, "no letter leaves while too many come back")
def test_nothing_leaves_while_the_post_is_stopped(game):
    availability.stop_sending()
    assert game_outbox.send_due_notices() == 0
    cache.clear()  # a quarter of an hour later
    assert game_outbox.send_due_notices() > 0


@pytest.mark.drill(18, "no clock runs while no letter leaves")
def test_no_clock_runs_while_the_post_is_stopped(asked, django_capture_on_commit_callbacks):
    before = asked.due_at
    with django_capture_on_commit_callbacks(execute=True):
        availability.stop_sending()
    asked.refresh_from_db()
    assert asked.due_at == before + availability.STOP_DURATION
    outage = Outage.objects.get()
    assert outage.end - outage.start == availability.STOP_DURATION


def test_a_few_in_a_quiet_hour_are_no_alarm(asked, caplog):
    bounces.record_bounce(asked.user.email, is_hard=True, at=timezone.now())
    assert not caplog.records


# --- refused at the door of the mail server


class Refusing(EmailBackend):
    """A mail server that says this to every recipient."""

    said = (550, b"5.1.1 No such user here")

    def send_messages(self, email_messages):
        raise SMTPRecipientsRefused({"x": self.said})


@override_settings(EMAIL_BACKEND="tests.mail.incoming.test_bounces.Refusing")
@pytest.mark.parametrize(
    ("said", "is_reachable"),
    [
        ((550, b"5.1.1 No such user here"), False),
        ((550, b"No such user here"), False),
        ((554, b"5.7.1 Relay access denied"), True),
        ((450, b"4.2.1 Greylisted"), True),
    ],
)
def test_an_address_that_the_server_refuses_is_paused_unless_it_is_about_us(monkeypatch, said, is_reachable):
    monkeypatch.setattr(Refusing, "said", said)
    seat = awaited(table(3))
    game_outbox.send_due_notices()
    seat.user.refresh_from_db()
    assert seat.user.is_reachable == is_reachable


def test_a_table_hears_of_two_players_who_are_lost_between_the_same_moves():
    game = table(3)
    first, second = game.seats.select_related("user").exclude(user=game.creator)
    GameNotice.objects.all().delete()
    bounces.record_bounce(first.user.email, is_hard=True, at=timezone.now())
    game_outbox.send_due_notices()
    bounces.record_bounce(second.user.email, is_hard=True, at=timezone.now())
    game_outbox.send_due_notices()
    told = [message for message in mail.outbox if message.to == [game.creator.email]]
    assert [email.extra_headers["X-Citadels-Kind"] for email in told] == ["unreachable"] * 2
    assert second.name in told[-1].body


@pytest.mark.parametrize(
    "raw",
    [
        b'Content-Type: multipart/report; x="' + b";" * 200_000 + b'"\n\nhello',
        b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(5000)),
    ],
)
def test_a_monstrous_bounce_is_read_in_no_time(raw):
    assert bounces.classify_bounce(raw, "") in (SOFT, NO_BOUNCE)
