"""Settings come from the environment; a wrong one is refused with a sentence."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import anymail as anymail_code
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import get_connection
from django.db import ConnectionHandler

from citadels.settings.cache import build_shared_cache
from citadels.settings.environment import (
    load_or_create_secret,
    parse_database_url,
    read_flag,
    read_list,
    read_number,
    require_allowed_hosts,
    require_secret_key,
)
from citadels.settings.mail import (
    PROVIDERS,
    check_sender,
    find_provider,
    parse_postmaster_url,
    parse_provider_url,
    parse_smtp_url,
    read_webhook_secret,
    require_mail_server,
)

BASE = Path("/srv/app")
GOOD = {
    "SECRET_KEY": "kJ8s-2mVx0Qd7tRz5wYb9LcN4hGf6PaE3uXi1oTq_SgW8yZe5v",
    "ALLOWED_HOSTS": "play.example.org",
    "EMAIL_URL": "smtp+tls://ann:secret@mail.example.org",
}


def test_relative_sqlite_file_lies_below_the_checkout():
    assert parse_database_url("sqlite:///var/db.sqlite3", base=BASE)["NAME"] == BASE / "var/db.sqlite3"


def test_absolute_sqlite_file_stays_where_it_is():
    assert parse_database_url("sqlite:////data/my%20games.db", base=BASE)["NAME"] == Path("/data/my games.db")


def test_sqlite_in_memory():
    assert parse_database_url("sqlite:///:memory:", base=BASE)["NAME"] == ":memory:"


def test_sqlite_takes_the_write_lock_at_once_and_keeps_what_it_confirmed():
    options = parse_database_url("sqlite:///db", base=BASE)["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    assert options["init_command"] == "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"


@pytest.mark.django_db
def test_sqlite_connection_is_opened_with_these_options(tmp_path):
    connection = ConnectionHandler({"default": parse_database_url("sqlite:///db", base=tmp_path)})["default"]
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.transaction_mode == "IMMEDIATE"
    connection.close()


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_postgresql_with_everything(scheme):
    url = f"{scheme}://ann:p%40ss%2Fword@db.example.org:6432/games?sslmode=require"
    parsed = parse_database_url(url, base=BASE)
    assert parsed["ENGINE"] == "citadels.postgresql"
    assert (parsed["USER"], parsed["PASSWORD"]) == ("ann", "p@ss/word")
    assert (parsed["HOST"], parsed["PORT"], parsed["NAME"]) == ("db.example.org", "6432", "games")
    assert parsed["OPTIONS"] == {"sslmode": "require"}
    assert parsed["CONN_MAX_AGE"] > 0
    assert parsed["CONN_HEALTH_CHECKS"] is True


def test_postgresql_by_socket():
    parsed = parse_database_url("postgres://ann@/games?host=/run/postgresql", base=BASE)
    assert (parsed["HOST"], parsed["PORT"], parsed["PASSWORD"]) == ("/run/postgresql", "", "")
    assert parsed["OPTIONS"] == {}


@pytest.mark.parametrize(
    "url", ["mysql://ann:secret@db/games", "postgres://ann:secret@db", "sqlite://db", "sqlite:///", "db"]
)
def test_other_databases_are_refused_without_telling_the_password(url):
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL") as refusal:
        parse_database_url(url, base=BASE)
    assert "secret" not in str(refusal.value)


def test_flags_and_lists():
    assert read_flag({"DEBUG": "Yes"}, "DEBUG") is True
    assert read_flag({"DEBUG": "0"}, "DEBUG", default=True) is False
    assert read_flag({}, "DEBUG", default=True) is True
    assert read_list({"HOSTS": " a.org, ,b.org "}, "HOSTS") == ["a.org", "b.org"]
    with pytest.raises(ImproperlyConfigured, match="DEBUG is 'maybe'"):
        read_flag({"DEBUG": "maybe"}, "DEBUG")


def test_numbers():
    assert read_number({}, "LEAVE_DAYS", default=28) == 28
    assert read_number({"LEAVE_DAYS": " 30 "}, "LEAVE_DAYS", default=28) == 30
    with pytest.raises(ImproperlyConfigured, match="LEAVE_DAYS is 'four weeks'"):
        read_number({"LEAVE_DAYS": "four weeks"}, "LEAVE_DAYS", default=28)


def test_secret_is_made_once_and_kept_private(tmp_path):
    path = tmp_path / "var" / "secret_key"
    first = load_or_create_secret(path)
    assert len(first) >= 50
    assert load_or_create_secret(path) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_two_houses_have_two_secrets(tmp_path):
    assert load_or_create_secret(tmp_path / "one") != load_or_create_secret(tmp_path / "other")


def test_empty_secret_file_is_refused(tmp_path):
    (tmp_path / "secret_key").touch()
    with pytest.raises(ImproperlyConfigured, match="is empty"):
        load_or_create_secret(tmp_path / "secret_key")


def test_mail_server_with_everything():
    server = parse_smtp_url("smtp+tls://ann%40example.org:p%40ss%2Fword@mail.example.org:2525")
    assert (server["host"], server["port"]) == ("mail.example.org", 2525)
    assert (server["user"], server["password"]) == ("ann@example.org", "p@ss/word")
    assert (server["starttls"], server["tls"]) == (True, False)


@pytest.mark.parametrize(
    ("url", "port", "starttls", "tls"),
    [
        ("smtp://localhost", 25, False, False),
        ("smtp+tls://localhost", 587, True, False),
        ("smtps://localhost", 465, False, True),
    ],
)
def test_mail_servers_have_their_usual_ports(url, port, starttls, tls):
    server = parse_smtp_url(url)
    assert (server["port"], server["starttls"], server["tls"]) == (port, starttls, tls)


@pytest.mark.parametrize(
    "url", ["http://ann:secret@mail", "mail.example.org", "smtp://", "smtp://ann:secret@mail:port", ""]
)
def test_other_mail_servers_are_refused_without_telling_the_password(url):
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL") as refusal:
        parse_smtp_url(url)
    assert "secret" not in str(refusal.value)


# --- providers, and the ways in


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("postmark://tOkEn@", {"POSTMARK_SERVER_TOKEN": "tOkEn"}),
        ("brevo://a%2Fb%40c@", {"BREVO_API_KEY": "a/b@c"}),
        ("mailjet://key:secret@", {"MAILJET_API_KEY": "key", "MAILJET_SECRET_KEY": "secret"}),
        (
            "mailgun://key@play.example.org?webhook_signing_key=k%2B1&api_url=https://api.eu.mailgun.net/v3",
            {
                "MAILGUN_API_KEY": "key",
                "MAILGUN_SENDER_DOMAIN": "play.example.org",
                "MAILGUN_WEBHOOK_SIGNING_KEY": "k+1",
                "MAILGUN_API_URL": "https://api.eu.mailgun.net/v3",
            },
        ),
    ],
)
def test_a_provider_is_one_setting(url, found):
    assert find_provider(url) == url.partition(":")[0]
    assert parse_provider_url(url) == found


def test_a_mail_server_is_no_provider():
    assert find_provider("smtp+tls://ann:secret@mail.example.org") == find_provider("") == ""


@pytest.mark.parametrize(
    "url",
    [
        "postmark://",
        "postmark://secret",
        "mailjet://secret@",
        "mailgun://secret@",
        "brevo://secret@?url=secret",
    ],
)
def test_half_a_provider_is_refused_without_telling_the_key(url):
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL") as refusal:
        parse_provider_url(url)
    assert "secret@" not in str(refusal.value)
    assert "=secret" not in str(refusal.value)


@pytest.mark.parametrize("name", PROVIDERS)
def test_every_provider_can_be_opened_with_what_its_url_holds(name, settings):
    parts = PROVIDERS[name]
    url = f"{name}://key{':more' if parts.password else ''}@{'play.example.org' if parts.host else ''}"
    settings.ANYMAIL = parse_provider_url(url)
    assert get_connection(f"anymail.backends.{name}.EmailBackend").open()


@pytest.mark.parametrize("name", PROVIDERS)
def test_every_option_of_a_provider_is_one_that_anymail_reads(name):
    code = Path(anymail_code.__file__).parent
    text = "".join(path.read_text() for path in code.glob(f"*/{name}.py"))
    for option in PROVIDERS[name].options:
        assert f'"{option}"' in text


def test_the_secret_of_webhooks_has_two_parts():
    given = {"WEBHOOK_SECRET": "us:0123456789abcdef"}
    assert read_webhook_secret(given, "postmark") == "us:0123456789abcdef"
    assert read_webhook_secret({}, "postmark") == ""
    for bad in ("us", "us:short", ":0123456789abcdef"):
        with pytest.raises(ImproperlyConfigured, match="WEBHOOK_SECRET should be") as refusal:
            read_webhook_secret({"WEBHOOK_SECRET": bad}, "postmark")
        assert "short" not in str(refusal.value)
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL names none"):
        read_webhook_secret(given, "")


def test_the_postmaster_listens_where_it_is_told():
    assert parse_postmaster_url("") is None
    assert parse_postmaster_url("lmtp://127.0.0.1") == ("lmtp", "127.0.0.1", 8025)
    assert parse_postmaster_url("smtp://[::1]:2525") == ("smtp", "::1", 2525)
    for bad in ("http://127.0.0.1", "lmtp://", "127.0.0.1:8025", "lmtp://localhost:port"):
        with pytest.raises(ImproperlyConfigured, match="POSTMASTER"):
            parse_postmaster_url(bad)


def test_production_with_a_provider(root):
    show = (
        "from django.conf import settings as s; from django.urls import resolve;"
        " print(s.EMAIL_BACKEND, resolve('/anymail/postmark/inbound/').url_name)"
    )
    given = {**GOOD, "EMAIL_URL": "postmark://token@", "WEBHOOK_SECRET": "us:0123456789abcdef"}
    done = production(root, "-c", f"import django; django.setup(); {show}", **given)
    assert done.stdout.split() == ["anymail.backends.postmark.EmailBackend", "postmark_inbound_webhook"]


@pytest.mark.parametrize("name", ["post@example.org", "Citadels by Post <post@example.org>"])
def test_emails_have_a_sender(name):
    assert check_sender(name) == name


@pytest.mark.parametrize("name", ["Citadels by Post", "@example.org", "post@", "", "a@b.org\nBcc: c@d.org"])
def test_a_sender_has_an_address(name):
    with pytest.raises(ImproperlyConfigured, match="DEFAULT_FROM_EMAIL"):
        check_sender(name)


def test_production_needs_a_mail_server():
    with pytest.raises(ImproperlyConfigured, match="Production needs EMAIL_URL"):
        require_mail_server({"EMAIL_URL": ""})


def test_the_cache_is_shared_by_all_processes():
    assert build_shared_cache("")["BACKEND"].endswith("DatabaseCache")
    assert build_shared_cache("redis://localhost:6379/1") == {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": "redis://localhost:6379/1",
    }
    with pytest.raises(ImproperlyConfigured, match="CACHE_URL begins with 'memcached:'") as refusal:
        build_shared_cache("memcached://ann:secret@localhost")
    assert "secret" not in str(refusal.value)


def production(root: Path, *command: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, with production settings and nothing else from our environment."""
    environ = {
        "DJANGO_SETTINGS_MODULE": "citadels.settings.production",
        "PATH": os.environ["PATH"],
        **environ,
    }
    return subprocess.run([sys.executable, *command], cwd=root, env=environ, capture_output=True, text=True)


