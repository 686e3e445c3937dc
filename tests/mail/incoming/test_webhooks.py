"""A provider in both directions: what it calls us with, and what it answers when we send."""

import base64
import hashlib
import hmac
import json
from types import SimpleNamespace
from typing import Any

import pytest
import requests
from anymail.signals import EventType, RejectReason
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from accounts.bounces import mark_reachable
from citadels import urls
from games.mail import addresses
from games.mail.incoming import inbox, webhooks
from games.mail.outgoing import game_outbox, invitation_outbox, transport
from games.mail.outgoing.transport import AddressRefused, MailServerDown, MailSession
from games.models import GameNotice, IncomingMail, Invitation, Seat
from games.play.lobby import invitations
from tests.helpers.factories import UserFactory
from tests.helpers.tables import awaited, table

pytestmark = pytest.mark.django_db

SECRET = "provider:quite-a-long-password"


def use(settings: Any, name: str, **more: str) -> None:
    """Let this be our provider, with routes and a secret."""
    settings.EMAIL_PROVIDER, settings.WEBHOOK_SECRET = name, SECRET
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET, **more}
    settings.EMAIL_BACKEND = f"anymail.backends.{name}.EmailBackend"
    settings.ROOT_URLCONF = (*urls.urlpatterns, *urls.build_webhook_urls())


@pytest.fixture
def postmark(settings) -> None:
    use(settings, "postmark", POSTMARK_SERVER_TOKEN="token")


@pytest.fixture
def mailgun(settings) -> None:
    use(settings, "mailgun", MAILGUN_API_KEY="key", MAILGUN_SENDER_DOMAIN="play.example.org")


@pytest.fixture
def seat() -> Seat:
    return awaited(table(2))


def call(path: str, said: dict[str, Any], *, secret: str = SECRET) -> int:
    proof = {"Authorization": "Basic " + base64.b64encode(secret.encode()).decode()} if secret else {}
    answer = Client().post(f"/anymail/{path}/", json.dumps(said), "application/json", headers=proof)
    return answer.status_code


# --- who may call


def test_without_a_secret_there_is_no_way_in(settings):
    assert urls.build_webhook_urls() == []
    assert call("postmark/tracking", {}) == 404


def test_only_our_own_provider_has_a_way_in(postmark):
    assert call("mailgun/tracking", {}) == 404
    assert Client().head("/anymail/postmark/tracking/").status_code == 200


@pytest.mark.drill(28, "a webhook that is forged")
@pytest.mark.parametrize("secret", ["", "provider:wrong", "x"])
def test_whoever_does_not_know_the_secret_is_refused(postmark, seat, secret):
    assert call("postmark/tracking", bounce(seat.user.email), secret=secret) == 400
    assert call("postmark/inbound", reply(addresses.build_reply_address(seat)), secret=secret) == 400
    seat.user.refresh_from_db()
    assert seat.user.is_reachable
    assert not IncomingMail.objects.exists()


def test_a_signature_is_asked_for_where_the_provider_gives_one(mailgun, seat):
    said = failed(seat.user.email)
    said["signature"]["signature"] = "0" * 64
    assert call("mailgun/tracking", said) == 400
    assert call("mailgun/tracking", failed(seat.user.email)) == 200


@pytest.mark.parametrize(
    "wrong",
    [
        {"signature": ""},
        {"signature": "0" * 64},
        {"timestamp": "1529006855"},  # of another call
        {"token": "b" * 50},
        {"token": ""},
    ],
    ids=str,
)
def test_what_mailgun_has_not_signed_as_it_is_changes_nothing(mailgun, seat, wrong):
    said = failed(seat.user.email)
    said["signature"] |= wrong
    assert call("mailgun/tracking", said) == 400
    seat.user.refresh_from_db()
    assert seat.user.is_reachable


@pytest.mark.parametrize("signature", ["", "0" * 64, "é", "sha256=" + "0" * 64])
def test_a_wrong_signature_of_other_providers_is_refused(settings, seat, signature):
    use(settings, "mailersend", MAILERSEND_API_TOKEN="token", MAILERSEND_SIGNING_SECRET="of-the-provider")
    said = {"type": "activity.hard_bounced", "data": {"email": {"recipient": {"email": seat.user.email}}}}
    proof = {"Authorization": "Basic " + base64.b64encode(SECRET.encode()).decode(), "Signature": signature}
    answer = Client().post(
        "/anymail/mailersend/tracking/", json.dumps(said), "application/json", headers=proof
    )
    assert answer.status_code == 400
    seat.user.refresh_from_db()
    assert seat.user.is_reachable


# --- emails that come in


