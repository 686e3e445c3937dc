"""What could take an account away: a new address, passkeys, closing. All of it asks for a fresh sign-in."""

import json

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client

from accounts import personal_data
from accounts.close_account import close_account
from accounts.models import FormerHandle, User
from tests.helpers.factories import UserFactory
from tests.helpers.messages import accounts
from tests.helpers.sign_in import (
    ask_for_code,
    ask_to_sign_up,
    code_of,
    passkey,
    sign_in,
    signed_in_as,
    type_code,
)

pytestmark = pytest.mark.django_db

DELICATE = ["close/", "address/", "passkeys/add/", "passkeys/1/name/", "passkeys/1/remove/"]


@pytest.fixture
def toys(monkeypatch):
    """Another app that keeps something about people."""
    monkeypatch.setattr(personal_data, "_hooks", {})
    closed: list[str] = []
    personal_data.register(
        "toys",
        export=lambda user: [{"toy": f"{user.handle}'s top"}],
        close=lambda user: closed.append(user.handle),
        warn=lambda user: ["Your toys go to the attic."],
    )
    return closed


# --- still you?


@pytest.mark.parametrize("path", DELICATE)
def test_a_stale_session_is_asked_for_a_code(client, ann, path):
    client.force_login(ann)
    for answer in (client.get(f"/accounts/{path}"), client.post(f"/accounts/{path}")):
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/reauthenticate/?next=%2Faccounts%2F")


@pytest.mark.parametrize("path", DELICATE)
def test_a_stranger_is_asked_to_sign_in(client, path):
    assert client.get(f"/accounts/{path}")["Location"].startswith("/accounts/login/?next=/accounts/")


def test_a_sign_in_is_fresh_for_a_quarter_of_an_hour(client, ann):
    with time_machine.travel("2026-03-01 12:00+00:00", tick=False) as clock:
        sign_in(client, ann)
        clock.shift(14 * 60)
        assert client.get("/accounts/close/").status_code == 200
        clock.shift(2 * 60)
        assert client.get("/accounts/close/").status_code == 302


def test_a_code_makes_it_fresh_again(client, ann):
    client.force_login(ann)
    page = client.get("/accounts/close/")["Location"]
    assert accounts.MAY_WE_SEND_A_CODE.fill(address=ann.email) in client.get(page).content.decode()
    assert not mail.outbox
    client.post(page, {"action": "send"})
    assert mail.outbox[0].to == ["ann@example.org"]
    assert client.post(page, {"code": code_of()})["Location"] == "/accounts/close/"
    assert client.get("/accounts/close/").status_code == 200


def test_three_wrong_codes_and_it_must_be_sent_anew(client, ann):
    client.force_login(ann)
    client.post("/accounts/reauthenticate/", {"action": "send"})
    for _ in range(2):
        wrong = client.post("/accounts/reauthenticate/", {"code": "BBBB-BBBB"})
        assert accounts.WRONG_CODE in wrong.content.decode()
    last = client.post("/accounts/reauthenticate/", {"code": "BBBB-BBBB"})
    assert accounts.CODE_USED_UP in last.content.decode()
    client.post("/accounts/reauthenticate/", {"code": code_of()})
    assert client.get("/accounts/close/").status_code == 302


def test_such_a_code_gets_too_old(client, ann):
    with time_machine.travel("2026-03-01 12:00+00:00", tick=False) as clock:
        client.force_login(ann)
        client.post("/accounts/reauthenticate/", {"action": "send"})
        clock.shift(15 * 60 + 1)
        client.post("/accounts/reauthenticate/", {"code": code_of()})
        assert client.get("/accounts/close/").status_code == 302


def test_it_leads_nowhere_else(client, ann):
    client.force_login(ann)
    client.post("/accounts/reauthenticate/?next=//evil.example", {"action": "send"})
    gone = client.post("/accounts/reauthenticate/?next=//evil.example", {"code": code_of()})
    assert gone["Location"] == "/accounts/"


def test_such_emails_are_counted(client, ann):
    client.force_login(ann)
    answers = [client.post("/accounts/reauthenticate/", {"action": "send"}).status_code for _ in range(4)]
    assert answers == [302, 302, 302, 429]


# --- a new address


def test_an_address_is_proven_before_it_replaces_the_old(client, ann):
    sign_in(client, ann)
    asked = client.post("/accounts/address/", {"email": "new@example.org", "action_add": ""})
    assert asked["Location"] == "/accounts/address/code/"
    ann.refresh_from_db()
    assert (mail.outbox[-1].to, ann.email) == (["new@example.org"], "ann@example.org")
    assert client.post("/accounts/address/code/", {"code": code_of()})["Location"] == "/accounts/"
    ann.refresh_from_db()
    assert ann.email == "new@example.org"
    assert list(EmailAddress.objects.values_list("email", "verified")) == [("new@example.org", True)]


