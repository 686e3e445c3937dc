"""Every card, event and citizen of Tournay has a drawing of its own, and colours differ by shape."""

from games.rules.tournay.cards.card import CARD_SETS
from games.rules.tournay.numbers import COLOURS
from games.rules.tournay.position import GREY, TOWN_CRIER
from games.rules.tournay.text.move_hints import SIGNS
from tests.helpers.emblems import compressed_size, list_look_alikes, read_drawings

CARDS = {slug for rules in CARD_SETS.values() for slug in (*rules.cards, *rules.events)}
SIGNS_AT_THE_TABLE = {TOWN_CRIER, "denier", "rampart", "damage", *SIGNS.values()}
MARKS = {*COLOURS, "event"}


def test_every_card_event_sign_and_citizen_is_drawn():
    wanted = {f"e-{slug}" for slug in {*CARDS, *SIGNS_AT_THE_TABLE}}
    shapes = {f"mark-{kind}" for kind in MARKS} | {f"figure-{colour}" for colour in (*COLOURS, GREY)}
    assert wanted | shapes == set(read_drawings("tournay"))


def test_no_two_drawings_are_alike():
    assert not list_look_alikes("tournay")


def test_every_colour_has_its_tones(root):
    styles = (root / "static/css/tournay/types.css").read_text("utf-8")
    assert all(f".is-{kind} " in styles for kind in (*MARKS, GREY))


def test_all_drawings_together_are_a_small_file():
    assert compressed_size("tournay") < 6_500