def reply(recipient: str, **more: Any) -> dict[str, Any]:
    """As Postmark tells of an email."""
    return {
        "FromName": "Ann",
        "From": "ann@example.org",
        "FromFull": {"Email": "ann@example.org", "Name": "Ann", "MailboxHash": ""},
        "To": recipient,
        "ToFull": [{"Email": recipient, "Name": "", "MailboxHash": ""}],
        "OriginalRecipient": recipient,
        "Subject": "Re: Ours",
        "MessageID": "22c74902-a0c1-4511-804f-341342852c90",
        "Date": "Thu, 5 Apr 2012 16:59:01 +0200",
        "TextBody": "arany, őszintén\n",
        "HtmlBody": "",
        "Headers": [
            {"Name": "Return-Path", "Value": "<ann@example.org>"},
            {"Name": "Message-ID", "Value": "<one@example.org>"},
            {"Name": "Authentication-Results", "Value": "mx.example.org; dmarc=pass"},
        ],
        "Attachments": [],
        **more,
    }


RAW = "From: Ann <ann@example.org>\nTo: {to}\nMessage-ID: <two@example.org>\nSubject: ő\n\ngold\n"


def test_a_email_comes_in(postmark, seat):
    assert call("postmark/inbound", reply(addresses.build_reply_address(seat).upper())) == 200
    stored = IncomingMail.objects.get()
    assert (stored.recipient, stored.sender) == (addresses.build_reply_address(seat), "ann@example.org")
    raw = bytes(stored.raw)
    assert b"Message-ID: <one@example.org>" in raw
    assert base64.b64encode("arany, őszintén".encode())[:16] in raw or "őszintén".encode() in raw


def test_a_provider_that_does_not_tell_the_envelope_brings_emails_of_people_too(postmark, seat):
    data = reply(
        addresses.build_reply_address(seat), Headers=[{"Name": "Message-ID", "Value": "<one@example.org>"}]
    )
    assert call("postmark/inbound", data) == 200
    assert IncomingMail.objects.get().sender == "ann@example.org"


def test_a_email_comes_in_as_it_was_where_the_provider_keeps_it(postmark, seat):
    address = addresses.build_reply_address(seat)
    call("postmark/inbound", reply(address, RawEmail=RAW.format(to=address)))
    assert bytes(IncomingMail.objects.get().raw).endswith(b"\n\ngold\n")


@pytest.mark.drill(28, "a webhook that is replayed")
def test_a_email_that_is_told_twice_is_one(postmark, seat):
    for _ in range(2):
        assert call("postmark/inbound", reply(addresses.build_reply_address(seat))) == 200
    assert IncomingMail.objects.count() == 1


def test_a_email_without_a_message_id_is_known_by_what_the_provider_calls_it(postmark, seat):
    for _ in range(2):
        call("postmark/inbound", reply(addresses.build_reply_address(seat), Headers=[]))
    assert IncomingMail.objects.count() == 1
    call("postmark/inbound", reply(addresses.build_reply_address(seat), Headers=[], MessageID="another"))
    assert IncomingMail.objects.count() == 2


@pytest.mark.parametrize("header", ["Delivered-To", "X-Original-To"])
def test_our_address_is_found_where_the_email_names_it(postmark, seat, header):
    named = [{"Name": header, "Value": addresses.build_reply_address(seat)}]
    said = reply("forwarded@example.org", OriginalRecipient="hash@inbound.postmarkapp.com", Headers=named)
    assert call("postmark/inbound", said) == 200
    assert IncomingMail.objects.get().recipient == addresses.build_reply_address(seat)


def test_a_email_to_nobody_is_dropped(postmark):
    assert call("postmark/inbound", reply("reply+nosuchkey@post.example.org")) == 200
    assert call("postmark/inbound", reply("ann@example.org")) == 200
    assert not IncomingMail.objects.exists()


@pytest.mark.parametrize("size", [inbox.MAX_EMAIL_SIZE, 3 * inbox.MAX_EMAIL_SIZE])
def test_a_email_that_is_too_large_is_refused(postmark, seat, size):
    assert call("postmark/inbound", reply(addresses.build_reply_address(seat), TextBody="x" * size)) == 400
    assert not IncomingMail.objects.exists()


@pytest.mark.parametrize(
    "raw",
    ["", "\0\0", "Subject: =?utf-8?b?/w==?=\nContent-Type: text/plain; charset=x\n\n\xff\0"],
)
def test_broken_emails_come_in_too(postmark, seat, raw):
    assert call("postmark/inbound", reply(addresses.build_reply_address(seat), RawEmail=raw)) == 200
    assert IncomingMail.objects.count() == 1


# --- what became of emails


def bounce(address: str, kind: str = "HardBounce", **more: Any) -> dict[str, Any]:
    """As Postmark tells of a bounce."""
    return {
        "RecordType": "SpamComplaint" if kind == "SpamComplaint" else "Bounce",
        "ID": 42,
        "Type": kind,
        "Email": address,
        "BouncedAt": timezone.now().isoformat(),
        "Details": "smtp;550 5.1.1 The email account that you tried to reach does not exist.",
        "MessageID": "883953f4-6105-42a2-a16a-77a8eac79483",
        **more,
    }


