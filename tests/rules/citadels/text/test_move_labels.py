"""Labels: what a button says tells it from every other button."""

from collections import Counter

import pytest

from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.text.lexicon import LEXICON
from tests.helpers.citadels.random_games import any_set_up, moments

SEATS = ["Ann", "Bob", "Cleo"]


@pytest.mark.parametrize("seed", range(30))
def test_no_two_offers_of_a_question_read_the_same(seed):
    for moment in moments(f"labels {seed}", *any_set_up(f"labels {seed}")):
        offers = CITADELS.offers(moment.position, moment.seat)
        labels = Counter(CITADELS.label(moment.position, moment.seat, offer) for offer in offers)
        assert [label for label, times in labels.items() if times > 1] == []


def labels(position, **options):
    game = CITADELS.notation.load({"seats": SEATS, **position}, options)
    return [CITADELS.label(game, "Ann", offer) for offer in CITADELS.offers(game, "Ann")]


def test_a_theater_of_three_names_the_character_that_is_given():
    position = {
        "phase": "theater",
        "Ann": {"characters": ["assassin", "king"], "city": ["theater"]},
        "Bob": {"characters": ["thief", "merchant"]},
        "Cleo": {"characters": ["bishop", "artist"]},
    }
    assert labels(position)[:2] == [
        "Give Bob the Assassin for one of the two there, unseen.",
        "Give Bob the King for one of the two there, unseen.",
    ]


def test_an_armory_may_take_a_district_of_ones_own():
    position = {"called": "king", "Ann": {"characters": ["king"], "city": ["armory", "tavern"]}}
    assert "Destroy your Armory and your own Tavern." in labels(position)


def test_a_cardinal_may_pay_a_thieves_den_in_several_ways():
    position = {
        "called": "cardinal",
        "gathered": True,
        "Ann": {"characters": ["cardinal"], "gold": 2, "hand": ["thieves_den", *["tavern"] * 5]},
        "Bob": {"gold": 9},
    }
    rows = [label for label in labels(position) if "gold from Bob" in label]
    assert len(rows) == len(set(rows)) == 4
    assert (
        "Build Thieves' Den with 1 card from your hand and gold from Bob, giving one of your cards for each."
        in rows
    )


@pytest.mark.parametrize("word", ["or", "Or", "vagy", "ili"])
def test_nobody_sits_down_as_the_word_between_two_lines_of_a_plan(word):
    """`plan destroy or tavern` could not name that seat; at a table it gets a number."""
    assert LEXICON.has_spelling(word)
