"""A letter that moves and books leave, read while letters to its writer are tried again: both want the person
and the game."""

from threading import Barrier, Event
from types import SimpleNamespace

import pytest
from django.db import OperationalError, connection

from accounts import belongings, bounces
from accounts.models import User
from games.mail import addresses, incoming, letterbox
from games.models import Incoming, Move, Seat
from games.play import away
from tests.mail.post import reply
from tests.noon import clock as clock
from tests.play.tables import awaited, fallback, table
from tests.play.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def seat() -> Seat:
    """Asked, but letters do not arrive."""
    seat = awaited(table(3))
    User.objects.filter(pk=seat.user_id).update(unreachable_since=seat.asked_at)
    return Seat.objects.select_related("user", "game").get(pk=seat.pk)


@pytest.fixture
def letter(seat) -> Incoming:
    raw = reply(seat, fallback(seat), "leave 2026-05-03 2026-05-05")
    to = addresses.reply_to(seat, seat.decision)
    taken = letterbox.take(raw, recipient=to, sender=seat.user.email)
    assert taken is not None
    return taken


def read(letter: Incoming):
    return lambda: incoming.read(letter)


def tried_again(user: User):
    return lambda: bounces.reachable_again(User.objects.get(pk=user.pk))


@pytest.fixture
def as_it_comes(monkeypatch):
    """The game before the person, and all the games of a person within one transaction."""
    monkeypatch.setattr(incoming, "people", SimpleNamespace(locked=lambda _pk: None))
    monkeypatch.setattr(away, "after_commit", lambda do: do())
    if connection.vendor == "postgresql":  # both hold their first lock before either wants its second
        both = Barrier(2, timeout=20)
        book, reached = away._book, belongings.reached
        monkeypatch.setattr(away, "_book", lambda *args: (both.wait(), book(*args))[1])
        monkeypatch.setattr(belongings, "reached", lambda user: (both.wait(), reached(user)))


def test_who_locks_as_it_comes_ends_in_a_deadlock(seat, letter, as_it_comes):
    """SQLite has one lock for all, and so no order in which to take them."""
    done = at_once(read(letter), tried_again(seat.user))
    errors = [one for one in done if isinstance(one, OperationalError)]
    assert len(errors) == (1 if connection.vendor == "postgresql" else 0)


def test_people_before_games_neither_waits_for_the_other(seat, letter, monkeypatch):
    has_moved, book = Event(), away._book
    monkeypatch.setattr(away, "_book", lambda *args: (has_moved.set(), book(*args))[1])

    def again():
        assert has_moved.wait(20)  # from now on the letter holds the game
        tried_again(seat.user)()

    assert at_once(read(letter), again) == [None, None]
    letter.refresh_from_db()
    user = User.objects.get(pk=seat.user_id)
    assert (letter.why, user.is_reachable, len(user.leave)) == ("", True, 1)
    assert Move.objects.filter(seat=seat, kind=Move.Kind.MOVE).count() == 1
