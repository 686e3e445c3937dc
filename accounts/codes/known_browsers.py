"""Browsers in which an address has signed in before: strangers cannot use up their emails with codes.

The mark is a cookie that says so of one address, without naming it, signed by the server. It signs nobody in.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

COOKIE = "known_address"
LASTS = 365 * 24 * 60 * 60  # seconds


def mark_browser(response: HttpResponse, email: str) -> None:
    response.set_cookie(
        COOKIE,
        _sign(email),
        max_age=LASTS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def knows_address(request: HttpRequest, email: str) -> bool:
    """Has this address signed in in this browser?"""
    return constant_time_compare(request.COOKIES.get(COOKIE, ""), _sign(email))


def _sign(email: str) -> str:
    return salted_hmac("accounts.known_browsers", email.strip().lower(), algorithm="sha256").hexdigest()
