"""Helpers for users: the one of a request, and a locked one."""

from typing import cast

from django.http import HttpRequest

from accounts.models import User


def current_user(request: HttpRequest) -> User:
    """Return the user of a request, typed, for views that require a login."""
    return cast(User, request.user)


def lock_user(user_id: int) -> User:
    """Return this user, locked until the end of the transaction.

    Lock users before anything that belongs to them, games above all: the other order can deadlock. Inserting
    rows that refer to the user does not wait for this lock (no_key).
    """
    return User.objects.select_for_update(no_key=True).get(pk=user_id)
