"""Who may open the development inbox, where emails are kept on a laptop.

The inbox itself is a page of games. Access is checked here, because the login pages link to it.
"""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

# a proxy on the same machine looks local, but names the client that it forwards for
FORWARDING_HEADERS = (
    "HTTP_FORWARDED",
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_REAL_IP",
    "HTTP_VIA",
)


def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def is_dev_inbox_open(request: HttpRequest) -> bool:
    """Only without a mail server, and only for a browser on this very machine."""
    if not settings.DEV_INBOX or any(header in request.META for header in FORWARDING_HEADERS):
        return False
    host, _port = split_domain_port(request.get_host())
    here = host == "localhost" or is_loopback(host.strip("[]"))
    return here and is_loopback(request.META.get("REMOTE_ADDR", ""))
