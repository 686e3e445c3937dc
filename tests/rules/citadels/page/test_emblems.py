"""Every card has a drawing of its own, and so has every mark that the table knows."""

from games.rules.citadels.characters.card import RANK
from games.rules.citadels.districts.cards import COST, TYPES
from games.rules.citadels.page.table import SIGNS
from tests.helpers.emblems import compressed_size, list_look_alikes, read_drawings

CARDS = {slug for book in (RANK, COST) for slugs in book.values() for slug in slugs}
TOKENS = {"crown", "taxes", "beauty", *SIGNS.values()}


def test_every_card_and_every_token_is_drawn():
    wanted = {f"e-{slug}" for slug in CARDS | TOKENS}
    wanted |= {f"{part}-{kind}" for part in ("mark", "roof") for kind in TYPES}
    assert not wanted - set(read_drawings("citadels"))
    assert {"e-coin", "e-cards"} <= set(read_drawings())


def test_no_two_drawings_are_alike():
    assert not list_look_alikes("citadels")


def test_all_drawings_together_are_a_small_file():
    """A page fetches them once, and the first table of a phone has 60 kB for everything."""
    assert compressed_size() + compressed_size("citadels") < 14_000
