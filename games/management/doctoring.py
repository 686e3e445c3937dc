"""What `manage.py doctor` looks at: settings, the machine, and how the house is; each in a sentence."""

import contextlib
import os
import shutil
import zoneinfo
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from urllib.parse import urlsplit
from uuid import uuid4

from celery import current_app
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import cache
from django.db import connection
from django.utils.dateparse import parse_datetime

from games.house import checks, measures
from games.house.checks import LOOK, OK, WRONG, Finding
from games.management.commands.check_mail import is_local, settings_at_fault
from games.management.serving import address_of
from games.play import times

OLDEST_POSTGRES = 14
CLOCKS_DIFFER, CLOCKS_WRONG = 2.0, 30.0  # seconds
GIB = 2**30
LITTLE_SPACE, NO_SPACE = 1.0, 0.2  # GiB
MANY_FILES = 500
ZONES = 400  # of about 600; fewer means that the data are not there

Look = Callable[[], Iterator[Finding]]


def findings() -> Iterator[Finding]:
    """All of them. What cannot be looked at is a finding too."""
    for look in LOOKS:
        try:
            yield from look()
        except Exception as error:  # the others may still tell what is the matter
            name = look.__name__
            yield Finding(name, WRONG, f"This could not be looked at: {type(error).__name__}.", REMEDY)


REMEDY = "Mend what stands above, and ask again."


def is_production() -> bool:
    return os.environ.get("DJANGO_SETTINGS_MODULE", "").endswith("production")


# --- settings


def stage() -> Iterator[Finding]:
    if is_production():
        yield Finding("stage", OK, "These are the settings for production.")
    elif is_local(house()):
        yield Finding("stage", OK, "These are the settings for a laptop, and BASE_URL is on this machine.")
    else:
        says = f"Strangers reach {house()}, but these are the settings for a laptop."
        yield Finding("stage", WRONG, says, "Set DJANGO_SETTINGS_MODULE=citadels.settings.production.")
    if settings.DEBUG:
        state = LOOK if is_local(house()) else WRONG
        yield Finding("debug", state, "DEBUG is on: error pages show the inside of the house.", "DEBUG=0")


def house() -> str:
    return urlsplit(settings.BASE_URL).hostname or ""


def base_url() -> str:
    """Where letters lead: a server that was told another port than the usual one has told its children."""
    if is_production() or os.environ.get("BASE_URL"):
        return settings.BASE_URL
    return address_of(settings.VAR_DIR / "serve.lock", settings.VAR_DIR / "serve.url") or settings.BASE_URL


def secret() -> Iterator[Finding]:
    if len(settings.SECRET_KEY) < 50:
        remedy = "Make one: python -c 'import secrets; print(secrets.token_urlsafe(50))'"
        yield Finding("secret", WRONG, "SECRET_KEY is too short: links could be forged.", remedy)
        return
    yield Finding("secret", OK, "SECRET_KEY is long enough.")
    file = settings.VAR_DIR / "secret_key"
    if file.exists() and file.stat().st_mode & 0o077:
        yield Finding("secret", WRONG, "Others may read the file of the key.", f"chmod 600 {file}")


def names() -> Iterator[Finding]:
    hosts = settings.ALLOWED_HOSTS
    fits = any(one == house() or (one.startswith(".") and house().endswith(one)) for one in (*hosts, ""))
    if not fits:
        says = f"Letters lead to {house()}, which is not among ALLOWED_HOSTS: readers get an error there."
        yield Finding("names", WRONG, says, "Let BASE_URL and ALLOWED_HOSTS name the same host.")
    else:
        yield Finding("names", OK, f"Letters lead to {base_url()}, and this server answers to that name.")


def https() -> Iterator[Finding]:
    is_https = settings.BASE_URL.startswith("https:")
    if not is_https and not is_local(house()):
        says = "BASE_URL begins with http: links of letters could be read on their way."
        yield Finding(
            "https", WRONG, says, "Put a proxy with a certificate in front, and say https in BASE_URL."
        )
    elif is_https and settings.SECURE_SSL_REDIRECT and not settings.SECURE_PROXY_SSL_HEADER:
        says = "http is sent to https, but no proxy is said to be in front: behind one, that never ends."
        yield Finding("https", LOOK, says, "Set BEHIND_PROXY=1 if one is there and sets X-Forwarded-Proto.")
    else:
        yield Finding("https", OK, "Nothing to object to the way pages are reached.")


def watched() -> Iterator[Finding]:
    if settings.SECURE_PROXY_SSL_HEADER and not settings.METRICS_TOKEN:
        says = "Nobody can read /metrics: there is a proxy in front, and METRICS_TOKEN is not set."
        yield Finding("metrics", LOOK, says, "Set METRICS_TOKEN to 16 random characters or more.")
    else:
        yield Finding("metrics", OK, "/metrics can be read.")
    folder = settings.METRICS_DIR
    if folder and len(list(folder.glob("*.db"))) > MANY_FILES:
        says = "Counts of many processes that are gone lie in METRICS_DIR."
        yield Finding("metrics", LOOK, says, "Empty it at the next restart.")


# --- the database


def database() -> Iterator[Finding]:
    yield checks.database()
    yield from sqlite() if connection.vendor == "sqlite" else postgresql()


def sqlite() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        mode = cursor.execute("PRAGMA journal_mode").fetchone()[0]
    if mode != "wal":
        says = f"SQLite keeps its journal as '{mode}': readers and the writer wait for each other."
        yield Finding("sqlite", WRONG, says, "Is the database on a network drive? Put it on a local disk.")
    else:
        yield Finding("sqlite", OK, "SQLite in WAL mode: good for one machine.")


