"""Settings come from the environment; a wrong one is refused with a sentence."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from citadels.settings.environment import database, flag, kept_secret, listed, real_hosts, real_secret

BASE = Path("/srv/house")
GOOD = {
    "SECRET_KEY": "kJ8s-2mVx0Qd7tRz5wYb9LcN4hGf6PaE3uXi1oTq_SgW8yZe5v",
    "ALLOWED_HOSTS": "play.example.org",
}


def test_relative_sqlite_file_lies_below_the_checkout():
    assert database("sqlite:///var/db.sqlite3", base=BASE)["NAME"] == BASE / "var/db.sqlite3"


def test_absolute_sqlite_file_stays_where_it_is():
    assert database("sqlite:////data/my%20games.db", base=BASE)["NAME"] == Path("/data/my games.db")


def test_sqlite_in_memory():
    assert database("sqlite:///:memory:", base=BASE)["NAME"] == ":memory:"


def test_sqlite_takes_the_write_lock_at_once_and_keeps_what_it_confirmed():
    options = database("sqlite:///db", base=BASE)["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    assert options["init_command"] == "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"


@pytest.mark.django_db
@pytest.mark.skipif("postgres" in os.environ.get("DATABASE_URL", ""), reason="about SQLite")
def test_sqlite_connection_is_opened_with_these_options():
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.transaction_mode == "IMMEDIATE"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_postgresql_with_everything(scheme):
    url = f"{scheme}://ann:p%40ss%2Fword@db.example.org:6432/games?sslmode=require"
    parsed = database(url, base=BASE)
    assert parsed["ENGINE"] == "django.db.backends.postgresql"
    assert (parsed["USER"], parsed["PASSWORD"]) == ("ann", "p@ss/word")
    assert (parsed["HOST"], parsed["PORT"], parsed["NAME"]) == ("db.example.org", "6432", "games")
    assert parsed["OPTIONS"] == {"sslmode": "require"}
    assert parsed["CONN_MAX_AGE"] > 0
    assert parsed["CONN_HEALTH_CHECKS"] is True


def test_postgresql_by_socket():
    parsed = database("postgres://ann@/games?host=/run/postgresql", base=BASE)
    assert (parsed["HOST"], parsed["PORT"], parsed["PASSWORD"]) == ("/run/postgresql", "", "")
    assert parsed["OPTIONS"] == {}


@pytest.mark.parametrize(
    "url", ["mysql://ann:secret@db/games", "postgres://ann:secret@db", "sqlite://db", "sqlite:///", "db"]
)
def test_other_databases_are_refused_without_telling_the_password(url):
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL") as refusal:
        database(url, base=BASE)
    assert "secret" not in str(refusal.value)


def test_flags_and_lists():
    assert flag({"DEBUG": "Yes"}, "DEBUG") is True
    assert flag({"DEBUG": "0"}, "DEBUG", default=True) is False
    assert flag({}, "DEBUG", default=True) is True
    assert listed({"HOSTS": " a.org, ,b.org "}, "HOSTS") == ["a.org", "b.org"]
    with pytest.raises(ImproperlyConfigured, match="DEBUG is 'maybe'"):
        flag({"DEBUG": "maybe"}, "DEBUG")


def test_secret_is_made_once_and_kept_private(tmp_path):
    path = tmp_path / "var" / "secret_key"
    first = kept_secret(path)
    assert len(first) >= 50
    assert kept_secret(path) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_two_houses_have_two_secrets(tmp_path):
    assert kept_secret(tmp_path / "one") != kept_secret(tmp_path / "other")


def test_empty_secret_file_is_refused(tmp_path):
    (tmp_path / "secret_key").touch()
    with pytest.raises(ImproperlyConfigured, match="is empty"):
        kept_secret(tmp_path / "secret_key")


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
        real_secret({"SECRET_KEY": secret})


@pytest.mark.parametrize("hosts", ["", " , ", "*", "play.example.org,*"])
def test_production_needs_to_know_its_own_name(hosts):
    with pytest.raises(ImproperlyConfigured, match="Production needs ALLOWED_HOSTS"):
        real_hosts({"ALLOWED_HOSTS": hosts})


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
