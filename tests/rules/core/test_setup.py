"""Set-ups as data: what is asked when, and what an answer means."""

from games.rules.core.setup import EACH, FLAG, MANY, ONE, Choice, Option, rounds
from tests.rules.pebbles import PEBBLES

EDITION = Option("edition", ONE, "Edition", (Choice("old", "Old"), Choice("new", "New")))
CAST = Option("cast", ONE, "Cast", (Choice("any", "Any", drawn=True),), when={"edition": ("new",)})
SHORT = Option("short", FLAG, "Short")
CARDS = Option(
    "cards",
    MANY,
    "Cards",
    (Choice("keep", "Keep", copies=2), Choice("park", "Park")),
    when={"edition": ("new",), "cast": ("any",)},
)


def test_what_depends_on_an_answer_is_asked_after_it():
    asked = rounds([EDITION, CAST, SHORT, CARDS])
    assert [[option.name for option in page] for page in asked] == [["edition", "short"], ["cast"], ["cards"]]


def test_an_option_applies_after_the_right_answers():
    assert EDITION.applies({})
    assert CAST.applies({"edition": "new"})
    assert not CAST.applies({"edition": "old"})
    assert not CARDS.applies({"edition": "new"})


def test_cards_of_which_there_are_several_are_written_several_times():
    assert CARDS.written(["keep", "park"]) == ["keep", "keep", "park"]
    assert EDITION.written("new") == "new"


def test_nothing_of_a_group_is_not_written():
    ranks = Option(
        "ranks", EACH, "Ranks", (Choice("", "None", group="9"), Choice("queen", "Queen", group="9"))
    )
    assert ranks.written([""]) == []


def test_what_chance_decides_is_known():
    assert CAST.is_drawn("any")
    assert not EDITION.is_drawn("new")


def test_a_game_without_options_has_no_questions():
    assert PEBBLES.setup(2) == ()
    assert PEBBLES.describe({"bag": 2}, 2).parts == ()