def postgresql() -> Iterator[Finding]:
    version = connection.pg_version // 10000  # type: ignore[attr-defined]
    if version < OLDEST_POSTGRES:
        yield Finding(
            "postgresql", WRONG, f"PostgreSQL {version} is too old.", f"Take {OLDEST_POSTGRES} or later."
        )
    else:
        yield Finding("postgresql", OK, f"PostgreSQL {version}.")


def clocks() -> Iterator[Finding]:
    """Deadlines are compared with the clocks of several machines."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT CURRENT_TIMESTAMP")
        (told,) = cursor.fetchone()
    seconds = abs((datetime.now(UTC) - instant(told)).total_seconds())
    remedy = "Let both machines ask a time server (NTP)."
    if seconds > CLOCKS_WRONG:
        says = f"The database's clock and this machine's differ by {seconds:.0f} seconds."
        yield Finding("clocks", WRONG, says, remedy)
    elif seconds > CLOCKS_DIFFER:
        yield Finding("clocks", LOOK, f"The database's clock differs by {seconds:.1f} seconds.", remedy)
    else:
        yield Finding("clocks", OK, "The database's clock and this machine's agree.")


def instant(told: datetime | str) -> datetime:
    """SQLite answers with text, without a zone."""
    found = parse_datetime(told) if isinstance(told, str) else told
    assert found is not None  # noqa: S101
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def zones() -> Iterator[Finding]:
    count = len(zoneinfo.available_timezones())
    if count < ZONES:
        says = f"Only {count} time zones are known: deadlines of most people cannot be told."
        yield Finding("zones", WRONG, says, "Install the package tzdata.")
    else:
        yield Finding("zones", OK, f"{count} time zones are known.")


# --- what works beside the requests


def broker() -> Iterator[Finding]:
    found = checks.broker()
    yield found
    if found.state == OK:
        yield publishing()


def publishing() -> Finding:
    """Send ourselves a message by a queue of its own."""
    name = f"{settings.CELERY_TASK_DEFAULT_QUEUE}-doctor"
    with current_app.connection_for_write() as link:
        own = {"auto_delete": True}  # it goes when nobody listens any more
        with contextlib.closing(link.SimpleQueue(name, queue_opts=own, exchange_opts=own)) as queue:
            queue.put("well?")
            queue.get(timeout=3).ack()
    return Finding("messages", OK, "A message to the broker comes back from it.")


def cached() -> Iterator[Finding]:
    backend = settings.CACHES["default"]["BACKEND"].rpartition(".")[2]
    if backend in ("LocMemCache", "DummyCache"):
        state = WRONG if is_production() else LOOK
        says = "Each process has a cache of its own: rate limits count too little."
        yield Finding("cache", state, says, "Leave CACHE_URL empty for the database's, or name a Redis.")
        return
    word = uuid4().hex
    cache.set("house:doctor", word, 60)
    if cache.get("house:doctor") == word:
        yield Finding("cache", OK, f"The cache that all processes share ({backend}) keeps what it is given.")
    else:
        yield Finding("cache", WRONG, "The cache forgets at once.", "Is the Redis of CACHE_URL full?")


def work() -> Iterator[Finding]:
    now = times.now()
    yield checks.pulse(now)
    yield checks.overdue(now)
    yield checks.tournaments(now)
    yield checks.outbox(now)
    yield from given_up("notice", measures.outbox_of(now).counts)
    yield from given_up("letter that came in", measures.incoming(now).counts)


def given_up(name: str, counts: dict[str, float]) -> Iterator[Finding]:
    if counts["parked"]:
        says = f"{counts['parked']} × {name} given up after many tries."
        yield Finding("post", LOOK, says, "See why in the admin pages, mend it, and try again there.")
    if counts.get("retried"):
        says = f"{counts['retried']} × {name} tried in vain so far."
        yield Finding("post", LOOK, says, "Run: manage.py check_mail")


def mail() -> Iterator[Finding]:
    wrong = list(settings_at_fault())
    for says in wrong:
        yield Finding("mail", WRONG, says, "See docs/settings.md.")
    if settings.POSTROOM:
        state = WRONG if is_production() else OK
        yield Finding("mail", state, "Letters stay in the post room: EMAIL_URL is not set.")
    elif not wrong:
        says = "The settings for mail fit each other. Whether letters arrive, only one can tell."
        yield Finding("mail", OK, says, "Run: manage.py check_mail --to YOUR-ADDRESS")


# --- the machine


def disk() -> Iterator[Finding]:
    free = shutil.disk_usage(settings.VAR_DIR).free / GIB
    says = f"{free:.1f} GiB are free where the server writes ({settings.VAR_DIR})."
    state = WRONG if free < NO_SPACE else LOOK if free < LITTLE_SPACE else OK
    yield Finding("disk", state, says, "" if state == OK else "Make room before games cannot be saved.")


def static() -> Iterator[Finding]:
    manifest = getattr(staticfiles_storage, "manifest_name", "")
    if manifest and not staticfiles_storage.exists(manifest):
        yield Finding(
            "static", WRONG, "Styles and pictures are not collected.", "Run: manage.py collectstatic"
        )
    else:
        yield Finding("static", OK, "Styles and pictures are there.")


LOOKS: tuple[Look, ...] = (
    *(stage, secret, names, https, watched),
    *(database, clocks, zones),
    *(broker, cached, work, mail),
    *(disk, static),
)
