"""Who asks? For views that only people who are signed in reach."""

from typing import cast

from django.http import HttpRequest

from accounts.models import User


def person(request: HttpRequest) -> User:
    return cast(User, request.user)
