"""Every card of Dominion has a drawing of its own, and so have its types and the signs of a turn."""

from games.rules.dominion.cards.card import CARDS
from tests.helpers.emblems import compressed_size, list_look_alikes, read_drawings

TYPES = {kind for card in CARDS.values() for kind in card.types}
SIGNS = {"action", "buy", "deck", "trash"}


def test_every_card_type_and_sign_is_drawn():
    wanted = {f"e-{slug}" for slug in {*CARDS, *SIGNS}} | {f"mark-{kind}" for kind in TYPES}
    assert wanted == set(read_drawings("dominion"))


def test_no_two_drawings_are_alike():
    assert not list_look_alikes("dominion")


def test_every_type_has_its_colours(root):
    styles = (root / "static/css/dominion/types.css").read_text("utf-8")
    assert all(f".is-{kind} " in styles for kind in TYPES)


def test_all_drawings_together_are_a_small_file():
    assert compressed_size("dominion") < 6_000