def test_the_old_address_is_told(client, ann):
    sign_in(client, ann)
    client.post("/accounts/address/", {"email": "new@example.org", "action_add": ""})
    client.post("/accounts/address/code/", {"code": code_of()})
    email = mail.outbox[-1]
    assert (email.to, email.subject) == (["ann@example.org"], accounts.ADDRESS_CHANGED_SUBJECT)
    assert "new@example.org" in email.body


def test_a_wrong_code_changes_no_address(client, ann):
    sign_in(client, ann)
    client.post("/accounts/address/", {"email": "new@example.org", "action_add": ""})
    for _ in range(3):
        client.post("/accounts/address/code/", {"code": "BBBB-BBBB"})
    client.post("/accounts/address/code/", {"code": code_of()})
    ann.refresh_from_db()
    assert ann.email == "ann@example.org"


def test_an_address_of_somebody_else_looks_free_until_the_code_is_typed(client, ann, guest):
    """Who types the code has the mailbox, and may know."""
    UserFactory(handle="Bob", email="bob@example.org")
    sign_in(client, ann)
    for email in ("bob@example.org", "guest@example.org", "free@example.org"):
        asked = client.post("/accounts/address/", {"email": email, "action_add": ""})
        assert asked["Location"] == "/accounts/address/code/"
        assert mail.outbox[-1].to == [email]
    client.post("/accounts/address/", {"email": "carl@example.org", "action_add": ""})
    UserFactory(handle="Carl", email="carl@example.org")
    refused = client.post("/accounts/address/code/", {"code": code_of()})
    assert accounts.ADDRESS_TAKEN in refused.content.decode()
    ann.refresh_from_db()
    assert ann.email == "ann@example.org"


def test_emails_to_strangers_are_counted(client, ann):
    sign_in(client, ann)
    answers = [
        client.post("/accounts/address/", {"email": f"a{n}@example.org", "action_add": ""}).status_code
        for n in range(6)
    ]
    assert answers == [302] * 5 + [429]


# --- passkeys


def test_a_passkey_is_no_second_lock(client, ann):
    passkey(ann)
    sign_in(client, ann)
    assert signed_in_as(client) == "Ann"


def test_a_passkey_can_be_renamed_and_removed(client, ann):
    key = passkey(ann)
    sign_in(client, ann)
    client.post(f"/accounts/passkeys/{key.pk}/name/", {"name": "Laptop"})
    assert "Laptop" in client.get("/accounts/passkeys/").content.decode()
    client.post(f"/accounts/passkeys/{key.pk}/remove/")
    assert not Authenticator.objects.exists()
    assert mail.outbox[-1].subject == accounts.PASSKEY_REMOVED_SUBJECT


def test_nobody_touches_the_passkeys_of_others(client, ann):
    key = passkey(UserFactory(handle="Bob"))
    sign_in(client, ann)
    assert client.post(f"/accounts/passkeys/{key.pk}/remove/").status_code == 404
    assert client.post(f"/accounts/passkeys/{key.pk}/name/", {"name": "Mine"}).status_code == 404


def test_a_made_up_passkey_opens_nothing(client, ann):
    for credential in ("", "{}", "null", "7", '{"id": "x"}', "[1]", '{"rawId": 1, "id": 1}'):
        refused = client.post("/accounts/passkeys/login/", {"credential": credential})
        assert (refused.status_code, refused["Location"]) == (302, "/accounts/login/")
    assert accounts.PASSKEY_UNKNOWN in client.get("/accounts/login/").content.decode()


def test_a_made_up_passkey_is_not_added(client, ann):
    sign_in(client, ann)
    for credential in ("", "{}", "null", '{"id": "x"}', "[1]"):
        assert client.post("/accounts/passkeys/add/", {"credential": credential}).status_code == 200
    assert not Authenticator.objects.exists()


# --- one's own data


def test_everything_in_one_file(client, ann, toys):
    ann.rename("Anna")
    passkey(ann)
    sign_in(client, ann)
    answer = client.post("/accounts/export/")
    assert answer["Content-Disposition"] == 'attachment; filename="citadels-by-post-Anna.json"'
    assert answer["Cache-Control"] == "no-store"
    data = json.loads(answer.content)
    assert data["person"]["handle"] == "Anna"
    assert data["person"]["mail_preferences"]["your_turn"] == "now"
    assert data["addresses"] == [{"address": "ann@example.org", "verified": True}]
    assert data["former_handles"][0]["handle"] == "Ann"
    assert data["passkeys"][0]["name"] == "Phone"
    assert "credential" not in answer.content.decode()
    assert data["toys"] == [{"toy": "Anna's top"}]


def test_the_file_is_ones_own_and_takes_a_button(client, ann):
    assert client.post("/accounts/export/").status_code == 302
    client.force_login(ann)
    assert client.get("/accounts/export/").headers["Location"] == "/accounts/"


