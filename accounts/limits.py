"""Rate limits for our own views: whatever costs mail, or can be tried again and again.

They count in the shared cache, by allauth's arithmetic. `30/h/user` is thirty an hour for each person; `/ip`
counts machines, `/key` whatever `key` returns. Several limits stand with commas between them.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core.internal import ratelimit
from django.http import HttpRequest, HttpResponse

View = Callable[..., HttpResponse]


def allowed(
    request: HttpRequest, action: str, rates: str, *, key: str | None = None, looking: bool = False
) -> bool:
    """Counts this request, and says whether it is still within the limit. Looking (GET, HEAD) is free, unless
    what is looked at must be made first."""
    if request.method == "HEAD":  # scanners of mail ask like this, often, in the name of the reader
        return True
    usage = ratelimit.consume(
        request, app="accounts", action=action, config={action: rates}, key=key, limit_get=looking
    )
    return usage is not None


def too_many(request: HttpRequest) -> HttpResponse:
    return ratelimit.respond_429(request)


def limited(
    action: str, rates: str, *, key: Callable[..., str] | None = None, looking: bool = False
) -> Callable[[View], View]:
    """A view that answers 429 beyond the limit: `@limited("invite", "30/h/user")`.

    A limit by user belongs below `@login_required`. `key` gets what the view gets.
    """

    def decorator(view: View) -> View:
        @wraps(view)
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            word = key(request, *args, **kwargs) if key else None
            if not allowed(request, action, rates, key=word, looking=looking):
                return too_many(request)
            return view(request, *args, **kwargs)

        return counted

    return decorator
