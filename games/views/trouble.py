"""When a page could not be made: a bug, or a database that does not answer, which passes."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

WAIT = 10  # seconds; by then connections are opened anew


def broken(request: HttpRequest) -> HttpResponse:
    """Nothing here may ask the database: neither who is signed in, nor in which language."""
    if not isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        return server_error(request)
    return HttpResponse(render_to_string("down.html"), status=503, headers={"Retry-After": str(WAIT)})
