"""Every page speaks the language of whoever is signed in, and tells the time of their zone."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation


class PersonMiddleware:
    """Asks nothing of the database but the session's person, whom nearly every page asks for anyway."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:  # the browser's language stands, and UTC
            return self.get_response(request)
        with translation.override(user.language), timezone.override(user.zone):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", user.language)
        return response
