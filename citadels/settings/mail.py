"""Letters out: a mail server or a provider named by EMAIL_URL, or the post room, a folder that a page shows.

Letters in: addresses at REPLY_DOMAIN, by the door of POSTMASTER or by a provider's webhooks (WEBHOOK_SECRET).
"""

import os
from collections.abc import Mapping
from email.utils import parseaddr
from typing import Any, NamedTuple
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from .environment import var_dir

# where the URL names no port
PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
POSTMASTER_PORT = 8025
SHORTEST_PASSWORD = 16


def port_of(parts: SplitResult, name: str = "EMAIL_URL") -> int | None:
    try:
        return parts.port
    except ValueError:
        raise ImproperlyConfigured(f"{name} has a port that is no number from 0 to 65535.") from None


def smtp(url: str) -> dict[str, Any]:
    """The mail server that a URL names. The URL may hold a password: it is not repeated."""
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
        "port": port_of(parts) or PORTS[parts.scheme],
        "user": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "starttls": parts.scheme == "smtp+tls",
        "tls": parts.scheme == "smtps",
    }


# --- providers


class Provider(NamedTuple):
    """What anymail calls the parts of `provider://user:password@host?option=…`."""

    user: str
    password: str = ""
    host: str = ""
    options: tuple[str, ...] = ()


# those that anymail 15 knows without further packages; options are mostly keys that prove its webhooks
PROVIDERS = {
    "brevo": Provider("API_KEY"),
    "mailersend": Provider("API_TOKEN", options=("signing_secret", "inbound_secret")),
    "mailgun": Provider("API_KEY", host="SENDER_DOMAIN", options=("api_url", "webhook_signing_key")),
    "mailjet": Provider("API_KEY", password="SECRET_KEY"),  # noqa: S106
    "mailtrap": Provider("API_TOKEN", options=("sandbox_id", "tracking_secret", "inbound_secret")),
    "mandrill": Provider("API_KEY", options=("webhook_key", "webhook_url")),
    "postmark": Provider("SERVER_TOKEN", options=("message_stream",)),
    "resend": Provider("API_KEY"),
    "scaleway": Provider("SECRET_KEY", password="PROJECT_ID", options=("region",)),  # noqa: S106
    "sendgrid": Provider("API_KEY", options=("tracking_webhook_verification_key",)),
    "sparkpost": Provider("API_KEY", options=("api_url", "subaccount")),
}


def provider_of(url: str) -> str:
    """The provider that a URL names; nothing if it names a mail server."""
    scheme = urlsplit(url).scheme
    return scheme if scheme in PROVIDERS else ""


def anymail(url: str) -> dict[str, str]:
    """Anymail's settings for the provider that a URL names. The URL holds a secret: it is not repeated."""
    parts, name = urlsplit(url), provider_of(url)
    known = PROVIDERS[name]
    given = {known.user: parts.username, known.password: parts.password, known.host: parts.hostname}
    found = {f"{name}_{part}".upper(): unquote(value or "") for part, value in given.items() if part}
    if missing := [part for part, value in found.items() if not value]:
        raise ImproperlyConfigured(
            f"EMAIL_URL lacks {missing[0]}. Example: EMAIL_URL={example(name)} "
            "(with %40 for an @ inside of a key, and so on)"
        )
    return {**found, **{f"{name}_{option}".upper(): value for option, value in options(parts, known)}}


def example(name: str) -> str:
    known = PROVIDERS[name]
    return f"{name}://{known.user}{':' + known.password if known.password else ''}@{known.host.lower()}"


def options(parts: SplitResult, known: Provider) -> list[tuple[str, str]]:
    found = parse_qsl(parts.query)
    for option, _value in found:
        if option not in known.options:
            may = f"It may be {' or '.join(known.options)}." if known.options else "There are none."
            raise ImproperlyConfigured(f"EMAIL_URL has an option that {parts.scheme} does not know. {may}")
    return found


def webhook_secret(environ: Mapping[str, str], provider: str) -> str:
    """What the provider shows us with every call, as `user:password`; nothing: it has no way in."""
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


# --- letters in


class Listening(NamedTuple):
    """Where `manage.py postmaster` waits for a mail server."""

    protocol: str
    host: str
    port: int


def postmaster(url: str) -> Listening | None:
    """`lmtp://127.0.0.1:8025`, or smtp; nothing: no such door."""
    if not url:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("lmtp", "smtp") or not parts.hostname:
        raise ImproperlyConfigured(f"POSTMASTER is '{url}'. Example: POSTMASTER=lmtp://127.0.0.1:8025")
    return Listening(parts.scheme, parts.hostname, port_of(parts, "POSTMASTER") or POSTMASTER_PORT)


def sender(name: str) -> str:
    """The From of our letters: an address, or a name with an address in angle brackets."""
    _, address = parseaddr(name)
    local, at, domain = address.rpartition("@")
    if not (at and local and domain) or "\n" in name:
        raise ImproperlyConfigured(
            f"DEFAULT_FROM_EMAIL is '{name}'. Example: Citadels by Post <post@play.example.org>"
        )
    return name


def real_mail(environ: Mapping[str, str]) -> None:
    """A mail server fit for production, or a refusal to start."""
    if not environ.get("EMAIL_URL"):
        raise ImproperlyConfigured(
            "Production needs EMAIL_URL: the server that sends our letters. "
            "Example: EMAIL_URL=smtp+tls://user:password@mail.example.org"
        )


POSTROOM_DIR = var_dir(os.environ) / "postroom"
POSTROOM = not os.environ.get("EMAIL_URL")
PROVIDER = provider_of(os.environ.get("EMAIL_URL", ""))
EMAIL_TIMEOUT = 15  # seconds; somebody waits for the page meanwhile

if PROVIDER:
    EMAIL_BACKEND = f"anymail.backends.{PROVIDER}.EmailBackend"
    ANYMAIL: dict[str, Any] = {**anymail(os.environ["EMAIL_URL"]), "REQUESTS_TIMEOUT": EMAIL_TIMEOUT}
else:
    EMAIL_BACKEND = (
        "games.mail.postroom.EmailBackend" if POSTROOM else "django.core.mail.backends.smtp.EmailBackend"
    )
    server = smtp(os.environ.get("EMAIL_URL") or "smtp://localhost")
    EMAIL_HOST, EMAIL_PORT = server["host"], server["port"]
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = server["user"], server["password"]
    EMAIL_USE_TLS, EMAIL_USE_SSL = server["starttls"], server["tls"]
    ANYMAIL = {}
EMAIL_SUBJECT_PREFIX = ""

# Where replies and bounces come in: the part after the @ of our own addresses. Empty: nobody can reply.
REPLY_DOMAIN = os.environ.get("REPLY_DOMAIN") or ("localhost" if POSTROOM else "")
POSTMASTER = postmaster(os.environ.get("POSTMASTER", ""))
WEBHOOK_SECRET = webhook_secret(os.environ, PROVIDER)
ANYMAIL["WEBHOOK_SECRET"] = WEBHOOK_SECRET
# By which name the mail server in front signs its Authentication-Results; others may be a stranger's.
AUTHSERV_ID = os.environ.get("AUTHSERV_ID", "")

DEFAULT_FROM_EMAIL = sender(os.environ.get("DEFAULT_FROM_EMAIL") or "Citadels by Post <post@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
