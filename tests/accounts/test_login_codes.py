"""In by a code that an email brings: right, wrong, late, too often; and nobody learns who lives where."""

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.helpers.factories import UserFactory
from tests.helpers.messages import accounts
from tests.helpers.sign_in import ask_for_code, code_of, same, sign_in, signed_in_as, type_code

pytestmark = pytest.mark.django_db


def test_a_email_brings_the_code_and_the_code_opens(client, ann):
    asked = ask_for_code(client, "ann@example.org")
    assert (asked.status_code, asked["Location"]) == (302, "/accounts/login/code/")
    assert [email.to for email in mail.outbox] == [["ann@example.org"]]
    opened = type_code(client, code_of())
    assert (opened.status_code, opened["Location"]) == (302, "/games/")
    assert signed_in_as(client) == "Ann"


def test_address_and_code_may_be_typed_as_people_type(client, ann):
    ask_for_code(client, " ANN@Example.org ")
    type_code(client, code_of().lower().replace("-", " "))
    assert signed_in_as(client) == "Ann"


def test_signing_in_proves_the_address(client, ann):
    sign_in(client, ann)
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [
        ("ann@example.org", True, True)
    ]


def test_the_session_gets_a_new_key(client, ann):
    ask_for_code(client, ann.email)
    before = client.session.session_key
    type_code(client, code_of())
    assert client.session.session_key != before


def test_the_way_on_is_kept_and_leads_nowhere_else(client, ann):
    client.post("/accounts/login/?next=/accounts/passkeys/", {"email": ann.email})
    opened = client.post("/accounts/login/code/?next=/accounts/passkeys/", {"code": code_of()})
    assert opened["Location"] == "/accounts/passkeys/"
    other = Client()
    ask_for_code(other, ann.email)
    opened = other.post("/accounts/login/code/?next=https://elsewhere.example/", {"code": code_of()})
    assert opened["Location"] == "/games/"


def test_a_wrong_code_is_refused_with_a_sentence(client, ann):
    ask_for_code(client, ann.email)
    refused = type_code(client, "BBBB-BBBB")
    assert refused.status_code == 200
    assert accounts.WRONG_CODE in refused.content.decode()
    assert type_code(client, code_of()).status_code == 302


def test_three_wrong_codes_and_the_right_one_is_worth_nothing(client, ann):
    ask_for_code(client, ann.email)
    for _ in range(3):
        last = type_code(client, "BBBB-BBBB")
    assert (last.status_code, last["Location"]) == (302, "/accounts/login/")
    assert accounts.TOO_MANY_CODES in client.get("/accounts/login/").content.decode()
    type_code(client, code_of())
    assert signed_in_as(client) is None


def test_a_code_gets_too_old(client, ann):
    with time_machine.travel("2026-03-01 12:00+00:00", tick=False) as clock:
        ask_for_code(client, ann.email)
        clock.shift(15 * 60 + 1)
        late = type_code(client, code_of())
        assert (late.status_code, late["Location"]) == (302, "/accounts/login/")
        assert signed_in_as(client) is None


def test_a_code_works_in_the_browser_that_asked_for_it_only(client, ann):
    ask_for_code(client, ann.email)
    thief = Client()
    assert type_code(thief, code_of())["Location"] == "/accounts/login/"
    assert signed_in_as(thief) is None


def test_a_code_works_once(client, ann):
    ask_for_code(client, ann.email)
    code = code_of()
    type_code(client, code)
    client.post("/accounts/logout/")
    assert type_code(client, code)["Location"] == "/accounts/login/"
    assert signed_in_as(client) is None


def test_another_email_brings_another_code(client, ann):
    ask_for_code(client, ann.email)
    first = code_of()
    client.post("/accounts/login/code/", {"action": "resend"})
    assert len(mail.outbox) == 2
    assert code_of() != first
    assert type_code(client, first).status_code == 200
    assert type_code(client, code_of()).status_code == 302


def test_another_address_may_be_used(client, ann):
    ask_for_code(client, "wrong@example.org")
    assert client.get("/accounts/login/")["Location"] == "/accounts/login/code/"
    gone = client.post("/accounts/logout/", {"next": "/accounts/login/"})
    assert gone["Location"] == "/accounts/login/"
    assert client.get("/accounts/login/").status_code == 200


def test_an_address_that_moved_on_lets_nobody_in(client, ann):
    """Who asked for a code at the old address, before it was changed, holds a code for nothing."""
    ask_for_code(client, ann.email)
    User.objects.filter(pk=ann.pk).update(email="new@example.org")
    type_code(client, code_of())
    assert signed_in_as(client) is None
    assert not EmailAddress.objects.exists()


# --- nobody learns who lives where


