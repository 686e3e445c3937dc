"""Processes of the house, for tests: with the database of the test and a mail server of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from django.db import connection

from tests.helpers.mail.smtp_server import Server


def database_url() -> str:
    """The test database, for another process."""
    found = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{quote(str(found['NAME']))}"
    user = f"{quote(found['USER'])}:{quote(found['PASSWORD'])}"
    return f"postgres://{user}@:{found['PORT']}/{found['NAME']}?host={quote(found['HOST'], safe='')}"


def start(
    command: Sequence[str], server: Server, settings: Mapping[str, str] | None = None, **more: Any
) -> subprocess.Popen[str]:
    """`python` with this command, as an operator would start it who sends emails by this server."""
    host, port = server.server_address[:2]
    own = {
        "DJANGO_SETTINGS_MODULE": "citadels.settings.dev",
        "DATABASE_URL": database_url(),
        "EMAIL_URL": f"smtp://{host}:{port}",
        "REPLY_DOMAIN": "post.example.org",
        "BROKER_URL": "memory://",
        "SECRET_KEY": "only-for-tests",
    }
    environment = {**os.environ, **own, **(settings or {})}
    return subprocess.Popen(
        [sys.executable, *command], env=environment, **{"stdout": subprocess.PIPE, "text": True, **more}
    )
