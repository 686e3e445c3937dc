"""Addresses to which letters do not go any more: noticed, and put right by whoever lives there.

A letter that came back for good, or a complaint about one, pauses an address at once. One that came back for
the time being counts; five such days, none of them a month after the one before, pause it too. The games know
what a pause means: nothing is written to somebody who is not reachable.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts import belongings
from accounts.models import User
from accounts.people import locked

MOST = 5  # days on which letters came back
FORGOTTEN_AFTER = timedelta(days=30)
ONCE = timedelta(days=1)  # a full mailbox sends ten letters back in an hour: that is one trouble, not ten


@transaction.atomic
def came_back(user: User, *, is_hard: bool, at: datetime) -> bool:
    """A letter to this person came back. Are they out of reach from now on?

    What is told twice, or late, changes nothing."""
    user = locked(user.pk)
    at = min(at, timezone.now())
    if not user.is_reachable or _is_old_news(user, is_hard, at):
        return False
    if not is_hard:
        _count(user, at)
    if is_hard or user.bounces >= MOST:
        user.unreachable_since = at
    user.save(update_fields=["bounces", "bounced_at", "unreachable_since"])
    return not user.is_reachable


def _is_old_news(user: User, is_hard: bool, at: datetime) -> bool:
    """Has it been counted, or did it happen before the person said that letters arrive again?"""
    if user.bounced_at is None:
        return False
    if is_hard:
        return user.bounces == 0 and at <= user.bounced_at
    return at <= user.bounced_at or (user.bounces > 0 and at - user.bounced_at < ONCE)


def _count(user: User, at: datetime) -> None:
    is_fresh = user.bounced_at is not None and at - user.bounced_at < FORGOTTEN_AFTER
    user.bounces = user.bounces + 1 if is_fresh else 1
    user.bounced_at = at


@transaction.atomic
def reachable_again(user: User) -> None:
    """The person says so, or has another address: all is forgotten, and the games send what is open."""
    found = locked(user.pk)
    was_reachable = found.is_reachable
    found.bounces, found.bounced_at, found.unreachable_since = 0, timezone.now(), None
    found.save(update_fields=["bounces", "bounced_at", "unreachable_since"])
    user.unreachable_since = None
    if not was_reachable:
        belongings.reached(found)


def address_changed(user: User, **_: Any) -> None:
    """What is known of the old address says nothing about the new one."""
    reachable_again(user)
