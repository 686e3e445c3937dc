"""Who may open the development inbox, where emails are kept on a laptop: whoever has its key.

Where a request seems to come from proves nothing: behind a proxy every request comes from this machine. So
each start of the server has a key. It stands in the address that `manage.py serve` prints; a browser that
opens this gets a cookie in its place.

The inbox itself is a page of games. Access is checked here, because the login pages link to it.
"""

from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

COOKIE = "dev_inbox"


def is_dev_inbox_open(request: HttpRequest) -> bool:
    """Is there no mail server, and has this browser opened the address with the key?"""
    if not (settings.DEV_INBOX and settings.DEV_INBOX_KEY):
        return False
    return constant_time_compare(request.COOKIES.get(COOKIE, ""), build_inbox_pass())


def fits_inbox_key(key: str) -> bool:
    return bool(settings.DEV_INBOX_KEY) and constant_time_compare(key, settings.DEV_INBOX_KEY)


def build_inbox_pass() -> str:
    """Return what the cookie holds: good until the next start of the server, which has another key."""
    return salted_hmac("accounts.dev_inbox", settings.DEV_INBOX_KEY, algorithm="sha256").hexdigest()


def give_inbox_pass(response: HttpResponse) -> None:
    response.set_cookie(COOKIE, build_inbox_pass(), httponly=True, samesite="Lax")


# --- a warning at the start


def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def list_foreign_hosts() -> list[str]:
    """List the names of this server by which another machine may reach it."""
    names = [*settings.ALLOWED_HOSTS, urlsplit(settings.BASE_URL).hostname or ""]
    return [name for name in names if name != "localhost" and not is_loopback(name.strip("[]"))]
