"""Which emails a person wants, and when they may ring."""

from datetime import UTC, datetime, time

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.preferences import mail_preferences
from tests.helpers.messages import accounts

pytestmark = pytest.mark.django_db


def test_who_has_not_chosen_gets_the_defaults(ann):
    assert ann.mail_preferences == {}
    assert {
        kind: ann.get_mail_preference(kind) for kind in mail_preferences.MAIL_KINDS
    } == mail_preferences.list_defaults()
    assert (ann.get_mail_preference("your_turn"), ann.get_mail_preference("talk")) == ("now", "collected")


def test_what_was_chosen_holds(ann):
    ann.mail_preferences = {"talk": "none"}
    ann.full_clean()
    assert (ann.get_mail_preference("talk"), ann.get_mail_preference("gazette")) == ("none", "collected")


@pytest.mark.parametrize("mail", [{"spam": "now"}, {"talk": "weekly"}, {"talk": None}, ["talk"], "now"])
def test_other_wishes_are_refused(ann, mail):
    ann.mail_preferences = mail
    with pytest.raises(ValidationError):
        ann.full_clean()


def test_every_kind_explains_itself():
    assert list(mail_preferences.MAIL_KINDS) == [
        "invitation",
        "started",
        "your_turn",
        "reminder",
        "missed",
        "alone",
        "orders",
        "talk",
        "gazette",
        "over",
        "changes",
        "tournament",
    ]
    assert all(kind.label and kind.explanation for kind in mail_preferences.MAIL_KINDS.values())
    assert mail_preferences.MAIL_KINDS["your_turn"].warning_if_none


def test_what_is_pressing_comes_at_once_or_not_at_all(ann):
    assert [word for word, _label in mail_preferences.MAIL_KINDS["missed"].choices] == ["now", "none"]
    ann.mail_preferences = {"missed": "collected"}
    with pytest.raises(ValidationError):
        ann.full_clean()


# --- quiet hours

NIGHT = {"quiet_from": time(22), "quiet_until": time(7), "holds_email": True}
NOON = {"quiet_from": time(12), "quiet_until": time(14), "holds_email": True}


@pytest.mark.parametrize(
    ("hours", "at", "rings"),
    [
        ({}, (2026, 1, 10, 3, 0), (2026, 1, 10, 3, 0)),
        (NIGHT, (2026, 1, 10, 20, 59), (2026, 1, 10, 20, 59)),
        (NIGHT, (2026, 1, 10, 21, 0), (2026, 1, 11, 6, 0)),
        (NIGHT, (2026, 1, 10, 23, 30), (2026, 1, 11, 6, 0)),
        (NIGHT, (2026, 1, 11, 5, 59), (2026, 1, 11, 6, 0)),
        (NIGHT, (2026, 1, 11, 6, 0), (2026, 1, 11, 6, 0)),
        (NOON, (2026, 1, 10, 11, 30), (2026, 1, 10, 13, 0)),
        (NOON, (2026, 7, 10, 10, 30), (2026, 7, 10, 12, 0)),
        # the night in which the clocks go forward is an hour shorter
        (NIGHT, (2026, 3, 28, 23, 0), (2026, 3, 29, 5, 0)),
    ],
)
def test_emails_wait_until_the_quiet_hours_are_over(hours, at, rings):
    user = User(time_zone="Europe/Zagreb", **hours)
    assert user.next_email_time(datetime(*at, tzinfo=UTC)) == datetime(*rings, tzinfo=UTC)


def test_a_newcomer_has_a_night_for_deadlines_and_none_for_emails():
    ann = User.objects.create_user("ann.new@example.org", "Ann-new")
    assert (ann.quiet_from, ann.quiet_until) == (time(23), time(7))
    midnight = datetime(2026, 1, 10, tzinfo=UTC)
    assert ann.next_email_time(midnight) == midnight


@pytest.mark.parametrize(
    "half", [{"quiet_from": time(22), "quiet_until": None}, {"quiet_from": None, "quiet_until": time(7)}]
)
def test_quiet_hours_have_two_ends(ann, half):
    with pytest.raises(ValidationError, match=accounts.QUIET_HOURS_HALF.pattern):
        User.objects.create_user("bob@example.org", "Bob", **half)
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=ann.pk).update(**half)


def test_quiet_hours_do_not_last_all_day():
    with pytest.raises(ValidationError, match=accounts.QUIET_HOURS_ALL_DAY.pattern):
        User.objects.create_user("bob@example.org", "Bob", quiet_from=time(9), quiet_until=time(9))
