"""Track bounces per person, and mark addresses as unreachable until their owner puts it right.

A hard bounce or a complaint marks an address at once. Soft bounces are counted by day; five such days, each
less than a month after the one before, mark it too. Nothing is sent to a person who is unreachable.
"""

from datetime import datetime, timedelta

from django.db import transaction

from accounts import personal_data, server_time
from accounts.models import User
from accounts.users import lock_user

MAX_BOUNCE_DAYS = 5  # days with soft bounces
BOUNCE_MEMORY = timedelta(days=30)
COUNT_INTERVAL = timedelta(days=1)  # ten bounces of a full mailbox within an hour are one problem, not ten


@transaction.atomic
def record_bounce(user: User, *, is_hard: bool, at: datetime) -> bool:
    """Record a bounce; return whether the person is unreachable from now on.

    Repeated or outdated reports change nothing.
    """
    user = lock_user(user.pk)
    at = min(at, server_time.now())
    if not user.is_reachable or _is_already_counted(user, is_hard, at):
        return False
    if not is_hard:
        _count_bounce(user, at)
    if is_hard or user.bounce_days >= MAX_BOUNCE_DAYS:
        user.unreachable_since = at
    user.save(update_fields=["bounce_days", "bounced_at", "unreachable_since"])
    return not user.is_reachable


def _is_already_counted(user: User, is_hard: bool, at: datetime) -> bool:
    """Was this bounce counted already, or did it happen before the person confirmed the address?"""
    if user.bounced_at is None:
        return False
    if is_hard:
        return user.bounce_days == 0 and at <= user.bounced_at
    return at <= user.bounced_at or (user.bounce_days > 0 and at - user.bounced_at < COUNT_INTERVAL)


def _count_bounce(user: User, at: datetime) -> None:
    is_fresh = user.bounced_at is not None and at - user.bounced_at < BOUNCE_MEMORY
    user.bounce_days = user.bounce_days + 1 if is_fresh else 1
    user.bounced_at = at


@transaction.atomic
def mark_reachable(user: User) -> None:
    """Reset all bounces because the person says so or has a new address; open questions are sent again."""
    found = lock_user(user.pk)
    was_reachable = found.is_reachable
    found.bounce_days, found.bounced_at, found.unreachable_since = 0, server_time.now(), None
    found.save(update_fields=["bounce_days", "bounced_at", "unreachable_since"])
    user.unreachable_since = None
    if not was_reachable:
        personal_data.notify_reachable(found)
