"""Emails about the account: plain, marked as a machine's, in the reader's language, over a real socket."""

import re
from datetime import UTC, datetime
from email import message_from_string, policy

import pytest
from django.core import mail
from django.test import Client

from accounts.adapter import AccountAdapter
from accounts.mail_headers import get_site_domain
from tests.helpers.factories import UserFactory
from tests.helpers.mail.smtp_server import mail_server
from tests.helpers.messages import accounts
from tests.helpers.sign_in import CODE, ask_for_code, ask_to_sign_up, sign_in, signed_in_as, type_code

pytestmark = pytest.mark.django_db


@pytest.fixture
def post(settings):
    """Emails go through a real mail server."""
    with mail_server() as server:
        settings.EMAIL_BACKEND = "games.mail.outgoing.smtp.LimitedSmtpBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.server_address
        yield server


def test_a_code_really_arrives_and_really_opens(client, post):
    ann = UserFactory(handle="Ann")
    ask_for_code(client, ann.email)
    email = message_from_string(post.emails[0], policy=policy.default)
    assert email["To"] == "ann@example.org"
    type_code(client, CODE.search(email.get_content().replace("\r\n", "\n"))[1])
    assert signed_in_as(client) == "Ann"


def test_if_the_mail_server_is_down_the_page_says_so(client, settings):
    settings.EMAIL_BACKEND = "games.mail.outgoing.smtp.LimitedSmtpBackend"
    with mail_server() as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.server_address
    answer = ask_for_code(client, "ann@example.org")
    assert answer.status_code == 503
    assert accounts.EMAIL_CANNOT_BE_SENT in answer.content.decode()
    assert client.get("/accounts/login/").status_code == 200


def test_emails_are_plain_and_marked_as_a_machines(client):
    ask_to_sign_up(client, "bob@example.org", "Bob")
    email = mail.outbox[0]
    assert email.message().get_content_type() == "text/plain"
    assert email.extra_headers["Auto-Submitted"] == "auto-generated"
    assert email.extra_headers["X-Auto-Response-Suppress"] == "All"
    assert email.extra_headers["Message-ID"].endswith(f"@{get_site_domain()}>")
    assert email.from_email == "Citadels by Post <post@localhost>"
    assert not email.subject.startswith("[")


def test_links_come_from_the_settings_and_not_from_the_visitor(settings):
    settings.ALLOWED_HOSTS = ["*"]
    settings.BASE_URL = "https://play.example.org"
    Client(headers={"host": "evil.example"}).post("/accounts/login/", {"email": "nobody@example.org"})
    links = re.findall(r"https?://\S+", mail.outbox[0].body)
    assert links == ["https://play.example.org/accounts/signup/", "https://play.example.org/"]
    assert "evil" not in mail.outbox[0].message().as_string()


def test_a_email_speaks_its_readers_language(client):
    ilka = UserFactory(handle="Ilka", language="hu")
    client.post("/accounts/login/", {"email": ilka.email}, headers={"accept-language": "hr"})
    assert mail.outbox[0].extra_headers["Content-Language"] == "hu"
    client = Client(headers={"accept-language": "hr"})
    ask_to_sign_up(client, "marko@example.org", "Marko")
    assert mail.outbox[1].extra_headers["Content-Language"] == "hr"


def test_a_subject_is_one_line_whatever_goes_into_it(rf, client):
    render = AccountAdapter().render_mail
    email = render("account/email/login_code", "ann@example.org", {"code": "AB\nBcc: spy@example.org"})
    assert "\n" not in email.subject
    assert email.message()["Bcc"] is None


EMAILS = [
    "login_code",
    "signup_code",
    "reauthentication_code",
    "unknown_account",
    "email_confirmation",
    "email_changed",
    "account_closed",
]


@pytest.mark.parametrize("name", EMAILS)
def test_every_email_is_whole(client, name):
    """No variable is missing, nothing is escaped for HTML, and the house signs."""
    user = UserFactory(handle="Ann")
    context = {"code": "BCDF-GHJK", "email": "a&b@example.org", "user": user, "site_url": "https://x.org/"}
    context |= {
        "from_email": "a&b@example.org",
        "to_email": "c&d@example.org",
        "signup_url": "https://x.org/up",
    }
    context |= {"profile_url": "https://x.org/me", "timestamp": datetime(2026, 1, 5, 12, 0, tzinfo=UTC)}
    email = AccountAdapter().render_mail(f"account/email/{name}", "a@example.org", context)
    assert email.subject
    assert email.body.endswith(f"{accounts.SITE_NAME}\nhttps://x.org/")
    assert "&amp;" not in email.body
    assert "{" not in email.subject + email.body
    assert "\n\n\n" not in email.body


def test_the_email_to_a_new_address_says_who_asks(client):
    ann = UserFactory(handle="Ann")
    sign_in(client, ann)
    mail.outbox.clear()
    client.post("/accounts/address/", {"email": "new@example.org", "action_add": ""})
    assert accounts.WANTS_EMAILS_HERE.is_in(mail.outbox[0].body, handle="Ann")