def suspended() -> None:
    UserFactory(handle="Shut", email="shut@example.org", is_active=False)


ADDRESSES = ["ann@example.org", "guest@example.org", "nobody@example.org", "shut@example.org"]


@pytest.fixture
def everybody(ann, guest) -> None:
    suspended()


@pytest.mark.usefixtures("everybody")
def test_sign_in_looks_the_same_whoever_lives_there():
    seen = set()
    for email in ADDRESSES:
        client = Client()
        asked = ask_for_code(client, email)
        page = client.get(asked["Location"])
        wrong = type_code(client, "BBBB-BBBB")
        again = client.post("/accounts/login/code/", {"action": "resend"}, follow=True)
        headers = tuple(sorted(set(page.headers) | set(wrong.headers)))
        seen.add((asked["Location"], same(page, email), same(wrong, email), same(again, email), headers))
    assert len(seen) == 1


@pytest.mark.usefixtures("everybody")
def test_every_address_gets_one_email_and_only_people_a_code():
    for email in ADDRESSES:
        ask_for_code(Client(), email)
    assert [message.to[0] for message in mail.outbox] == ADDRESSES
    assert ["code" in message.subject for message in mail.outbox] == [True, True, False, False]
    assert "https://" not in mail.outbox[2].body.replace("http://127.0.0.1:8000", "")


@pytest.mark.usefixtures("everybody")
def test_three_emails_a_minute_to_an_address_known_or_not():
    answers = set()
    for email in ADDRESSES:
        for _ in range(3):
            assert ask_for_code(Client(), email).status_code == 302
        fourth = ask_for_code(Client(), email)
        assert accounts.TOO_MANY_CODES in fourth.content.decode()
        answers.add((fourth.status_code, same(fourth, email)))
    assert len(answers) == 1
    assert len(mail.outbox) == 3 * len(ADDRESSES)


def test_sign_in_and_sign_up_count_together(ann):
    for _ in range(3):
        Client().post("/accounts/signup/", {"email": ann.email, "username": "Bob"})
    assert accounts.TOO_MANY_CODES in ask_for_code(Client(), ann.email).content.decode()
    assert len(mail.outbox) == 3


def test_resending_counts_too(ann):
    client = Client()
    ask_for_code(client, ann.email)
    ask_for_code(Client(), ann.email)
    client.post("/accounts/login/code/", {"action": "resend"})
    refused = client.post("/accounts/login/code/", {"action": "resend"}, follow=True)
    assert accounts.TOO_OFTEN in refused.content.decode()
    assert len(mail.outbox) == 3


def test_limits_end(ann):
    with time_machine.travel("2026-03-01 12:00+00:00", tick=False) as clock:
        for _ in range(3):
            ask_for_code(Client(), ann.email)
        clock.shift(61)
        assert ask_for_code(Client(), ann.email).status_code == 302


# --- pages that allauth has and we do not


@pytest.mark.parametrize(
    "path",
    [
        "password/change/",
        "password/set/",
        "password/reset/",
        "password/reset/done/",
        "password/reset/key/1-abc/",
        "confirm-email/",
        "email/",
        "signup/passkey/",
        "2fa/",
        "2fa/recovery-codes/",
        "3rdparty/",
        "login/code/confirm/",
    ],
)
def test_pages_that_we_do_not_use_are_not_there(client, ann, path):
    client.force_login(ann)
    assert client.get(f"/accounts/{path}").status_code == 404


def test_a_password_signs_nobody_in(client):
    User.objects.create_user("root@example.org", "Root", "a long enough word")
    client.post("/accounts/login/", {"email": "root@example.org", "password": "a long enough word"})
    client.post("/accounts/login/", {"login": "root@example.org", "password": "a long enough word"})
    assert signed_in_as(client) is None


def test_the_admins_password_cannot_be_guessed_for_long(client):
    wrong = {"username": "root@example.org", "password": "guess"}
    answers = [client.post("/admin/login/", wrong).status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]


def test_signing_out_takes_a_button(client, ann):
    sign_in(client, ann)
    assert client.get("/accounts/logout/").status_code == 200
    assert signed_in_as(client) == "Ann"
    assert client.post("/accounts/logout/")["Location"] == "/"
    assert signed_in_as(client) is None


def test_forms_want_their_token(ann):
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/accounts/login/", {"email": ann.email}).status_code == 403
    assert strict.post("/accounts/signup/", {"email": "a@b.org", "username": "Bob"}).status_code == 403
    strict.force_login(ann)
    for path in ("", "export/", "close/", "reauthenticate/", "address/", "logout/", "passkeys/add/"):
        assert strict.post(f"/accounts/{path}").status_code == 403, path
    assert not mail.outbox
