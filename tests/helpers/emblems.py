"""The drawings of pages and games, read from their SVG files, for tests."""

import gzip
import re
from collections import Counter
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "static/img"


def read_drawings(game: str = "") -> dict[str, str]:
    """Name → what is drawn there, in the game's own file or in that of all pages."""
    sheet = _sheet(game).read_text("utf-8")
    found = re.findall(r'<symbol id="([\w-]+)"[^>]*>(.+)</symbol>', sheet)
    assert len(found) == len(dict(found)) == sheet.count("<symbol")
    return dict(found)


def list_look_alikes(game: str) -> list[str]:
    """The names of drawings that are the same, among those of the game and of all pages."""
    drawn = read_drawings() | read_drawings(game)
    alike = {one for one, n in Counter(drawn.values()).items() if n > 1}
    return [name for name, one in drawn.items() if one in alike]


def compressed_size(game: str = "") -> int:
    return len(gzip.compress(_sheet(game).read_bytes(), 9))


def _sheet(game: str) -> Path:
    return FOLDER / game / "emblems.svg"
