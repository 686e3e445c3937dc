"""Metrics: where processes keep their counts, and who may read them."""

import os
from collections.abc import Mapping
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from .environment import var_dir

SHORTEST_TOKEN = 16


def read_metrics_token(environ: Mapping[str, str]) -> str:
    """Return the token that opens `/metrics`; empty if nobody may read it."""
    token = environ.get("METRICS_TOKEN", "")
    if token and len(token) < SHORTEST_TOKEN:
        raise ImproperlyConfigured(f"METRICS_TOKEN should have {SHORTEST_TOKEN} characters or more.")
    return token


METRICS_TOKEN = read_metrics_token(os.environ)
METRICS_DIR: Path | None = Path(os.environ.get("METRICS_DIR") or var_dir(os.environ) / "metrics")
