"""Signing up: an address, a handle, a code. Nobody is made before the code comes back."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import include, path

from accounts.codes.login_codes import LoginCodeProcess, send_login_code
from accounts.models import User
from tests.helpers.factories import UserFactory
from tests.helpers.messages import accounts
from tests.helpers.sign_in import ask_to_sign_up, code_of, same, sign_in, signed_in_as, type_code

pytestmark = pytest.mark.django_db


def test_a_code_makes_the_account(client):
    asked = ask_to_sign_up(client, "bob@example.org", "Bob")
    assert (asked.status_code, asked["Location"]) == (302, "/accounts/login/code/")
    assert not User.objects.exists()
    type_code(client, code_of())
    bob = User.objects.get()
    assert (bob.handle, bob.email, bob.is_guest, bob.has_usable_password()) == (
        "Bob",
        "bob@example.org",
        False,
        False,
    )
    assert EmailAddress.objects.get(user=bob).verified
    assert signed_in_as(client) == "Bob"


def test_without_the_code_nothing_is_kept(client):
    ask_to_sign_up(client, "bob@example.org", "Bob")
    type_code(client, "BBBB-BBBB")
    assert not User.objects.exists()
    assert not EmailAddress.objects.exists()
    assert ask_to_sign_up(Client(), "other@example.org", "Bob").status_code == 302


def test_language_and_zone_come_from_the_browser(client):
    client.post(
        "/accounts/signup/",
        {"email": "ilka@example.org", "username": "Ilka", "time_zone": "Europe/Budapest"},
        headers={"accept-language": "hu"},
    )
    type_code(client, code_of())
    ilka = User.objects.get()
    assert (ilka.language, ilka.time_zone) == ("hu", "Europe/Budapest")


@pytest.mark.parametrize("zone", ["", "Europe/Atlantis", "../etc"])
def test_a_browser_that_tells_nonsense_gets_utc(client, zone):
    ask_to_sign_up(client, "bob@example.org", "Bob", time_zone=zone)
    type_code(client, code_of())
    assert User.objects.get().time_zone == "UTC"


@pytest.mark.parametrize(
    ("name", "handle"), [("Égon", "Egon"), ("Емил", "Emil"), ("Bob Lee", "Bob-Lee"), ("2fast", "fast")]
)
def test_a_name_in_any_script_signs_up_with_a_handle_like_it(client, name, handle):
    ask_to_sign_up(client, "bob@example.org", name)
    type_code(client, code_of())
    bob = User.objects.get()
    assert (bob.handle, bob.display_name, bob.name) == (handle, name, name)


def test_a_name_without_latin_letters_has_a_page_under_its_handle(client):
    ask_to_sign_up(client, "lei@example.org", "李雷")
    type_code(client, code_of())
    lei = User.objects.get()
    assert "李雷" in client.get(f"/people/{lei.handle}/").content.decode()
    assert "李雷" in client.get("/accounts/").content.decode()


@pytest.mark.parametrize(
    "handle", ["", "B", "2", "<b>Bob</b>", "admin", "Ádmin", "You", "nobody", "Former-7", "bot3", "from"]
)
def test_handles_that_cannot_be_had(client, handle):
    refused = ask_to_sign_up(client, "bob@example.org", handle)
    assert refused.status_code == 200
    assert refused.context["form"].errors["username"]
    assert not mail.outbox


def test_a_handle_that_is_taken_is_refused_to_its_owner_too(client, ann):
    """Otherwise the form would tell which address goes with which handle. The sentence shows the way in."""
    for email in ("ann@example.org", "bob@example.org"):
        refused = ask_to_sign_up(Client(), email, "ann")
        assert accounts.NAME_TAKEN_OR_OWN in refused.content.decode()
    assert not mail.outbox


def test_an_address_can_be_too_long(client):
    long = f"{'a' * 60}@{'.'.join(['b' * 60] * 4)}.example.org"
    assert accounts.ADDRESS_TOO_LONG in ask_to_sign_up(client, long, "Bob").content.decode()


def test_a_handle_that_is_gone_when_the_code_comes_back(client):
    ask_to_sign_up(client, "bob@example.org", "Bob")
    UserFactory(handle="Bob", email="other@example.org")
    type_code(client, code_of())
    assert signed_in_as(client) == "Bob2"


def test_the_same_address_in_two_windows_is_one_person(client):
    other = Client()
    ask_to_sign_up(client, "bob@example.org", "Bob")
    first = code_of()
    ask_to_sign_up(other, "bob@example.org", "Robert")
    second = code_of()
    type_code(client, first)
    type_code(other, second)
    assert User.objects.count() == 1
    assert signed_in_as(other) == "Bob"


def test_two_clicks_on_one_button_make_one_person(client, monkeypatch):
    """The second click finds nobody, and a moment later somebody."""
    ask_to_sign_up(client, "bob@example.org", "Bob")
    look = LoginCodeProcess.find_user

    def look_too_early(process):
        monkeypatch.setattr(LoginCodeProcess, "find_user", look)
        UserFactory(handle="Bob")

    monkeypatch.setattr(LoginCodeProcess, "find_user", look_too_early)
    type_code(client, code_of())
    assert User.objects.count() == 1
    assert signed_in_as(client) == "Bob"


def test_who_has_an_account_comes_in_by_the_same_code(client, ann):
    ask_to_sign_up(client, ann.email, "Annabel")
    type_code(client, code_of())
    assert signed_in_as(client) == "Ann"
    assert User.objects.count() == 1


def test_sign_up_looks_the_same_whoever_lives_there(ann, guest):
    UserFactory(handle="Shut", email="shut@example.org", is_active=False)
    seen = set()
    for email in ("ann@example.org", "guest@example.org", "nobody@example.org", "shut@example.org"):
        client = Client()
        asked = ask_to_sign_up(client, email, "Newname")
        page, wrong = client.get(asked["Location"]), type_code(client, "BBBB-BBBB")
        seen.add((asked.status_code, asked["Location"], same(page, email), same(wrong, email)))
    assert len(seen) == 1
    assert len(mail.outbox) == 4


def test_a_shut_account_is_not_opened_by_signing_up(client):
    shut = UserFactory(handle="Shut", email="shut@example.org", is_active=False)
    ask_to_sign_up(client, shut.email, "Open")
    assert accounts.ADDRESS_UNKNOWN_SUBJECT in mail.outbox[0].subject
    assert User.objects.count() == 1


def test_many_sign_ups_from_one_machine_are_stopped():
    answers = [ask_to_sign_up(Client(), f"a{n}@example.org", "Bob").status_code for n in range(21)]
    assert answers == [302] * 20 + [429]


@pytest.mark.parametrize(
    "wrong",
    [
        {"username": "Bob\nBcc: spy@example.org"},
        {"username": "Bob\r\nBcc: spy@example.org"},
        {"email": "bob@example.org\nBcc: spy@example.org"},
        {"email": "bob@example.org,spy@example.org"},
    ],
)
def test_no_header_can_be_smuggled_into_a_email(client, wrong):
    refused = client.post("/accounts/signup/", {"email": "bob@example.org", "username": "Bob", **wrong})
    assert refused.status_code == 200
    assert not mail.outbox


# --- guests


def test_a_guest_is_made_once_and_found_again():
    gustav = User.objects.get_or_create_guest("Guest@example.org", "Gustav")
    assert (gustav.is_guest, gustav.has_usable_password(), gustav.email) == (True, False, "guest@example.org")
    assert User.objects.get_or_create_guest("guest@EXAMPLE.org", "Other") == gustav


def test_somebody_with_an_account_is_no_guest(ann):
    assert User.objects.get_or_create_guest("ann@example.org", "Other") == ann
    assert not ann.is_guest


def test_a_guest_who_signs_in_is_a_guest_no_more(client, guest):
    sign_in(client, guest)
    guest.refresh_from_db()
    assert (guest.is_guest, guest.handle) == (False, "Gustav")
    assert EmailAddress.objects.get(user=guest).verified


def test_a_guest_who_signs_up_takes_the_handle_they_typed(client, guest):
    ask_to_sign_up(client, guest.email, "August", time_zone="Europe/Zagreb")
    guest.refresh_from_db()
    assert (guest.is_guest, guest.handle) == (True, "Gustav")
    type_code(client, code_of())
    guest.refresh_from_db()
    assert (guest.is_guest, guest.handle, guest.time_zone) == (False, "August", "Europe/Zagreb")
    assert [former.handle for former in guest.former_handles.all()] == ["Gustav"]


def test_a_guest_keeps_the_handle_if_the_other_is_gone_meanwhile(client, guest):
    ask_to_sign_up(client, guest.email, "August")
    UserFactory(handle="August")
    type_code(client, code_of())
    guest.refresh_from_db()
    assert (guest.is_guest, guest.handle) == (False, "Gustav")


@pytest.mark.parametrize(("invited_as", "handle"), [("Égon", "Egon"), ("Egon", "Egon"), ("李雷", None)])
def test_a_guest_who_signs_up_with_the_same_name_keeps_the_handle(client, invited_as, handle):
    guest = User.objects.get_or_create_guest("guest@example.org", invited_as)
    name = "Égon" if handle else invited_as
    ask_to_sign_up(client, guest.email, name)
    type_code(client, code_of())
    signed_up = User.objects.get(pk=guest.pk)
    assert (signed_up.is_guest, signed_up.name, signed_up.handle) == (False, name, handle or guest.handle)
    assert not signed_up.former_handles.exists()


def button(request, pk):
    """What a page for guests does when they want their seat to be an account."""
    return send_login_code(request, User.objects.get(pk=pk), next_url="/tables/")


urlpatterns = [path("button/<int:pk>", button), path("", include("citadels.urls"))]


@pytest.mark.urls(__name__)
def test_a_guests_seat_becomes_an_account_by_a_button(client, guest):
    asked = client.post(f"/button/{guest.pk}")
    assert asked["Location"] == "/accounts/login/code/?next=%2Ftables%2F"
    opened = client.post(asked["Location"], {"code": code_of()})
    assert opened["Location"] == "/tables/"
    guest.refresh_from_db()
    assert not guest.is_guest


@pytest.mark.urls(__name__)
def test_that_button_can_be_pressed_too_often(client, guest):
    answers = [client.post(f"/button/{guest.pk}").status_code for _ in range(4)]
    assert answers == [302, 302, 302, 429]
    assert len(mail.outbox) == 3


@pytest.mark.urls(__name__)
def test_that_button_signs_out_somebody_else_first(client, guest, ann):
    sign_in(client, ann)
    client.post(f"/button/{guest.pk}")
    assert signed_in_as(client) is None
    type_code(client, code_of())
    assert signed_in_as(client) == "Gustav"


@pytest.mark.urls(__name__)
def test_that_button_has_nothing_to_do_for_who_is_signed_in(client, guest):
    sign_in(client, guest)
    assert client.post(f"/button/{guest.pk}")["Location"] == "/tables/"
    assert len(mail.outbox) == 1
