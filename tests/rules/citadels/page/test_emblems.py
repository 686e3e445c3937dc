"""Every card has a drawing of its own, and so has every mark that the table knows."""

import gzip
import re
from collections import Counter
from pathlib import Path

from games.rules.citadels.characters.card import RANK
from games.rules.citadels.districts.cards import COST, TYPES
from games.rules.citadels.page.table import SIGNS

SHEET = Path(__file__).parents[4] / "static/img/emblems.svg"
CARDS = {slug for book in (RANK, COST) for slugs in book.values() for slug in slugs}
TOKENS = {"crown", "coin", "cards", "taxes", "beauty", *SIGNS.values()}


def drawings() -> dict[str, str]:
    """Name → what is drawn there."""
    found = re.findall(r'<symbol id="([\w-]+)"[^>]*>(.+)</symbol>', SHEET.read_text("utf-8"))
    assert len(found) == len(dict(found)) == SHEET.read_text("utf-8").count("<symbol")
    return dict(found)


def test_every_card_and_every_token_is_drawn():
    wanted = {f"e-{slug}" for slug in CARDS | TOKENS}
    wanted |= {f"{part}-{kind}" for part in ("mark", "roof") for kind in TYPES}
    assert not wanted - set(drawings())


def test_no_two_drawings_are_alike():
    alike = {drawn for drawn, n in Counter(drawings().values()).items() if n > 1}
    assert not [name for name, drawn in drawings().items() if drawn in alike]


def test_all_drawings_together_are_a_small_file():
    """A page fetches them once, and the first table of a phone has 60 kB for everything."""
    assert len(gzip.compress(SHEET.read_bytes(), 9)) < 14_000
