"""People: a handle fit for the notation, and one account for an address, in whatever case."""

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.handles import validate_handle
from accounts.models import User
from tests.helpers.factories import UserFactory
from tests.helpers.messages import accounts

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return UserFactory(handle="Ann")


@pytest.mark.parametrize("handle", ["Al", "ann", "Ann_B-2", "x" * 20])
def test_handles_that_are_words_of_the_notation(handle):
    validate_handle(handle)


@pytest.mark.parametrize(
    "handle",
    [
        "",
        "A",
        "x" * 21,
        "2fast",
        "_ann",
        "-ann",
        "Ann Lee",
        "Ann.",
        "Zoë",
        "ann\n",
        "a/b",
        "ann@home",
        "Ann,Bob",
    ],
)
def test_handles_that_are_not(handle):
    with pytest.raises(ValidationError):
        validate_handle(handle)


def test_a_bad_handle_is_not_saved():
    with pytest.raises(ValidationError, match=accounts.HANDLE_MALFORMED.pattern):
        User.objects.create_user("bob@example.org", "2 Bobs")
    assert not User.objects.exists()


def test_handle_is_taken_in_whatever_case(ann):
    with pytest.raises(ValidationError, match=accounts.HANDLE_TAKEN.pattern):
        User.objects.create_user("other@example.org", "ANN")


def test_address_has_one_account_in_whatever_case(ann):
    with pytest.raises(ValidationError):
        User.objects.create_user("ANN@Example.ORG", "Bob")


@pytest.mark.parametrize(
    "twin", [{"handle": "aNN", "email": "b@example.org"}, {"handle": "Bob", "email": "Ann@example.org"}]
)
def test_the_database_itself_refuses_twins(ann, twin):
    """Validation can be raced; a constraint cannot."""
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(**twin)])


def test_address_is_kept_in_lower_case_and_found_in_any():
    bob = User.objects.create_user(" Bob@Example.ORG ", "Bob")
    assert bob.email == "bob@example.org"
    assert User.objects.get_by_natural_key("BOB@example.org") == bob


def test_without_a_password_none_works(ann):
    assert not ann.has_usable_password()
    assert authenticate(email="ann@example.org", password="") is None


def test_language_and_zone_have_harmless_defaults(ann):
    assert (ann.language, ann.time_zone) == ("en", "UTC")


@pytest.mark.parametrize(
    "wrong", [{"language": "tlh"}, {"time_zone": "Europe/Atlantis"}, {"time_zone": "../etc"}]
)
def test_unknown_language_or_zone_is_refused(wrong):
    with pytest.raises(ValidationError):
        User.objects.create_user("bob@example.org", "Bob", **wrong)


def test_hungarian_in_budapest():
    user = User.objects.create_user("ilka@example.org", "Ilka", language="hu", time_zone="Europe/Budapest")
    assert str(user) == "Ilka"


def test_admin_pages_open_to_staff_with_a_password(client):
    User.objects.create_superuser("root@example.org", "Root", "a long enough word")
    signed_in = client.post(
        "/admin/login/?next=/admin/", {"username": "Root@example.org", "password": "a long enough word"}
    )
    assert signed_in.status_code == 302
    assert client.get("/admin/accounts/user/").status_code == 200
    assert client.get("/admin/accounts/user/add/").status_code == 200


def test_admin_pages_stay_shut_to_players(client, ann):
    client.force_login(ann)
    assert client.get("/admin/accounts/user/").status_code == 302