def test_every_field_of_a_person_is_in_the_file_or_left_out_on_purpose(ann):
    """A new field asks to be thought about, here and in closing."""
    exported = {"handle", "email", "language", "time_zone", "quiet_from", "quiet_until", "mail_preferences"}
    exported |= {"display_name", "date_joined", "last_login", "is_guest"}
    exported |= {"digest_hours", "bounce_days", "bounced_at", "unreachable_since"}
    exported |= {"free_days", "leave", "reminder", "time_out", "is_stand_in", "holds_email", "calendar_key"}
    house = {"id", "password", "link_key", "is_staff", "is_active", "is_superuser", "closed_at"}
    assert {field.name for field in User._meta.concrete_fields} == exported | house


# --- closing


def test_closing_needs_the_handle_typed(client, ann, toys):
    sign_in(client, ann)
    page = client.get("/accounts/close/").content.decode()
    assert "Your toys go to the attic." in page
    for word in ("", "ann", "yes"):
        assert client.post("/accounts/close/", {"handle": word}).status_code == 200
    assert toys == []
    ann.refresh_from_db()
    assert ann.is_active


def test_closing_says_goodbye_and_forgets_the_address(client, ann, toys):
    sign_in(client, ann)
    closed = client.post("/accounts/close/", {"handle": "Ann"}, follow=True)
    assert accounts.ACCOUNT_CLOSED in closed.content.decode()
    assert (mail.outbox[-1].to, mail.outbox[-1].subject) == (
        ["ann@example.org"],
        accounts.ACCOUNT_CLOSED_SUBJECT,
    )
    assert signed_in_as(client) is None
    assert toys == ["Ann"]


def test_what_is_personal_goes_and_the_row_stays(ann, toys):
    ann.rename("Anna")
    ann.mail_preferences, ann.language, ann.time_zone = {"talk": "none"}, "hu", "Europe/Budapest"
    ann.is_staff = ann.is_superuser = True
    ann.leave, ann.free_days, ann.calendar_key = [["2026-12-20", "2027-01-03"]], [5, 6], "secret"
    ann.is_stand_in, ann.holds_email, ann.time_out, ann.reminder = True, True, "bot", 50
    ann.save()
    passkey(ann)
    EmailAddress.objects.create(user=ann, email=ann.email, verified=True, primary=True)
    LogEntry.objects.create(
        user=ann,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(ann.pk),
        object_repr="Anna",
        action_flag=CHANGE,
    )
    close_account(ann)
    row = User.objects.values().get(pk=ann.pk)
    assert row["handle"] == f"Former-{ann.pk}"
    assert row["email"].endswith("@closed.invalid")
    assert (row["mail_preferences"], row["language"], row["time_zone"]) == ({}, "en", "UTC")
    assert (row["leave"], row["free_days"], row["calendar_key"]) == ([], [], None)
    assert (row["is_stand_in"], row["holds_email"], row["time_out"], row["reminder"]) == (
        False,
        False,
        "",
        75,
    )
    assert not any(row[flag] for flag in ("is_active", "is_staff", "is_superuser", "is_guest"))
    assert row["closed_at"]
    for model in (EmailAddress, Authenticator, FormerHandle):
        assert not model.objects.exists()
    assert "Anna" not in str(LogEntry.objects.values())


def test_closing_signs_out_everywhere(client, ann):
    phone = Client()
    sign_in(client, ann)
    sign_in(phone, ann)
    bystander = Client()
    sign_in(bystander, UserFactory(handle="Bob"))
    close_account(ann)
    assert signed_in_as(phone) is None
    assert signed_in_as(bystander) == "Bob"
    assert not [s for s in Session.objects.all() if s.get_decoded().get("_auth_user_id") == str(ann.pk)]


def test_nobody_comes_back_into_a_closed_account(client, ann):
    ask_for_code(client, ann.email)
    code = code_of()
    close_account(ann)
    type_code(client, code)
    assert signed_in_as(client) is None
    ask_for_code(Client(), "ann@example.org")
    assert mail.outbox[-1].subject == accounts.ADDRESS_UNKNOWN_SUBJECT


def test_the_address_may_sign_up_again_as_somebody_new(client, ann):
    close_account(ann)
    ask_to_sign_up(client, "ann@example.org", "Ann")
    type_code(client, code_of())
    assert User.objects.filter(is_active=True).get().pk != ann.pk
    assert signed_in_as(client) == "Ann"


def test_many_may_close(ann, guest):
    for user in (ann, guest, UserFactory(handle="Bob")):
        close_account(user)
    assert User.objects.filter(is_active=False).count() == 3


def test_if_another_app_fails_nothing_is_closed(ann, monkeypatch):
    monkeypatch.setattr(personal_data, "_hooks", {})

    def broken(user):
        raise RuntimeError("a bug")

    personal_data.register("toys", export=lambda user: None, close=broken)
    with pytest.raises(RuntimeError):
        close_account(ann)
    ann = User.objects.get(pk=ann.pk)
    assert (ann.handle, ann.is_active) == ("Ann", True)


def test_the_admin_can_open_a_closed_person(client, ann):
    close_account(ann)
    client.force_login(User.objects.create_superuser("root@example.org", "Root"))
    assert client.get(f"/admin/accounts/user/{ann.pk}/change/").status_code == 200
    User.objects.get(pk=ann.pk).full_clean()
