"""What a reader may choose at the foot of any page: the language, and the colours of day or night.

The browser keeps it in a cookie; the language of who is signed in is kept with the person, for letters too.
These forms carry no token: with one, a page that is only read would leave a cookie behind, and differ each
time. A stranger could change no more than words; if somebody is signed in, the browser must say that the form
came from here.
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

from accounts.models import User, languages
from accounts.people import person

THEME = "theme"  # the cookie
SAFE = ("GET", "HEAD")
THEMES = ("light", "dark")  # without one of these the device decides

View = Callable[[HttpRequest], HttpResponse]


def from_here(view: View) -> View:
    """Whoever is signed in sends this from a page of ours: browsers say so, and no site can make them lie."""

    @csrf_exempt
    def guarded(request: HttpRequest) -> HttpResponse:
        here = f"{request.scheme}://{request.get_host()}"
        if request.user.is_authenticated and request.headers.get("Origin") != here:
            return render(request, "403_csrf.html", status=403)
        return view(request)

    return guarded


@contextmanager
def as_read_by(user: User, request: HttpRequest) -> Iterator[None]:
    """A page that a letter leads to, in the language that this browser was told, or of the letter."""
    told = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    language = told if told in dict(languages()) else user.language
    with translation.override(language), timezone.override(user.zone):
        yield


def remembered(response: HttpResponse, language: str) -> HttpResponse:
    """Whoever chooses another language elsewhere reads in it from now on, signed in or not."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
    return response


@from_here
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Django's own view keeps the cookie, and goes back to where the reader was."""
    told = request.POST.get("language", "")
    if request.user.is_authenticated and told in dict(languages()):
        User.objects.filter(pk=person(request).pk).update(language=told)
    return set_language(request)


@from_here
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    back = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    response = redirect(back if is_ours else "/")
    told = request.POST.get("theme", "")
    if told in THEMES:
        response.set_cookie(
            THEME, told, max_age=settings.LANGUAGE_COOKIE_AGE, secure=request.is_secure(), samesite="Lax"
        )
    else:
        response.delete_cookie(THEME)
    return response


def reading(request: HttpRequest) -> dict[str, str]:
    """For templates: how this page is to be read, and where it is. A context processor."""
    told = request.COOKIES.get(THEME, "")
    return {"theme": told if told in THEMES else "", "here": _here(request)}


def _here(request: HttpRequest) -> str:
    """The address of this page; what answers a form may have none, then that of the page with the form."""
    came = urlsplit(request.headers.get("Referer", ""))
    is_known = came.netloc == request.get_host() and came.path.strip("/")  # pages behind links keep it secret
    if request.method in SAFE or not is_known:
        return request.get_full_path()
    return urlunsplit(("", "", came.path, came.query, ""))
