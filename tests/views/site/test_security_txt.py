"""Whom to tell of a security hole, in the form of RFC 9116."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from citadels.settings.security import read_security_contact

pytestmark = pytest.mark.django_db


def test_without_a_contact_there_is_no_file_that_names_one(settings):
    settings.SECURITY_CONTACT = ""
    assert Client().get("/.well-known/security.txt").status_code == 404


def test_the_file_names_the_contact_and_is_good_for_less_than_a_year(settings):
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    page = Client().get("/.well-known/security.txt")
    fields = dict(line.split(": ", 1) for line in page.content.decode().splitlines())
    assert page["Content-Type"] == "text/plain; charset=utf-8"
    assert fields["Contact"] == "mailto:security@example.org"
    assert fields["Preferred-Languages"] == "en, hu, hr"
    assert fields["Canonical"] == f"{settings.BASE_URL}/.well-known/security.txt"
    expires = datetime.fromisoformat(fields["Expires"])
    assert timedelta(days=30) < expires - datetime.now(UTC) < timedelta(days=366)


@pytest.mark.parametrize(
    "contact", ["security@example.org", "http://example.org", "mailto:a@b.org mailto:c@d.org"]
)
def test_a_contact_that_is_none_is_refused_at_the_start(contact):
    with pytest.raises(ImproperlyConfigured, match="SECURITY_CONTACT"):
        read_security_contact({"SECURITY_CONTACT": contact})
