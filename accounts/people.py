"""People, for whoever works with them: who asks, and how to hold one of them still."""

from typing import cast

from django.http import HttpRequest

from accounts.models import User


def person(request: HttpRequest) -> User:
    """For views that only people who are signed in reach."""
    return cast(User, request.user)


def locked(user_id: int) -> User:
    """This person, whom nobody else changes until the end of the transaction.

    People are locked before anything that belongs to them, games above all: two who lock the other way round
    would wait for each other. Who only writes a row about the person need not wait (no_key)."""
    return User.objects.select_for_update(no_key=True).get(pk=user_id)
