"""Where letters stay on a laptop: is the post room open to this visitor?

The room itself is a page of games. The question is asked here, because the sign-in pages show the way to it.
"""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

# a proxy on the same machine looks like a visitor from it, but says for whom it asks
FORWARDED = ("HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_REAL_IP", "HTTP_VIA")


def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def is_open(request: HttpRequest) -> bool:
    """Only in the mode without a mail server, and only for somebody who sits at this very machine."""
    if not settings.POSTROOM or any(header in request.META for header in FORWARDED):
        return False
    host, _port = split_domain_port(request.get_host())
    here = host == "localhost" or is_loopback(host.strip("[]"))
    return here and is_loopback(request.META.get("REMOTE_ADDR", ""))


def door(request: HttpRequest) -> dict[str, bool]:
    """For templates: `postroom_open`."""
    return {"postroom_open": is_open(request)}
