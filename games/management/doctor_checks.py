"""The checks of `manage.py doctor`: settings, database, background work, mail and the machine."""

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

from accounts import server_time
from games.management.commands.check_mail import find_setting_problems, is_local
from games.management.supervisor import find_running_address
from games.ops import database_metrics, health
from games.ops.health import ATTENTION, OK, WRONG, HealthFinding

OLDEST_POSTGRES = 14
CLOCKS_DIFFER, CLOCKS_WRONG = 2.0, 30.0  # seconds
GIB = 2**30
LITTLE_SPACE, NO_SPACE = 1.0, 0.2  # GiB
MANY_FILES = 500
LEAST_TIME_ZONES = 400  # of about 600; fewer means that the time zone data are missing

DoctorCheck = Callable[[], Iterator[HealthFinding]]


def run_checks() -> Iterator[HealthFinding]:
    """Run all checks and yield their findings. A check that cannot be run is a finding too."""
    for look in CHECKS:
        try:
            yield from look()
        except Exception as error:  # the other checks may still show what is wrong
            name = look.__name__.removeprefix("check_")
            yield HealthFinding(
                name, WRONG, f"This could not be looked at: {type(error).__name__}.", GENERIC_REMEDY
            )


GENERIC_REMEDY = "Mend what stands above, and ask again."


def is_production() -> bool:
    return os.environ.get("DJANGO_SETTINGS_MODULE", "").endswith("production")


# --- settings


def check_stage() -> Iterator[HealthFinding]:
    if is_production():
        yield HealthFinding("stage", OK, "These are the settings for production.")
    elif is_local(site_host()):
        yield HealthFinding(
            "stage", OK, "These are the settings for a laptop, and BASE_URL is on this machine."
        )
    else:
        says = f"Strangers reach {site_host()}, but these are the settings for a laptop."
        yield HealthFinding("stage", WRONG, says, "Set DJANGO_SETTINGS_MODULE=citadels.settings.production.")
    if settings.DEBUG:
        state = ATTENTION if is_local(site_host()) else WRONG
        yield HealthFinding(
            "debug", state, "DEBUG is on: error pages show the server's internals.", "DEBUG=0"
        )


def site_host() -> str:
    return urlsplit(settings.BASE_URL).hostname or ""


def find_base_url() -> str:
    """Find the base URL of links in emails; a development server notes its own address in a file."""
    if is_production() or os.environ.get("BASE_URL"):
        return settings.BASE_URL
    return (
        find_running_address(settings.VAR_DIR / "serve.lock", settings.VAR_DIR / "serve.url")
        or settings.BASE_URL
    )


def check_secret() -> Iterator[HealthFinding]:
    if len(settings.SECRET_KEY) < 50:
        remedy = "Make one: python -c 'import secrets; print(secrets.token_urlsafe(50))'"
        yield HealthFinding("secret", WRONG, "SECRET_KEY is too short: links could be forged.", remedy)
        return
    yield HealthFinding("secret", OK, "SECRET_KEY is long enough.")
    file = settings.VAR_DIR / "secret_key"
    if file.exists() and file.stat().st_mode & 0o077:
        yield HealthFinding("secret", WRONG, "Others may read the file of the key.", f"chmod 600 {file}")


def check_hosts() -> Iterator[HealthFinding]:
    hosts = settings.ALLOWED_HOSTS
    fits = any(
        one == site_host() or (one.startswith(".") and site_host().endswith(one)) for one in (*hosts, "")
    )
    if not fits:
        says = f"Links in emails lead to {site_host()}, which is not in ALLOWED_HOSTS: readers get an error."
        yield HealthFinding("names", WRONG, says, "Let BASE_URL and ALLOWED_HOSTS name the same host.")
    else:
        yield HealthFinding(
            "names", OK, f"Links in emails lead to {find_base_url()}, and this server answers to that name."
        )


