"""The language and theme switches in the footer of every page.

A cookie keeps the choice; the language of a signed-in user is also stored in the profile, for emails. The
forms have no CSRF token, because with one every public page would set a cookie and differ each time. A forged
request could change no more than the display; for signed-in users the Origin header must be ours.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from accounts.models import User, list_languages
from accounts.users import current_user

THEME_COOKIE = "theme"  # the cookie
SAFE_METHODS = ("GET", "HEAD")
THEMES = ("light", "dark")  # without one of these the device decides

View = Callable[[HttpRequest], HttpResponse]


def require_same_origin(view: View) -> View:
    """Reject requests of signed-in users from other sites, by the Origin header, which no site can forge."""

    @csrf_exempt
    def guarded(request: HttpRequest) -> HttpResponse:
        here = f"{request.scheme}://{request.get_host()}"
        if request.user.is_authenticated and request.headers.get("Origin") != here:
            return render(request, "403_csrf.html", status=403)
        return view(request)

    return guarded


@contextmanager
def use_reader_locale(user: User, request: HttpRequest) -> Iterator[None]:
    """Render a page behind an emailed link in the language chosen in this browser, or in the user's own."""
    text = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    language = text if text in dict(list_languages()) else user.language
    with translation.override(language), timezone.override(user.zone):
        yield


def remember_language(response: HttpResponse, language: str) -> HttpResponse:
    """Set the language cookie, so that a language chosen in the profile applies when signed out, too."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
    return response


@require_same_origin
@require_POST
def change_language(request: HttpRequest) -> HttpResponse:
    """Store the language in the profile; Django's own view sets the cookie and redirects back."""
    text = request.POST.get("language", "")
    if request.user.is_authenticated and text in dict(list_languages()):
        User.objects.filter(pk=current_user(request).pk).update(language=text)
    return set_language(request)


@require_same_origin
@require_POST
def change_theme(request: HttpRequest) -> HttpResponse:
    """Set or clear the theme cookie, and redirect back."""
    back = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    response = redirect(back if is_ours else "/")
    text = request.POST.get("theme", "")
    if text in THEMES:
        response.set_cookie(
            THEME_COOKIE,
            text,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=request.is_secure(),
            samesite="Lax",
        )
    else:
        response.delete_cookie(THEME_COOKIE)
    return response


def display_context(request: HttpRequest) -> dict[str, str]:
    """Context processor: the theme, and the address of this page."""
    text = request.COOKIES.get(THEME_COOKIE, "")
    return {"theme": text if text in THEMES else "", "here": _find_page_address(request)}


def _find_page_address(request: HttpRequest) -> str:
    """Return the address of this page; for the response to a form, that of the page with the form."""
    came = urlsplit(request.headers.get("Referer", ""))
    is_known = came.netloc == request.get_host() and came.path.strip("/")  # emailed links hide it
    if request.method in SAFE_METHODS or not is_known:
        return request.get_full_path()
    return urlunsplit(("", "", came.path, came.query, ""))
