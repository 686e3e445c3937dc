"""Render every page in the language and time zone of the signed-in user."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation


class UserLocaleMiddleware:
    """Needs no query beyond the session's user, whom nearly every page loads anyway."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:  # the browser's language applies, and UTC
            return self.get_response(request)
        with translation.override(user.language), timezone.override(user.zone):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", user.language)
        return response
