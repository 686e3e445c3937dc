"""Where to report a security hole: the file that RFC 9116 describes, if the operator has set a contact."""

from datetime import UTC, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts import server_time

GOOD_FOR = timedelta(days=180)  # the file is made for each request, so it is never out of date


@require_safe
def show_security_txt(request: HttpRequest) -> HttpResponse:
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (server_time.now() + GOOD_FOR).astimezone(UTC)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires:%Y-%m-%dT00:00:00Z}",
        f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
        f"Canonical: {settings.BASE_URL}{reverse('security_txt')}",
    ]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
