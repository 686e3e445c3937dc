"""Set-ups as data: what is asked when, and what an answer means."""

from games.rules.core.setup_options import (
    EACH,
    FLAG,
    MANY,
    ONE,
    SetupChoice,
    SetupOption,
    group_by_dependency,
)
from tests.helpers.rulesets.pebbles import PEBBLES

EDITION = SetupOption("edition", ONE, "Edition", (SetupChoice("old", "Old"), SetupChoice("new", "New")))
CAST = SetupOption(
    "cast", ONE, "Cast", (SetupChoice("any", "Any", is_random=True),), when={"edition": ("new",)}
)
SHORT = SetupOption("short", FLAG, "Short")
CARDS = SetupOption(
    "cards",
    MANY,
    "Cards",
    (SetupChoice("keep", "Keep", copies=2), SetupChoice("park", "Park")),
    when={"edition": ("new",), "cast": ("any",)},
)


def test_what_depends_on_an_answer_is_asked_after_it():
    asked = group_by_dependency([EDITION, CAST, SHORT, CARDS])
    assert [[option.name for option in page] for page in asked] == [["edition", "short"], ["cast"], ["cards"]]


def test_an_option_applies_after_the_right_answers():
    assert EDITION.applies({})
    assert CAST.applies({"edition": "new"})
    assert not CAST.applies({"edition": "old"})
    assert not CARDS.applies({"edition": "new"})


def test_cards_of_which_there_are_several_are_written_several_times():
    assert CARDS.to_setting(["keep", "park"]) == ["keep", "keep", "park"]
    assert EDITION.to_setting("new") == "new"


def test_nothing_of_a_group_is_not_written():
    ranks = SetupOption(
        "ranks", EACH, "Ranks", (SetupChoice("", "None", group="9"), SetupChoice("queen", "Queen", group="9"))
    )
    assert ranks.to_setting([""]) == []


def test_what_chance_decides_is_known():
    assert CAST.leaves_to_chance("any")
    assert not EDITION.leaves_to_chance("new")


def test_a_game_without_options_has_no_questions():
    assert PEBBLES.setup.options(2) == ()
    assert PEBBLES.setup.describe({"bag": 2}, 2).parts == ()