def failed(
    address: str, severity: str = "permanent", code: int = 550, words: str = "5.1.1 no such user"
) -> Any:
    """As Mailgun tells of a bounce."""
    stamp, token = "1529006854", "a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0"
    proof = hmac.new(b"key", f"{stamp}{token}".encode(), hashlib.sha256).hexdigest()
    return {
        "signature": {"timestamp": stamp, "token": token, "signature": proof},
        "event-data": {
            "event": "failed",
            "severity": severity,
            "reason": "bounce" if severity == "permanent" else "generic",
            "timestamp": timezone.now().timestamp(),
            "recipient": address,
            "delivery-status": {"code": code, "message": f"{code} {words}", "description": ""},
            "message": {"headers": {"message-id": "x@play.example.org"}},
        },
    }


def reach(user: Any) -> tuple[bool, int]:
    user.refresh_from_db()
    return user.is_reachable, user.bounce_days


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ({"kind": "HardBounce"}, (False, 0)),
        ({"kind": "SpamComplaint"}, (False, 0)),
        ({"kind": "BadEmailAddress"}, (False, 0)),
        ({"kind": "SoftBounce", "Details": "smtp;452 4.2.2 over quota"}, (True, 1)),
        ({"kind": "SoftBounce", "Details": ""}, (True, 1)),
        ({"kind": "HardBounce", "Details": "smtp;550 5.7.1 we do not like your server"}, (True, 1)),
        ({"kind": "Blocked"}, (True, 1)),
        ({"kind": "Transient"}, (True, 0)),
        ({"kind": "AutoResponder"}, (True, 0)),
    ],
)
def test_what_postmark_tells_counts(postmark, said, outcome):
    user = UserFactory()
    assert call("postmark/tracking", bounce(user.email.upper(), **said)) == 200
    assert reach(user) == outcome


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ({}, (False, 0)),
        ({"code": 552, "words": "5.2.2 mailbox full"}, (True, 1)),
        ({"severity": "temporary", "code": 451, "words": "4.7.1 greylisted"}, (True, 0)),
    ],
)
def test_what_mailgun_tells_counts(mailgun, said, outcome):
    user = UserFactory()
    assert call("mailgun/tracking", failed(user.email, **said)) == 200
    assert reach(user) == outcome


def test_an_invitation_that_came_back_is_marked(postmark):
    game = table(1, size=4)
    [invitation] = invitations.invite_people(game.pk, game.creator, ["bob@example.org"])
    call("postmark/tracking", bounce("bob@example.org"))
    assert Invitation.objects.get(pk=invitation.pk).is_refused


@pytest.mark.drill(28, "events again, and out of order")
def test_events_that_come_again_or_too_late_are_harmless(postmark, seat):
    old = bounce(seat.user.email)
    for _ in range(3):
        assert call("postmark/tracking", old) == 200
    assert GameNotice.objects.filter(kind=GameNotice.Kind.UNREACHABLE).count() <= 1
    mark_reachable(seat.user)
    call("postmark/tracking", old)
    assert reach(seat.user) == (True, 0)


@pytest.mark.parametrize("when", [{"BouncedAt": "2024-05-01T12:00:00"}, {}])
def test_a_provider_may_leave_open_when_it_was(postmark, when):
    user = UserFactory()
    said = bounce(user.email)
    del said["BouncedAt"]
    assert call("postmark/tracking", {**said, **when}) == 200
    assert reach(user) == (False, 0)


def test_an_event_about_nobody_is_dropped(postmark):
    assert call("postmark/tracking", bounce("nobody@example.org")) == 200


def event(kind: str, reason: str | None = None, said: str = "", **data: Any) -> Any:
    return SimpleNamespace(event_type=kind, reject_reason=reason, mta_response=said, esp_event=data)


@pytest.mark.parametrize(
    ("one", "verdict"),
    [
        (event(EventType.DELIVERED), None),
        (event(EventType.DEFERRED), None),
        (event(EventType.UNSUBSCRIBED), True),
        (event(EventType.REJECTED, RejectReason.BOUNCED), True),
        (event(EventType.REJECTED, RejectReason.TIMED_OUT), False),
        (event(EventType.BOUNCED), True),
        (event(EventType.BOUNCED, RejectReason.OTHER), False),
        (event(EventType.BOUNCED, RejectReason.OTHER, "550 5.1.1 unknown"), True),
        (event(EventType.BOUNCED, RejectReason.BOUNCED, event="soft_bounce"), False),  # Brevo
        (event(EventType.BOUNCED, RejectReason.BOUNCED, hard_bounce=False), False),  # Mailjet
        (event(EventType.BOUNCED, None, type="activity.soft_bounced"), False),  # MailerSend
    ],
)
def test_other_providers_say_it_in_other_words(one, verdict):
    assert webhooks.is_hard_bounce(one) is verdict


