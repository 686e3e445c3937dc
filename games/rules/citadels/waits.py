"""How often a game waits for somebody, counted in games among bots: `manage.py pace --counts`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from .districts.table import CLASSIC, NEW
from .options import RANDOM

WAITS = Path(__file__).parent / "waits.toml"
SHORT = f"{CLASSIC}_short"
LENGTHS: dict[str, dict[str, Any]] = {
    NEW: {"edition": NEW, "preset": RANDOM},
    CLASSIC: {"edition": CLASSIC, "preset": RANDOM},
    SHORT: {"edition": CLASSIC, "preset": RANDOM, "short": True},
}


def usual_waits(seats: int, options: Mapping[str, Any]) -> list[int]:
    """A sample of games of this size and this edition, from the shortest to the longest."""
    kind = str(options.get("edition", NEW))
    if kind == CLASSIC and options.get("short"):
        kind = SHORT
    return list(_counted().get(kind, {}).get(str(seats), []))


@cache
def _counted() -> dict[str, dict[str, list[int]]]:
    return tomllib.loads(WAITS.read_text("utf-8")) if WAITS.exists() else {}
