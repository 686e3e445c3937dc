"""Outgoing mail: by the mail server or provider that EMAIL_URL names, or into the development inbox, a
folder.

Incoming mail: to addresses at REPLY_DOMAIN, over LMTP or SMTP (POSTMASTER) or by a provider's webhooks
(WEBHOOK_SECRET).
"""

import os
from collections.abc import Mapping
from email.utils import parseaddr
from typing import Any, NamedTuple
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from .environment import var_dir

# defaults, if the URL names no port
PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
POSTMASTER_PORT = 8025
SHORTEST_PASSWORD = 16


def parse_port(parts: SplitResult, name: str = "EMAIL_URL") -> int | None:
    try:
        return parts.port
    except ValueError:
        raise ImproperlyConfigured(f"{name} has a port that is no number from 0 to 65535.") from None


def parse_smtp_url(url: str) -> dict[str, Any]:
    """Parse the URL of a mail server. It may contain a password, so errors do not repeat it."""
    parts = urlsplit(url)
    if parts.scheme not in PORTS:
        raise ImproperlyConfigured(
            f"EMAIL_URL begins with '{parts.scheme}:'. It should be smtp://, smtp+tls:// or smtps://, "
            f"then user:password@host:port; or a provider: {', '.join(PROVIDERS)}."
        )
    if not parts.hostname:
        raise ImproperlyConfigured(
            "EMAIL_URL names no host. Example: smtp+tls://user:password@mail.example.org"
        )
    return {
        "host": parts.hostname,
        "port": parse_port(parts) or PORTS[parts.scheme],
        "user": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "starttls": parts.scheme == "smtp+tls",
        "tls": parts.scheme == "smtps",
    }


# --- providers


class ProviderUrl(NamedTuple):
    """Anymail's names for the parts of `provider://user:password@host?option=…`."""

    user: str
    password: str = ""
    host: str = ""
    options: tuple[str, ...] = ()


# those that anymail 15 supports without further packages; options are mostly keys that verify webhooks
PROVIDERS = {
    "brevo": ProviderUrl("API_KEY"),
    "mailersend": ProviderUrl("API_TOKEN", options=("signing_secret", "inbound_secret")),
    "mailgun": ProviderUrl("API_KEY", host="SENDER_DOMAIN", options=("api_url", "webhook_signing_key")),
    "mailjet": ProviderUrl("API_KEY", password="SECRET_KEY"),  # noqa: S106
    "mailtrap": ProviderUrl("API_TOKEN", options=("sandbox_id", "tracking_secret", "inbound_secret")),
    "mandrill": ProviderUrl("API_KEY", options=("webhook_key", "webhook_url")),
    "postmark": ProviderUrl("SERVER_TOKEN", options=("message_stream",)),
    "resend": ProviderUrl("API_KEY"),
    "scaleway": ProviderUrl("SECRET_KEY", password="PROJECT_ID", options=("region",)),  # noqa: S106
    "sendgrid": ProviderUrl("API_KEY", options=("tracking_webhook_verification_key",)),
    "sparkpost": ProviderUrl("API_KEY", options=("api_url", "subaccount")),
}


def find_provider(url: str) -> str:
    """Return the provider that a URL names; empty if it names a mail server."""
    scheme = urlsplit(url).scheme
    return scheme if scheme in PROVIDERS else ""


def parse_provider_url(url: str) -> dict[str, str]:
    """Return anymail's settings for a provider's URL. It contains a secret, so errors do not repeat it."""
    parts, name = urlsplit(url), find_provider(url)
    known = PROVIDERS[name]
    given = {known.user: parts.username, known.password: parts.password, known.host: parts.hostname}
    found = {f"{name}_{part}".upper(): unquote(value or "") for part, value in given.items() if part}
    if missing := [part for part, value in found.items() if not value]:
        raise ImproperlyConfigured(
            f"EMAIL_URL lacks {missing[0]}. Example: EMAIL_URL={format_example_url(name)} "
            "(with %40 for an @ inside of a key, and so on)"
        )
    return {
        **found,
        **{f"{name}_{option}".upper(): value for option, value in parse_provider_options(parts, known)},
    }


def format_example_url(name: str) -> str:
    known = PROVIDERS[name]
    return f"{name}://{known.user}{':' + known.password if known.password else ''}@{known.host.lower()}"


def parse_provider_options(parts: SplitResult, known: ProviderUrl) -> list[tuple[str, str]]:
    found = parse_qsl(parts.query)
    for option, _value in found:
        if option not in known.options:
            may = f"It may be {' or '.join(known.options)}." if known.options else "There are none."
            raise ImproperlyConfigured(f"EMAIL_URL has an option that {parts.scheme} does not know. {may}")
    return found


