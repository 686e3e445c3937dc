"""The outermost middleware: gives every request an id, measures and logs it, and answers monitoring.

The monitoring endpoints skip all other middleware, so they need no valid host name, session or HTTPS:
monitoring comes from inside the network, by IP address.
"""

import logging
import secrets
from collections.abc import Callable
from time import monotonic

from django.http import HttpRequest, HttpResponse

from games.ops import log_formatters, process_metrics
from games.ops.views import healthz, readyz, show_metrics

log = logging.getLogger("games.requests")

MONITORING_VIEWS: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    "/healthz": healthz,
    "/readyz": readyz,
    "/metrics": show_metrics,
}
SECURITY_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class MonitoringMiddleware:
    """Adds a request id, logs each request, and serves the monitoring endpoints."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        number, begun = secrets.token_hex(8), monotonic()
        log_formatters.set_log_context(request=number)
        if view := MONITORING_VIEWS.get(request.path_info):
            return _finish_response(view(request))
        response = self.get_response(request)
        _log_request(request, response, monotonic() - begun)
        response.headers["X-Request-ID"] = number
        return response


def _finish_response(response: HttpResponse) -> HttpResponse:
    for name, value in SECURITY_HEADERS.items():
        response.headers[name] = value
    response.headers["Content-Length"] = str(len(response.content))
    response._has_been_logged = True  # type: ignore[attr-defined] # polled every second: no log line
    return response


def _log_request(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """Log and count a request by the name of its route, never by its path: paths contain tokens."""
    match = request.resolver_match
    route, status = (match.view_name if match else "") or "none", response.status_code
    process_metrics.observe_seconds(process_metrics.REQUESTS, route, f"{status // 100}xx", seconds=seconds)
    user = getattr(request, "_cached_user", None)  # only if already loaded: no query for this
    data = {"method": request.method, "route": route, "status": status, "ms": round(seconds * 1000)}
    if user is not None and user.pk:
        data["user"] = user.pk
    log.info("%s %s %s", request.method, route, status, extra=data)
