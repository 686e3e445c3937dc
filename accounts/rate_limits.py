"""Rate limits for our own views: actions that send mail, or that could be tried again and again.

They use the shared cache and allauth's notation. `30/h/user` is thirty an hour for each person; `/ip` counts
by address of the client, `/key` by whatever `key` returns. Several limits are separated by commas.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core.internal import ratelimit
from django.http import HttpRequest, HttpResponse

View = Callable[..., HttpResponse]


def is_allowed(
    request: HttpRequest, action: str, rates: str, *, key: str | None = None, looking: bool = False
) -> bool:
    """Count this request; return whether it is within the limit.

    GET is free unless `looking` is set, for pages that are expensive to make; HEAD is always free.
    """
    if request.method == "HEAD":  # mail scanners send these, often, on behalf of the reader
        return True
    usage = ratelimit.consume(
        request, app="accounts", action=action, config={action: rates}, key=key, limit_get=looking
    )
    return usage is not None


def find_network(request: HttpRequest) -> str:
    """Return where a request comes from: an IPv4 address, or the network of an IPv6 address."""
    return ratelimit.get_ip(request)


def respond_too_many(request: HttpRequest) -> HttpResponse:
    return ratelimit.respond_429(request)


def limit_rate(
    action: str, rates: str, *, key: Callable[..., str] | None = None, looking: bool = False
) -> Callable[[View], View]:
    """Decorate a view so that it answers 429 beyond the limit: `@limit_rate("invite", "30/h/user")`.

    A limit by user belongs below `@login_required`. `key` is called with the arguments of the view.
    """

    def decorator(view: View) -> View:
        @wraps(view)
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            word = key(request, *args, **kwargs) if key else None
            if not is_allowed(request, action, rates, key=word, looking=looking):
                return respond_too_many(request)
            return view(request, *args, **kwargs)

        return counted

    return decorator