def check_https() -> Iterator[HealthFinding]:
    is_https = settings.BASE_URL.startswith("https:")
    if not is_https and not is_local(site_host()):
        says = "BASE_URL begins with http: links in emails could be read on their way."
        yield HealthFinding(
            "https", WRONG, says, "Put a proxy with a certificate in front, and say https in BASE_URL."
        )
    elif is_https and settings.SECURE_SSL_REDIRECT and not settings.SECURE_PROXY_SSL_HEADER:
        says = "http is sent to https, but no proxy is said to be in front: behind one, that never ends."
        yield HealthFinding(
            "https", ATTENTION, says, "Set BEHIND_PROXY=1 if one is there and sets X-Forwarded-Proto."
        )
    else:
        yield HealthFinding("https", OK, "Nothing to object to the way pages are reached.")


def check_metrics() -> Iterator[HealthFinding]:
    if not settings.METRICS_TOKEN:
        state = OK if is_local(site_host()) else ATTENTION
        says = "Nobody can read /metrics: METRICS_TOKEN is not set."
        yield HealthFinding("metrics", state, says, "Set METRICS_TOKEN to 16 random characters or more.")
    else:
        yield HealthFinding("metrics", OK, "/metrics can be read.")
    folder = settings.METRICS_DIR
    if folder and len(list(folder.glob("*.db"))) > MANY_FILES:
        says = "Counts of many processes that are gone lie in METRICS_DIR."
        yield HealthFinding("metrics", ATTENTION, says, "Empty it at the next restart.")


# --- the database


def check_database() -> Iterator[HealthFinding]:
    yield health.check_database()
    yield from check_sqlite() if connection.vendor == "sqlite" else check_postgresql()


def check_sqlite() -> Iterator[HealthFinding]:
    with connection.cursor() as cursor:
        mode = cursor.execute("PRAGMA journal_mode").fetchone()[0]
    if mode != "wal":
        says = f"SQLite keeps its journal as '{mode}': readers and the writer wait for each other."
        yield HealthFinding(
            "sqlite", WRONG, says, "Is the database on a network drive? Put it on a local disk."
        )
    else:
        yield HealthFinding("sqlite", OK, "SQLite in WAL mode: good for one machine.")


def check_postgresql() -> Iterator[HealthFinding]:
    version = connection.pg_version // 10000  # type: ignore[attr-defined]
    if version < OLDEST_POSTGRES:
        yield HealthFinding(
            "postgresql", WRONG, f"PostgreSQL {version} is too old.", f"Take {OLDEST_POSTGRES} or later."
        )
    else:
        yield HealthFinding("postgresql", OK, f"PostgreSQL {version}.")