# --- emails that leave


class Api:
    """A provider that answers as a test wishes, and remembers what it was sent."""

    def __init__(self, monkeypatch: Any) -> None:
        self.status, self.body, self.error = 200, {}, None
        self.sent: list[dict[str, Any]] = []
        monkeypatch.setattr(requests.Session, "request", lambda _session, **asked: self.answer(asked))

    def answer(self, asked: dict[str, Any]) -> requests.Response:
        self.sent.append(asked)
        if self.error:
            raise self.error
        response = requests.Response()
        response.status_code, response.reason = self.status, "so"
        response._content = json.dumps(self.body).encode()
        return response


@pytest.fixture
def api(monkeypatch) -> Api:
    return Api(monkeypatch)


TAKEN = {"ErrorCode": 0, "Message": "OK", "MessageID": "x", "To": "bob@example.org"}
INACTIVE = {
    "ErrorCode": 406,
    "Message": "You tried to send to recipient(s) that have been marked as inactive.\n"
    "Found inactive addresses: bob@example.org.\n"
    "Inactive recipients are ones that have generated a hard bounce, a spam complaint, or a suppression.",
}
EMAIL = {"subject": "Ours", "body": "gold", "to": ["bob@example.org"]}


def test_a_email_leaves_and_the_way_stays_open_for_the_next(postmark, api):
    api.body = TAKEN
    with MailSession() as way:
        for _ in range(2):
            way.send(EmailMessage(**EMAIL))
        session = way.connection.session
        assert session is not None
    assert way.connection.session is None
    assert len(api.sent) == 2


@pytest.mark.parametrize(
    ("status", "body", "outcome"),
    [
        (422, INACTIVE, AddressRefused),
        (401, {}, MailServerDown),
        (403, {}, MailServerDown),
        (404, {}, MailServerDown),
        (429, {}, MailServerDown),
        (500, {}, MailServerDown),
        (503, {}, MailServerDown),
    ],
)
def test_what_a_provider_answers(postmark, api, status, body, outcome):
    api.status, api.body = status, body
    with pytest.raises(outcome), MailSession() as way:
        way.send(EmailMessage(**EMAIL))


@pytest.mark.parametrize("error", [requests.ConnectionError(), requests.Timeout()])
def test_a_provider_that_cannot_be_reached_is_a_post_that_is_down(postmark, api, error):
    api.error = error
    with pytest.raises(MailServerDown), MailSession() as way:
        way.send(EmailMessage(**EMAIL))


@pytest.mark.parametrize("status", [400, 413, 422])
def test_what_is_wrong_with_one_email_comes_through(mailgun, api, status):
    api.status = status
    with pytest.raises(requests.HTTPError) as trouble, MailSession() as way:
        way.send(EmailMessage(**EMAIL))
    assert transport.error_name(trouble.value) == "AnymailRequestsAPIError"


def test_one_invitation_that_is_not_taken_does_not_hold_up_the_others(mailgun, api):
    game = table(1, size=4)
    invitations.invite_people(game.pk, game.creator, ["bob@example.org", "cid@example.org"])
    api.status = 400
    assert invitation_outbox.send_due_invitations() == 0
    assert len(api.sent) == 2


def test_somebody_whom_the_provider_refuses_gets_a_page_and_no_traceback(client, postmark, api):
    api.status, api.body = 422, INACTIVE
    assert client.post("/accounts/login/", {"email": "bob@example.org"}).status_code == 503


@pytest.mark.parametrize("name", ["postmark", "mailgun", "brevo", "resend", "mailjet", "sparkpost"])
def test_with_a_provider_the_sender_is_ours_and_the_return_path_its_own(settings, api, seat, name):
    """Some know no other return path, some take it for the name of our account."""
    keys = ("SERVER_TOKEN", "API_KEY", "SECRET_KEY", "SENDER_DOMAIN")
    use(settings, name, **{f"{name.upper()}_{key}": "play.example.org" for key in keys})
    GameNotice.objects.exclude(user=seat.user).delete()
    game_outbox.send_due_notices()
    [asked] = api.sent
    assert "bounce+" not in str(asked)
    assert "post@localhost" in str(asked)


def test_by_a_mail_server_the_return_path_is_the_emails_own(seat):
    game_outbox.send_due_notices()
    [email] = [one for one in mail.outbox if one.to == [seat.user.email]]
    assert email.from_email.startswith("bounce+n")
    assert email.message()["From"] == "Citadels by Post <post@localhost>"
