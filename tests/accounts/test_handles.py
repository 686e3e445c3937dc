"""Handles: nobody else's, now or lately; changed with a memory; some are words of the house."""

from datetime import timedelta

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts import handles
from accounts.models import User
from tests.helpers.factories import UserFactory
from tests.helpers.messages import accounts

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "handle", ["admin", "Moderator", "BOT", "you", "Nobody", "referee", "with", "Former-12"]
)
def test_words_of_the_house_are_nobodys_name(handle):
    with pytest.raises(ValidationError, match=accounts.NAME_RESERVED.pattern):
        User.objects.create_user("bob@example.org", handle)


@pytest.mark.parametrize("handle", ["Adminka", "Botond", "Youssef", "Formerly", "Seatown"])
def test_names_that_only_begin_so_are_fine(handle):
    handles.check_available(handle)


def test_a_former_handle_is_kept_for_90_days(ann):
    ann.rename("Annabel")
    with pytest.raises(ValidationError, match=accounts.NAME_TAKEN_OR_OWN.pattern):
        User.objects.create_user("bob@example.org", "ANN")
    with time_machine.travel(timezone.now() + timedelta(days=89)), pytest.raises(ValidationError):
        User.objects.get_or_create_guest("bob@example.org", "Ann")
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        assert User.objects.create_user("bob@example.org", "Ann").handle == "Ann"


def test_its_former_owner_may_have_it_back_at_once(ann):
    ann.rename("Annabel")
    handles.check_change(ann, "Ann")
    ann.rename("Ann")
    assert [former.handle for former in ann.former_handles.all()] == ["Annabel", "Ann"]


def test_another_case_is_the_same_name(ann):
    handles.check_change(ann, "ANN")
    ann.rename("ANN")
    assert (ann.handle, ann.former_handles.count()) == ("ANN", 0)


def test_nobody_can_keep_any_number_of_names(ann):
    for name in ("Anna", "Anne", "Annie"):
        handles.check_change(ann, name)
        ann.rename(name)
    with pytest.raises(ValidationError, match=accounts.HANDLE_CHANGED_OFTEN.pattern):
        handles.check_change(ann, "Anita")
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        handles.check_change(ann, "Anita")


def test_a_free_handle_looks_like_the_wish():
    UserFactory(handle="Bob")
    UserFactory(handle="Bob2")
    UserFactory(handle="B" * 20)
    assert handles.find_free_handle("Cleo") == "Cleo"
    assert handles.find_free_handle("bob") == "bob3"
    assert handles.find_free_handle("B" * 20) == "B" * 19 + "2"
