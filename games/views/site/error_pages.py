"""Error pages: for a bug, and for a database that does not answer at the moment.

Nothing here may use the database, so not the user or the language of the request either."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

RETRY_SECONDS = 10  # seconds; by then connections have been reopened


def handle_server_error(request: HttpRequest) -> HttpResponse:
    return _render_unavailable() if _is_database_error(sys.exc_info()[1]) else server_error(request)


def handle_bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Handle 400. A session that could not be saved because the database is down also ends up here."""
    return (
        _render_unavailable()
        if _is_database_error(exception)
        else HttpResponse(render_to_string("400.html"), status=400)
    )


def _is_database_error(error: BaseException | None) -> bool:
    while error is not None and not isinstance(error, OperationalError | InterfaceError):
        error = error.__context__
    return error is not None


def _render_unavailable() -> HttpResponse:
    return HttpResponse(
        render_to_string("unavailable.html"), status=503, headers={"Retry-After": str(RETRY_SECONDS)}
    )