@pytest.mark.parametrize(
    "secret", ["", "short", "a" * 60, GOOD["SECRET_KEY"][:49], "django-insecure-" + GOOD["SECRET_KEY"]]
)
def test_production_needs_a_real_secret(secret):
    with pytest.raises(ImproperlyConfigured, match="Production needs SECRET_KEY"):
        require_secret_key({"SECRET_KEY": secret})


@pytest.mark.parametrize("hosts", ["", " , ", "*", "play.example.org,*"])
def test_production_needs_to_know_its_own_name(hosts):
    with pytest.raises(ImproperlyConfigured, match="Production needs ALLOWED_HOSTS"):
        require_allowed_hosts({"ALLOWED_HOSTS": hosts})


@pytest.mark.parametrize("missing", GOOD)
def test_production_refuses_to_start_half_configured(root, missing):
    given = {name: value for name, value in GOOD.items() if name != missing}
    done = production(root, "manage.py", "check", **given)
    assert done.returncode != 0
    assert f"Production needs {missing}" in done.stderr


def test_production_starts_clean_with_what_it_needs(root):
    done = production(root, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **GOOD)
    assert done.returncode == 0, done.stderr


def test_production_links_come_from_the_configured_host(root):
    show = "from django.conf import settings; print(settings.BASE_URL, settings.DEBUG)"
    assert production(root, "-c", show, **GOOD).stdout.split() == ["https://play.example.org", "False"]
    named = production(root, "-c", show, BASE_URL="https://post.example.org/", DEBUG="1", **GOOD)
    assert named.stdout.split() == ["https://post.example.org", "False"]


def test_production_sends_emails_and_guards_its_cookies(root):
    show = (
        "from django.conf import settings as s;"
        " print(s.DEV_INBOX, s.EMAIL_BACKEND.split('.')[-2], s.EMAIL_HOST,"
        " s.DEFAULT_FROM_EMAIL.split()[-1], s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE,"
        " s.SESSION_COOKIE_HTTPONLY)"
    )
    texts = production(root, "-c", show, **GOOD).stdout.split()
    assert texts == ["False", "smtp", "mail.example.org", "<post@play.example.org>", "True", "True", "True"]


def test_a_laptop_has_a_post_room(root):
    show = "from django.conf import settings as s; print(s.DEV_INBOX, s.EMAIL_BACKEND)"
    environ = {"DJANGO_SETTINGS_MODULE": "citadels.settings.dev", "PATH": os.environ["PATH"]}
    told = subprocess.run([sys.executable, "-c", show], cwd=root, env=environ, capture_output=True, text=True)
    assert told.stdout.split() == ["True", "games.mail.dev_inbox.EmailBackend"]
