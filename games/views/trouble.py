"""When a page could not be made: a bug, or a database that does not answer, which passes.

Nothing here may ask the database, or the request: neither who is signed in, nor in which language."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

WAIT = 10  # seconds; by then connections are opened anew


def broken(request: HttpRequest) -> HttpResponse:
    return _down() if _is_down(sys.exc_info()[1]) else server_error(request)


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A session that the database did not take looks to Django like one that somebody has ended."""
    return _down() if _is_down(exception) else HttpResponse(render_to_string("400.html"), status=400)


def _is_down(error: BaseException | None) -> bool:
    while error is not None and not isinstance(error, OperationalError | InterfaceError):
        error = error.__context__
    return error is not None


def _down() -> HttpResponse:
    return HttpResponse(render_to_string("down.html"), status=503, headers={"Retry-After": str(WAIT)})
