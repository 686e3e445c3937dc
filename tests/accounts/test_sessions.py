"""Session and person are read by statements of our own: they must answer as Django's would."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.test import Client
from django.utils import timezone

from accounts.backends import UserBackend
from accounts.models import User
from accounts.sessions import SessionStore
from tests.helpers.factories import UserFactory

pytestmark = pytest.mark.django_db


def test_a_session_is_read_as_django_reads_it():
    session = SessionStore()
    session["passes"] = {"1": "key"}
    session.save()
    assert SessionStore(session.session_key).load() == DatabaseStore(session.session_key).load()


def test_an_old_session_and_an_unknown_one_are_empty():
    session = SessionStore()
    session["a"] = 1
    session.save()
    SessionStore.get_model_class().objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    for key in (session.session_key, "x" * 32):
        stored = SessionStore(key)
        assert stored.load() == {}
        assert stored.session_key is None


def test_a_person_is_the_one_that_the_orm_would_bring():
    user = UserFactory(language="hu", mail_preferences={"talk": "none"})
    found = UserBackend().get_user(user.pk)
    assert found == user
    stored = User.objects.get(pk=user.pk)
    for field in User._meta.concrete_fields:
        assert getattr(found, field.attname) == getattr(stored, field.attname)
        assert type(getattr(found, field.attname)) is type(getattr(stored, field.attname))
    found.rename("Another")
    assert User.objects.get(pk=user.pk).handle == "Another"


def test_nobody_and_somebody_who_may_not_come_in_are_not_found():
    assert UserBackend().get_user(0) is None
    assert UserBackend().get_user(UserFactory(is_active=False).pk) is None


def test_a_session_ends_when_the_account_is_shut():
    user, client = UserFactory(), Client()
    client.force_login(user)
    assert client.get("/accounts/").status_code == 200
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert client.get("/accounts/").status_code == 302
