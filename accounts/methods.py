"""HTTP methods: addresses that take only forms."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect

View = Callable[..., HttpResponse]


def require_form(page: str, *words: str) -> Callable[[View], View]:
    """Decorate a view that only takes a form: `@require_form("table", "key")`.

    Whoever opens its address, with Back or from the history, is led to the page that has the form: `page` is
    its route, `words` are the parts of the address that it shares."""

    def decorator(view: View) -> View:
        @wraps(view)
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method == "POST":
                return view(request, *args, **kwargs)
            if request.method in ("GET", "HEAD"):
                return redirect(page, **{word: kwargs[word] for word in words})
            return HttpResponseNotAllowed(["POST"])

        return checked

    return decorator
