"""An email that moves and books leave, read while emails to its writer are tried again: both want the person
and the game."""

from threading import Barrier, Event
from types import SimpleNamespace

import pytest
from django.db import OperationalError, connection

from accounts import bounces, personal_data
from accounts.models import User
from games.mail import addresses
from games.mail.incoming import inbox, processor, reply_policy
from games.models import GameLogEntry, IncomingMail, Seat
from games.play.deadlines import leave
from tests.helpers.mail.inbox import reply
from tests.helpers.tables import awaited, fallback, table
from tests.helpers.threads import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("clock")]


@pytest.fixture
def seat() -> Seat:
    """Asked, but emails do not arrive."""
    seat = awaited(table(3))
    User.objects.filter(pk=seat.user_id).update(unreachable_since=seat.asked_at)
    return Seat.objects.select_related("user", "game").get(pk=seat.pk)


@pytest.fixture
def stored_email(seat) -> IncomingMail:
    raw = reply(seat, fallback(seat), "leave 2026-05-03 2026-05-05")
    to = addresses.build_reply_address(seat, seat.decision)
    taken = inbox.store_email(raw, recipient=to, sender=seat.user.email)
    assert taken is not None
    return taken


def read(stored_email: IncomingMail):
    return lambda: processor.process_email(stored_email)


def tried_again(user: User):
    return lambda: bounces.mark_reachable(User.objects.get(pk=user.pk))


@pytest.fixture
def as_it_comes(monkeypatch):
    """The game before the person, and all the games of a person within one transaction."""
    monkeypatch.setattr(reply_policy, "users", SimpleNamespace(lock_user=lambda _pk: None))
    monkeypatch.setattr(reply_policy, "bounces", SimpleNamespace(mark_reachable=lambda _user: None))
    monkeypatch.setattr(leave, "run_after_commit", lambda do: do())
    if connection.vendor == "postgresql":  # both hold their first lock before either wants its second
        both = Barrier(2, timeout=20)
        book, reached = leave._store_booking, personal_data.notify_reachable
        monkeypatch.setattr(leave, "_store_booking", lambda *args: (both.wait(), book(*args))[1])
        monkeypatch.setattr(personal_data, "notify_reachable", lambda user: (both.wait(), reached(user)))


def test_who_locks_as_it_comes_ends_in_a_deadlock(seat, stored_email, as_it_comes):
    """SQLite has one lock for all, and so no order in which to take them."""
    done = at_once(read(stored_email), tried_again(seat.user))
    errors = [one for one in done if isinstance(one, OperationalError)]
    assert len(errors) == (1 if connection.vendor == "postgresql" else 0)


def test_people_before_games_neither_waits_for_the_other(seat, stored_email, monkeypatch):
    has_moved, book = Event(), leave._store_booking
    monkeypatch.setattr(leave, "_store_booking", lambda *args: (has_moved.set(), book(*args))[1])

    def again():
        assert has_moved.wait(20)  # from now on the email holds the game
        tried_again(seat.user)()

    assert at_once(read(stored_email), again) == [None, None]
    stored_email.refresh_from_db()
    user = User.objects.get(pk=seat.user_id)
    assert (stored_email.ignore_reason, user.is_reachable, len(user.leave)) == ("", True, 1)
    assert GameLogEntry.objects.filter(seat=seat, kind=GameLogEntry.Kind.MOVE).count() == 1