def check_clocks() -> Iterator[HealthFinding]:
    """Deadlines are compared with the clocks of several machines."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT CURRENT_TIMESTAMP")
        (result,) = cursor.fetchone()
    seconds = abs((datetime.now(UTC) - parse_instant(result)).total_seconds())
    remedy = "Let both machines ask a time server (NTP)."
    if seconds > CLOCKS_WRONG:
        says = f"The database's clock and this machine's differ by {seconds:.0f} seconds."
        yield HealthFinding("clocks", WRONG, says, remedy)
    elif seconds > CLOCKS_DIFFER:
        yield HealthFinding(
            "clocks", ATTENTION, f"The database's clock differs by {seconds:.1f} seconds.", remedy
        )
    else:
        yield HealthFinding("clocks", OK, "The database's clock and this machine's agree.")


def parse_instant(value: datetime | str) -> datetime:
    """Parse a time from the database; SQLite returns text without a time zone."""
    found = parse_datetime(value) if isinstance(value, str) else value
    assert found is not None  # noqa: S101
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def check_time_zones() -> Iterator[HealthFinding]:
    count = len(zoneinfo.available_timezones())
    if count < LEAST_TIME_ZONES:
        says = f"Only {count} time zones are known: most people's deadlines cannot be shown."
        yield HealthFinding("zones", WRONG, says, "Install the package tzdata.")
    else:
        yield HealthFinding("zones", OK, f"{count} time zones are known.")


# --- background work


def check_broker() -> Iterator[HealthFinding]:
    found = health.check_broker()
    yield found
    if found.state == OK:
        yield check_publishing()


def check_publishing() -> HealthFinding:
    """Send ourselves a message through a temporary queue and read it back."""
    name = f"{settings.CELERY_TASK_DEFAULT_QUEUE}-doctor"
    with current_app.connection_for_write() as link:
        own = {"auto_delete": True}  # the queue vanishes when nobody listens any more
        with contextlib.closing(link.SimpleQueue(name, queue_opts=own, exchange_opts=own)) as queue:
            queue.put("well?")
            queue.get(timeout=3).ack()
    return HealthFinding("messages", OK, "A message to the broker comes back from it.")


def check_cache() -> Iterator[HealthFinding]:
    backend = settings.CACHES["default"]["BACKEND"].rpartition(".")[2]
    if backend in ("LocMemCache", "DummyCache"):
        state = WRONG if is_production() else ATTENTION
        says = "Each process has a cache of its own: rate limits count too little."
        yield HealthFinding(
            "cache", state, says, "Leave CACHE_URL empty for the database's, or name a Redis."
        )
        return
    word = uuid4().hex
    cache.set("ops:doctor", word, 60)
    if cache.get("ops:doctor") == word:
        yield HealthFinding(
            "cache", OK, f"The cache that all processes share ({backend}) keeps what it is given."
        )
    else:
        yield HealthFinding("cache", WRONG, "The cache forgets at once.", "Is the Redis of CACHE_URL full?")


def check_background_work() -> Iterator[HealthFinding]:
    now = server_time.now()
    yield health.check_heartbeat(now)
    yield health.check_alarms(now)
    yield health.check_tournaments(now)
    yield health.check_outbox(now)
    yield from check_given_up_mail("outgoing email", database_metrics.measure_outbox(now).counts)
    yield from check_given_up_mail("incoming email", database_metrics.measure_incoming_mail(now).counts)


def check_given_up_mail(name: str, counts: dict[str, float]) -> Iterator[HealthFinding]:
    if counts["parked"]:
        says = f"{counts['parked']} × {name} given up after many tries."
        yield HealthFinding(
            "post", ATTENTION, says, "See why in the admin pages, mend it, and try again there."
        )
    if counts.get("retried"):
        says = f"{counts['retried']} × {name} tried in vain so far."
        yield HealthFinding("post", ATTENTION, says, "Run: manage.py check_mail")


def check_mail_settings() -> Iterator[HealthFinding]:
    wrong = list(find_setting_problems())
    for says in wrong:
        yield HealthFinding("mail", WRONG, says, "See docs/settings.md.")
    if settings.DEV_INBOX:
        state = WRONG if is_production() else OK
        yield HealthFinding("mail", state, "Emails stay in the dev inbox: EMAIL_URL is not set.")
    elif not wrong:
        says = "The settings for mail fit each other. Whether emails arrive, only one can tell."
        yield HealthFinding("mail", OK, says, "Run: manage.py check_mail --to YOUR-ADDRESS")


# --- the machine


def check_disk() -> Iterator[HealthFinding]:
    free = shutil.disk_usage(settings.VAR_DIR).free / GIB
    says = f"{free:.1f} GiB are free where the server writes ({settings.VAR_DIR})."
    state = WRONG if free < NO_SPACE else ATTENTION if free < LITTLE_SPACE else OK
    yield HealthFinding("disk", state, says, "" if state == OK else "Make room before games cannot be saved.")


def check_static_files() -> Iterator[HealthFinding]:
    manifest = getattr(staticfiles_storage, "manifest_name", "")
    if manifest and not staticfiles_storage.exists(manifest):
        yield HealthFinding(
            "static", WRONG, "Styles and pictures are not collected.", "Run: manage.py collectstatic"
        )
    else:
        yield HealthFinding("static", OK, "Styles and pictures are there.")


CHECKS: tuple[DoctorCheck, ...] = (
    *(check_stage, check_secret, check_hosts, check_https, check_metrics),
    *(check_database, check_clocks, check_time_zones),
    *(check_broker, check_cache, check_background_work, check_mail_settings),
    *(check_disk, check_static_files),
)