def read_webhook_secret(environ: Mapping[str, str], provider: str) -> str:
    """Return what the provider sends with every call, as `user:password`; empty if webhooks are off."""
    secret = environ.get("WEBHOOK_SECRET", "")
    user, _, password = secret.partition(":")
    if secret and not (user and len(password) >= SHORTEST_PASSWORD):
        raise ImproperlyConfigured(
            f"WEBHOOK_SECRET should be user:password, the password of {SHORTEST_PASSWORD} characters or more."
        )
    if secret and not provider:
        raise ImproperlyConfigured(
            "WEBHOOK_SECRET is for a provider, and EMAIL_URL names none. "
            "Letters that come in by a mail server come by POSTMASTER."
        )
    return secret


# --- incoming mail


class ListenAddress(NamedTuple):
    """Where `manage.py postmaster` listens for a mail server."""

    protocol: str
    host: str
    port: int


def parse_postmaster_url(url: str) -> ListenAddress | None:
    """Parse `lmtp://127.0.0.1:8025`, or smtp; None if there is to be no such server."""
    if not url:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("lmtp", "smtp") or not parts.hostname:
        raise ImproperlyConfigured(f"POSTMASTER is '{url}'. Example: POSTMASTER=lmtp://127.0.0.1:8025")
    return ListenAddress(parts.scheme, parts.hostname, parse_port(parts, "POSTMASTER") or POSTMASTER_PORT)


def check_sender(name: str) -> str:
    """Check the From of our emails: an address, or a name with an address in angle brackets."""
    _, address = parseaddr(name)
    local, at, domain = address.rpartition("@")
    if not (at and local and domain) or "\n" in name:
        raise ImproperlyConfigured(
            f"DEFAULT_FROM_EMAIL is '{name}'. Example: Citadels by Post <post@play.example.org>"
        )
    return name


def require_mail_server(environ: Mapping[str, str]) -> None:
    """Refuse to start in production without a mail server."""
    if not environ.get("EMAIL_URL"):
        raise ImproperlyConfigured(
            "Production needs EMAIL_URL: the server that sends our letters. "
            "Example: EMAIL_URL=smtp+tls://user:password@mail.example.org"
        )


DEV_INBOX_DIR = var_dir(os.environ) / "dev_inbox"
DEV_INBOX = not os.environ.get("EMAIL_URL")
DEV_INBOX_KEY = os.environ.get(
    "DEV_INBOX_KEY", ""
)  # `manage.py serve` makes one; without it nobody reads them
EMAIL_PROVIDER = find_provider(os.environ.get("EMAIL_URL", ""))
EMAIL_TIMEOUT = 15  # seconds for one step; a user may be waiting for the page
EMAIL_EXCHANGE_TIMEOUT = (
    40  # seconds for opening a connection, and for each email, however many steps it takes
)

if EMAIL_PROVIDER:
    EMAIL_BACKEND = f"anymail.backends.{EMAIL_PROVIDER}.EmailBackend"
    ANYMAIL: dict[str, Any] = {
        **parse_provider_url(os.environ["EMAIL_URL"]),
        "REQUESTS_TIMEOUT": EMAIL_TIMEOUT,
    }
else:
    EMAIL_BACKEND = (
        "games.mail.dev_inbox.EmailBackend" if DEV_INBOX else "games.mail.outgoing.smtp.LimitedSmtpBackend"
    )
    server = parse_smtp_url(os.environ.get("EMAIL_URL") or "smtp://localhost")
    EMAIL_HOST, EMAIL_PORT = server["host"], server["port"]
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = server["user"], server["password"]
    EMAIL_USE_TLS, EMAIL_USE_SSL = server["starttls"], server["tls"]
    ANYMAIL = {}
EMAIL_SUBJECT_PREFIX = ""

# The domain of our own addresses, for replies and bounces. Empty: nobody can reply.
REPLY_DOMAIN = os.environ.get("REPLY_DOMAIN") or ("localhost" if DEV_INBOX else "")
POSTMASTER = parse_postmaster_url(os.environ.get("POSTMASTER", ""))
WEBHOOK_SECRET = read_webhook_secret(os.environ, EMAIL_PROVIDER)
ANYMAIL["WEBHOOK_SECRET"] = WEBHOOK_SECRET
# The name of our mail server in its Authentication-Results headers; others may be forged.
AUTHSERV_ID = os.environ.get("AUTHSERV_ID", "")

DEFAULT_FROM_EMAIL = check_sender(os.environ.get("DEFAULT_FROM_EMAIL") or "Citadels by Post <post@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
