"""Read environment variables, so that a wrong setting is a clear sentence and not a traceback."""

import os
import secrets
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

SQLITE_OPTIONS = {
    # under DEFERRED a reader that begins to write fails at once, whatever the timeout
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # FULL: a confirmed move survives a power cut
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}
CHECKOUT = Path(__file__).resolve().parent.parent.parent
TRUE, FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off", ""}


def var_dir(environ: Mapping[str, str]) -> Path:
    """Return the folder into which a running server writes: database, key, queue, emails, locks."""
    return Path(environ.get("VAR_DIR") or CHECKOUT / "var").absolute()


def read_flag(environ: Mapping[str, str], name: str, *, default: bool = False) -> bool:
    word = environ.get(name, str(default)).strip().lower()
    if word not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name} is '{word}'. Please write 1 or 0.")
    return word in TRUE


def read_number(environ: Mapping[str, str], name: str, *, default: int) -> int:
    word = environ.get(name, "").strip() or str(default)
    if not (word.isascii() and word.isdigit()):
        raise ImproperlyConfigured(f"{name} is '{word}'. Please write a number.")
    return int(word)


def read_list(environ: Mapping[str, str], name: str) -> list[str]:
    """Return the items of a comma-separated setting."""
    return [word.strip() for word in environ.get(name, "").split(",") if word.strip()]


def parse_database_url(url: str, *, base: Path) -> dict[str, Any]:
    """Parse a database URL into Django's settings; a relative SQLite file is below `base`."""
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return build_sqlite_settings(parts, base)
    if parts.scheme in {"postgres", "postgresql"}:
        return build_postgresql_settings(parts)
    # the URL itself may hold a password, so it is not repeated
    raise ImproperlyConfigured(
        f"DATABASE_URL begins with '{parts.scheme}:'. It should be sqlite:///path or postgres://user@host/name."
    )


def build_sqlite_settings(parts: SplitResult, base: Path) -> dict[str, Any]:
    """`sqlite:///var/db.sqlite3` is below the checkout, `sqlite:////srv/db.sqlite3` is absolute."""
    if parts.netloc:
        raise ImproperlyConfigured(
            "DATABASE_URL has too few slashes: sqlite:///file is relative, sqlite:////file absolute."
        )
    path = unquote(parts.path).removeprefix("/")
    if not path:
        raise ImproperlyConfigured("DATABASE_URL names no file. Example: sqlite:///var/db.sqlite3")
    name = path if path == ":memory:" else base / path
    return {"ENGINE": "citadels.sqlite3", "NAME": name, "OPTIONS": dict(SQLITE_OPTIONS)}


def build_postgresql_settings(parts: SplitResult) -> dict[str, Any]:
    """Connections are kept open and checked; there is no pool, because it does not survive a fork."""
    options = dict(parse_qsl(parts.query))
    name = unquote(parts.path).removeprefix("/")
    if not name:
        raise ImproperlyConfigured("DATABASE_URL names no database. Example: postgres://user@host/name")
    return {
        "ENGINE": "citadels.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        # a socket directory comes as ?host=/run/postgresql
        "HOST": options.pop("host", None) or unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


def load_or_create_secret(path: Path) -> str:
    """Return the secret in this file; it is created by the first call, readable by its owner only."""
    if not path.exists():
        write_once(path, secrets.token_urlsafe(50))
    if secret := path.read_text().strip():
        return secret
    raise ImproperlyConfigured(f"{path} is empty. Please remove it: a new key is made at the next start.")


def write_once(path: Path, text: str) -> None:
    """Create a complete file, unless another process was faster: then its text is kept."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent)  # mode 600
    with os.fdopen(handle, "w") as file:
        file.write(text)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        Path(draft).unlink()


def require_secret_key(environ: Mapping[str, str]) -> str:
    """Return a key fit for production, or refuse to start."""
    secret = environ.get("SECRET_KEY", "")
    if len(secret) < 50 or len(set(secret)) < 8 or secret.startswith("django-insecure-"):
        raise ImproperlyConfigured(
            "Production needs SECRET_KEY: at least 50 random characters. "
            "Make one with: python -c 'import secrets; print(secrets.token_urlsafe(50))'"
        )
    return secret


def require_allowed_hosts(environ: Mapping[str, str]) -> list[str]:
    """Return the host names of this server, or refuse to start."""
    hosts = read_list(environ, "ALLOWED_HOSTS")
    if not hosts or "*" in hosts:
        raise ImproperlyConfigured(
            "Production needs ALLOWED_HOSTS: the names of this server, with commas between them "
            "and without '*'. Example: ALLOWED_HOSTS=play.example.org"
        )
    return hosts
