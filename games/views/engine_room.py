"""Around every request: its number, its time, a line about it. And the doors for machines, before all else.

Those doors ask for no host name, session or https: who watches comes by an address, from inside.
"""

import logging
import secrets
from collections.abc import Callable
from time import monotonic

from django.http import HttpRequest, HttpResponse

from games.house import counting, records
from games.views.health import healthz, readyz
from games.views.metrics import metrics

log = logging.getLogger("games.requests")

DOORS: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    "/healthz": healthz,
    "/readyz": readyz,
    "/metrics": metrics,
}
GUARDS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class EngineRoom:
    """The outermost of all middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        number, begun = secrets.token_hex(8), monotonic()
        records.about(request=number)
        if door := DOORS.get(request.path_info):
            return _opened(door(request))
        response = self.get_response(request)
        _write_down(request, response, monotonic() - begun)
        response.headers["X-Request-ID"] = number
        return response


def _opened(response: HttpResponse) -> HttpResponse:
    for name, value in GUARDS.items():
        response.headers[name] = value
    response.headers["Content-Length"] = str(len(response.content))
    response._has_been_logged = True  # type: ignore[attr-defined] # who asks every second knows what he heard
    return response


def _write_down(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """By the name of the route, never by the path: there are tokens in paths."""
    match = request.resolver_match
    route, status = (match.view_name if match else "") or "none", response.status_code
    counting.count(counting.REQUESTS, route, f"{status // 100}xx", seconds=seconds)
    user = getattr(request, "_cached_user", None)  # whom somebody has asked for already: no query for this
    told = {"method": request.method, "route": route, "status": status, "ms": round(seconds * 1000)}
    if user is not None and user.pk:
        told["user"] = user.pk
    log.info("%s %s %s", request.method, route, status, extra=told)
