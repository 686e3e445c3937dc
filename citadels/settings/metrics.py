"""Numbers for whoever watches: where processes keep what they count, and who may read it."""

import os
from collections.abc import Mapping
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from .environment import var_dir

SHORTEST_TOKEN = 16


def metrics_token(environ: Mapping[str, str]) -> str:
    """What opens `/metrics` from elsewhere; nothing: it can be read on this machine only."""
    token = environ.get("METRICS_TOKEN", "")
    if token and len(token) < SHORTEST_TOKEN:
        raise ImproperlyConfigured(f"METRICS_TOKEN should have {SHORTEST_TOKEN} characters or more.")
    return token


METRICS_TOKEN = metrics_token(os.environ)
METRICS_DIR: Path | None = Path(os.environ.get("METRICS_DIR") or var_dir(os.environ) / "metrics")
